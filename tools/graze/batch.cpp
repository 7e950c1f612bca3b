// SPDX-License-Identifier: MIT
// graze batch: first contacts of one scene under thousands of motions, answers in order.   [C8, G5]
#include <CLI/CLI.hpp>
#include <memory>

#include "interrupt.h"
#include "job_arguments.h"
#include "job_output.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct BatchArguments {
  JobArguments job;
  JobOutput output;
};

int run_batch(const BatchArguments& arguments) {
  check_output(arguments.output);
  const Job job = load_job(arguments.job);
  const InterruptFlag interrupt;
  Budget budget;
  budget.cancel = interrupt.flag();
  budget.max_seconds = arguments.job.question.budget.value_or(budget.max_seconds);
  const auto counts = run_to_output(job, arguments.output, budget);
  return counts ? exit_code_for(*counts) : kUnknown;
}
}  // namespace

void add_batch_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<BatchArguments>();
  CLI::App* verb = app.add_subcommand("batch", "First contacts of a scene under many motions");
  add_job_options(*verb, arguments->job);
  add_job_output_options(*verb, arguments->output);
  verb->footer(
      "A line of MOTIONS: {\"joints\": {\"link 1\": [0, 0.5]}, \"motions\": {\"tool\": {...}},\n"
      "\"span\": [0, 1]}; what it leaves out is as in the scene. Answers come in order, one JSON\n"
      "object per line, after a header; a line ends each chunk (see docs/report.md). Ctrl-C stops\n"
      "after whole chunks.\n\n"
      "Examples:\n"
      "  graze batch examples/scenes/arm_and_table.json edges.jsonl --out answers.jsonl --resume\n"
      "  graze batch assembly.json --each-pair --shard 3/7 --out part_3.jsonl\n"
      "  graze batch arm.urdf --trajectory way.csv --stretches 1000\n");
  verb->callback([arguments, &exit_code] { exit_code = run_batch(*arguments); });
}

}  // namespace graze::tool
