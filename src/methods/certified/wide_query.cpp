// SPDX-License-Identifier: MIT
#include "methods/certified/wide_query.h"

#include <cmath>

namespace graze::certified {
namespace {
constexpr double kAlong = 1e-9;  // sine: a spin so near to the axis turns about it

// |spin| if it has the direction of the axis, zero if it is too small to tell or there is no axis.
double speed_along(const Vec3& axis, const Vec3& spin) {
  const double along = axis.dot(spin);
  const double speed = std::abs(along);
  return (spin - along * axis).norm() <= kAlong * speed ? speed : 0.0;
}

// Turns vectors into a body's frame.
struct ToOwn {
  Four rows[3];
  explicit ToOwn(const Mat3& rotation) {
    for (int k = 0; k < 3; ++k) rows[k] = Four{rotation(k, 0), rotation(k, 1), rotation(k, 2), 0.0};
  }
  Four operator()(const Vec3& v) const { return rows[0] * v[0] + rows[1] * v[1] + rows[2] * v[2]; }
};

}  // namespace

LaneBox lane_box(const WideObbNode& node, int lane) {
  LaneBox box;
  for (int k = 0; k < 3; ++k) {
    box.centre[k] = node.origin[k] + static_cast<double>(node.centre[k][lane]);
    box.half[k] = node.half_size[k][lane];
    for (int axis = 0; axis < 3; ++axis) box.rows[k][axis] = node.axes[axis][k][lane];
    box.rows[k][3] = 0.0;
  }
  box.centre[3] = box.half[3] = 0.0;
  box.radius = node.radius[lane];
  return box;
}

LaneBox root_box(const WideObbTree& tree) {
  const Box& box = tree.box();
  LaneBox root;
  const double side = box.axes.determinant() < 0.0 ? -1.0 : 1.0;
  for (int k = 0; k < 3; ++k) {
    root.rows[k] = Four{box.axes(k, 0), box.axes(k, 1), side * box.axes(k, 2), 0.0};
  }
  root.centre = four(box.centre);
  root.half = four(box.half_size);
  root.radius = box.radius() * (1.0 + kManyRoundings);
  return root;
}

View view(const BodyMoment& own, const BodyMoment& wide) {
  View view;
  const ToOwn to_own(own.rotation);
  for (int k = 0; k < 3; ++k) view.turn[k] = to_own(wide.rotation.col(k));
  view.offset = to_own(wide.position - own.position);
  view.drift = to_own(wide.velocity - own.velocity);
  view.spin = view.axis = view.own_spin = view.own_axis = view.own_reference = Four{};
  view.reference = Four{};
  view.axis_speed = 0.0;
  if (!wide.still) {
    view.reference = to_own(wide.reference - own.position);
    view.spin = to_own(wide.spin);
    view.axis = to_own(wide.axis);
    view.axis_speed = speed_along(wide.axis, wide.spin);
  }
  if (!own.still) {
    view.own_spin = to_own(own.spin);
    view.own_axis = to_own(own.axis);
    view.own_reference = to_own(own.reference - own.position);
  }
  view.curvature = wide.curvature;
  view.own_curvature = own.curvature;
  view.acceleration = wide.acceleration;
  view.own_acceleration = own.acceleration;
  view.position_error = own.position_error + wide.position_error;
  view.velocity_error = own.velocity_error + wide.velocity_error;
  view.own_still = own.still;
  view.wide_still = wide.still;
  const BodyMoment& turning = own.still ? wide : own;
  view.may_revolve = own.still != wide.still && turning.axis != Vec3::Zero();
  return view;
}

}  // namespace graze::certified
