// SPDX-License-Identifier: MIT
// The folder in which the ranks of a job keep their chunks until all are there.               [G5]
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "graze/jobs/run_job.h"

namespace graze::tool {

/// What the first rank finds before a run.
struct PartsFound {
  std::uint64_t run = 0;             ///< number of this run
  std::vector<std::uint64_t> to_do;  ///< chunks that no earlier run has answered
};

/// `out`.parts, made if missing. Throws InputError if there are chunks and `resume` is false, if
/// they are of another job, or if `out` itself exists.
PartsFound open_parts(const std::filesystem::path& out, const Job& job, bool resume);

/// Each run of each rank writes a file of its own: none is ever changed by another process.
std::filesystem::path part_file(const std::filesystem::path& out, std::uint64_t run, int rank);

/// All chunks as one file, then the folder is removed. Throws InputError.
MergedChunks close_parts(const std::filesystem::path& out);

/// If this process is ended by a signal (as mpirun does when another rank dies), one of the ranks
/// says how to resume.
void tell_how_to_resume_when_ended(const std::filesystem::path& out, std::uint64_t run);
/// Nothing more needs to be said at the end of this run.
void keep_silent_when_ended();

}  // namespace graze::tool
