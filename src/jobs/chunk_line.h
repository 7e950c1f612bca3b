// SPDX-License-Identifier: MIT
// The lines of a chunk file that are not answers, as text and back.
#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "graze/jobs/chunk_file.h"

namespace graze::jobs {

/// What a header says of the job's size.
struct JobSize {
  std::size_t items = 0;
  std::size_t chunk_items = 1;
  std::size_t chunks() const { return items / chunk_items + (items % chunk_items != 0); }
};

/// Nothing if the line is not the header of a job.
std::optional<JobSize> parse_header(const std::string& line);

/// The last line of a chunk, without its end.
std::string chunk_line(std::size_t chunk, const AnswerCounts& counts, const std::string& sha256);
/// Without its place in the file. Nothing if the line is not one that chunk_line writes.
std::optional<StoredChunk> parse_chunk_line(const std::string& line);

}  // namespace graze::jobs
