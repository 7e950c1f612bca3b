// SPDX-License-Identifier: MIT
#pragma once
#include "graze/scene/joint.h"
#include "graze/scene/scene.h"
#include "io/scene_json/joint_values.h"

namespace graze::scene_json {

/// A joint and, unless it is floating, the motion that it gives its body.
struct JointReading {
  JointKind kind = JointKind::kNone;
  std::optional<Motion> motion = {};
  std::optional<JointFrame> frame = {};
  std::optional<JointValues> values = {};  ///< for those that follow it
};
/// `known`: joints that it may follow. A screw is a floating joint with its motion.
JointReading read_joint(const JsonCursor& cursor, const Interval& span, const KnownJoints& known);

std::string_view joint_name(JointKind kind);

}  // namespace graze::scene_json
