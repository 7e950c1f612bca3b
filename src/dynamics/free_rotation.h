// SPDX-License-Identifier: MIT
// How a rigid body turns when nothing touches it.                                            [C11]
#pragma once
#include "graze/math/vec.h"

namespace graze::dynamics {

/// Inertia in principal axes.
struct Principal {
  Vec3 moments = Vec3::Ones();
  Mat3 body_from_principal = Mat3::Identity();
};
Principal principal_axes(const Mat3& inertia_body);

/// world_from_body after `seconds` with the angular momentum `momentum` (world frame, constant).
Mat3 turned_freely(const Mat3& world_from_body, const Vec3& momentum, const Principal& inertia,
                   double seconds);

}  // namespace graze::dynamics
