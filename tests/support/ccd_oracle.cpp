// SPDX-License-Identifier: MIT
#include "support/ccd_oracle.h"

#include <algorithm>

#include "graze/geometry/triangle_distance.h"

namespace graze::test {
namespace {
struct Placed {
  Corners corners;
  Aabb bounds;
};

std::vector<Placed> placed(const OracleBody& body, double t) {
  const Pose pose = pose_at(body.motion, t);
  std::vector<Placed> triangles;
  for (std::size_t i = 0; i < body.mesh.triangles().size(); ++i) {
    const auto corners = body.mesh.corners(i);
    Placed p{{pose * corners[0], pose * corners[1], pose * corners[2]}, {}};
    for (const Vec3& corner : p.corners) p.bounds.add(corner);
    triangles.push_back(p);
  }
  return triangles;
}

/// A time of locally smallest distance, by ternary search.
double local_minimum(const OracleBody& a, const OracleBody& b, Interval span) {
  for (int i = 0; i < 40; ++i) {
    const double t0 = (2.0 * span.lo + span.hi) / 3.0;
    const double t1 = (span.lo + 2.0 * span.hi) / 3.0;
    if (distance_at(a, b, t0) <= distance_at(a, b, t1)) {
      span.hi = t1;
    } else {
      span.lo = t0;
    }
  }
  return span.middle();
}

double distance_of(const Aabb& a, const Aabb& b) {
  const Vec3 zero = Vec3::Zero();
  return (a.lo - b.hi).cwiseMax(b.lo - a.hi).cwiseMax(zero).norm();
}
}  // namespace

double distance_at(const OracleBody& a, const OracleBody& b, double t) {
  double least = kInfinity;
  const std::vector<Placed> placed_b = placed(b, t);
  for (const Placed& p : placed(a, t)) {
    for (const Placed& q : placed_b) {
      if (distance_of(p.bounds, q.bounds) >= least) continue;
      least = std::min(least, triangle_distance(p.corners, q.corners).distance());
    }
  }
  return least;
}

double first_sample_within(const OracleBody& a, const OracleBody& b, const Interval& span,
                           int samples, double limit) {
  const auto time_of = [&](int i) {
    const double s = static_cast<double>(i) / samples;
    return std::min(span.hi, (1.0 - s) * span.lo + s * span.hi);
  };
  double before = kInfinity;
  double here = distance_at(a, b, span.lo);
  for (int i = 0; i <= samples; ++i) {
    if (here <= limit) return time_of(i);
    const double after = i < samples ? distance_at(a, b, time_of(i + 1)) : kInfinity;
    if (after > limit && here <= before && here <= after) {
      const double t =
          local_minimum(a, b, {time_of(std::max(i - 1, 0)), time_of(std::min(i + 1, samples))});
      if (distance_at(a, b, t) <= limit) return t;
    }
    before = here;
    here = after;
  }
  return kInfinity;
}

}  // namespace graze::test
