// SPDX-License-Identifier: MIT
// One box and a wide node, written in the box's own frame in float: what the wide test works on.
// Included by wide_test_kernel.h, once per instruction set; plain arithmetic only, for the same
// reasons.
#include "methods/certified/placed_boxes_kernel.h"

namespace graze::certified {
namespace GRAZE_WIDE_NAMESPACE {
namespace {

/// Box X of one body and the frame of a wide node of the other, over [t0, t0 + D]. Everything is
/// written in X's frame frozen at t0. Lengths are multiplied by `scale`, a power of two that brings
/// the larger body to a size of about one; rates are multiplied by D and accelerations by D^2, so
/// that the interval is [0, 1]. "Wide" is the body of the eight boxes, "own" that of X.
struct WideQuery : NodePlace {
  float drift[4];     ///< velocity of the wide body's point at `origin` minus that of X's centre
  float spin[4];      ///< angular velocity of the wide body
  float own_spin[4];  ///< angular velocity of X's body
  alignas(32) float axis[8];  ///< fixed direction of the wide body's angular velocity, or zero
  float inverse_spin;  ///< spin * inverse_spin is `axis` or its opposite; zero if there is none
  float reference[4];  ///< the wide body's reference point
  float curvature;     ///< W' + W^2 of the wide body
  float acceleration;  ///< sup |reference''| of the wide body
  alignas(32) float own_axis[8];  ///< fixed direction of X's body's angular velocity, or zero
  float own_turning;   ///< (W' + W^2) times X's reach from its axis: sup |n . (p - reference)''|
                       ///< over X for any unit n, and times |n x own_axis| for this one
  float own_straight;  ///< sup |reference''| of X's body
  float gap;           ///< contact is at this distance (padding, wanted clearance), raised by 16 u
  float error_begin;   ///< bound of what the poses' errors do to a projection at t0
  float error_end;     ///< and at t0 + D (poses and twists)
  bool edges;          ///< also the nine edge axes
  bool may_revolve;    ///< one body is still, the other turns about a line of fixed direction
                       ///< through its reference point: bounds for any angle apply, with
  float line[4];       ///< the line's direction
  float line_point[4];
  float slide[4];    ///< the line's velocity at t0
  float line_drift;  ///< the line moves sideways by at most this much
  float own_near;    ///< no point of X is nearer to the line than this
  float own_far;     ///< or farther than this
};

Four yzx(const Four& a) { return __builtin_shufflevector(a, a, 1, 2, 0, 3); }
Four zxy(const Four& a) { return __builtin_shufflevector(a, a, 2, 0, 1, 3); }
Four cross(const Four& a, const Four& b) { return yzx(a) * zxy(b) - zxy(a) * yzx(b); }

double dot_of_sizes(const Four& a, const Four& b) {
  return a[0] * __builtin_fabs(b[0]) + a[1] * __builtin_fabs(b[1]) + a[2] * __builtin_fabs(b[2]);
}

double dot(const Four& a, const Four& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

double norm(const Four& a) { return __builtin_sqrt(dot(a, a)); }

// Of the corners of a box centred at `arm`, to a line through the origin. Corner by corner: for a
// box centred on the line a radial direction would be rounding alone.
double farthest_sq(const Four& arm, const Four& half, const Four& line) {
  const Four x = Four{half[0], 0.0, 0.0, 0.0} - line * (half[0] * line[0]);
  const Four y = Four{0.0, half[1], 0.0, 0.0} - line * (half[1] * line[1]);
  const Four z = Four{0.0, 0.0, half[2], 0.0} - line * (half[2] * line[2]);
  double farthest = 0.0;
  const Four sides[] = {arm + x + y, arm + x - y, arm - x + y, arm - x - y};
  for (const Four& side : sides) {
    const Four above = side + z, below = side - z;
    const double above_sq = dot(above, above), below_sq = dot(below, below);
    farthest = farthest > above_sq ? farthest : above_sq;
    farthest = farthest > below_sq ? farthest : below_sq;
  }
  return farthest;
}

// The line that one body turns about while the other is still.
struct TurningLine {
  Four direction, point;
  Four slide;       // its velocity
  double sideways;  // the part of it across the line, rounded up
  double bend;      // bound of its acceleration
};

// The slide is the velocity of the turning body's reference point: that of its origin, which is the
// drift up to its sign, and what the spin adds. Terms of size s are rounded at most 8 times each.
TurningLine turning_line(const View& view) {
  TurningLine line;
  const bool wide_turns = view.own_still;
  line.direction = wide_turns ? view.axis : view.own_axis;
  line.point = wide_turns ? view.reference : view.own_reference;
  line.bend = wide_turns ? view.acceleration : view.own_acceleration;
  const Four arm = wide_turns ? view.reference - view.offset : view.own_reference;
  const Four spin = wide_turns ? view.spin : view.own_spin;
  line.slide = (wide_turns ? view.drift : -view.drift) + cross(spin, arm);
  const Four across = line.slide - line.direction * dot(line.direction, line.slide);
  const double size = norm(view.drift) + norm(spin) * (norm(view.offset) + norm(line.point));
  line.sideways = norm(across) + 0x1p-48 * size;
  return line;
}

// The line, and the distances of X's corners to it.
void put_line(const LaneBox& x, const View& view, const QuerySetting& setting, WideQuery& query) {
  const double d = setting.duration, scale = setting.scale;
  const TurningLine turning = turning_line(view);
  const Four line = along_axes(x, turning.direction);
  const Four point = scale * along_axes(x, turning.point - x.centre);
  put(line, query.line);
  put(point, query.line_point);
  put((scale * d) * along_axes(x, turning.slide), query.slide);
  query.line_drift =
      up(scale * d * (turning.sideways + view.velocity_error + 0.5 * d * turning.bend));
  const Four half = scale * x.half;
  const Four arm = line * dot(line, point) - point;  // from the line to X's centre
  const double length = __builtin_sqrt(dot(arm, arm));
  const Four radial = length > 0.0 ? arm / length : Four{};
  const double slack = 0x1p-18 * (length + __builtin_fabs(dot(line, point)) + scale * x.radius);
  query.own_near = static_cast<float>(length - dot_of_sizes(half, radial) - slack);
  query.own_far = static_cast<float>(__builtin_sqrt(farthest_sq(arm, half, line)) + slack);
}

// How the wide body turns. Where it stands still, only the spin is looked at.
void put_spin(const LaneBox& x, const View& view, const QuerySetting& setting, WideQuery& query) {
  if (view.wide_still) return put(Four{}, query.spin);
  const double d = setting.duration;
  put(d * along_axes(x, view.spin), query.spin);
  put(along_axes(x, view.axis), query.axis);
  put(Four{}, query.axis + 4);
  const double turn = d * view.axis_speed;
  query.inverse_spin = turn > 1e-10 ? static_cast<float>(1.0 / turn) : 0.0f;
  put(setting.scale * along_axes(x, view.reference - x.centre), query.reference);
  query.curvature = up(d * d * view.curvature);
}

void put_own_spin(const LaneBox& x, const View& view, const QuerySetting& setting,
                  WideQuery& query) {
  put(Four{}, query.own_spin);
  put(Four{}, query.own_axis);
  put(Four{}, query.own_axis + 4);
  query.own_turning = query.own_straight = 0.0f;
  if (view.own_still) return;
  const double d = setting.duration;
  put(d * along_axes(x, view.own_spin), query.own_spin);
  put(along_axes(x, view.own_axis), query.own_axis);
  const Four arm = x.centre - view.own_reference;
  const double reach = norm(arm - view.own_axis * dot(view.own_axis, arm)) + x.radius;
  query.own_turning = up(view.own_curvature * reach * (d * d * setting.scale));
  query.own_straight = up(view.own_acceleration * (d * d * setting.scale));
}

void write_query(const LaneBox& x, const WideObbNode& node, const View& view,
                 const QuerySetting& setting, WideQuery& query) {
  const double d = setting.duration, scale = setting.scale;
  const Four arm = arm_of(view, node);
  write_place(x, view, arm, scale, query);
  Four drift = view.drift + cross(view.spin, arm);
  if (!view.own_still) drift -= cross(view.own_spin, x.centre);
  put((scale * d) * along_axes(x, drift), query.drift);
  query.acceleration = up(scale * d * d * view.acceleration);
  put_spin(x, view, setting, query);
  put_own_spin(x, view, setting, query);
  query.gap = up(scale * setting.gap * (1.0 + 0x1p-20));
  query.error_begin = up(2.0 * scale * view.position_error);
  query.error_end = up(2.0 * scale * (view.position_error + d * view.velocity_error));
  query.edges = setting.edges;
  query.may_revolve = setting.any_angle && view.may_revolve;
  if (query.may_revolve) put_line(x, view, setting, query);
}

}  // namespace
}  // namespace GRAZE_WIDE_NAMESPACE
}  // namespace graze::certified
