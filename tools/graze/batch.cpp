// SPDX-License-Identifier: MIT
// graze batch: first contacts of one scene under thousands of motions, answers in order.   [C8, G5]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>

#include "graze/base/error.h"
#include "graze/jobs/run_job.h"
#include "interrupt.h"
#include "job_arguments.h"
#include "progress.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct BatchArguments {
  JobArguments job;
  std::string out;
  std::string shard = "1/1";
  bool resume = false;
};

ChunkFile open_output(const Job& job, const BatchArguments& arguments) {
  return arguments.resume ? ChunkFile::resume(arguments.out, job.header)
                          : ChunkFile::begin(arguments.out, job.header);
}

ChunkSource one_after_another(std::vector<std::size_t> chunks) {
  return [chunks = std::move(chunks), i = std::size_t{0}]() mutable -> std::optional<std::size_t> {
    if (i == chunks.size()) return std::nullopt;
    return chunks[i++];
  };
}

AnswerCounts counts_of(const std::vector<StoredChunk>& chunks) {
  AnswerCounts counts;
  for (const StoredChunk& chunk : chunks) counts += chunk.counts;
  return counts;
}

void check_output(const BatchArguments& arguments) {
  if (!arguments.out.empty()) return;
  if (arguments.resume) {
    throw InputError(
        {"--resume", "no --out", "the file that holds the answers so far as --out", ""});
  }
  if (parse_shard(arguments.shard).count > 1) {
    throw InputError({"--shard", "no --out", "a file of its own for each shard as --out",
                      "put them together with graze merge"});
  }
}

int run_batch(const BatchArguments& arguments) {
  using Clock = std::chrono::steady_clock;
  check_output(arguments);
  const Shard shard = parse_shard(arguments.shard);
  const Job job = load_job(arguments.job);
  const InterruptFlag interrupt;
  Budget budget;
  budget.cancel = interrupt.flag();
  budget.max_seconds = arguments.job.question.budget.value_or(budget.max_seconds);
  ChunkFile out = open_output(job, arguments);
  const auto chunks = chunks_to_do(job, shard, out.chunks());
  const double to_do =
      static_cast<double>(std::max<std::size_t>(1, chunks.size() * job.chunk_items));
  const auto begin = Clock::now();
  const auto show = progress_on_terminal();
  const bool is_whole =
      run_job(job, one_after_another(chunks), out, budget, [&](const AnswerCounts& so_far) {
        if (show) show(static_cast<double>(so_far.answers) / to_do);
      });
  clear_progress();
  const std::chrono::duration<double> elapsed = Clock::now() - begin;
  const AnswerCounts counts = counts_of(out.chunks());
  fmt::print(stderr, "{}; {:.3g} s{}\n", answers_text(counts), elapsed.count(),
             is_whole ? "" : "; stopped early, go on with --resume");
  return is_whole ? exit_code_for(counts) : kUnknown;
}
}  // namespace

void add_batch_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<BatchArguments>();
  CLI::App* verb = app.add_subcommand("batch", "First contacts of a scene under many motions");
  add_job_options(*verb, arguments->job);
  verb->add_option("--out", arguments->out, "file for the answers instead of standard output");
  verb->add_flag("--resume", arguments->resume, "go on after the chunks that --out holds");
  verb->add_option("--shard", arguments->shard,
                   "I/N: every N-th chunk from the I-th on; graze merge puts the files together");
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
