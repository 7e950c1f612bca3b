// SPDX-License-Identifier: MIT
// Where the answers of a job go, as typed, and the run itself.                            [C8, G5]
#pragma once
#include <string>

#include "graze/jobs/run_job.h"

namespace CLI {
class App;
}

namespace graze::tool {

struct JobOutput {
  std::string out;  ///< empty: standard output
  std::string shard = "1/1";
  bool resume = false;
};

void add_job_output_options(CLI::App& verb, JobOutput& output);

/// Throws InputError for options that do not go together. Call it before the job is loaded.
void check_output(const JobOutput& output);

/// Answers the shard's chunks with progress on a terminal and a closing line. What has been
/// answered, also before; none: stopped early. Throws InputError.
std::optional<AnswerCounts> run_to_output(const Job& job, const JobOutput& output,
                                          const Budget& budget);

}  // namespace graze::tool
