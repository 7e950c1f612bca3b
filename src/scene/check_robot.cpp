// SPDX-License-Identifier: MIT
// What must hold before a robot's links can be walked from the root.
#include <cmath>
#include <set>

#include "graze/base/error.h"
#include "graze/math/length.h"
#include "graze/scene/robot.h"

namespace graze {
namespace {
std::string place_of(const RobotJoint& joint) { return "joint '" + joint.name + "'"; }

template <typename Items>
void check_names(const Items& items, const std::string& what) {
  std::set<std::string> names;
  for (const auto& item : items) {
    if (item.name.empty()) throw InputError({what, "an empty name", "a name", ""});
    if (names.insert(item.name).second) continue;
    throw InputError(
        {what + " '" + item.name + "'", "this name a second time", "names that are unique", ""});
  }
}

void check_parents(const Robot& robot) {
  std::vector<const RobotJoint*> above(robot.links.size(), nullptr);
  for (const RobotJoint& joint : robot.joints) {
    if (joint.parent >= robot.links.size() || joint.child >= robot.links.size()) {
      throw InputError({place_of(joint), "a link that is not there", "links of the robot", ""});
    }
    const RobotJoint*& first = above[joint.child];
    if (first != nullptr) {
      throw InputError({place_of(joint),
                        "link '" + robot.links[joint.child].name +
                            "', which is already the child of joint '" + first->name + "'",
                        "a tree: each link is the child of at most one joint",
                        "a closed loop of links must be cut at one joint"});
    }
    first = &joint;
  }
  std::string roots;
  std::size_t count = 0;
  for (std::size_t link = 0; link < robot.links.size(); ++link) {
    if (above[link] != nullptr) continue;
    ++count;
    if (count <= 3) roots += (count > 1 ? ", '" : "'") + robot.links[link].name + "'";
  }
  if (count == 1) return;
  if (count == 0) {
    throw InputError({"robot '" + robot.name + "'", "joints that form a cycle: no link is the root",
                      "exactly one link that no joint carries", ""});
  }
  throw InputError({"robot '" + robot.name + "'",
                    std::to_string(count) + " links that no joint carries: " + roots,
                    "exactly one, the root", "join the others by joints"});
}

/// With one root and one joint above each other link, a link that the root does not reach is part
/// of a cycle.
void check_reach(const Robot& robot) {
  const std::vector<std::size_t> order = links_from_root(robot);
  if (order.size() == robot.links.size()) return;
  std::vector<char> is_reached(robot.links.size(), 0);
  for (const std::size_t link : order) is_reached[link] = 1;
  for (const RobotJoint& joint : robot.joints) {
    if (is_reached[joint.child]) continue;
    throw InputError(
        {place_of(joint),
         "links that form a cycle: '" + robot.links[joint.child].name + "' carries itself",
         "a tree", ""});
  }
}

void check_numbers(const RobotJoint& joint) {
  const auto refuse = [&](const char* found, const char* expected) {
    throw InputError({place_of(joint), found, expected, ""});
  };
  const Pose& pose = joint.frame.parent_from_joint;
  if (!pose.rotation.allFinite() || !pose.translation.allFinite()) {
    refuse("an origin that is not finite", "finite numbers");
  }
  const double axis = length_of(joint.frame.axis);
  if (joint.has_value() && !(std::isfinite(axis) && axis > 0.0)) {
    refuse("an axis of length zero", "a direction");
  }
  if (!joint.limits) return;
  if (!std::isfinite(joint.limits->lower) || !std::isfinite(joint.limits->upper)) {
    refuse("limits that are not finite", "finite numbers");
  }
  if (joint.limits->lower > joint.limits->upper) {
    refuse("a lower limit above the upper one", "limits that ascend");
  }
}

void check_mimics(const Robot& robot) {
  for (const RobotJoint& joint : robot.joints) {
    const RobotJoint* at = &joint;
    for (std::size_t steps = 0; at->mimic; ++steps) {
      if (at->mimic->joint >= robot.joints.size()) {
        throw InputError({place_of(*at), "a mimic of a joint that is not there", "a joint", ""});
      }
      if (steps > robot.joints.size()) {
        throw InputError({place_of(joint), "a mimic that follows itself in a cycle",
                          "a joint that is moved", ""});
      }
      at = &robot.joints[at->mimic->joint];
    }
    if (joint.mimic && !(joint.has_value() && at->has_value())) {
      throw InputError({place_of(joint), "a mimic of or by a joint without a value",
                        "revolute, continuous or prismatic joints", ""});
    }
    if (joint.mimic &&
        !(std::isfinite(joint.mimic->multiplier) && std::isfinite(joint.mimic->offset))) {
      throw InputError({place_of(joint), "a mimic that is not finite", "finite numbers", ""});
    }
  }
}

void check_states(const Robot& robot) {
  for (const auto& [a, b] : robot.may_touch) {
    for (const std::string& link : {a, b}) {
      if (find_link(robot, link)) continue;
      throw InputError({"pair that may touch", "link '" + link + "'", "a link of the robot", ""});
    }
  }
}
}  // namespace

void check(const Robot& robot) {
  if (robot.links.empty()) {
    throw InputError({"robot '" + robot.name + "'", "no links", "at least one", ""});
  }
  check_names(robot.links, "link");
  check_names(robot.joints, "joint");
  check_parents(robot);
  check_reach(robot);
  for (const RobotJoint& joint : robot.joints) check_numbers(joint);
  check_mimics(robot);
  check_states(robot);
}

}  // namespace graze
