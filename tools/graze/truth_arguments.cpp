// SPDX-License-Identifier: MIT
#include "truth_arguments.h"

#include <CLI/CLI.hpp>

namespace graze::tool {

void add_truth_job_options(CLI::App& verb, TruthJobOptions& options) {
  verb.add_option("--seed", options.seed, "seed of the random shapes and motions");
  verb.add_option("--candidates", options.candidates,
                  "of a job: questions that are tried; about one in six is left out")
      ->check(CLI::Range(std::size_t{1}, std::size_t{10'000'000}));
  verb.add_option("--threads", options.threads, "0: all cores; the set does not depend on it");
  verb.add_option("--chunk", options.chunk_items,
                  "of a job: candidates tried at a time; a killed run loses no more than these");
}

}  // namespace graze::tool
