// SPDX-License-Identifier: MIT
// graze check: when, where and how do the bodies of a scene first touch?                  [G1, C9]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "certificate_output.h"
#include "graze/base/error.h"
#include "graze/io/load_gltf.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_report.h"
#include "graze/io/write_robot.h"
#include "graze/io/write_scene.h"
#include "graze/query/enclosed_bodies.h"
#include "graze/query/prepared_scene.h"
#include "graze/scene/pair_count.h"
#include "interrupt.h"
#include "progress.h"
#include "question_arguments.h"
#include "report_table.h"
#include "robot_arguments.h"
#include "robot_report.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct CheckArguments {
  std::string scene;
  QuestionArguments question;
  RobotArguments robot;
  std::string animation;
  std::string write_scene;
  std::size_t samples = 41;
  std::size_t cuts = 4;
  bool self = false;
  bool clearance = false;
  std::string certificate;
  bool first = false;
  bool json = false;
};

/// What was asked and what came out.
struct CheckResult {
  std::vector<PairReport> reports;
  std::size_t checked_pairs = 0;
  Interval span;
  double seconds = 0.0;
  std::vector<std::string> warnings;
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

CheckResult run_check(const PreparedScene& scene, ContactOptions options,
                      const CheckArguments& arguments) {
  CheckResult result;
  options.self_contact = arguments.self;
  options.far_pairs =
      scene.scene().bodies.size() <= kBodiesListed || !arguments.certificate.empty();
  result.checked_pairs = count_pairs(scene, options);
  result.span = options.span.value_or(scene.scene().span);
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
  return result;
}

struct Counts {
  std::size_t contacts = 0;
  std::size_t undecided = 0;
};

Counts count_outcomes(const std::vector<PairReport>& reports) {
  Counts counts;
  for (const PairReport& pair : reports) {
    counts.contacts += touches(pair.report.outcome);
    counts.undecided += pair.report.outcome == Outcome::kUndecided;
  }
  return counts;
}

int exit_code_of(const Counts& counts) {
  if (counts.contacts > 0) return kFound;
  return counts.undecided > 0 ? kUnknown : kFine;
}

void print_summary(const Scene& scene, const CheckResult& result, bool first) {
  const Counts counts = count_outcomes(result.reports);
  fmt::print(
      "\n{}, {} checked over [{:g}, {:g}] s, lengths in {}: ", counted(scene.bodies.size(), "body"),
      counted(result.checked_pairs, "pair"), result.span.lo, result.span.hi, scene.units);
  if (first) {
    fmt::print("{}", counts.contacts > 0    ? "the earliest contact is shown"
                     : counts.undecided > 0 ? "undecided"
                                            : "no contact");
  } else {
    fmt::print("{} in contact, {} undecided, {} apart", counts.contacts, counts.undecided,
               result.checked_pairs - counts.contacts - counts.undecided);
  }
  fmt::print("; {:.3g} s\n", result.seconds);
}

/// A pair of which one is inside the other has no contact to show.
void print_contained(const Scene& scene, const std::vector<PairReport>& reports) {
  constexpr std::size_t kShown = 5;
  std::size_t count = 0;
  for (const PairReport& pair : reports) {
    const ContactReport& report = pair.report;
    if (report.outcome != Outcome::kOverlapAtStart || report.reason.empty()) continue;
    if (++count <= kShown) {
      fmt::print("overlap ({}, {}): {}\n", scene.bodies[pair.a.index()].name,
                 scene.bodies[pair.b.index()].name, report.reason);
    }
  }
  if (count > kShown) fmt::print("and {} more overlaps of this kind\n", count - kShown);
}

void print_reasons(const Scene& scene, const std::vector<PairReport>& reports) {
  for (const PairReport& pair : reports) {
    if (pair.report.outcome != Outcome::kUndecided || pair.report.reason.empty()) continue;
    fmt::print("undecided ({}, {}): {}\n", scene.bodies[pair.a.index()].name,
               scene.bodies[pair.b.index()].name, pair.report.reason);
    return;  // budgets end all pairs for the same reason
  }
}

void print_result(const Scene& scene, const CheckArguments& arguments, const CheckResult& result) {
  if (arguments.json) {
    const ReportHeader header{arguments.scene, scene.units,          result.span,
                              result.seconds,  result.checked_pairs, result.warnings};
    fmt::print("{}", report_document(scene, header, result.reports));
    return;
  }
  fmt::print("{}", report_table(scene, result.reports));
  print_contained(scene, result.reports);
  print_reasons(scene, result.reports);
  for (const std::string& text : result.warnings) fmt::print("warning: {}\n", text);
  print_summary(scene, result, arguments.first);
  fmt::print("{}", solidity_text(scene));
}

/// The proofs, if asked for.
void prove(const Scene& scene, const CheckArguments& arguments, const CheckResult& result,
           const ContactOptions& options) {
  if (arguments.certificate.empty()) return;
  const std::string line = write_certificate(
      arguments.certificate, ProofScene(scene),
      arguments.first ? reports_until(scene, result.reports.front(), options) : result.reports,
      options);
  if (!arguments.json) fmt::print("{}", line);
}

/// Robots have many pairs; those that are simply apart are counted, not listed.
CheckResult without_separated(CheckResult result) {
  std::erase_if(result.reports, [](const PairReport& pair) {
    return pair.report.outcome == Outcome::kSeparated && pair.a != pair.b &&
           pair.report.start == StartState::kApart;
  });
  return result;
}

/// With a robot joints and limits are told, too.
int check_robot(const CheckArguments& arguments) {
  const RobotScene robot = load_robot_scene(arguments.scene, arguments.robot);
  if (!arguments.write_scene.empty()) write_scene(arguments.write_scene, robot.scene);
  const PreparedScene scene(robot.scene);
  ContactOptions options = contact_options(arguments.question, scene.scene());
  const InterruptFlag interrupt;
  options.budget.cancel = interrupt.flag();
  CheckResult result = run_check(scene, options, arguments);
  if (arguments.json) {
    const ReportHeader header{arguments.scene, scene.scene().units,  result.span,
                              result.seconds,  result.checked_pairs, result.warnings};
    fmt::print("{}", robot_report_document(robot, header, result.reports));
  } else {
    print_result(scene.scene(), arguments, without_separated(result));
    fmt::print("{}{}", contact_details(robot, result.reports), limit_lines(robot));
    if (arguments.clearance) {
      fmt::print("{}", curve_text(robot, clearance_curve(scene, options, arguments.samples)));
    }
  }
  prove(scene.scene(), arguments, result, options);
  return exit_code_of(count_outcomes(result.reports));
}

std::string names_text(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text.empty() ? "none" : text;
}

int check_animation(const CheckArguments& arguments) {
  if (!arguments.certificate.empty()) {
    throw InputError({"--certificate", "an animation", "a scene.json or a robot.urdf",
                      "write one with --write-scene and check that"});
  }
  const GltfScene animation = load_gltf(arguments.scene, {arguments.animation, arguments.cuts});
  if (!arguments.write_scene.empty()) write_scene(arguments.write_scene, animation.scene);
  const PreparedScene scene(animation.scene);
  ContactOptions options = contact_options(arguments.question, scene.scene());
  const InterruptFlag interrupt;
  options.budget.cancel = interrupt.flag();
  const CheckResult result = run_check(scene, options, arguments);
  if (arguments.json) {
    print_result(scene.scene(), arguments, result);
  } else {
    print_result(scene.scene(), arguments, without_separated(result));
    fmt::print("animations played: {} (of {})\n", names_text(animation.played),
               animation.animations.size());
    if (const std::size_t count = count_deforming(scene.scene()); count > 0) {
      fmt::print("{} deforming, by frames that are at most {:.3g} {} off midway between them\n",
                 counted(count, "body"), animation.deviation, scene.scene().units);
    }
  }
  return exit_code_of(count_outcomes(result.reports));
}

int check_scene(const CheckArguments& arguments) {
  if (is_urdf(arguments.scene)) return check_robot(arguments);
  if (is_gltf(arguments.scene)) return check_animation(arguments);
  const PreparedScene scene(load_scene(arguments.scene));
  ContactOptions options = contact_options(arguments.question, scene.scene());
  const InterruptFlag interrupt;
  options.budget.cancel = interrupt.flag();
  if (!arguments.json) options.progress = progress_on_terminal();
  const CheckResult result = run_check(scene, options, arguments);
  clear_progress();
  print_result(scene.scene(), arguments, result);
  prove(scene.scene(), arguments, result, options);
  return exit_code_of(count_outcomes(result.reports));
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
  verb->add_flag("--clearance", arguments->clearance,
                 "robots: the curve of the smallest distance over time, and its worst pose");
  verb->add_option("--samples", arguments->samples, "points of that curve")
      ->check(CLI::Range(std::size_t{2}, std::size_t{100000}));
  verb->add_option("--animation", arguments->animation, "glTF: name or number of the one to play");
  verb->add_option("--cuts", arguments->cuts, "glTF: linear steps between keys of deforming bodies")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000}));
  verb->add_option("--write-scene", arguments->write_scene,
                   "robots, glTF: what is checked as a scene.json, for every other verb");
  verb->add_flag("--self", arguments->self, "bodies that deform with themselves, too");
  verb->add_option("--certificate", arguments->certificate,
                   "write a proof of the answer for graze verify (see docs/proof.md)");
  add_question_options(*verb, arguments->question);
  add_robot_options(*verb, arguments->robot, true);
  verb->footer(
      "Exit code: 0 no contact, 1 contact or overlap at start, 2 bad input, 3 undecided.\n"
      "Ctrl-C stops the search and prints what is sure so far.\n\n"
      "Example:\n  graze check examples/scenes/falling_gear.json --first --tolerance 1e-6\n"
      "  graze check robot.urdf --srdf robot.srdf --trajectory way.csv --scene world.json\n");
  verb->callback([arguments, &exit_code] { exit_code = check_scene(*arguments); });
}

}  // namespace graze::tool
