// SPDX-License-Identifier: MIT
#include "graze/math/interval_pose.h"

namespace graze {

IntervalVec3 normalized(const IntervalVec3& a) {
  const Interval unit(-1.0, 1.0);
  const Interval length = norm(a);
  if (!(length.lo > 0.0)) return {unit, unit, unit};
  const auto component = [&](const Interval& x) {
    return max(Interval(-1.0), min(Interval(1.0), x / length));
  };
  return {component(a.x), component(a.y), component(a.z)};
}

}  // namespace graze
