// SPDX-License-Identifier: MIT
// graze check: when, where and how do the bodies of a scene first touch?                  [G1, C9]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "certificate_output.h"
#include "check_text.h"
#include "graze/base/error.h"
#include "graze/io/cad_io.h"
#include "graze/io/ci_reports.h"
#include "graze/io/file.h"
#include "graze/io/load_gltf.h"
#include "graze/io/open_scene.h"
#include "graze/io/write_check.h"
#include "graze/io/write_scene.h"
#include "graze/query/check_scene.h"
#include "interrupt.h"
#include "nothing_checked.h"
#include "number_checks.h"
#include "progress.h"
#include "question_arguments.h"
#include "report_table.h"
#include "robot_arguments.h"
#include "touch_arguments.h"
#include "tube_arguments.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct CheckArguments {
  std::string scene;
  QuestionArguments question;
  RobotArguments robot;
  TubeArguments tube;
  std::vector<std::string> may_touch;
  std::string animation;
  std::string write_scene;
  std::size_t samples = 41;
  std::size_t cuts = 4;
  bool self = false;
  bool clearance = false;
  bool details = false;
  bool allow_empty = false;
  std::optional<double> fps;
  std::string limits = "tell";
  std::string junit;
  std::string sarif;
  std::string certificate;
  bool first = false;
  bool json = false;
};

std::size_t count_deforming(const Scene& scene) {
  return static_cast<std::size_t>(std::ranges::count_if(scene.bodies, &Body::deforms));
}

/// Beyond this many bodies the pairs that never come near each other are counted, not listed.
constexpr std::size_t kBodiesListed = 50;

/// What is asked, as typed; `cancel` ends it.
CheckQuestion question_of(const CheckArguments& arguments, const Scene& scene,
                          const std::atomic<bool>* cancel) {
  CheckQuestion question{.contact = contact_options(arguments.question, scene),
                         .only_first = arguments.first};
  question.contact.budget.cancel = cancel;
  question.contact.self_contact = arguments.self;
  question.contact.far_pairs =
      scene.bodies.size() <= kBodiesListed || !arguments.certificate.empty();
  if (!arguments.json) question.contact.progress = progress_on_terminal();
  if (arguments.clearance) question.curve_samples = arguments.samples;
  return question;
}

/// To the terminal, as JSON, and to the files of CI systems.
int tell(const Scene& scene, const CheckArguments& arguments, const CheckOutput& result) {
  if (arguments.json) {
    fmt::print("{}", check_document(scene, result, {arguments.scene, result.fps}));
  } else {
    fmt::print("{}", check_text(scene, result, terminal_of_stdout()));
    if (arguments.details) fmt::print("{}", check_details(scene, result));
  }
  const auto write = [](const std::string& path, const std::string& text) {
    refuse_input_as_output(path);
    write_file(path, text);
  };
  const std::string empty = why_empty(scene, result);
  CiQuestion ci{arguments.scene, result.limits_fail, result.may_be_empty ? "" : empty};
  if (!arguments.junit.empty()) write(arguments.junit, junit_document(scene, result, ci));
  if (!arguments.robot.trajectory.empty()) ci.file = arguments.robot.trajectory;
  if (!arguments.sarif.empty()) write(arguments.sarif, sarif_document(scene, result, ci));
  const int code = exit_code_of(result);
  return code == kNothing ? nothing_checked(empty, false) : code;
}

/// The proofs, if asked for.
void prove(const Scene& scene, const CheckArguments& arguments, const CheckQuestion& question,
           const CheckResult& result) {
  if (arguments.certificate.empty()) return;
  const std::string line = write_certificate(arguments.certificate, ProofScene(scene),
                                             answers_to_prove(scene, question, result));
  if (!arguments.json) fmt::print("{}", line);
}

/// A proof and a curve of distances are about one span and the same pairs all the time, and a
/// scene.json has no rule for a part of it: written without the times, the pair could touch always.
void refuse_timed(const std::vector<TimedTouch>& timed, const CheckArguments& arguments) {
  if (timed.empty()) return;
  const char* other = !arguments.certificate.empty()   ? "--certificate"
                      : arguments.first                ? "--first"
                      : arguments.clearance            ? "--clearance"
                      : !arguments.write_scene.empty() ? "--write-scene"
                                                       : nullptr;
  if (other == nullptr) return;
  throw InputError({"--may-touch", std::string("a part of the span together with ") + other,
                    "one of them", "ask about the parts one by one with --span"});
}

