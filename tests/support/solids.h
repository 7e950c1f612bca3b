// SPDX-License-Identifier: MIT
// Small closed solids for the tests of backtracking and of its paper.
#pragma once
#include <random>

#include "graze/methods/backtracking.h"
#include "graze/query/step_contact.h"
#include "graze/scene/shape.h"

namespace graze::test {

BacktrackingBody solid(const TriangleMesh& mesh, const Motion& motion);
PairQuestion question(const TriangleMesh& a, const Motion& move_a, const TriangleMesh& b,
                      const Motion& move_b);

Motion line(const Vec3& from, const Vec3& to);
Motion still_at(const Vec3& place);

TriangleMesh box_mesh(const Vec3& half_size);
/// A cube of half size 1 whose twelve edges are cut off by `cut`: 24 vertices, convex.
TriangleMesh bevelled_cube(double cut);
/// A prism along z over a polygon of the xy plane, counter-clockwise; the top and bottom are fans
/// of triangles about the polygon's vertex `apex`.
TriangleMesh prism(const std::vector<std::pair<double, double>>& polygon, double height,
                   std::size_t apex = 0);
/// The hull of random points on a sphere that is squeezed: convex, faces of all sizes.
TriangleMesh random_convex(std::mt19937_64& random, int points);

}  // namespace graze::test
