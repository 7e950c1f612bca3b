// SPDX-License-Identifier: MIT
#include "acm_arguments.h"

#include <CLI/CLI.hpp>

#include "graze/io/robot_io.h"
#include "number_checks.h"

namespace graze::tool {

void add_acm_job_options(CLI::App& verb, AcmJobArguments& arguments) {
  TouchAuditOptions& audit = arguments.options.audit;
  verb.add_option("URDF", arguments.urdf, "robot.urdf (see docs/robots.md)")->required();
  verb.add_option("--samples", audit.samples, "random configurations within the limits")
      ->check(CLI::Range(std::size_t{1}, std::size_t{10'000'000}));
  verb.add_option("--seed", audit.seed, "seed of the samples");
  verb.add_option("--sweeps", audit.max_sweeps, "most sweeps to prove 'never' for a pair; 0: none")
      ->check(CLI::Range(std::size_t{0}, std::size_t{10'000'000}));
  verb.add_option("--budget", audit.budget.max_seconds,
                  "seconds after which it stops and reports what it has seen and proved")
      ->check(above_zero());
  verb.add_option("--package-dir", arguments.package_dirs, "folder that holds package:// packages")
      ->allow_extra_args(false);
  verb.add_flag("--visual", arguments.visual,
                "use visual shapes for links without collision shapes");
  verb.add_option("--threads", audit.threads, "0: all cores; answers do not depend on it");
  verb.add_option("--chunk", arguments.options.chunk_items,
                  "pairs answered at a time; a killed run with --out loses no more than these");
}

Robot load_acm_robot(const AcmJobArguments& arguments) {
  UrdfOptions options;
  options.use_visual = arguments.visual;
  for (const std::string& dir : arguments.package_dirs) options.package_dirs.emplace_back(dir);
  return load_urdf(arguments.urdf, options);
}

}  // namespace graze::tool
