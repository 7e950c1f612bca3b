// SPDX-License-Identifier: MIT
// All places where two bodies could touch next: pairs of features within a margin.           [C9]
#pragma once
#include <graze/contact/contact_report.h>
#include <graze/geometry/surface_features.h>
#include <graze/math/pose.h>
#include <graze/spatial/wide_obb_tree.h>

#include <vector>

namespace graze {

/// A body where it is now. All members are cheap to copy; tree and features are of the same mesh.
struct PlacedSurface {
  WideObbTree tree;
  SurfaceFeatures features;
  Pose world_from_body;
  double padding = 0.0;  ///< the shape is grown by this much; >= 0: the rounding of round shapes
};

/// Two features that are near each other. gap = normal . (point_b - point_a), always.
struct ContactCandidate {
  Feature feature_a, feature_b;  ///< an edge's and vertex's ids are the first at their place
  Vec3 point_a = Vec3::Zero();   ///< on the grown shape, world frame
  Vec3 point_b = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< unit, from a towards b, world frame
  double gap = 0.0;            ///< between the grown features
  /// Which side b is on: of the face, against its own normal; of two edges, against the cross
  /// product of their directions (from lower to higher vertex id), a's first.
  bool is_reversed = false;
};

/// Every pair of features not farther apart than `margin`, each once, ordered by features: a vertex
/// and the face, edge or vertex that is nearest to it in some triangle; two edges whose closest
/// points are inside both. Left out are
///  - edges that do not stick out of the surface and vertices with fewer than two that do (a vertex
///    over the middle of a flat face is over one triangle of it),
///  - pairs whose normal is farther than 0.03 rad from a feature's cone of normals: near, but not
///    where the bodies would touch,
/// unless it is the nearest pair of all. Closed surfaces are touched from outside, open ones from
/// both sides. For bodies whose triangles do not intersect: triangles that do have no gap. Pairs
/// within rounding of the margin may be there or not. Throws InputError unless margin and paddings
/// are lengths >= 0 and both bodies have triangles.
std::vector<ContactCandidate> contact_candidates(const PlacedSurface& a, const PlacedSurface& b,
                                                 double margin);

/// The same features at the poses that a and b have now. A vertex and a face: the gap to the face's
/// plane, two edges that are not parallel: that of their lines, negative beyond them; points are
/// kept to the features. Otherwise their distance. The normal stays where none is defined.
ContactCandidate candidate_at(const ContactCandidate& candidate, const PlacedSurface& a,
                              const PlacedSurface& b);

}  // namespace graze
