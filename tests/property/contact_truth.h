// SPDX-License-Identifier: MIT
// What is true about a query: instants at which two triangles intersect, found by sampling and
// confirmed in exact arithmetic. [C4]
//
// Nothing here is shared with the methods: poses of samples are those of pose_at, trees are balls,
// intersections come from exact predicates. A sample that contradicts an answer counts only when
// the motions' formulas, evaluated in 256 bits, put the two triangles in exact rational contact.
#pragma once
#include <vector>

#include "support/contact_queries.h"
#include "support/sphere_tree.h"

namespace graze::test {

struct Instant {
  double t = 0.0;
  NearestTriangles nearest;
};

/// Of [0, 1], in order of time.
struct Samples {
  std::vector<Instant> instants;
  bool proved_free = false;  ///< distances and speed leave no room for a contact anywhere
};

class ContactTruth {
 public:
  explicit ContactTruth(const ContactQuery& query);

  Instant at(double t, const NearestTriangles& likely = {}) const;

  /// Where the distances and the largest speed leave room for a contact between two samples, and
  /// around the smallest distance, there are more; about `count` in all.
  Samples samples(int count) const;

  /// Exact: the formulas in 256 bits, distances of rationals.
  bool surely_intersect(const Instant& instant) const;
  /// Whether two triangles are no farther apart than `most`; as exact.
  bool surely_within(double t, std::uint32_t triangle_a, std::uint32_t triangle_b,
                     double most) const;
  /// Distance of two triangles, from the same.
  double true_distance(double t, std::uint32_t triangle_a, std::uint32_t triangle_b) const;

 private:
  const ContactQuery& query_;
  SphereTree a_, b_;
  double speed_ = 0.0;  ///< no two points of the bodies approach faster; steers the samples
};

}  // namespace graze::test
