// SPDX-License-Identifier: MIT
// Answers a job's chunks into a file.                                                         [G5]
#pragma once
#include <graze/jobs/chunk_file.h>

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace graze {

/// One of `count` workers; `index` counts from 0.
struct Shard {
  std::size_t index = 0;
  std::size_t count = 1;
};

/// "2/7": the second of seven. Throws InputError.
Shard parse_shard(std::string_view text);

/// The chunks of a shard that are not among `done`, in order: every count-th of all.
std::vector<std::size_t> chunks_to_do(const Job& job, const Shard& shard,
                                      const std::vector<StoredChunk>& done);

/// Hands out the next chunk to answer; none: all are taken.
using ChunkSource = std::function<std::optional<std::size_t>()>;

/// Answers chunks until there are no more. False if the budget (of time, for all chunks together;
/// or its flag) ended it: whole chunks are in the file then. Throws InputError.
bool run_job(const Job& job, const ChunkSource& next, ChunkFile& out, const Budget& budget,
             const std::function<void(const AnswerCounts& so_far)>& progress = {});

}  // namespace graze
