// SPDX-License-Identifier: MIT
#include "graze/io/robot_digest.h"

#include <fmt/format.h>

#include "graze/base/sha256.h"
#include "graze/io/scene_digest.h"

namespace graze {
namespace {
/// What the scene of a robot at home does not say about a joint.
std::string joint_text(const RobotJoint& joint) {
  std::string text =
      fmt::format("{} {} {} {} ", joint.name, name(joint.kind), joint.parent, joint.child);
  for (int k = 0; k < 3; ++k) text += fmt::format("{} ", joint.frame.axis[k]);
  if (joint.limits) {
    text += fmt::format("within {} {} {} ", joint.limits->lower, joint.limits->upper,
                        joint.limits->velocity);
  }
  if (joint.mimic) {
    text += fmt::format("follows {} {} {} ", joint.mimic->joint, joint.mimic->multiplier,
                        joint.mimic->offset);
  }
  return text;
}
}  // namespace

std::string robot_digest(const Robot& robot) {
  Scene scene;
  add_robot(scene, robot);
  Sha256 hash;
  hash.add(scene_digest(scene));
  for (const RobotLink& link : robot.links) {
    hash.add(fmt::format("{} {} {}\n", link.name.size(), link.name, link.shapes.size()));
  }
  for (const RobotJoint& joint : robot.joints) {
    const std::string text = joint_text(joint);
    hash.add(fmt::format("{} {}\n", text.size(), text));
  }
  return hash.hex();
}

}  // namespace graze
