// SPDX-License-Identifier: MIT
// Is every motion within a tube about the trajectory free? How wide may the tube be?          [G6]
#pragma once
#include <graze/contact/tube_report.h>
#include <graze/query/prepared_scene.h>
#include <graze/scene/joint_tube.h>

namespace graze {

/// One question for each pair, with the options' span, tolerance, pairs, budget and threads; the
/// scene must be the robot's. `with_largest` also asks for each pair's smallest distance. Throws
/// InputError like contacts_per_pair.
TubeReport check_tube(const PreparedScene& scene, const RobotScene& robot, const JointTube& tube,
                      const ContactOptions& options = {}, bool with_largest = true);

}  // namespace graze
