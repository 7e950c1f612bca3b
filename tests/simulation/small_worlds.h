// SPDX-License-Identifier: MIT
// Worlds that are small enough to run in every test.
#pragma once
#include <string>

#include "graze/simulation/load_world_scene.h"

namespace graze {

inline WorldBody box_body(const std::string& name, const Vec3& half, const Vec3& at, Role role) {
  WorldBody body;
  body.body.name = name;
  body.body.shape = Shape::from_box(half);
  body.body.motion = Motion::still({Mat3::Identity(), at});
  body.role = role;
  if (role == Role::kDynamic) body.density = 500.0;
  return body;
}

/// Two boxes that fall onto a floor and onto each other, one of them sideways.
inline WorldScene falling_boxes() {
  WorldScene scene;
  scene.name = "falling boxes";
  scene.seconds = 0.5;
  scene.bodies = {box_body("floor", {2, 2, 0.5}, {0, 0, -0.5}, Role::kStatic),
                  box_body("low", {0.2, 0.2, 0.1}, {0, 0, 0.12}, Role::kDynamic),
                  box_body("high", {0.1, 0.1, 0.1}, {0.05, 0.02, 0.5}, Role::kDynamic)};
  scene.bodies[2].velocity = {0.3, 0.1, 0.0};
  return scene;
}

}  // namespace graze