/// A proof is about a file that graze-verify reads. A rule given only on the command line would not
/// be in it, and CAD files need a library that a checker should not have to trust.
void refuse_unwritten_scene(const CheckArguments& arguments) {
  if (arguments.certificate.empty() || !arguments.write_scene.empty()) return;
  if (is_cad_file(arguments.scene)) {
    throw InputError({"--certificate", "a CAD file", "a scene.json that graze-verify can read",
                      "add --write-scene FILE and verify with that file"});
  }
  if (arguments.may_touch.empty()) return;
  throw InputError({"--certificate", "--may-touch beside it", "a scene that states the rule",
                    "add --write-scene FILE and verify with that file"});
}

/// What is checked, from whichever file.
struct Subject {
  Scene scene;
  std::optional<RobotScene> robot = {};  ///< if set, joints and limits are reported, too
  std::vector<std::string> notes = {};
  bool moves = true;  ///< false: a file without an animation
  std::string holds_for = {};
};

std::string names_text(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text.empty() ? "none" : text;
}

Subject load_animation(const CheckArguments& arguments) {
  if (!arguments.certificate.empty()) {
    throw InputError({"--certificate", "an animation", "a scene.json or a robot.urdf",
                      "write one with --write-scene and check that"});
  }
  GltfScene animation = load_gltf(arguments.scene, {arguments.animation, arguments.cuts});
  Subject subject{std::move(animation.scene)};
  subject.moves = !animation.animations.empty();
  subject.notes.push_back(fmt::format("animations played: {} (of {})", names_text(animation.played),
                                      animation.animations.size()));
  if (const std::size_t count = count_deforming(subject.scene); count > 0) {
    subject.notes.push_back(
        fmt::format("{} deforming, by frames that are at most {:.3g} {} off midway between them",
                    counted(count, "body"), animation.deviation, subject.scene.units));
    if (animation.deviation > 0.0) {
      subject.holds_for = fmt::format(
          "for straight steps between frames, which are up to {:.3g} {} off the animation",
          animation.deviation, subject.scene.units);
    }
  }
  return subject;
}

Subject load_subject(const CheckArguments& arguments) {
  if (!is_robot_file(arguments.scene)) {
    refuse_robot_options(arguments.scene, arguments.robot);
    if (arguments.tube.is_asked())
      refuse_robot_option(arguments.scene, "--joint-error or --time-error");
    return is_gltf(arguments.scene) ? load_animation(arguments)
                                    : Subject{open_scene(arguments.scene)};
  }
  RobotScene robot = load_robot_scene(arguments.scene, arguments.robot);
  return {robot.scene, std::move(robot)};
}

std::string timed_note(const TimedTouch& touch) {
  std::string times;
  for (const Interval& allowed : touch.allowed) {
    times += fmt::format("{}[{:g}, {:g}]", times.empty() ? "" : " and ", allowed.lo, allowed.hi);
  }
  return fmt::format("{} may touch during {} s", counted(touch.pairs.size(), "pair"), times);
}

std::string overlap_note(std::size_t overlaps, const std::string& file) {
  return fmt::format(
      "{} at the start: links that are meant to are named by an SRDF (graze acm {} --write-srdf "
      "robot.srdf makes one) or --may-touch A:B; another start by --state or --rest",
      overlaps == 1 ? "1 pair overlaps" : fmt::format("{} pairs overlap", overlaps), file);
}

/// The answers with what is told beside them.
CheckOutput output_of(CheckResult result, const CheckArguments& arguments, const Subject& subject,
                      const std::vector<TimedTouch>& timed) {
  CheckOutput output{std::move(result)};
  output.fps = arguments.fps;
  output.only_first = arguments.first;
  output.limits_fail = arguments.limits == "fail";
  output.may_be_empty = arguments.allow_empty;
  output.moves = subject.moves;
  output.holds_for = subject.holds_for;
  for (const TimedTouch& touch : timed) output.notes.push_back(timed_note(touch));
  const std::size_t overlaps = count_outcomes(output.reports).overlaps;
  if (subject.robot && overlaps > 0) {
    output.notes.push_back(overlap_note(overlaps, arguments.scene));
  }
  output.notes.insert(output.notes.end(), subject.notes.begin(), subject.notes.end());
  return output;
}

