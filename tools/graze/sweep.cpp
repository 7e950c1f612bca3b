// SPDX-License-Identifier: MIT
// graze sweep: how far can each joint of a mechanism turn or slide before something touches?  [G3]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>

#include "graze/base/error.h"
#include "graze/query/prepared_scene.h"
#include "interrupt.h"
#include "question_arguments.h"
#include "report_table.h"
#include "robot_report.h"
#include "robot_scene.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct SweepArguments {
  std::string urdf;
  std::vector<std::string> joints;
  std::size_t grid = 1;
  QuestionArguments question;
  RobotArguments robot;
  bool json = false;
};

/// One joint's way, and what the others do meanwhile.
struct Sweep {
  std::size_t joint = 0;
  double from = 0.0, to = 0.0;
};

struct SweepContact {
  Sweep sweep;
  std::vector<double> others;
  PairReport pair;
  double last_safe = 0.0;  ///< value of the swept joint
};

std::size_t swept_joint(const Robot& robot, const std::string& name) {
  const auto joint = find_joint(robot, name);
  if (joint && robot.joints[*joint].has_value() && !robot.joints[*joint].mimic) return *joint;
  throw InputError({"--joint", "'" + name + "'",
                    "a joint of robot '" + robot.name + "' with a value of its own", ""});
}

/// From its value at rest to both ends of its range; half a turn each way where it has no limits.
void add_whole_range(const RobotScene& robot, std::size_t joint, std::vector<Sweep>& sweeps) {
  const auto& limits = robot.robot.joints[joint].limits;
  const double rest = robot.rest[joint];
  sweeps.push_back({joint, rest, limits ? limits->upper : rest + std::numbers::pi});
  sweeps.push_back({joint, rest, limits ? limits->lower : rest - std::numbers::pi});
}

void add_sweeps(const RobotScene& robot, const std::string& text, std::vector<Sweep>& sweeps) {
  const std::string name = text.substr(0, text.find('='));
  const std::size_t joint = swept_joint(robot.robot, name);
  if (text.size() == name.size()) {
    add_whole_range(robot, joint, sweeps);
    return;
  }
  const std::string range = text.substr(name.size() + 1);
  const auto colon = range.find(':');
  if (colon == std::string::npos) {
    throw InputError({"--joint", "'" + text + "'", "NAME or NAME=FROM:TO",
                      "rest values are given by --rest NAME=VALUE"});
  }
  sweeps.push_back({joint, parse_number("--joint", range.substr(0, colon)),
                    parse_number("--joint", range.substr(colon + 1))});
}

std::vector<Sweep> sweeps_of(const RobotScene& robot, const SweepArguments& arguments) {
  std::vector<Sweep> sweeps;
  for (const std::string& text : arguments.joints) add_sweeps(robot, text, sweeps);
  if (!arguments.joints.empty()) return sweeps;
  for (const std::size_t joint : moved_joints(robot.robot)) add_whole_range(robot, joint, sweeps);
  return sweeps;
}

constexpr std::size_t kMostPostures = 100'000;

/// The others at rest, or on a grid over their limits.
std::vector<std::vector<double>> postures(const RobotScene& robot, std::size_t swept,
                                          std::size_t grid) {
  std::vector<std::vector<double>> all{robot.rest};
  if (grid < 2) return all;
  for (const std::size_t joint : moved_joints(robot.robot)) {
    const auto& limits = robot.robot.joints[joint].limits;
    if (joint == swept || !limits) continue;
    if (all.size() > kMostPostures / grid) {
      throw InputError({"--grid", fmt::format("{} values of each joint", grid),
                        "at most 100,000 postures in all", ""});
    }
    std::vector<std::vector<double>> more;
    for (const auto& posture : all) {
      for (std::size_t i = 0; i < grid; ++i) {
        more.push_back(posture);
        more.back()[joint] = std::lerp(limits->lower, limits->upper,
                                       static_cast<double>(i) / static_cast<double>(grid - 1));
      }
    }
    all = std::move(more);
  }
  for (auto& posture : all) follow_mimics(robot.robot, posture);
  return all;
}

Scene swept_scene(const RobotScene& robot, const Sweep& sweep, std::vector<double> from) {
  std::vector<double> to = from;
  from[sweep.joint] = sweep.from;
  to[sweep.joint] = sweep.to;
  follow_mimics(robot.robot, from);
  follow_mimics(robot.robot, to);
  Scene scene = robot.scene;
  scene.span = {0.0, 1.0};
  for (const MotionChange& change :
       robot_motions(robot.robot, robot.bodies, from, to, {0.0, 1.0})) {
    scene.bodies[change.body.index()].motion = change.motion;
  }
  return scene;
}

