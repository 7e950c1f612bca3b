// SPDX-License-Identifier: MIT
// Question   For how long does one direction keep two moving triangles apart?
// Source     Second-order support bound per corner (docs/methods/certified.md, sections 2 and 4).
// Guarantee  The returned time is never too long; rounding and the poses' errors are covered.
// Changed    Instead of 15 root problems of features (paper, section 4.2), one convex pair: no
//            parallel, coplanar or degenerate special cases.
#include "methods/certified/triangle_pair.h"

#include <algorithm>

#include "graze/base/assert.h"
#include "math/unit_roundoff.h"
#include "methods/certified/bound_root.h"
#include "methods/certified/turning_axis.h"

namespace graze::certified {
namespace {

constexpr double kGrow = 1.0 + 0x1p-44;

// Of corners given relative to `origin`, both in the work frame, with `error`.
std::array<double, 3> reaches(const BodyMoment& body, const Corners& corners, const Vec3& origin,
                              double error) {
  std::array<double, 3> result{};
  const Vec3 reference = body.reference - origin;
  for (int k = 0; k < 3; ++k) result[k] = reach_of(body, corners[k] - reference, error);
  return result;
}

void place_moving(const BodyMoment& body, const Corners& corners, const Vec3& origin, Corners& out,
                  Corners& velocity) {
  for (int k = 0; k < 3; ++k) {
    const Vec3 arm = body.rotation * corners[k];
    out[k] = arm + origin;
    velocity[k] = body.velocity + body.spin.cross(arm);
  }
}

void note_errors(const Moment& moment, PlacedCorners& placed) {
  placed.position_error = moment.a.position_error + moment.b.position_error;
  double extent = 0.0;  // of the corners, from a's first
  for (int k = 0; k < 3; ++k) {
    extent = std::max({extent, (placed.a[k] - placed.a[0]).lpNorm<Eigen::Infinity>(),
                       (placed.b[k] - placed.a[0]).lpNorm<Eigen::Infinity>()});
  }
  placed.distance_error = placed.position_error + 2.0 * kGrow * kDistanceError * extent;
}

// Of a triangle to the line through `point` along the unit vector `line`.
AxisDistances line_distances(const Corners& triangle, const Vec3& point, const Vec3& line) {
  Corners across;
  double far = 0.0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 arm = triangle[k] - point;
    across[k] = arm - line * line.dot(arm);
    far = std::max(far, across[k].norm());
  }
  return {std::sqrt(point_triangle(Vec3::Zero(), across).distance_sq), far};
}

// sup |n . p''| of corners with these reaches.
std::array<double, 3> bends(const BodyMoment& body, const std::array<double, 3>& reach,
                            const Vec3& n) {
  std::array<double, 3> result{};
  if (body.still) return result;
  const double curvature = curvature_across(body, n);
  for (int k = 0; k < 3; ++k) result[k] = (body.acceleration + curvature * reach[k]) * kGrow;
  return result;
}

}  // namespace

Moment moment_at(const MovingPair& pair, double t) {
  return {
      t, pair.still_a ? *pair.still_a : body_moment(pair.motion_a, t, pair.bounds_a, pair.radius_a),
      pair.still_b ? *pair.still_b : body_moment(pair.motion_b, t, pair.bounds_b, pair.radius_b)};
}

void note_still(MovingPair& pair, double t) {
  pair.still_a.reset();
  pair.still_b.reset();
  const Moment now = moment_at(pair, t);
  if (now.a.still) pair.still_a = now.a;
  if (now.b.still) pair.still_b = now.b;
}

TrianglePair::TrianglePair(const Corners& corners_a, const Corners& corners_b, const Moment& moment)
    : corners_a_(corners_a),
      corners_b_(corners_b),
      first_(place(corners_a, corners_b, moment)),
      reach_a_(reaches(moment.a, first_.a, moment.a.position, first_.position_error)),
      reach_b_(reaches(moment.b, first_.b, moment.a.position, first_.position_error)),
      body_a_(moment.a),
      body_b_(moment.b) {}

PlacedCorners place_corners(const Corners& corners_a, const Corners& corners_b,
                            const Moment& moment) {
  PlacedCorners placed;
  const Vec3 between = moment.b.position - moment.a.position;
  for (int k = 0; k < 3; ++k) {
    placed.a[k] = moment.a.rotation * corners_a[k];
    placed.b[k] = moment.b.rotation * corners_b[k] + between;
  }
  note_errors(moment, placed);
  return placed;
}

PlacedTriangles place(const Corners& corners_a, const Corners& corners_b, const Moment& moment) {
  PlacedTriangles placed;
  placed.t = moment.t;
  const Vec3 between = moment.b.position - moment.a.position;
  place_moving(moment.a, corners_a, Vec3::Zero(), placed.a, placed.velocity_a);
  place_moving(moment.b, corners_b, between, placed.b, placed.velocity_b);
  note_errors(moment, placed);
  placed.velocity_error = moment.a.velocity_error + moment.b.velocity_error;
  return placed;
}

bool apart_at_any_angle(const PlacedTriangles& placed, const Moment& moment, double gap,
                        double duration) {
  const auto axis = turning_axis(moment);
  if (!axis) return false;
  const Vec3& line = axis->turning.axis;
  return apart_at_any_angle(*axis, line_distances(placed.a, axis->point, line),
                            line_distances(placed.b, axis->point, line),
                            {placed.distance_error, placed.velocity_error}, gap, duration);
}

double TrianglePair::separated_for(const PlacedTriangles& placed, const Vec3& n, double threshold,
                                   double duration) const {
  GRAZE_ASSERT(!(n.squaredNorm() > 1.0 + 0x1p-46));  // bends() takes n for a unit vector
  std::array<double, 3> place_a, speed_a, place_b, speed_b;
  const std::array<double, 3> bend_a = bends(body_a_, reach_a_, n);
  const std::array<double, 3> bend_b = bends(body_b_, reach_b_, n);
  double size = 0.0, speed = 0.0;
  for (int k = 0; k < 3; ++k) {
    place_a[k] = n.dot(placed.a[k]);
    place_b[k] = n.dot(placed.b[k]);
    speed_a[k] = n.dot(placed.velocity_a[k]);
    speed_b[k] = n.dot(placed.velocity_b[k]);
    size = std::max({size, placed.a[k].lpNorm<1>(), placed.b[k].lpNorm<1>()});
    speed = std::max({speed, placed.velocity_a[k].lpNorm<1>(), placed.velocity_b[k].lpNorm<1>()});
  }
  // A dot product of three terms errs by at most 3u of its terms; a difference has two of them and
  // its own rounding, the threshold one more.
  const double place_error = placed.position_error + 16.0 * kU * (size + std::abs(threshold));
  const double speed_error = placed.velocity_error + 16.0 * kU * speed;
  double time = duration;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double g = place_b[j] - place_a[i] - place_error - threshold;
      if (!(g > 0.0)) return 0.0;
      const double c = speed_a[i] - speed_b[j] + speed_error;
      const double m = bend_a[i] + bend_b[j];
      const double closed = c * time, bent = 0.5 * m * time * time;
      const double slack = 8.0 * kU * (g + std::abs(closed) + bent);
      if (g - closed - bent <= slack) time = std::min(time, bound_root(g, c, m));
    }
  }
  return time;
}

}  // namespace graze::certified
