// SPDX-License-Identifier: MIT
// How far apart are two bodies at an instant, by support functions of the exact forms? Shares
// nothing with the library but the descriptions of forms and the vertices of meshes.
#pragma once
#include <functional>
#include <vector>

#include "graze/scene/scene.h"

namespace graze::test {

/// A convex set and a growth: all within the growth of it.
struct ConvexPart {
  std::function<Vec3(const Vec3& direction)> support;
  double growth = 0.0;
  /// < 0: surely inside of the set by that much, without the growth; empty: has no inside.
  std::function<double(const Vec3&)> depth = {};
};

/// One part, or a triangle each of a mesh.
struct OracleBody {
  std::vector<ConvexPart> parts;
  std::vector<Vec3> vertices;       ///< of a mesh, world
  std::vector<Triangle> triangles;  ///< of a mesh
  bool is_closed_mesh = false;      ///< and a solid
  double growth = 0.0;
};

OracleBody oracle_body(const Body& body, const Pose& world_from_body);

struct OracleAnswer {
  double distance = 0.0;    ///< an upper bound, sharp to about 1e-9; 0 where they meet
  bool is_overlap = false;  ///< surely: a point is inside both
};
OracleAnswer ask_oracle(const OracleBody& a, const OracleBody& b);

}  // namespace graze::test
