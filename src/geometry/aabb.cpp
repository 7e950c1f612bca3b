// SPDX-License-Identifier: MIT
#include "graze/geometry/aabb.h"

namespace graze {
Aabb bounds_of(std::span<const Vec3> points) {
  Aabb box;
  for (const Vec3& p : points) box.add(p);
  return box;
}
}  // namespace graze
