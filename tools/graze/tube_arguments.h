// SPDX-License-Identifier: MIT
// --joint-error and --time-error: a tube about a robot's trajectory.                          [G6]
#pragma once
#include <string>
#include <vector>

#include "graze/contact/tube_report.h"
#include "graze/scene/joint_tube.h"

namespace CLI {
class App;
}

namespace graze::tool {

/// As typed.
struct TubeArguments {
  std::vector<std::string> joint_errors;
  double time_error = 0.0;

  bool is_asked() const { return !joint_errors.empty() || time_error > 0.0; }
};

void add_tube_options(CLI::App& verb, TubeArguments& arguments);

/// "0.3deg", "0.5mm", "0.01" (rad or length), each also as "JOINT=…". Lengths with a unit need a
/// scene in metres, and a joint that is named needs one of its kind. Throws InputError that names
/// the option.
TubeErrors tube_errors(const TubeArguments& arguments, const std::string& units,
                       const Robot& robot);

/// What a person wants to know: is every motion free, and up to which error?
std::string tube_sentence(const Scene& scene, const TubeReport& tube);

}  // namespace graze::tool
