// SPDX-License-Identifier: MIT
// graze batch: first contacts of one scene under thousands of motions, answers in order.   [C8, G5]
#include <CLI/CLI.hpp>
#include <memory>

#include "graze/io/load_robot_scene.h"
#include "graze/scene/pair_count.h"
#include "interrupt.h"
#include "job_arguments.h"
#include "job_output.h"
#include "nothing_checked.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct BatchArguments {
  JobArguments job;
  JobOutput output;
  bool allow_empty = false;
};

/// Why the answers are about nothing; empty if they are about something.
std::string why_nothing(const BatchArguments& arguments, const Job& job, const Scene& scene) {
  if (job.items == 0 && !arguments.job.each_pair) return "there are no questions";
  if (!arguments.job.question.pairs.empty() || checked_pair_count(scene) > 0) return "";
  return why_no_pair(scene, is_robot_file(arguments.job.scene));
}

int run_batch(const BatchArguments& arguments) {
  check_output(arguments.output);
  Scene scene;
  const Job job = load_job(arguments.job, &scene);
  const InterruptFlag interrupt;
  Budget budget;
  budget.cancel = interrupt.flag();
  budget.max_seconds = arguments.job.question.budget.value_or(budget.max_seconds);
  const auto counts = run_to_output(job, arguments.output, budget);
  if (!counts) return kUnknown;
  const std::string why = why_nothing(arguments, job, scene);
  return why.empty() ? exit_code_for(*counts) : nothing_checked(why, arguments.allow_empty);
}
}  // namespace

void add_batch_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<BatchArguments>();
  CLI::App* verb = app.add_subcommand("batch", "First contacts of a scene under many motions");
  add_job_options(*verb, arguments->job);
  add_job_output_options(*verb, arguments->output);
  add_allow_empty(*verb, arguments->allow_empty);
  verb->footer(
      "A line of MOTIONS: {\"joints\": {\"link 1\": [0, 0.5]}, \"motions\": {\"tool\": {...}},\n"
      "\"span\": [0, 1]}; what it leaves out is as in the scene. Answers come in order, one JSON\n"
      "object per line, after a header; a line ends each chunk (see docs/report.md). Ctrl-C stops\n"
      "after whole chunks.\n"
      "Exit code: 0 no contact, 1 contact, 2 bad input, 3 undecided or stopped, 4 nothing to "
      "ask.\n\n"
      "Examples:\n"
      "  graze batch examples/scenes/arm_and_table.json edges.jsonl --out answers.jsonl --resume\n"
      "  graze batch assembly.json --each-pair --shard 3/7 --out part_3.jsonl\n"
      "  graze batch arm.urdf --trajectory way.csv --stretches 1000\n");
  verb->callback([arguments, &exit_code] { exit_code = run_batch(*arguments); });
}

}  // namespace graze::tool
