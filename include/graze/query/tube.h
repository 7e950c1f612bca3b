// SPDX-License-Identifier: MIT
// Is every motion within a tube about the trajectory free? How wide may the tube be?          [G6]
#pragma once
#include <graze/query/prepared_scene.h>
#include <graze/scene/joint_tube.h>

#include <optional>
#include <vector>

namespace graze {

struct TubePair {
  /// Asked with a separation that is `reach` larger than the options'. kSeparated: no motion of the
  /// tube touches. kContact: at time.hi some motion of the tube may; none does before time.lo.
  PairReport report;
  double reach = 0.0;  ///< how far the tube may bring the two together; scene units
};

struct TubeReport {
  std::vector<TubePair> pairs;  ///< all checked pairs
  /// The tube stays free if all its errors are multiplied by this or by less; < 1 if it is not free
  /// as asked. A lower bound, rounded down. None: the tube moves no pair, or it was not asked for.
  std::optional<double> largest_scale;
  std::optional<std::pair<BodyId, BodyId>> limiting;  ///< the pair that sets it

  bool is_free() const;
};

/// One question for each pair, with the options' span, tolerance, pairs, budget and threads; the
/// scene must be the robot's. `with_largest` also asks for each pair's smallest distance. Throws
/// InputError like contacts_per_pair.
TubeReport check_tube(const PreparedScene& scene, const RobotScene& robot, const JointTube& tube,
                      const ContactOptions& options = {}, bool with_largest = true);

}  // namespace graze
