// SPDX-License-Identifier: MIT
// Which robot's links are asked about, as typed: what acm and graze-mpi acm share.        [G3, G5]
#pragma once
#include <string>
#include <vector>

#include "graze/jobs/acm_job.h"

namespace CLI {
class App;
}

namespace graze::tool {

struct AcmJobArguments {
  std::string urdf;
  std::vector<std::string> package_dirs;
  bool visual = false;
  AcmJobOptions options;
};

void add_acm_job_options(CLI::App& verb, AcmJobArguments& arguments);

/// Throws InputError.
Robot load_acm_robot(const AcmJobArguments& arguments);

}  // namespace graze::tool
