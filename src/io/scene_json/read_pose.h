// SPDX-License-Identifier: MIT
#pragma once
#include "graze/math/pose.h"
#include "io/json/json_cursor.h"

namespace graze::scene_json {

using json::JsonCursor;

/// Keys of a pose, for objects that hold more than one.
inline constexpr std::string_view kPosition = "position";
inline constexpr std::string_view kRotation = "rotation";

/// {"position": [x, y, z], "rotation": {...}}, both optional.
Pose read_pose(const JsonCursor& cursor);
/// The same where the object also has other keys, which the caller checks.
Pose read_pose_keys(const JsonCursor& cursor);

/// One of the forms of docs/scene.md; orthonormal up to rounding. A matrix that is already
/// orthonormal is kept bit for bit.
Mat3 read_rotation(const JsonCursor& cursor);

/// The angle in radians under `key` or `key`_degrees; nothing if neither is there.
std::optional<double> read_angle(const JsonCursor& cursor, const std::string& key);

/// The rotation about an axis by an angle, given by sine and cosine, so that multiples of 90
/// degrees are exact.
Mat3 rotation_about(const Vec3& unit_axis, double sine, double cosine);

}  // namespace graze::scene_json
