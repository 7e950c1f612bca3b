// SPDX-License-Identifier: MIT
// graze batch: first contact of one scene under thousands of motions, answers in order.        [C8]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "batch_output.h"
#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_report.h"
#include "graze/query/prepared_scene.h"
#include "interrupt.h"
#include "question_arguments.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct BatchArguments {
  std::string scene;
  std::string motions;
  std::string out;
  QuestionArguments question;
  bool resume = false;
};

/// Answers are written after each block: what an interruption costs at most.
constexpr std::size_t kBlock = 256;

/// Questions from a file or standard input ("-"), a block at a time.
class QuestionReader {
 public:
  QuestionReader(const std::string& path, const Scene& scene) : path_(path), scene_(scene) {
    if (path == "-") return;
    if (std::filesystem::is_directory(path)) {
      throw InputError({path, "a directory", "a file of motions, one question per line", ""});
    }
    file_.open(path, std::ios::binary);
    if (!file_) throw InputError({path, "no file that can be read", "a file of motions", ""});
  }

  void skip(std::size_t count) {
    std::string line;
    while (count-- > 0 && std::getline(in(), line)) ++line_;
  }

  std::vector<SceneChange> next_block() {
    std::vector<SceneChange> block;
    for (std::string line; block.size() < kBlock && std::getline(in(), line);) {
      const std::string place = path_ + ":" + std::to_string(++line_);
      block.push_back(parse_scene_change(line, place, scene_));
    }
    return block;
  }

 private:
  std::istream& in() { return path_ == "-" ? std::cin : file_; }

  std::string path_;
  const Scene& scene_;
  std::ifstream file_;
  std::size_t line_ = 0;
};

bool was_stopped(const PairReport& answer, const Budget& budget) {
  return answer.report.outcome == Outcome::kUndecided &&
         (budget.cancel->load(std::memory_order_relaxed) || budget.max_seconds <= 0.0 ||
          answer.report.reason.find("budget of time") != std::string::npos);
}

/// Writes answers up to the first that was cut short, so that a later run can go on there.
bool write_block(const Scene& scene, const std::vector<PairReport>& answers, const Budget& budget,
                 BatchOutput& out) {
  bool is_whole = true;
  for (const PairReport& answer : answers) {
    is_whole = is_whole && !was_stopped(answer, budget);
    if (is_whole) out.write(report_line(scene, out.counts().answers + 1, answer));
  }
  out.flush();
  return is_whole;
}

bool answer_all(const PreparedScene& scene, ContactOptions options, QuestionReader& questions,
                BatchOutput& out) {
  const auto begin = std::chrono::steady_clock::now();
  const double seconds = options.budget.max_seconds;
  for (auto block = questions.next_block(); !block.empty(); block = questions.next_block()) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    options.budget.max_seconds = seconds - elapsed.count();
    if (options.budget.max_seconds <= 0.0) return false;
    const auto answers = first_contacts(scene, block, options);
    if (!write_block(scene.scene(), answers, options.budget, out)) return false;
  }
  return true;
}

int run_batch(const BatchArguments& arguments) {
  if (arguments.resume && arguments.out.empty()) {
    throw InputError(
        {"--resume", "no --out", "the file that holds the answers so far as --out", ""});
  }
  const PreparedScene scene(load_scene(arguments.scene));
  ContactOptions options = contact_options(arguments.question, scene.scene());
  const InterruptFlag interrupt;
  options.budget.cancel = interrupt.flag();
  QuestionReader questions(arguments.motions, scene.scene());
  BatchOutput out(arguments.out, arguments.resume);
  questions.skip(out.counts().answers);
  const auto begin = std::chrono::steady_clock::now();
  const bool is_whole = answer_all(scene, options, questions, out);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  const BatchCounts& counts = out.counts();
  fmt::print(stderr, "{} answers: {} in contact, {} undecided; {:.3g} s{}\n", counts.answers,
             counts.contacts, counts.undecided, elapsed.count(),
             is_whole ? "" : "; stopped early, go on with --resume");
  if (!is_whole) return kUnknown;
  if (counts.contacts > 0) return kFound;
  return counts.undecided > 0 ? kUnknown : kFine;
}
}  // namespace

void add_batch_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<BatchArguments>();
  CLI::App* verb = app.add_subcommand("batch", "First contact of a scene under many motions");
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option("MOTIONS", arguments->motions, "one question per line; -: standard input")
      ->required();
  verb->add_option("--out", arguments->out, "file for the answers instead of standard output");
  verb->add_flag("--resume", arguments->resume, "go on after the answers that --out holds");
  add_question_options(*verb, arguments->question);
  verb->footer(
      "A line of MOTIONS: {\"joints\": {\"link 1\": [0, 0.5]}, \"motions\": {\"tool\": {...}},\n"
      "\"span\": [0, 1]}; what it leaves out is as in the scene. Answers come in order, one JSON\n"
      "object per line (see docs/report.md). Ctrl-C stops after whole answers.\n\n"
      "Example:\n"
      "  graze batch examples/scenes/arm_and_table.json edges.jsonl --out answers.jsonl "
      "--resume\n");
  verb->callback([arguments, &exit_code] { exit_code = run_batch(*arguments); });
}

}  // namespace graze::tool
