// SPDX-License-Identifier: MIT
// graze acm: which pairs of a robot's links never, always or sometimes touch?                 [G3]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include "acm_arguments.h"
#include "graze/io/file.h"
#include "graze/io/write_robot.h"
#include "interrupt.h"
#include "job_output.h"
#include "nothing_checked.h"
#include "progress.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct AcmArguments {
  AcmJobArguments job;
  JobOutput output;
  std::string from;
  std::string write_srdf;
  bool allow_empty = false;
  bool json = false;
};

/// No two links have shapes.
int nothing_audited(const Robot& robot, const AcmArguments& arguments) {
  const auto shaped = std::ranges::count_if(
      robot.links, [](const RobotLink& link) { return !link.shapes.empty(); });
  return nothing_checked(fmt::format("{} a shape, and it takes two to touch",
                                     shaped == 0 ? "no link has" : "only one link has"),
                         arguments.allow_empty);
}

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
  std::string sums;
  for (const auto& [verdict, count] : counts)
    sums += fmt::format("{}{} {}", sums.empty() ? ": " : "; ", count, verdict);
  fmt::print("{}\n{} of links, {} (seed {}){}\n", table(rows), counted(audits.size(), "pair"),
             counted(arguments.job.options.audit.samples, "sample"),
             arguments.job.options.audit.seed, sums);
}

int print(const Robot& robot, const AcmArguments& arguments,
          const std::vector<LinkPairAudit>& audits, bool is_whole) {
  if (!arguments.write_srdf.empty()) write_file(arguments.write_srdf, audit_srdf(robot, audits));
  if (arguments.json) {
    const TouchAuditOptions& audit = arguments.job.options.audit;
    fmt::print("{}", audit_document(robot, {audit.samples, audit.seed}, audits));
  } else {
    print_table(robot, arguments, audits);
  }
  if (!is_whole) {
    fmt::print(stderr, "graze: stopped early: the pairs show what was seen and proved by then\n");
    return kUnknown;
  }
  return audits.empty() ? nothing_audited(robot, arguments) : kFine;
}

/// The audit on this machine, in one go.
int audit_here(const Robot& robot, const AcmArguments& arguments, TouchAuditOptions options) {
  const auto begin = std::chrono::steady_clock::now();
  options.progress = progress_on_terminal();
  const auto audits = audit_touches(robot, options);
  clear_progress();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  const bool is_cancelled = options.budget.cancel != nullptr && options.budget.cancel->load();
  return print(robot, arguments, audits,
               !is_cancelled && elapsed.count() < options.budget.max_seconds);
}

int run(const AcmArguments& arguments) {
  check_output(arguments.output);
  const Robot robot = load_acm_robot(arguments.job);
  const InterruptFlag interrupt;
  AcmJobOptions options = arguments.job.options;
  options.audit.budget.cancel = interrupt.flag();
  if (!arguments.from.empty()) {
    return print(robot, arguments, read_acm_answers(robot, acm_job(robot, options), arguments.from),
                 true);
  }
  if (arguments.output.out.empty()) return audit_here(robot, arguments, options.audit);
  const auto counts =
      run_to_output(acm_job(robot, options), arguments.output, options.audit.budget);
  if (!counts) return kUnknown;
  return pairs_to_audit(robot).empty() ? nothing_audited(robot, arguments) : kFine;
}
}  // namespace

void add_acm_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<AcmArguments>();
  CLI::App* verb =
      app.add_subcommand("acm", "Pairs of a robot's links that never, always or sometimes touch");
  add_acm_job_options(*verb, arguments->job);
  verb->add_option("--write-srdf", arguments->write_srdf,
                   "an SRDF with the pairs that need no check");
  add_job_output_options(*verb, arguments->output);
  verb->add_option(
      "--from", arguments->from,
      "use the answers that --out, graze merge or graze-mpi acm has written; check nothing");
  add_allow_empty(*verb, arguments->allow_empty);
  verb->add_flag("--json", arguments->json, "the pairs as JSON");
  verb->footer(
      "Exit code: 0 done, 2 bad input, 3 stopped early (budget, Ctrl-C), 4 no two links have "
      "shapes.\n'proved' holds for every configuration within the limits.\n\n"
      "Examples:\n  graze acm robot.urdf --samples 2000 --write-srdf robot.srdf\n"
      "  graze acm robot.urdf --out pairs.jsonl --resume\n"
      "  graze acm robot.urdf --from pairs.jsonl --write-srdf robot.srdf\n");
  verb->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace graze::tool