int check_and_tell(const CheckArguments& arguments) {
  Subject subject = load_subject(arguments);
  const auto timed = allow_touch(subject.scene, arguments.may_touch);
  refuse_timed(timed, arguments);
  refuse_unwritten_scene(arguments);
  for (const std::string& path : {arguments.certificate, arguments.junit, arguments.sarif}) {
    if (!path.empty()) refuse_as_output(path);
  }
  if (!arguments.write_scene.empty()) write_scene(arguments.write_scene, subject.scene);
  if (subject.robot) subject.robot->scene = subject.scene;
  const PreparedScene scene(std::move(subject.scene));
  const InterruptFlag interrupt;
  CheckQuestion question = question_of(arguments, scene.scene(), interrupt.flag());
  question.timed = timed;
  const bool in_tube = subject.robot && arguments.tube.is_asked();
  if (in_tube)
    question.tube = tube_errors(arguments.tube, scene.scene().units, subject.robot->robot);
  const RobotScene* robot = subject.robot ? &*subject.robot : nullptr;
  const CheckOutput output =
      output_of(check_scene(scene, question, robot), arguments, subject, timed);
  clear_progress();
  const int code = tell(scene.scene(), arguments, output);
  prove(scene.scene(), arguments, question, output);
  return code;
}
}  // namespace

void add_check_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<CheckArguments>();
  CLI::App* verb = app.add_subcommand("check", "First contact of the bodies of a scene");
  verb->add_option("SCENE", arguments->scene,
                   "scene.json, robot.urdf or animation.glb (docs/scene.md,\n"
                   "docs/robots.md, docs/animations.md)")
      ->required();
  verb->add_flag("--first", arguments->first, "only the earliest contact of all pairs");
  verb->add_flag("--json", arguments->json, "the reports as JSON (see docs/report.md)");
  verb->add_flag("--details", arguments->details,
                 "all pairs with method, features and tolerance; joint values; what is solid");
  add_allow_empty(*verb, arguments->allow_empty);
  verb->add_option(
          "--limits", arguments->limits,
          "robots: 'tell' about broken joint limits, or 'fail' the check because of them (exit 1)")
      ->check(CLI::IsMember({"tell", "fail"}));
  verb->add_option("--may-touch", arguments->may_touch,
                   "A:B or A:B@FROM:TO: pairs that may touch, always or in that part of the time;\n"
                   "* and ? in names are wildcards")
      ->allow_extra_args(false);
  add_tube_options(*verb, arguments->tube);
  verb->add_option("--junit", arguments->junit, "also write the answers as JUnit XML, for CI");
  verb->add_option("--sarif", arguments->sarif, "also write the answers as SARIF, for CI");
  verb->add_flag("--clearance", arguments->clearance,
                 "the curve of the smallest distance over time, and its worst pose");
  verb->add_option("--samples", arguments->samples, "number of points of that curve")
      ->check(CLI::Range(std::size_t{2}, std::size_t{100000}));
  verb->add_option("--animation", arguments->animation, "glTF: name or number of the one to play");
  verb->add_option("--cuts", arguments->cuts, "glTF: linear steps between keys of deforming bodies")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000}));
  verb->add_option("--fps", arguments->fps,
                   "frames per second; times are then also given as frame numbers")
      ->check(above_zero());
  verb->add_option("--write-scene", arguments->write_scene,
                   "what is checked as a scene.json, for every other verb");
  verb->add_flag("--self", arguments->self, "bodies that deform with themselves, too");
  verb->add_option("--certificate", arguments->certificate,
                   "write a proof of the answer for graze verify (see docs/proof.md)");
  add_question_options(*verb, arguments->question);
  add_robot_options(*verb, arguments->robot, true);
  verb->footer(
      "Exit code: 0 no contact, 1 contact or overlap at start (or broken limits, if they fail),\n"
      "2 bad input, 3 undecided, 4 nothing to check.\n"
      "Ctrl-C stops the search and prints what is certain so far.\n\n"
      "Example:\n  graze check examples/scenes/falling_gear.json --first --tolerance 1e-6\n"
      "  graze check robot.urdf --srdf robot.srdf --trajectory way.csv --scene world.json\n");
  verb->callback([arguments, &exit_code] { exit_code = check_and_tell(*arguments); });
}

}  // namespace graze::tool
