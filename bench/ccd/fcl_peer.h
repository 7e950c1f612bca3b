// SPDX-License-Identifier: MIT
// FCL's ways to the first contact of two meshes, and dense sampling with it as an oracle.    [C13]
#pragma once
#include <memory>

#include "ccd/query.h"

namespace graze::bench {

/// The two bodies of a class as FCL's trees. Its screws turn by less than half a turn.
class FclPeer {
 public:
  FclPeer(const TriangleMesh& a, const TriangleMesh& b, double tolerance);
  ~FclPeer();

  /// `samples` poses, evenly spaced, tested one by one; OBBRSS.
  Answer sample(const Query& query, int samples) const;
  /// continuousCollide with conservative advancement along a screw, as documented; OBBRSS.
  Answer advance_as_documented(const Query& query) const;
  /// Its oriented RSS advancement node, driven in a loop.
  Answer advance_by_node(const Query& query) const;
  /// Steps of distance / (|v| + w r); OBBRSS.
  Answer advance_by_distance(const Query& query) const;

  double distance_at(const Query& query, double t) const;
  bool touches_at(const Query& query, double t) const;
  /// The first of 20,000 evenly spaced instants of `span` at which the bodies intersect, or
  /// infinity. Those that a distance and the greatest speed prove free are not tested.
  double first_sampled_contact(const Query& query, const Interval& span) const;

 private:
  struct Models;
  std::unique_ptr<Models> models_;
};

}  // namespace graze::bench
