// SPDX-License-Identifier: MIT
// Gap, normal and points of two features, in one frame.                                      [C9]
#pragma once
#include "graze/contact/contact_report.h"
#include "graze/geometry/triangle_distance.h"

namespace graze::certified {

/// A vertex, edge or face with its corners in some frame.
struct PlacedFeature {
  FeatureKind kind = FeatureKind::kFace;
  Corners corners;  ///< the first one, two or three
};

struct FeatureGap {
  Vec3 point_a, point_b;  ///< on the features
  Vec3 normal;            ///< unit, from a to b
  double gap = 0.0;       ///< normal . (point_b - point_a)
};

/// What is known of them before: on which side b is (see ContactCandidate) and a normal to keep
/// where none is defined.
struct KnownSide {
  bool is_reversed = false;
  Vec3 normal = Vec3::Zero();
};

FeatureGap feature_gap(const PlacedFeature& a, const PlacedFeature& b, const KnownSide& known);

/// The unit vector normal to both edges, zero if they are parallel.
Vec3 common_normal(const Vec3& along_a, const Vec3& along_b);

}  // namespace graze::certified
