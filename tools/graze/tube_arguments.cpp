// SPDX-License-Identifier: MIT
#include "tube_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <numbers>

#include "graze/base/error.h"
#include "number_checks.h"
#include "parse_number.h"
#include "report_table.h"

namespace graze::tool {
namespace {
enum class ErrorKind { kEither, kAngle, kLength };

struct StatedError {
  double value = 0.0;
  ErrorKind kind = ErrorKind::kEither;
};

StatedError parse_error(const std::string& text, const std::string& units) {
  struct Unit {
    std::string_view name;
    double factor;
    ErrorKind kind;
  };
  const Unit known[] = {{"deg", std::numbers::pi / 180.0, ErrorKind::kAngle},
                        {"rad", 1.0, ErrorKind::kAngle},
                        {"mm", 1e-3, ErrorKind::kLength},
                        {"cm", 1e-2, ErrorKind::kLength},
                        {"m", 1.0, ErrorKind::kLength}};
  for (const Unit& unit : known) {
    if (!text.ends_with(unit.name)) continue;
    if (unit.kind == ErrorKind::kLength && units != "m") {
      throw InputError({"--joint-error", "'" + text + "'", "a number in the scene's " + units, ""});
    }
    const std::string number = text.substr(0, text.size() - unit.name.size());
    return {parse_number("--joint-error", number) * unit.factor, unit.kind};
  }
  return {parse_number("--joint-error", text), ErrorKind::kEither};
}

/// Names that no joint has are left to make_tube.
void check_kind(const StatedError& error, const std::string& name, const Robot& robot) {
  const auto joint = find_joint(robot, name);
  if (!joint || error.kind == ErrorKind::kEither) return;
  const bool slides = robot.joints[*joint].kind == RobotJointKind::kPrismatic;
  if (slides == (error.kind == ErrorKind::kLength)) return;
  throw InputError({"--joint-error", (slides ? "an angle for '" : "a length for '") + name + "'",
                    slides ? "a length: the joint slides" : "an angle: the joint turns", ""});
}
}  // namespace

void add_tube_options(CLI::App& verb, TubeArguments& arguments) {
  verb.add_option("--joint-error", arguments.joint_errors,
                  "robots: prove it for every motion whose joints stay this close to the\n"
                  "trajectory: 0.3deg, 0.5mm, 0.01 (rad or length); JOINT=ERROR for one")
      ->allow_extra_args(false);
  verb.add_option("--time-error", arguments.time_error,
                  "robots: the same for a clock that is off by up to this many seconds")
      ->check(not_negative());
}

TubeErrors tube_errors(const TubeArguments& arguments, const std::string& units,
                       const Robot& robot) {
  TubeErrors errors;
  errors.time = arguments.time_error;
  for (const std::string& text : arguments.joint_errors) {
    const auto equals = text.find('=');
    const StatedError error =
        parse_error(equals == std::string::npos ? text : text.substr(equals + 1), units);
    if (equals != std::string::npos) {
      const std::string joint = text.substr(0, equals);
      check_kind(error, joint, robot);
      errors.by_joint[joint] = error.value;
      continue;
    }
    if (error.kind != ErrorKind::kLength) errors.angle = error.value;
    if (error.kind != ErrorKind::kAngle) errors.length = error.value;
  }
  return errors;
}

std::string tube_sentence(const Scene& scene, const TubeReport& tube) {
  std::string text = "every motion within the stated errors is free (proved)";
  if (const TubePair* first = tube.first_doubt()) {
    text = fmt::format("not proved: {} / {} may touch from {} s on",
                       printable(scene.bodies[first->report.a.index()].name),
                       printable(scene.bodies[first->report.b.index()].name),
                       text_below(first->report.report.time.lo));
  }
  if (!tube.largest_scale) return text;
  return text + fmt::format("; free up to {} times these errors, {} / {} sets it",
                            text_below(*tube.largest_scale),
                            printable(scene.bodies[tube.limiting->first.index()].name),
                            printable(scene.bodies[tube.limiting->second.index()].name));
}

}  // namespace graze::tool
