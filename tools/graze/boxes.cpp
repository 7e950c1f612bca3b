// SPDX-License-Identifier: MIT
// graze boxes: every entry and exit of boxes and convex polytopes under rational motion.   [B1-B6]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "boxes_output.h"
#include "boxes_plot.h"
#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/load_affine_scene.h"
#include "interrupt.h"
#include "nothing_checked.h"
#include "question_arguments.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct BoxesArguments {
  std::string scene;
  QuestionArguments question;
  std::string plot;
  int dop = 0;
  bool allow_empty = false;
  bool json = false;
  bool explain = false;
};

/// Pairs asked for by name must be solids of this kind; of all pairs those that are.
SolidPairs box_pairs(const AffineScene& loaded, const ContactOptions& options, int dop) {
  const Scene& scene = loaded.scene;
  const bool named = !options.pairs.empty();
  SolidPairs pairs =
      solid_pairs(scene, loaded.affine, named ? options.pairs : checked_pairs(scene), dop);
  if (named && !pairs.left_out.empty()) {
    const auto& [a, b] = pairs.left_out.front();
    throw InputError({"--pairs", scene.bodies[a.index()].name + ":" + scene.bodies[b.index()].name,
                      "two solid boxes or convex meshes without padding in rational motions",
                      "enclose meshes with --dop 14, or use graze check"});
  }
  if (pairs.solids.empty())
    throw InputError({"scene", "no pair of boxes or convex meshes in rational motions",
                      "bodies without padding that stand still, slide or move rationally",
                      "enclose meshes with --dop 14; see docs/methods/analytic.md"});
  return pairs;
}

PairAnswer answer(const SolidPair& pair, const Interval& span, bool explain) {
  const auto begin = std::chrono::steady_clock::now();
  PairAnswer result{pair, solid_contacts(pair, span)};
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (const RigidBoxes* boxes = pair.boxes(); explain && boxes != nullptr)
    result.printed = printed_box_contacts(boxes->first, boxes->second, span);
  return result;
}

void write_plot(const Scene& scene, const BoxesArguments& arguments, const Interval& span,
                const std::vector<PairAnswer>& answers) {
  const RigidBoxes* boxes = answers.size() == 1 ? answers.front().pair.boxes() : nullptr;
  if (boxes == nullptr)
    throw InputError({"--plot", std::to_string(answers.size()) + " pairs of solids",
                      "one pair of boxes in rigid motions", "choose one with --pairs A:B"});
  const PairAnswer& a = answers.front();
  write_file(arguments.plot, planes_picture(names(scene, a.pair),
                                            sample_planes(boxes->first, boxes->second, span, 241),
                                            std::get<BoxContacts>(a.contacts)));
}

void tell_left_out(const Scene& scene, const SolidPairs& pairs) {
  constexpr std::size_t kShown = 5;
  for (std::size_t i = 0; i < std::min(pairs.left_out.size(), kShown); ++i) {
    const auto& [a, b] = pairs.left_out[i];
    fmt::print(
        stderr,
        "graze: note: {} / {} left out: not two solid boxes or convex meshes without padding "
        "in rational motions; graze check answers them\n",
        printable(scene.bodies[a.index()].name), printable(scene.bodies[b.index()].name));
  }
  if (pairs.left_out.size() > kShown)
    fmt::print(stderr, "graze: note: and {}\n",
               counted(pairs.left_out.size() - kShown, "more pair"));
}

/// 1 if some touch, 3 if that is not known of all.
int exit_code_of(const std::vector<PairAnswer>& answers, bool complete) {
  for (const PairAnswer& a : answers) {
    if (std::visit([](const auto& c) { return !c.intervals.empty(); }, a.contacts)) return kFound;
    complete = complete && std::visit([](const auto& c) { return c.is_complete(); }, a.contacts);
  }
  return complete ? kFine : kUnknown;
}

int find_intervals(const BoxesArguments& arguments) {
  const AffineScene loaded = load_affine_scene(arguments.scene);
  const Scene& scene = loaded.scene;
  for (const std::string& note : scene.notes) fmt::print(stderr, "graze: note: {}\n", note);
  const ContactOptions options = contact_options(arguments.question, scene);
  const Interval span = options.span.value_or(scene.span);
  std::vector<PairAnswer> answers;
  if (asked_pair_count(scene, options) == 0) {
    if (arguments.json)
      fmt::print("{}", json_document(arguments.scene, scene, span, answers, true));
    return nothing_checked(why_no_pair(scene), arguments.allow_empty);
  }
  const InterruptFlag interrupt;
  const SolidPairs pairs = box_pairs(loaded, options, arguments.dop);
  for (const SolidPair& pair : pairs.solids) {
    if (*interrupt.flag()) break;  // what was answered so far is printed
    answers.push_back(answer(pair, span, arguments.explain));
  }
  const bool is_whole = answers.size() == pairs.solids.size();
  if (!arguments.plot.empty() && is_whole) write_plot(scene, arguments, span, answers);
  if (arguments.json) {
    fmt::print("{}", json_document(arguments.scene, scene, span, answers, is_whole));
  } else {
    print_table(scene, answers);
  }
  if (!is_whole) {
    fmt::print(stderr, "graze: stopped: {} of {} pairs are answered\n", answers.size(),
               pairs.solids.size());
  }
  tell_left_out(scene, pairs);
  return exit_code_of(answers, is_whole && pairs.left_out.empty());
}
}  // namespace

void add_boxes_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<BoxesArguments>();
  CLI::App* verb = app.add_subcommand(
      "boxes", "All contact intervals of boxes and convex polytopes under rational motion");
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option("--span", arguments->question.span, "BEGIN:END in seconds");
  verb->add_option("--pairs", arguments->question.pairs, "A:B,C:D,… only these pairs of bodies");
  verb->add_option("--dop", arguments->dop,
                   "enclose each mesh in a polytope with 6, 14, 18 or 26 faces")
      ->check(CLI::IsMember({6, 14, 18, 26}));
  verb->add_flag("--explain", arguments->explain,
                 "boxes also by the printed method: homogeneous intervals, pairs, what was "
                 "eliminated");
  verb->add_option("--plot", arguments->plot, "write the 30 plane functions of two boxes as SVG");
  add_allow_empty(*verb, arguments->allow_empty);
  verb->add_flag("--json", arguments->json, "the intervals as JSON");
  verb->footer(
      "Exit code: 0 all apart, 1 some touch, 2 bad input, 3 undecided, or pairs were left out,\n"
      "4 nothing to check.\n\n"
      "Example:\n  graze boxes examples/scenes/tumbling_boxes.json --explain\n");
  verb->callback([arguments, &exit_code] { exit_code = find_intervals(*arguments); });
}

}  // namespace graze::tool
