// SPDX-License-Identifier: MIT
// Checks a certificate file against the files it is about and prints what is proved: shared by the
// verb `verify` and the program graze-verify, which has nothing else.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "robot_arguments.h"

namespace graze::tool {

/// The scene is named as for `check` and `deform`, so that it is built from the same files.
struct VerifyArguments {
  std::string certificate;
  std::vector<std::string> scene;  ///< a scene or a robot; or four frames
  RobotArguments robot;
  bool partial = false;  ///< pairs of the scene without a proof are listed, not refused
  bool whole = false;    ///< every pair must be proved apart over the whole span of the scene
  bool exact = false;    ///< without a rounding
  std::optional<double> tolerance;  ///< of the question; default: the scene's
  bool json = false;
};

void add_verify_options(CLI::App& app, VerifyArguments& arguments);

/// 0: all proofs hold, 1: refused, 4: they hold, but there are none. Throws InputError for bad
/// files.
int verify_files(const VerifyArguments& arguments);

}  // namespace graze::tool
