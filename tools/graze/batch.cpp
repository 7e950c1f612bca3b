// SPDX-License-Identifier: MIT
// graze batch: first contact of one scene under thousands of motions, answers in order.        [C8]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "batch_output.h"
#include "graze/base/error.h"
#include "graze/base/sha256.h"
#include "graze/io/line_reader.h"
#include "graze/io/load_scene.h"
#include "graze/io/scene_digest.h"
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
  bool times = false;
};

/// Answers are written after each block: what an interruption costs at most.
constexpr std::size_t kBlock = 256;

/// Questions from a file or standard input ("-"), a block at a time.
class QuestionReader {
 public:
  QuestionReader(const std::string& path, const Scene& scene) : lines_(path), scene_(scene) {}

  void skip(std::size_t count) {
    std::string line;
    while (count-- > 0 && lines_.next(line)) add_to_digest(line);
  }

  /// The questions, and what stands for all questions up to each.
  struct Block {
    std::vector<SceneChange> questions;
    std::vector<std::string> digests;
  };
  Block next_block() {
    Block block;
    for (std::string line; block.questions.size() < kBlock && lines_.next(line);) {
      block.questions.push_back(parse_scene_change(line, lines_.place(), scene_));
      add_to_digest(line);
      block.digests.push_back(digest_);
    }
    return block;
  }

  const std::string& digest() const { return digest_; }

 private:
  /// A chain: a question that is changed, lost or put elsewhere changes all that follow.
  void add_to_digest(const std::string& line) { digest_ = sha256_hex(digest_ + line); }

  LineReader lines_;
  const Scene& scene_;
  std::string digest_;
};

/// What all answers of a run have in common.
std::string header_of(const Scene& scene, const BatchArguments& arguments) {
  const QuestionArguments& q = arguments.question;
  nlohmann::ordered_json options{{"all_contacts", q.all_contacts}, {"separation", q.separation}};
  if (q.tolerance) options["tolerance"] = *q.tolerance;
  for (const auto& [key, text] :
       {std::pair("span", &q.span), std::pair("pairs", &q.pairs), std::pair("method", &q.method),
        std::pair("guarantee", &q.guarantee)}) {
    if (!text->empty()) options[key] = *text;
  }
  return nlohmann::ordered_json{{"format", "graze batch 1"},
                                {"version", GRAZE_VERSION},
                                {"scene", scene_digest(scene)},
                                {"options", std::move(options)}}
      .dump();
}

bool was_stopped(const PairReport& answer, const Budget& budget) {
  return answer.report.outcome == Outcome::kUndecided &&
         (budget.cancel->load(std::memory_order_relaxed) || budget.max_seconds <= 0.0 ||
          answer.report.reason.find("budget of time") != std::string::npos);
}

/// Answers in order, up to the first that was cut short, so that a later run can go on there.
class BatchRun {
 public:
  BatchRun(const PreparedScene& scene, ContactOptions options, bool times)
      : scene_(scene), options_(std::move(options)), times_(times) {}

  /// False if the time is up or a stop was asked for.
  bool answer_all(QuestionReader& questions, BatchOutput& out) {
    const auto begin = std::chrono::steady_clock::now();
    const double seconds = options_.budget.max_seconds;
    for (auto block = questions.next_block(); !block.questions.empty();
         block = questions.next_block()) {
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
      options_.budget.max_seconds = seconds - elapsed.count();
      if (options_.budget.max_seconds <= 0.0 || !answer(block, out)) return false;
    }
    return true;
  }

 private:
  bool answer(const QuestionReader::Block& block, BatchOutput& out) {
    const auto answers = first_contacts(scene_, block.questions, options_);
    std::size_t i = 0;
    for (; i < answers.size() && !was_stopped(answers[i], options_.budget); ++i) {
      out.write(report_line(scene_.scene(), {out.counts().answers + 1, block.digests[i], times_},
                            answers[i]));
    }
    out.flush();
    return i == answers.size();
  }

  const PreparedScene& scene_;
  ContactOptions options_;
  bool times_;
};

BatchOutput open_output(const Scene& scene, const BatchArguments& arguments,
                        QuestionReader& questions) {
  const std::string header = header_of(scene, arguments);
  if (!arguments.resume) return BatchOutput::begin(arguments.out, header);
  BatchOutput out = BatchOutput::resume(arguments.out, header);
  questions.skip(out.counts().answers);
  if (questions.digest() == out.questions()) return out;
  throw InputError({arguments.motions,
                    "other questions than those that " + arguments.out + " answers",
                    "the same ones, and more after them", "choose a new --out"});
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
  BatchOutput out = open_output(scene.scene(), arguments, questions);
  const auto begin = std::chrono::steady_clock::now();
  const bool is_whole = BatchRun(scene, options, arguments.times).answer_all(questions, out);
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
  verb->add_flag("--times", arguments->times, "seconds in each answer: two runs differ then");
  add_question_options(*verb, arguments->question);
  verb->footer(
      "A line of MOTIONS: {\"joints\": {\"link 1\": [0, 0.5]}, \"motions\": {\"tool\": {...}},\n"
      "\"span\": [0, 1]}; what it leaves out is as in the scene. Answers come in order, one JSON\n"
      "object per line, after a header (see docs/report.md). Ctrl-C stops after whole answers.\n\n"
      "Example:\n"
      "  graze batch examples/scenes/arm_and_table.json edges.jsonl --out answers.jsonl "
      "--resume\n");
  verb->callback([arguments, &exit_code] { exit_code = run_batch(*arguments); });
}

}  // namespace graze::tool
