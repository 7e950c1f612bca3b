// SPDX-License-Identifier: MIT
// graze sweep: how far can each joint of a mechanism turn or slide before something touches?  [G3]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <numbers>

#include "graze/base/error.h"
#include "graze/base/nearest_word.h"
#include "graze/io/write_robot.h"
#include "graze/query/joint_sweep.h"
#include "interrupt.h"
#include "nothing_checked.h"
#include "parse_number.h"
#include "progress.h"
#include "question_arguments.h"
#include "report_table.h"
#include "robot_arguments.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct SweepArguments {
  std::string urdf;
  std::vector<std::string> joints;
  std::size_t grid = 1;
  QuestionArguments question;
  RobotArguments robot;
  bool details = false;
  bool allow_empty = false;
  bool json = false;
};

std::size_t swept_joint(const Robot& robot, const std::string& name) {
  const auto joint = find_joint(robot, name);
  if (joint && robot.joints[*joint].has_value() && !robot.joints[*joint].mimic) return *joint;
  std::vector<std::string_view> names;
  for (const std::size_t moved : moved_joints(robot)) names.push_back(robot.joints[moved].name);
  throw InputError({"--joint", "'" + name + "'",
                    "a joint of robot '" + robot.name + "' with a value of its own",
                    did_you_mean(name, names)});
}

/// "NAME" or "NAME=FROM:TO".
std::vector<JointSweep> parse_sweep(const RobotScene& robot, const std::string& text) {
  const std::string name = text.substr(0, text.find('='));
  const std::size_t joint = swept_joint(robot.robot, name);
  if (text.size() == name.size()) return whole_range(robot, joint);
  const std::string range = text.substr(name.size() + 1);
  const auto colon = range.find(':');
  if (colon == std::string::npos) {
    throw InputError({"--joint", "'" + text + "'", "NAME or NAME=FROM:TO",
                      "rest values are given by --rest NAME=VALUE"});
  }
  return {{joint, parse_number("--joint", range.substr(0, colon)),
           parse_number("--joint", range.substr(colon + 1))}};
}

std::vector<JointSweep> sweeps_of(const RobotScene& robot, const SweepArguments& arguments) {
  if (arguments.joints.empty()) return whole_ranges(robot);
  std::vector<JointSweep> sweeps;
  for (const std::string& text : arguments.joints) {
    for (const JointSweep& sweep : parse_sweep(robot, text)) sweeps.push_back(sweep);
  }
  return sweeps;
}

std::string free_text(const SweepContact& contact) {
  if (contact.pair.report.outcome == Outcome::kOverlapAtStart) return "none";
  return fmt::format("{:.6g} to {:.6g}", contact.sweep.from, contact.last_safe);
}

std::string pair_text(const RobotScene& robot, const SweepContact& contact) {
  return robot.scene.bodies[contact.pair.a.index()].name + " / " +
         robot.scene.bodies[contact.pair.b.index()].name;
}

/// A range in degrees or the scene's units, rounded inward.
std::string range_text(const RobotScene& robot, std::size_t joint, const Interval& range) {
  const bool turns = robot.robot.joints[joint].kind != RobotJointKind::kPrismatic;
  const double scale = turns ? 180.0 / std::numbers::pi : 1.0;
  const std::string below_zero = text_below(-scale * range.lo);  // of the number mirrored
  const std::string lo = below_zero == "0"             ? "0"
                         : below_zero.starts_with('-') ? below_zero.substr(1)
                                                       : "-" + below_zero;
  return lo + " to " + text_below(scale * range.hi) + (turns ? "°" : " " + robot.scene.units);
}

