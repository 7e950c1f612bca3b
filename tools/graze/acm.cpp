// SPDX-License-Identifier: MIT
// graze acm: which pairs of a robot's links never, always or sometimes touch?                 [G3]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "graze/io/file.h"
#include "graze/io/robot_io.h"
#include "graze/io/write_robot.h"
#include "graze/query/touch_audit.h"
#include "interrupt.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct AcmArguments {
  std::string urdf;
  std::string write_srdf;
  std::vector<std::string> package_dirs;
  TouchAuditOptions audit;
  bool visual = false;
  bool json = false;
};

void print_table(const Robot& robot, const AcmArguments& arguments,
                 const std::vector<LinkPairAudit>& audits) {
  std::vector<std::vector<std::string>> rows{{"links", "verdict", "joints between", "touched"}};
  std::map<std::string_view, std::size_t> counts;
  for (const LinkPairAudit& audit : audits) {
    ++counts[name(audit.verdict)];
    rows.push_back({robot.links[audit.a].name + " / " + robot.links[audit.b].name,
                    verdict_text(audit), std::to_string(audit.joints),
                    audit.verdict == TouchVerdict::kAdjacent ? "" : std::to_string(audit.touched)});
  }
  fmt::print("{}\n{} pairs of links, {} samples (seed {}):", table(rows), audits.size(),
             arguments.audit.samples, arguments.audit.seed);
  for (const auto& [verdict, count] : counts) fmt::print(" {} {};", count, verdict);
  fmt::print("\n");
}

int run(const AcmArguments& arguments) {
  UrdfOptions options;
  options.use_visual = arguments.visual;
  for (const std::string& dir : arguments.package_dirs) options.package_dirs.emplace_back(dir);
  const Robot robot = load_urdf(arguments.urdf, options);
  TouchAuditOptions audit = arguments.audit;
  const InterruptFlag interrupt;
  audit.budget.cancel = interrupt.flag();
  const auto audits = audit_touches(robot, audit);
  if (!arguments.write_srdf.empty()) write_file(arguments.write_srdf, audit_srdf(robot, audits));
  if (arguments.json) {
    const AuditHeader header{arguments.audit.samples, arguments.audit.seed};
    fmt::print("{}", audit_document(robot, header, audits));
  } else {
    print_table(robot, arguments, audits);
  }
  return kFine;
}
}  // namespace

void add_acm_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<AcmArguments>();
  CLI::App* verb =
      app.add_subcommand("acm", "Pairs of a robot's links that never, always or sometimes touch");
  verb->add_option("URDF", arguments->urdf, "robot.urdf (see docs/robots.md)")->required();
  verb->add_option("--samples", arguments->audit.samples, "random configurations within the limits")
      ->check(CLI::Range(std::size_t{1}, std::size_t{10'000'000}));
  verb->add_option("--seed", arguments->audit.seed, "of the samples");
  verb->add_option("--sweeps", arguments->audit.max_sweeps,
                   "most sweeps to prove 'never' for a pair; 0: none")
      ->check(CLI::Range(std::size_t{0}, std::size_t{10'000'000}));
  verb->add_option("--budget", arguments->audit.budget.max_seconds,
                   "seconds after which it says what it has seen and proved")
      ->check(CLI::PositiveNumber);
  verb->add_option("--write-srdf", arguments->write_srdf,
                   "an SRDF with the pairs that need no check");
  verb->add_option("--package-dir", arguments->package_dirs,
                   "folder that holds package:// packages")
      ->allow_extra_args(false);
  verb->add_flag("--visual", arguments->visual, "visual shapes for links without collision shapes");
  verb->add_option("--threads", arguments->audit.threads,
                   "0: all cores; answers do not depend on it");
  verb->add_flag("--json", arguments->json, "the pairs as JSON");
  verb->footer(
      "Exit code: 0 done, 2 bad input. 'proved' holds for every configuration within the "
      "limits.\n\n"
      "Example:\n  graze acm robot.urdf --samples 2000 --write-srdf robot.srdf\n");
  verb->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace graze::tool