struct SweepResult {
  std::vector<SweepContact> contacts;
  std::size_t runs = 0, undecided = 0, pairs = 0;
};

void run_sweep(const RobotScene& robot, const Sweep& sweep, const std::vector<double>& others,
               const ContactOptions& options, SweepResult& result) {
  const PreparedScene scene(swept_scene(robot, sweep, others));
  auto reports = contacts_per_pair(scene, options);
  for (const PairReport& pair : contained_pairs(scene, reports)) reports.push_back(pair);
  ++result.runs;
  for (const PairReport& pair : reports) {
    ++result.pairs;
    result.undecided += pair.report.outcome == Outcome::kUndecided;
    const bool touches =
        pair.report.outcome == Outcome::kContact || pair.report.outcome == Outcome::kOverlapAtStart;
    if (!touches) continue;
    const double safe = pair.report.outcome == Outcome::kContact
                            ? std::lerp(sweep.from, sweep.to, pair.report.time.lo)
                            : sweep.from;
    result.contacts.push_back({sweep, others, pair, safe});
  }
}

std::string free_text(const SweepContact& contact) {
  if (contact.pair.report.outcome == Outcome::kOverlapAtStart) return "none";
  return fmt::format("{:.6g} to {:.6g}", contact.sweep.from, contact.last_safe);
}

void print_table(const RobotScene& robot, const SweepResult& result, std::size_t sweeps) {
  std::vector<std::vector<std::string>> rows{{"joint", "swept", "pair", "free range", "others"}};
  for (const SweepContact& contact : result.contacts) {
    rows.push_back(
        {robot.robot.joints[contact.sweep.joint].name,
         fmt::format("{:.6g} to {:.6g}", contact.sweep.from, contact.sweep.to),
         robot.scene.bodies[contact.pair.a.index()].name + " / " +
             robot.scene.bodies[contact.pair.b.index()].name,
         free_text(contact),
         contact.others == robot.rest ? "at rest" : values_text(robot.robot, contact.others)});
  }
  if (!result.contacts.empty()) fmt::print("{}\n", table(rows));
  fmt::print("{} ways of joints in {} runs: {} contacts, {} undecided{}\n", sweeps, result.runs,
             result.contacts.size(), result.undecided,
             sweeps == 0 ? "; no joint moves"
             : result.contacts.empty() && result.undecided == 0
                 ? "; free of contact everywhere, proved"
                 : "");
}

void print_json(const RobotScene& robot, const SweepResult& result) {
  nlohmann::ordered_json json{{"format", "graze sweep 1"},
                              {"robot", robot.robot.name},
                              {"runs", result.runs},
                              {"undecided", result.undecided},
                              {"contacts", nlohmann::ordered_json::array()}};
  for (const SweepContact& contact : result.contacts) {
    nlohmann::ordered_json entry{{"joint", robot.robot.joints[contact.sweep.joint].name},
                                 {"from", contact.sweep.from},
                                 {"to", contact.sweep.to},
                                 {"pair",
                                  {robot.scene.bodies[contact.pair.a.index()].name,
                                   robot.scene.bodies[contact.pair.b.index()].name}},
                                 {"outcome", name(contact.pair.report.outcome)},
                                 {"last_safe", contact.last_safe}};
    for (const std::size_t j : moved_joints(robot.robot))
      entry["others"][robot.robot.joints[j].name] = contact.others[j];
    json["contacts"].push_back(std::move(entry));
  }
  fmt::print("{}\n", json.dump(2));
}

int run(const SweepArguments& arguments) {
  const RobotScene robot = load_robot_scene(arguments.urdf, arguments.robot);
  ContactOptions options = contact_options(arguments.question, robot.scene);
  options.far_pairs = false;
  const InterruptFlag interrupt;
  options.budget.cancel = interrupt.flag();
  const auto sweeps = sweeps_of(robot, arguments);
  SweepResult result;
  for (const Sweep& sweep : sweeps) {
    for (const auto& others : postures(robot, sweep.joint, arguments.grid)) {
      run_sweep(robot, sweep, others, options, result);
    }
  }
  if (arguments.json) {
    print_json(robot, result);
  } else {
    print_table(robot, result, sweeps.size());
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
  verb->add_flag("--json", arguments->json, "the contacts as JSON");
  add_question_options(*verb, arguments->question);
  add_robot_options(*verb, arguments->robot, false);
  verb->footer(
      "Exit code: 0 free over all ranges (proved), 1 contact, 2 bad input, 3 undecided.\n\n"
      "Example:\n  graze sweep arm.urdf --joint elbow=-1.5:1.5 --margin 0.005\n");
  verb->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace graze::tool
