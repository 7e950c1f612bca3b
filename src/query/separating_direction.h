// SPDX-License-Identifier: MIT
// Guesses of directions that keep two moving pieces apart.
#pragma once
#include <vector>

#include "certify/separation.h"

namespace graze::query {

/// Where both bodies are at an instant.
struct PairPose {
  Pose a, b;
  double t = 0.0;  ///< for meshes that deform
};

/// Directions worth trying, in the frame of the question and from a to b: those of the closest
/// points, of faces, of pairs of edges unless only few are wanted. Unit length.
void guess_directions(const certify::Cell& cell, const certify::Piece& a, const certify::Piece& b,
                      const PairPose& at, bool few, std::vector<Vec3>& guesses);

/// Distance of two triangles.
double triangle_gap(const certify::Cell& cell, const certify::Piece& a, const certify::Piece& b,
                    const PairPose& at);

}  // namespace graze::query
