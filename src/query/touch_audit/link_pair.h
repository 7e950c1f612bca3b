// SPDX-License-Identifier: MIT
// Two links of a robot, the joints between them, and how far those can move them.             [G3]
#pragma once
#include <vector>

#include "graze/scene/robot.h"

namespace graze::query {

struct LinkPair {
  std::size_t a = 0, b = 0;
  std::vector<std::size_t> side_a, side_b;  ///< joints from each link up to where the ways meet
  std::vector<std::size_t> moved;  ///< those that move, ascending; mimics by what they follow
};

LinkPair link_pair(const Robot& robot, std::size_t a, std::size_t b);

/// The values a joint can take: within its limits, a full turn if it has none.
Interval range_of(const RobotJoint& joint);

/// No point of one link moves farther than this, seen from the other, while the joint `driver`
/// changes its value by `by` with all that mimics it, whatever the values of all other joints.
double way_of(const Robot& robot, const LinkPair& pair, std::size_t driver, double by);

}  // namespace graze::query
