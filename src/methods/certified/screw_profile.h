// SPDX-License-Identifier: MIT
// Shafts in holes and nuts on bolts: bodies that pass each other at any angle of a screw.     [C4]
#pragma once
#include "graze/contact/contact_report.h"
#include "graze/spatial/wide_obb_tree.h"
#include "methods/certified/triangle_pair.h"

namespace graze::certified {

/// Two bodies on a span on which both motions are smooth.
struct ProfileInput {
  const TriangleMesh* mesh_a = nullptr;
  const TriangleMesh* mesh_b = nullptr;
  MovingPair pair;
  Interval span;
};

inline constexpr int kProfileLevels = 2;  ///< of detail; the second takes some ten times as long

/// True if one body rests, the other turns about a line and slides along it, and they keep farther
/// apart than the pair's gap all the time because what a screw does not change, the distance to its
/// line and the height less its part of the turn, tells all their points apart. False proves
/// nothing. O(triangles).
bool apart_by_profile(const ProfileInput& input, int level);

/// Tries that once a search has taken about as long as the attempt will, then once more in
/// detail.
class ProfileShortcut {
 public:
  /// After more wide tests than this.
  double due_after(const TriangleMesh& a, const TriangleMesh& b) const;
  /// Nothing touches during the span.
  bool proves(const ProfileInput& input, Stats& stats);

 private:
  int level_ = 0;
};

}  // namespace graze::certified
