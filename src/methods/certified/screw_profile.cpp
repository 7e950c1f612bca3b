// SPDX-License-Identifier: MIT
// Question   Does a screw motion keep two bodies apart at every angle?
// Source     docs/methods/certified.md, section 2 (any angle): along a screw of pitch 2 pi k about
//            a line a point keeps rho, its distance to the line, and zeta = z - k phi.
// Guarantee  True only if no point of one body has the (rho, zeta) of one of the other's, the gap,
//            the motion's departures from a screw and all roundings included.
// Changed    -
#include "methods/certified/screw_profile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "methods/certified/profile_drawing.h"

namespace graze::certified {
namespace {

constexpr double kRounding = 1e-12;  // of lengths; far above the error of a few hundred operations
constexpr int kCells[kProfileLevels] = {256, 1024};    // of a side of the drawing
constexpr double kBulge[kProfileLevels] = {8.0, 2.0};  // of one piece of a triangle, in cells
constexpr double kSoon[kProfileLevels] = {0.5, 4.0};   // wide tests a triangle, before it is tried
constexpr double kAtLeast = 200.0;  // wide tests besides: what few triangles take to draw
constexpr int kMostWork[kProfileLevels] = {400, 4000};  // rows and pieces a triangle
constexpr std::size_t kSketch = 16;  // every so many triangles first: most bodies fail by them

/// The motion as a screw about a line, and how far it is from being one over the span.
struct Screw {
  Vec3 point, axis;       // of the line, work frame
  double k = 0.0;         // rise per rad
  double slide = 0.0;     // along the line, over the whole span
  double off = 0.0;       // a moving point is off its place on the screw by at most this,
  double turn_off = 0.0;  // once it is turned about the line by at most this, rad
};

struct Frame {
  Vec3 point, axis, e1, e2;
  explicit Frame(const Screw& screw) : point(screw.point), axis(screw.axis) {
    int least = 0;
    axis.cwiseAbs().minCoeff(&least);
    e1 = axis.cross(Vec3::Unit(least)).normalized();
    e2 = axis.cross(e1);
  }
  About operator()(const Vec3& p) const {
    const Vec3 d = p - point;
    const double x = e1.dot(d), y = e2.dot(d);
    return {std::sqrt(x * x + y * y), axis.dot(d), x, y};
  }
};

struct Body {
  std::vector<Image> images;
  Interval z{kInfinity, -kInfinity};  // of all points
};

Interval heights(const Image& t) {
  return {std::min({t[0].z, t[1].z, t[2].z}), std::max({t[0].z, t[1].z, t[2].z})};
}

Body body_about(const TriangleMesh& mesh, const BodyMoment& at, const Frame& frame) {
  Body body;
  body.images.reserve(mesh.triangles().size());
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const Corners corners = mesh.corners(i);
    Image& image = body.images.emplace_back();
    for (int k = 0; k < 3; ++k) image[k] = frame(at.rotation * corners[k] + at.position);
    const Interval z = heights(image);
    body.z = {std::min(body.z.lo, z.lo), std::max(body.z.hi, z.hi)};
  }
  return body;
}

void keep_within(Body& body, const Interval& reach) {
  std::erase_if(body.images, [&](const Image& image) {
    const Interval z = heights(image);
    return z.lo > reach.hi || z.hi < reach.lo;
  });
}

Interval distances(const Body& body) {
  Interval rho{kInfinity, 0.0};
  for (const Image& t : body.images) {
    const double longest_sq =
        std::max({across_sq(t[0], t[1]), across_sq(t[1], t[2]), across_sq(t[2], t[0])});
    const double farthest = std::max({t[0].rho, t[1].rho, t[2].rho});
    rho.lo = std::min(rho.lo, std::max(0.0, farthest - std::sqrt(longest_sq)));
    rho.hi = std::max(rho.hi, farthest);
  }
  return rho;
}

Screw screw_of(const BodyMoment& moving, const MotionBounds& bounds, double radius, double time) {
  Screw screw{moving.reference, moving.axis};
  const Vec3 velocity = moving.velocity + moving.spin.cross(moving.reference - moving.position);
  const double speed = moving.axis.dot(velocity), spin = moving.axis.dot(moving.spin);
  const double sideways = (velocity - speed * moving.axis).norm();
  const double bent = 0.5 * time * time;
  // An error of the angular velocity is part of that of the points' velocities.
  const double far = 1.0 + (moving.reference - moving.position).norm() / radius;
  screw.off = time * (sideways + far * moving.velocity_error) + bent * bounds.acceleration;
  screw.turn_off = bent * bounds.angular_acceleration + time * moving.velocity_error / radius +
                   kRounding * std::abs(spin) * time;
  screw.slide = speed * time;
  if (std::abs(screw.slide) > kRounding * radius) screw.k = speed / spin;
  return screw;
}

Interval common(const Interval& x, const Interval& y, double off) {
  return {std::max(x.lo, y.lo) - off, std::min(x.hi, y.hi) + off};
}

/// The still body, the moving one as a screw moves it, and by how much it is drawn larger.
struct Profiles {
  Body still, moving;
  Screw screw;
  double rounding = 0.0;
};

Grid grid_of(const Profiles& profiles, int level) {
  const double off = profiles.screw.off + profiles.rounding;
  Grid grid;
  grid.rho = common(distances(profiles.still), distances(profiles.moving), off);
  grid.closed = profiles.screw.k != 0.0;
  grid.zeta = grid.closed ? Interval{0.0, 2.0 * std::numbers::pi * std::abs(profiles.screw.k)}
                          : common(profiles.still.z, profiles.moving.z, off);
  grid.divide(kCells[level], kBulge[level]);
  return grid;
}

// Heights separate what is far along the line; the drawings separate the rest.
bool are_apart(Profiles& profiles, int level) {
  const double up = std::max(profiles.screw.slide, 0.0), down = profiles.screw.slide - up;
  const double off = profiles.screw.off + profiles.rounding;
  const Interval still_z = profiles.still.z, moving_z = profiles.moving.z;
  const Interval of_moving{moving_z.lo + down - off, moving_z.hi + up + off};
  const Interval to_still{still_z.lo - up - off, still_z.hi - down + off};
  keep_within(profiles.still, of_moving);
  keep_within(profiles.moving, to_still);
  const Grid grid = grid_of(profiles, level);
  if (!(grid.rho.lo < grid.rho.hi) || !(grid.zeta.lo < grid.zeta.hi)) return true;
  Drawing still(grid), moving(grid);
  const double k = profiles.screw.k, swing = std::abs(k) * profiles.screw.turn_off;
  const Pen still_pen{k, profiles.rounding, 0.0, of_moving};
  const Pen moving_pen{k, profiles.screw.off, swing, to_still};
  const std::size_t triangles = profiles.still.images.size() + profiles.moving.images.size();
  std::int64_t work = kMostWork[level] * static_cast<std::int64_t>(triangles + 100);
  for (const std::size_t stride : {kSketch, std::size_t{1}}) {
    if (!draw(profiles.still.images, stride, still_pen, grid, still, work) ||
        !draw(profiles.moving.images, stride, moving_pen, grid, moving, work) ||
        still.meets(moving)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool apart_by_profile(const ProfileInput& input, int level) {
  MovingPair pair = input.pair;
  pair.bounds_a = bounds_over(pair.motion_a, input.span);
  pair.bounds_b = bounds_over(pair.motion_b, input.span);
  note_still(pair, input.span.lo);
  if (pair.still_a.has_value() == pair.still_b.has_value()) return false;
  const Moment begin = moment_at(pair, input.span.lo);
  const bool a_moves = pair.still_b.has_value();
  const BodyMoment& moving = a_moves ? begin.a : begin.b;
  if (moving.axis == Vec3::Zero() || moving.axis.dot(moving.spin) == 0.0) return false;
  Profiles profiles;
  profiles.screw = screw_of(moving, a_moves ? pair.bounds_a : pair.bounds_b,
                            a_moves ? pair.radius_a : pair.radius_b, input.span.hi - input.span.lo);
  const Frame frame(profiles.screw);
  Body a = body_about(*input.mesh_a, begin.a, frame), b = body_about(*input.mesh_b, begin.b, frame);
  const double size = pair.radius_a + pair.radius_b + begin.a.position.norm() +
                      begin.b.position.norm() + moving.reference.norm();
  profiles.rounding = kRounding * size + begin.a.position_error + begin.b.position_error;
  profiles.screw.off += profiles.rounding + pair.gap;
  profiles.moving = a_moves ? std::move(a) : std::move(b);
  profiles.still = a_moves ? std::move(b) : std::move(a);
  const double sum = profiles.screw.off + profiles.screw.turn_off + std::abs(profiles.screw.k);
  return std::isfinite(sum) && are_apart(profiles, level);
}

double ProfileShortcut::due_after(const TriangleMesh& a, const TriangleMesh& b) const {
  if (level_ >= kProfileLevels) return std::numeric_limits<double>::infinity();
  const auto triangles = static_cast<double>(a.triangles().size() + b.triangles().size());
  return kAtLeast + kSoon[level_] * triangles;
}

bool ProfileShortcut::proves(const ProfileInput& input, Stats& stats) {
  stats.triangle_tests += input.mesh_a->triangles().size() + input.mesh_b->triangles().size();
  return apart_by_profile(input, level_++);
}

}  // namespace graze::certified
