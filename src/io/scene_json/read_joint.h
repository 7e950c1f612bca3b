// SPDX-License-Identifier: MIT
#pragma once
#include "graze/scene/joint.h"
#include "graze/scene/scene.h"
#include "io/json/json_cursor.h"

namespace graze::scene_json {

using json::JsonCursor;

/// A joint and, unless it is floating, the motion that it gives its body.
struct JointReading {
  JointKind kind = JointKind::kNone;
  std::optional<Motion> motion = {};
  std::optional<JointFrame> frame = {};
};
JointReading read_joint(const JsonCursor& cursor, const Interval& span);

std::string_view joint_name(JointKind kind);

}  // namespace graze::scene_json
