// SPDX-License-Identifier: MIT
// The 15 candidates for the closest points of two triangles, three at a time. Plain arrays at the
// border: no inline code of other headers may be compiled for wider SIMD.
#pragma once

namespace graze {

/// The best candidate, out of 9 pairs of edges and 6 corners over faces.
struct ClosestCandidate {
  enum Kind { kEdges, kFaceA, kFaceB };
  double distance_sq = 0.0;
  double s = 0.0,
         t = 0.0;       ///< kEdges: positions on edge i of a and j of b; else corner + s u + t v
  double extent = 0.0;  ///< largest difference of a coordinate, up to a factor 2
  Kind kind = kEdges;
  int i = 0, j = 0;       ///< kEdges: edges; kFaceA: corner j of b; kFaceB: corner i of a
  bool is_apart = false;  ///< the triangles surely do not meet; if false they may or may not
};

/// Sizes for which no product leaves the range of double. Beyond them only `extent` is filled.
constexpr double kLeastExtent = 0x1p-100, kMostExtent = 0x1p100;

/// `a` and `b`: three corners each, x y z in turn.
ClosestCandidate closest_candidate(const double* a, const double* b);
/// The same bits with 256-bit registers; only where the processor has AVX2.
ClosestCandidate closest_candidate_avx2(const double* a, const double* b);

}  // namespace graze
