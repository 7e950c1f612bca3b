// SPDX-License-Identifier: MIT
// Which candidates of a truth set are tried, as typed: what truth and graze-mpi truth share.
#pragma once
#include "graze/jobs/truth_job.h"

namespace CLI {
class App;
}

namespace graze::tool {
void add_truth_job_options(CLI::App& verb, TruthJobOptions& options);
}  // namespace graze::tool
