// SPDX-License-Identifier: MIT
// graze truth: a public set of rotating rigid first-contact questions with certified answers.  [G2]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <sstream>

#include "graze/base/error.h"
#include "interrupt.h"
#include "job_output.h"
#include "report_table.h"
#include "truth_arguments.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct TruthArguments {
  std::string folder;
  std::size_t queries = 100;
  TruthJobOptions job;
  JobOutput output;
  std::string from;
  bool json = false;
};

void print_set(const TruthArguments& arguments, const TruthCounts& counts) {
  if (arguments.json) {
    fmt::print("{}", truth_document(counts));
    return;
  }
  fmt::print(
      "{} in {}: {}, {} separated, all proved; left out: {} that touch at the "
      "start, {} without a proof\n",
      counted(counts.queries, "query"), arguments.folder, counted(counts.contacts, "contact"),
      counts.separated, counts.touching, counts.unproved);
}

/// Tries candidates until there are enough.
void try_candidates(TruthArguments arguments, TruthSet& set, const Budget& budget) {
  arguments.job.candidates = std::size_t{1} << 40;
  const Job job = truth_job(arguments.job);
  for (std::size_t chunk = 0; !set.is_full(); ++chunk) {
    const auto answer = job.answer(chunk, budget);
    if (!answer)
      throw InputError({"truth", "Ctrl-C", "time to finish the set",
                        "a job with --candidates N --out FILE can be continued by --resume"});
    std::istringstream lines(answer->lines);
    for (std::string line; std::getline(lines, line);) set.take(line, "answer");
  }
}

int run_truth(const TruthArguments& arguments) {
  const InterruptFlag interrupt;
  Budget budget;
  budget.cancel = interrupt.flag();
  if (!arguments.output.out.empty()) {
    check_output(arguments.output);
    return run_to_output(truth_job(arguments.job), arguments.output, budget) ? kFine : kUnknown;
  }
  if (arguments.folder.empty()) {
    throw InputError(
        {"truth", "no FOLDER", "a folder for the set, or --out for a job's answers", ""});
  }
  TruthSet set(arguments.folder, arguments.job.seed, arguments.queries);
  if (arguments.from.empty()) {
    try_candidates(arguments, set, budget);
  } else {
    take_truth_answers(truth_job(arguments.job), arguments.from, set);
  }
  print_set(arguments, set.finish());
  return kFine;
}
}  // namespace

void add_truth_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<TruthArguments>();
  CLI::App* verb =
      app.add_subcommand("truth", "Make a set of first-contact questions with certified answers");
  verb->add_option("FOLDER", arguments->folder, "where the set goes; made if missing");
  verb->add_option("--queries", arguments->queries, "how many")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}));
  add_truth_job_options(*verb, arguments->job);
  add_job_output_options(*verb, arguments->output);
  verb->add_option("--from", arguments->from,
                   "use the answers that --out, graze merge or graze-mpi truth has written");
  verb->add_flag("--json", arguments->json, "the summary as JSON");
  verb->footer(
      "The format, and how to score another library on it: docs/truth.md.\n\n"
      "Examples:\n  graze truth build/truth --queries 10000\n"
      "  graze-verify build/truth/proofs/000000.proof build/truth/queries/000000.json\n"
      "  graze truth --candidates 12000 --shard 1/8 --out part_1.jsonl    # on one of 8 machines\n"
      "  graze merge part_*.jsonl --out answers.jsonl\n"
      "  graze truth build/truth --candidates 12000 --from answers.jsonl --queries 10000\n");
  verb->callback([arguments, &exit_code] { exit_code = run_truth(*arguments); });
}

}  // namespace graze::tool
