// SPDX-License-Identifier: MIT
// Keeps bodies that overlap from coming out on each other's far side.                        [V8]
#pragma once
#include <span>
#include <vector>

#include "graze/contact/overlap_volume.h"
#include "graze/geometry/triangle_mesh.h"
#include "graze/methods/linear.h"

namespace graze::dynamics::by_volume {

/// A surface on its way.
struct FarSideBody {
  const LinearSurface& way;
  std::span<const Vec3> from, to;
  std::span<const Triangle> triangles;
  bool is_soft = false;
};

struct FarSideAnswer {
  double share = 1.0;           ///< of the way that is proved free of this
  std::vector<VolumeRow> rows;  ///< where bodies would come out after that
};

/// `rows` are those of the pair; they tell from which side each body came.
FarSideAnswer far_side(const FarSideBody& a, const FarSideBody& b, std::span<const VolumeRow> rows,
                       double tolerance);

}  // namespace graze::dynamics::by_volume
