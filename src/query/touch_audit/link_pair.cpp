// SPDX-License-Identifier: MIT
#include "query/touch_audit/link_pair.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace graze::query {
namespace {
constexpr double kRoundedUp = 1.0 + 1e-9;  // far above the rounding of sums of a few lengths

/// The joints from a link up to the root.
std::vector<std::size_t> joints_above(const Robot& robot, std::size_t link) {
  std::vector<std::size_t> joints;
  while (const auto joint = joint_above(robot, link)) {
    joints.push_back(*joint);
    link = robot.joints[*joint].parent;
  }
  return joints;
}

/// The joint whose value a mimic follows, and how: value = scale * that joint's + shift.
struct Following {
  std::size_t driver = 0;
  double scale = 1.0, shift = 0.0;
};

Following followed(const Robot& robot, std::size_t joint) {
  Following following{joint};
  while (const auto& mimic = robot.joints[following.driver].mimic) {
    following.shift += following.scale * mimic->offset;
    following.scale *= mimic->multiplier;
    following.driver = mimic->joint;
  }
  return following;
}

/// The largest length a slide can have, its limits or its driver's.
double longest_slide(const Robot& robot, std::size_t joint) {
  const Following f = followed(robot, joint);
  return std::fabs(f.scale) * range_of(robot.joints[f.driver]).magnitude() + std::fabs(f.shift);
}

template <typename Length>
double farthest(const RobotLink& link, const Length& length_of) {
  double most = 0.0;
  for (const Shape& shape : link.shapes) {
    for (const Vec3& v : shape.mesh().vertices()) {
      most = std::max(most, length_of(v) + shape.rounding());
    }
  }
  return most;
}

/// How far a point of the link can move for one unit of the joint's value: 1 for a slide; for a
/// turn of the link itself its largest distance from the axis, for one further up the stretched
/// length from that joint to the link's farthest point.
double reach_of(const Robot& robot, std::size_t link, const std::vector<std::size_t>& side,
                std::size_t joint) {
  const RobotJoint& turning = robot.joints[joint];
  if (turning.kind == RobotJointKind::kPrismatic) return 1.0;
  if (side.front() == joint) {
    const Vec3 axis = turning.frame.axis.normalized();
    return farthest(robot.links[link], [&](const Vec3& v) { return axis.cross(v).norm(); });
  }
  double reach = farthest(robot.links[link], [](const Vec3& v) { return v.norm(); });
  for (const std::size_t below : side) {  // from the link upwards
    if (below == joint) break;
    const RobotJoint& j = robot.joints[below];
    reach += j.frame.parent_from_joint.translation.norm();
    if (j.kind == RobotJointKind::kPrismatic) reach += longest_slide(robot, below);
  }
  return reach;
}
}  // namespace

Interval range_of(const RobotJoint& joint) {
  if (joint.limits && joint.kind != RobotJointKind::kContinuous) {
    return {joint.limits->lower, joint.limits->upper};
  }
  return {-std::numbers::pi, std::numbers::pi};
}

LinkPair link_pair(const Robot& robot, std::size_t a, std::size_t b) {
  LinkPair pair{a, b, joints_above(robot, a), joints_above(robot, b), {}};
  while (!pair.side_a.empty() && !pair.side_b.empty() && pair.side_a.back() == pair.side_b.back()) {
    pair.side_a.pop_back();
    pair.side_b.pop_back();
  }
  for (const auto* side : {&pair.side_a, &pair.side_b}) {
    for (const std::size_t joint : *side) {
      if (robot.joints[joint].has_value()) pair.moved.push_back(followed(robot, joint).driver);
    }
  }
  std::sort(pair.moved.begin(), pair.moved.end());
  pair.moved.erase(std::unique(pair.moved.begin(), pair.moved.end()), pair.moved.end());
  return pair;
}

double way_of(const Robot& robot, const LinkPair& pair, std::size_t driver, double by) {
  double way = 0.0;
  for (const auto& [link, side] :
       {std::pair(pair.a, &pair.side_a), std::pair(pair.b, &pair.side_b)}) {
    for (const std::size_t joint : *side) {
      if (!robot.joints[joint].has_value()) continue;
      const Following f = followed(robot, joint);
      if (f.driver != driver) continue;
      way += std::fabs(f.scale) * by * reach_of(robot, link, *side, joint);
    }
  }
  return way * kRoundedUp;
}

}  // namespace graze::query
