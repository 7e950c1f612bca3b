// SPDX-License-Identifier: MIT
// How far triangles are from the face that they stand for; proved, however they were made.    [C10]
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cad/curve_parts.h"
#include "graze/scene/cad_model.h"

namespace graze::cad {

/// A side of the triangulation on an edge of the face, and the edge's curve beside it.
struct BoundaryChord {
  std::uint32_t from = 0, to = 0;
  std::vector<CurvePart> parts;
};

/// Triangles over a face: every vertex has a place and parameters (z is zero).
struct FaceTriangles {
  std::vector<Vec3> points, uv;
  std::vector<Triangle> triangles;
  std::vector<BoundaryChord> chords;
  /// Vertices where the face is one point for all u (0) or all v (1), such as a sphere's poles.
  std::map<std::uint32_t, int> poles = {};
};

struct FaceProof {
  double deviation = 0.0;  ///< both ways; infinity if it is not proved
  std::string unproved;    ///< why it is not
};

/// Refines until the deviation is below `target`.
FaceProof prove_deviation(const CadFace& face, const FaceTriangles& mesh, double target);

}  // namespace graze::cad
