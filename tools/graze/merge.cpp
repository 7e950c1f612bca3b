// SPDX-License-Identifier: MIT
// graze merge: the answers of several workers as one file.                                    [G5]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "graze/io/file.h"
#include "graze/jobs/chunk_file.h"
#include "job_arguments.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct MergeArguments {
  std::vector<std::string> parts;
  std::string out;
};

int run_merge(const MergeArguments& arguments) {
  const std::vector<std::filesystem::path> parts(arguments.parts.begin(), arguments.parts.end());
  survey_chunks(parts);
  refuse_input_as_output(arguments.out);
  const MergedChunks merged = merge_chunks(parts, arguments.out);
  fmt::print(stderr, "{} of {} chunks\n", answers_text(merged.counts), merged.chunks);
  return exit_code_for(merged.counts);
}
}  // namespace

void add_merge_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<MergeArguments>();
  CLI::App* verb = app.add_subcommand("merge", "Put the answers of a batch's shards together");
  verb->add_option("PARTS", arguments->parts, "files that batch --shard has written")->required();
  verb->add_option("--out", arguments->out, "file for all answers, in order")->required();
  verb->footer(
      "The bytes are those that one batch alone writes, for any number of shards.\n\n"
      "Example:\n  graze merge part_*.jsonl --out answers.jsonl\n");
  verb->callback([arguments, &exit_code] { exit_code = run_merge(*arguments); });
}

}  // namespace graze::tool
