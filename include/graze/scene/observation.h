// SPDX-License-Identifier: MIT
// Where a body was seen, and in which form.                                                [O6, O8]
#pragma once
#include <graze/base/id.h>
#include <graze/math/pose.h>

#include <optional>
#include <vector>

namespace graze {

struct Observation {
  BodyId body;
  double time = 0.0;           ///< seconds
  std::optional<Pose> pose;    ///< world from body; none: as before
  std::vector<Vec3> vertices;  ///< of a body that deforms, body frame; empty: as before
};

}  // namespace graze
