// SPDX-License-Identifier: MIT
// Scenes as code: bodies and worlds that tests and benchmarks share.
#pragma once
#include <string>

#include "graze/dynamics/world.h"

namespace graze::scenes {

inline WorldBody body_of(const std::string& name, const Shape& shape, const Pose& pose,
                         Role role = Role::kDynamic) {
  WorldBody body;
  body.body.name = name;
  body.body.shape = shape;
  body.body.motion = Motion::still(pose);
  body.role = role;
  body.density = 1000.0;
  return body;
}

inline WorldBody body_of(const std::string& name, const Shape& shape, const Vec3& at,
                         Role role = Role::kDynamic) {
  return body_of(name, shape, Pose{Mat3::Identity(), at}, role);
}

inline WorldBody box_of(const std::string& name, const Vec3& half, const Vec3& at,
                        Role role = Role::kDynamic) {
  return body_of(name, Shape::from_box(half), at, role);
}

inline BodyId add_floor(World& world) {
  return world.add(box_of("floor", {10, 10, 0.5}, {0, 0, -0.5}, Role::kStatic));
}

inline WorldOptions without_clamp() {
  WorldOptions options;
  options.clamp_energy = false;
  return options;
}

}  // namespace graze::scenes
