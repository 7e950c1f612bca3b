// SPDX-License-Identifier: MIT
// Random faces of every kind, each with an evaluation of its own in extended precision.
#pragma once
#include <array>
#include <functional>
#include <random>
#include <string>

#include "graze/geometry/surface.h"

namespace graze::test {

using LongPoint = std::array<long double, 3>;

struct KnownFace {
  SurfaceFace face;
  std::function<LongPoint(long double u, long double v)> at;  ///< independent of graze
};

/// "bezier", "rational", "cylinder", "cone", "sphere", "torus", "plane", "extrusion", "revolution",
/// "formula", "function".
extern const std::array<const char*, 11> kPatchKinds;
KnownFace random_face(const std::string& kind, std::mt19937_64& random);

/// Of a Bezier patch, by its Bernstein polynomials.
LongPoint bezier_at(const BezierPatch& patch, long double u, long double v);

Pose random_frame(std::mt19937_64& random);

/// By how much p is outside the hull of the cell's corners grown by its slack, along the direction
/// that shows most; not above zero for what is inside.
long double outside(const SurfaceCell& cell, const LongPoint& p);

/// How far p is from the two triangles of the cell's corners.
double to_triangles(const SurfaceCell& cell, const LongPoint& p);

}  // namespace graze::test
