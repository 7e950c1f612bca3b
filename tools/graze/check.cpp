// SPDX-License-Identifier: MIT
// graze check: when, where and how do the bodies of a scene first touch?                  [G1, C9]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
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
#include "graze/query/clearance_curve.h"
#include "graze/query/enclosed_bodies.h"
#include "graze/query/prepared_scene.h"
#include "graze/query/tube.h"
#include "graze/scene/pair_count.h"
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

std::size_t count_pairs(const PreparedScene& scene, const ContactOptions& options) {
  if (!options.pairs.empty()) return options.pairs.size();
  return checked_pair_count(scene.scene()) +
         (options.self_contact ? count_deforming(scene.scene()) : 0);
}

/// Beyond this many bodies the pairs that never come near each other are counted, not listed.
constexpr std::size_t kBodiesListed = 50;

/// The question, still without its answers.
CheckOutput empty_result(const PreparedScene& scene, const ContactOptions& options,
                         const CheckArguments& arguments) {
  CheckOutput result;
  result.span = options.span.value_or(scene.scene().span);
  result.fps = arguments.fps;
  result.margin = options.min_separation;
  result.only_first = arguments.first;
  result.limits_fail = arguments.limits == "fail";
  result.may_be_empty = arguments.allow_empty;
  return result;
}

CheckOutput run_check(const PreparedScene& scene, ContactOptions options,
                      const CheckArguments& arguments) {
  CheckOutput result = empty_result(scene, options, arguments);
  options.self_contact = arguments.self;
  options.far_pairs =
      scene.scene().bodies.size() <= kBodiesListed || !arguments.certificate.empty();
  if (!arguments.json) options.progress = progress_on_terminal();
  result.checked_pairs = count_pairs(scene, options);
  const auto begin = std::chrono::steady_clock::now();
  if (arguments.first) {
    result.reports.push_back(first_contact(scene, options));
  } else {
    result.reports = contacts_per_pair(scene, options);
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  for (const EnclosedBody& enclosed : enclosed_bodies(scene, result.span.lo)) {
    result.warnings.push_back(warning(scene.scene(), enclosed));
  }
  const auto& notes = scene.scene().notes;
  result.warnings.insert(result.warnings.end(), notes.begin(), notes.end());
  if (arguments.clearance) result.curve = clearance_curve(scene, options, arguments.samples);
  clear_progress();
  return result;
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

/// Of a tube each pair has its own distance to keep.
std::vector<AnsweredPairs> answers_of(const Scene& scene, const CheckArguments& arguments,
                                      const CheckOutput& result, const ContactOptions& options) {
  if (arguments.first) return {{reports_until(scene, result.reports.front(), options), options}};
  if (!result.tube) return {{result.reports, options}};
  std::vector<AnsweredPairs> answers;
  for (const TubePair& pair : result.tube->pairs) {
    answers.push_back({{pair.report}, options});
    answers.back().options.min_separation += pair.reach;
  }
  return answers;
}

/// The proofs, if asked for.
void prove(const Scene& scene, const CheckArguments& arguments, const CheckOutput& result,
           const ContactOptions& options) {
  if (arguments.certificate.empty()) return;
  const std::string line = write_certificate(arguments.certificate, ProofScene(scene),
                                             answers_of(scene, arguments, result, options));
  if (!arguments.json) fmt::print("{}", line);
}

/// Pairs that may touch during a part of the span are asked about over the rest.
void ask_timed(const PreparedScene& scene, const std::vector<TimedTouch>& timed,
               ContactOptions options, CheckOutput& result) {
  for (const TimedTouch& touch : timed) {
    options.pairs = touch.pairs;
    result.checked_pairs += touch.pairs.size();
    for (const Interval& part : checked_parts(result.span, touch.allowed)) {
      options.span = part;
      for (PairReport& report : contacts_per_pair(scene, options)) {
        result.reports.push_back(std::move(report));
      }
    }
    result.notes.push_back(fmt::format("{} may touch during [{:g}, {:g}] s",
                                       counted(touch.pairs.size(), "pair"), touch.allowed.lo,
                                       touch.allowed.hi));
  }
}

void refuse_timed_proofs(const std::vector<TimedTouch>& timed, const CheckArguments& arguments) {
  if (timed.empty() || (arguments.certificate.empty() && !arguments.first)) return;
  throw InputError({"--may-touch", "a part of the span together with --certificate or --first",
                    "one of them", "prove the parts one by one with --span"});
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
  if (is_gltf(arguments.scene)) return load_animation(arguments);
  if (!is_robot_file(arguments.scene)) return {open_scene(arguments.scene)};
  RobotScene robot = load_robot_scene(arguments.scene, arguments.robot);
  return {robot.scene, std::move(robot)};
}

void tell_of_robot(const PreparedScene& scene, const RobotScene& robot,
                   const CheckArguments& arguments, const ContactOptions& options,
                   CheckOutput& result) {
  result.robot = &robot;
  if (arguments.tube.is_asked()) {
    const JointTube tube = make_tube(robot, tube_errors(arguments.tube, robot.scene.units));
    result.tube = check_tube(scene, robot, tube, options);
  }
  result.breaches = limit_breaches(robot);
  if (const std::size_t overlaps = count_outcomes(result.reports).overlaps; overlaps > 0) {
    result.notes.push_back(fmt::format(
        "{} at the start: links that are meant to are named by an SRDF (graze acm {} --write-srdf "
        "robot.srdf makes one) or --may-touch A:B; another start by --state or --rest",
        overlaps == 1 ? "1 pair overlaps" : fmt::format("{} pairs overlap", overlaps),
        arguments.scene));
  }
  result.warnings.insert(result.warnings.end(), robot.warnings.begin(), robot.warnings.end());
}

int check_scene(const CheckArguments& arguments) {
  Subject subject = load_subject(arguments);
  const auto timed = allow_touch(subject.scene, arguments.may_touch);
  refuse_timed_proofs(timed, arguments);
  refuse_unwritten_scene(arguments);
  if (!arguments.write_scene.empty()) write_scene(arguments.write_scene, subject.scene);
  if (subject.robot) subject.robot->scene = subject.scene;
  const PreparedScene scene(std::move(subject.scene));
  ContactOptions options = contact_options(arguments.question, scene.scene());
  const InterruptFlag interrupt;
  options.budget.cancel = interrupt.flag();
  CheckOutput result = run_check(scene, options, arguments);
  ask_timed(scene, timed, options, result);
  if (subject.robot) tell_of_robot(scene, *subject.robot, arguments, options, result);
  result.notes.insert(result.notes.end(), subject.notes.begin(), subject.notes.end());
  result.moves = subject.moves;
  result.holds_for = subject.holds_for;
  const int code = tell(scene.scene(), arguments, result);
  prove(scene.scene(), arguments, result, options);
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
  verb->callback([arguments, &exit_code] { exit_code = check_scene(*arguments); });
}

}  // namespace graze::tool
