// SPDX-License-Identifier: MIT
// The direction from one triangle to another, even where they meet.
#pragma once
#include "graze/geometry/triangle_distance.h"

namespace graze {

/// From a to b, of unit length. Triangles that meet have no closest points: the normal of a's face
/// stands in, or b's reversed where a has no area; zero where neither has.
inline Vec3 direction_between(const Corners& a, const Corners& b, const TriangleDistance& near) {
  const auto across = [](const Corners& t) { return Vec3((t[1] - t[0]).cross(t[2] - t[0])); };
  const double distance = near.distance();
  if (distance > 0.0) return (near.point_b - near.point_a) / distance;
  Vec3 normal = across(a);
  if (!(normal.norm() > 0.0)) normal = -across(b);
  const double length = normal.norm();
  return length > 0.0 ? Vec3(normal / length) : Vec3(Vec3::Zero());
}

}  // namespace graze
