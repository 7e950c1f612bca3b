// SPDX-License-Identifier: MIT
#include "graze/scene/robot.h"

#include <algorithm>
#include <cmath>

#include "graze/base/assert.h"
#include "graze/base/error.h"
#include "graze/math/rotation.h"

namespace graze {
namespace {
template <typename Items>
std::optional<std::size_t> find_named(const Items& items, std::string_view name) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].name == name) return i;
  }
  return std::nullopt;
}

Pose joint_pose(const RobotJoint& joint, double value) {
  const JointFrame& frame = joint.frame;
  switch (joint.kind) {
    case RobotJointKind::kRevolute:
    case RobotJointKind::kContinuous:
      return frame.parent_from_joint * Pose{rotation_about(frame.axis, value), Vec3::Zero()};
    case RobotJointKind::kPrismatic:
      return frame.parent_from_joint *
             Pose{Mat3::Identity(), value * frame.axis.stableNormalized()};
    default:
      return frame.parent_from_joint;
  }
}

std::size_t own_joint(const Robot& robot, const std::string& name) {
  const auto joint = find_joint(robot, name);
  if (!joint) {
    throw InputError({"joint '" + name + "'", "no such joint in robot '" + robot.name + "'",
                      "the name of one of its joints", ""});
  }
  if (robot.joints[*joint].has_value() && !robot.joints[*joint].mimic) return *joint;
  const std::string found =
      robot.joints[*joint].mimic
          ? "a joint that mimics another"
          : "a " + std::string(graze::name(robot.joints[*joint].kind)) + " joint";
  throw InputError(
      {"joint '" + name + "'", found, "a revolute, continuous or prismatic joint", "leave it out"});
}
}  // namespace

std::string_view name(RobotJointKind kind) {
  switch (kind) {
    case RobotJointKind::kFixed:
      return "fixed";
    case RobotJointKind::kRevolute:
      return "revolute";
    case RobotJointKind::kContinuous:
      return "continuous";
    case RobotJointKind::kPrismatic:
      return "prismatic";
    case RobotJointKind::kFree:
      return "free";
  }
  return "";
}

std::optional<std::size_t> find_link(const Robot& robot, std::string_view name) {
  return find_named(robot.links, name);
}

std::optional<std::size_t> find_joint(const Robot& robot, std::string_view name) {
  return find_named(robot.joints, name);
}

std::optional<std::size_t> joint_above(const Robot& robot, std::size_t link) {
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    if (robot.joints[j].child == link) return j;
  }
  return std::nullopt;
}

std::size_t root_link(const Robot& robot) {
  for (std::size_t link = 0; link < robot.links.size(); ++link) {
    if (!joint_above(robot, link)) return link;
  }
  GRAZE_ASSERT(robot.links.empty());
  return 0;
}

std::vector<std::size_t> links_from_root(const Robot& robot) {
  std::vector<std::size_t> order{root_link(robot)};
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (const RobotJoint& joint : robot.joints) {
      if (joint.parent == order[next]) order.push_back(joint.child);
    }
  }
  return order;
}

std::vector<std::size_t> moved_joints(const Robot& robot) {
  std::vector<std::size_t> joints;
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    if (robot.joints[j].has_value() && !robot.joints[j].mimic) joints.push_back(j);
  }
  return joints;
}

void follow_mimics(const Robot& robot, std::vector<double>& values) {
  const auto value_of = [&](std::size_t joint) {
    // Mimics of mimics: apply the innermost first, walking back along the (checked) chain.
    std::vector<std::size_t> chain{joint};
    while (robot.joints[chain.back()].mimic)
      chain.push_back(robot.joints[chain.back()].mimic->joint);
    double value = values[chain.back()];
    for (std::size_t i = chain.size() - 1; i-- > 0;) {
      const JointMimic& mimic = *robot.joints[chain[i]].mimic;
      value = mimic.multiplier * value + mimic.offset;
    }
    return value;
  };
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    if (robot.joints[j].mimic) values[j] = value_of(j);
  }
}

std::vector<double> home_values(const Robot& robot) {
  std::vector<double> values(robot.joints.size(), 0.0);
  for (const std::size_t j : moved_joints(robot)) {
    const auto& limits = robot.joints[j].limits;
    if (limits) values[j] = std::clamp(0.0, limits->lower, limits->upper);
  }
  follow_mimics(robot, values);
  return values;
}

std::vector<double> with_values(const Robot& robot, std::vector<double> values,
                                const std::map<std::string, double>& by_name) {
  for (const auto& [name, value] : by_name) {
    const std::size_t joint = own_joint(robot, name);
    if (!std::isfinite(value)) {
      throw InputError({"joint '" + name + "'", "a value that is not finite", "a number", ""});
    }
    values[joint] = value;
  }
  follow_mimics(robot, values);
  return values;
}

std::vector<double> with_state(const Robot& robot, std::vector<double> values,
                               std::string_view state) {
  for (const NamedState& known : robot.states) {
    if (known.name == state) return with_values(robot, std::move(values), known.values);
  }
  std::string names;
  for (const NamedState& known : robot.states) names += (names.empty() ? "" : ", ") + known.name;
  throw InputError({"state '" + std::string(state) + "'", "no such state",
                    names.empty() ? "an SRDF that names states" : "one of " + names, ""});
}

std::vector<Pose> link_poses(const Robot& robot, std::span<const double> values) {
  GRAZE_ASSERT(values.size() == robot.joints.size());
  std::vector<Pose> poses(robot.links.size());
  for (const std::size_t link : links_from_root(robot)) {
    const auto joint = joint_above(robot, link);
    if (!joint) continue;
    poses[link] =
        poses[robot.joints[*joint].parent] * joint_pose(robot.joints[*joint], values[*joint]);
  }
  return poses;
}

std::vector<LimitBreach> limit_breaches(const Robot& robot, std::span<const double> values,
                                        double slack) {
  std::vector<LimitBreach> breaches;
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const auto& limits = robot.joints[j].limits;
    if (!limits || robot.joints[j].kind == RobotJointKind::kContinuous) continue;
    if (values[j] < limits->lower - slack || values[j] > limits->upper + slack) {
      breaches.push_back({j, values[j]});
    }
  }
  return breaches;
}

Motion joint_motion(const RobotJoint& joint, double from, double to, const Interval& domain) {
  if (from == to || !joint.has_value()) return Motion::still(joint_pose(joint, from));
  if (joint.kind == RobotJointKind::kPrismatic) {
    return prismatic_motion(joint.frame, from, to, domain);
  }
  return revolute_motion(joint.frame, from, to, domain);
}

std::vector<MotionChange> robot_motions(const Robot& robot, const RobotBodies& bodies,
                                        std::span<const double> from, std::span<const double> to,
                                        const Interval& domain) {
  std::vector<MotionChange> changes;
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const RobotJoint& joint = robot.joints[j];
    if (!joint.has_value()) continue;
    changes.push_back({bodies.links[joint.child], joint_motion(joint, from[j], to[j], domain)});
  }
  return changes;
}

}  // namespace graze
