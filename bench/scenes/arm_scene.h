// SPDX-License-Identifier: MIT
// A seven-jointed arm in a cluttered place, and the edges of a planner: seeded.          [C8, C13]
#pragma once
#include <array>
#include <random>
#include <vector>

#include "graze/query/prepared_scene.h"

namespace graze::bench {

using JointValues = std::array<double, 7>;

/// Bodies: the place (one mesh of about `triangles` triangles: a floor and sixty things around and
/// above it), the base and seven links of 1,000 triangles each on revolute joints.
Scene make_arm_scene(double triangles = 100'000);

/// A straight way in joint space, taken in one second.
struct ArmEdge {
  JointValues from, to;
};

/// From random valid values in random directions, up to `longest` rad long: Euclidean length in
/// joint space, evenly distributed. Values where the arm overlaps something are left out, as a
/// planner does.
std::vector<ArmEdge> random_edges(const PreparedScene& scene, int count, double longest);

/// The motions of the seven joints along an edge.
SceneChange change_along(const PreparedScene& scene, const ArmEdge& edge);

}  // namespace graze::bench
