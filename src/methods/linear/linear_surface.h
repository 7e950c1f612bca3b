// SPDX-License-Identifier: MIT
// What a LinearSurface keeps.
#pragma once
#include "methods/linear/mesh_features.h"

namespace graze {

struct LinearSurface::Data {
  TriangleMesh rest;
  std::vector<Vec3> start, end;
  double margin = 0.0;
  linear::MeshFeatures features;
};

}  // namespace graze
