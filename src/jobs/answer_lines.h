// SPDX-License-Identifier: MIT
// What all jobs need: their size, and their answers read back.
#pragma once
#include <filesystem>
#include <functional>
#include <string>

#include "graze/jobs/job.h"

namespace graze::jobs {

/// Throws InputError for chunks of no items.
Job sized_job(std::size_t items, std::size_t chunk_items);

/// Calls `take` for each answer of a whole file, in order, with its number from 0 and its place.
/// Throws InputError for a file of another job, a damaged one, or one in which a chunk is missing.
using TakeAnswer =
    std::function<void(std::size_t item, const std::string& line, const std::string& place)>;
void for_each_answer(const Job& job, const std::filesystem::path& file, const TakeAnswer& take);

}  // namespace graze::jobs