void print_ranges(const RobotScene& robot, const std::vector<JointSweep>& sweeps,
                  const SweepResult& result) {
  const char* free = result.undecided == 0 ? "free" : "free, as far as known";
  std::vector<std::vector<std::string>> rows{{"joint", "asked", free, "below", "above"}};
  const auto blocker = [&](const std::optional<std::size_t>& contact) {
    return contact ? pair_text(robot, result.contacts[*contact]) : "";
  };
  for (const JointRange& range : joint_ranges(sweeps, result)) {
    const bool is_all = !range.below && !range.above;
    rows.push_back({robot.robot.joints[range.joint].name,
                    range_text(robot, range.joint, range.asked),
                    range.is_never_free ? "nowhere"
                    : is_all            ? "all"
                                        : range_text(robot, range.joint, range.free),
                    blocker(range.below), blocker(range.above)});
  }
  fmt::print("{}\n", table(rows));
}

void print_details(const RobotScene& robot, const SweepResult& result) {
  std::vector<std::vector<std::string>> rows{{"joint", "swept", "pair", "free range", "others"}};
  for (const SweepContact& contact : result.contacts) {
    rows.push_back(
        {robot.robot.joints[contact.sweep.joint].name,
         fmt::format("{:.6g} to {:.6g}", contact.sweep.from, contact.sweep.to),
         pair_text(robot, contact), free_text(contact),
         contact.others == robot.rest ? "at rest" : values_text(robot.robot, contact.others)});
  }
  if (!result.contacts.empty()) fmt::print("{}\n", table(rows));
}

void print_sum(const SweepResult& result) {
  fmt::print(
      "{} of one joint each in {}: {}, {} undecided{}\n", counted(result.sweeps, "sweep"),
      counted(result.runs, "run"), counted(result.contacts.size(), "contact"), result.undecided,
      result.sweeps == 0                                 ? "; no joint moves"
      : result.contacts.empty() && result.undecided == 0 ? "; free of contact everywhere, proved"
                                                         : "");
}

int run(const SweepArguments& arguments) {
  const RobotScene robot = load_robot_scene(arguments.urdf, arguments.robot);
  SweepOptions options{arguments.grid, contact_options(arguments.question, robot.scene)};
  const InterruptFlag interrupt;
  options.contact.budget.cancel = interrupt.flag();
  options.contact.progress = progress_on_terminal();
  const std::vector<JointSweep> sweeps = sweeps_of(robot, arguments);
  const SweepResult result = sweep_joints(robot, sweeps, options);
  clear_progress();
  if (arguments.json) {
    fmt::print("{}", sweep_document(robot, result));
  } else {
    if (!sweeps.empty()) print_ranges(robot, sweeps, result);
    if (arguments.details) print_details(robot, result);
    print_sum(result);
  }
  if (result.sweeps == 0) return nothing_checked("no joint moves", arguments.allow_empty);
  if (asked_pair_count(robot.scene, options.contact) == 0) {
    return nothing_checked(why_no_pair(robot.scene, true), arguments.allow_empty);
  }
  if (!result.contacts.empty()) return kFound;
  return result.undecided > 0 ? kUnknown : kFine;
}
}  // namespace

void add_sweep_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<SweepArguments>();
  CLI::App* verb =
      app.add_subcommand("sweep", "Ranges of motion of a robot's or mechanism's joints");
  verb->add_option("URDF", arguments->urdf, "robot.urdf (see docs/robots.md)")->required();
  verb->add_option("--joint", arguments->joints,
                   "NAME or NAME=FROM:TO, rad or length; default: all joints, from rest\n"
                   "to both limits")
      ->allow_extra_args(false);
  verb->add_option("--grid", arguments->grid,
                   "values of each other joint over its limits; 1: at rest")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000}));
  verb->add_flag("--details", arguments->details, "every pair that touches, with its free range");
  add_allow_empty(*verb, arguments->allow_empty);
  verb->add_flag("--json", arguments->json, "the contacts as JSON");
  add_question_options(*verb, arguments->question);
  add_robot_options(*verb, arguments->robot, false);
  verb->footer(
      "Exit code: 0 free over all ranges (proved), 1 contact, 2 bad input, 3 undecided,\n"
      "4 no joint moves, or nothing to check.\n\n"
      "Example:\n  graze sweep arm.urdf --joint elbow=-1.5:1.5 --margin 0.005\n");
  verb->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace graze::tool
