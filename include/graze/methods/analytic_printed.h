// SPDX-License-Identifier: MIT
// The method for boxes under rational motion as printed in its paper, with a record of what it did.
// Slower than box_contacts(), which answers the same question.                              [B2-B5]
#pragma once
#include <graze/methods/analytic.h>

#include <vector>

namespace graze {

/// A plane of the Minkowski sum's boundary: a compatible pair of features.
enum class PairKind { kVertexFace, kFaceVertex, kEdgeEdge };  ///< feature of a, then of b

struct CompatiblePair {
  PairKind kind = PairKind::kVertexFace;
  FeaturePair features;
};

/// Between two zeros of the moving box's normals' components: the same pairs all the time.
struct HomogeneousInterval {
  Interval span;                      ///< seconds; cut to the span asked about
  bool eliminated = false;            ///< the boxes' bounding spheres never meet in it
  std::vector<CompatiblePair> pairs;  ///< 6 + 6 + 18, unless eliminated
  int roots = 0;                      ///< zeros of the 30 plane functions
  int contacts = 0;                   ///< of them with all other planes' origin inside
};

struct PlaneContact {
  Interval time;  ///< seconds
  bool is_entry = false;
  CompatiblePair pair;
};

struct PrintedBoxes {
  std::vector<HomogeneousInterval> homogeneous;
  int pieces = 0;   ///< of the motions; the method is run on each
  int outside = 0;  ///< homogeneous intervals wholly before or after their piece (formulas go on)
  int eliminated = 0;  ///< by bounding spheres
  int degree = 0;      ///< of the plane functions
  std::vector<PlaneContact> contacts;
  BoxContacts intervals;  ///< the same as contact intervals
};

/// Gauss maps, homogeneous intervals, 30 planes, isolated roots, piece by piece. Throws InputError
/// unless both motions are rational. Root brackets are proved; which of them are contacts is
/// decided up to rounding, so that tangential touches may be missed or doubled.
PrintedBoxes printed_box_contacts(const MovingBox& a, const MovingBox& b, const Interval& span);

/// The 6 + 6 + 18 compatible pairs for the signs of e_i . f_j, found symbolically. Signs are -1 or
/// 1, those of some pair of right-handed frames.
std::vector<CompatiblePair> compatible_pairs(const int signs[3][3]);

/// The 30 plane functions, sampled: for pictures. Row k of `values` is the time times[k], in
/// seconds; the functions are those of the homogeneous interval at that time, over the weight.
/// About `samples` rows; the time at which two pieces meet has one for each.
struct SampledPlanes {
  std::vector<double> times;
  std::vector<std::array<double, 30>> values;
};
SampledPlanes sample_planes(const MovingBox& a, const MovingBox& b, const Interval& span,
                            int samples);

}  // namespace graze
