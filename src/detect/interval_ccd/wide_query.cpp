// SPDX-License-Identifier: MIT
#include "detect/interval_ccd/wide_query.h"

#include <algorithm>
#include <cmath>

namespace graze::interval_ccd {
namespace {

constexpr double kUp = 1.0 + 0x1p-22;  // a float rounded from x * kUp is not below x

float up(double x) { return static_cast<float>(x * kUp); }

void put(const Vec3& v, float (&out)[3]) {
  for (int k = 0; k < 3; ++k) out[k] = static_cast<float>(v[k]);
}

void put_own_bend(const LaneBox& x, const View& view, const QuerySetting& setting,
                  WideQuery& query) {
  const Vec3 arm = x.centre - view.own_reference;
  const double reach = (arm - view.own_axis * view.own_axis.dot(arm)).norm() + x.radius;
  const double square = setting.duration * setting.duration * setting.scale;
  const double turning = view.own_curvature * reach * square;
  const double straight = view.own_acceleration * square;
  for (int k = 0; k < 3; ++k) {
    const double along = x.axes.col(k).dot(view.own_axis);
    const double across = std::sqrt(std::max(0.0, 1.0 - along * along) + 0x1p-20);
    query.own_bend[k] = up(turning * std::min(1.0, across) + straight);
  }
  query.own_bend_any = up(turning + straight);
}

// The line that one body turns about, and the distances of X's corners to it.
void put_line(const LaneBox& x, const View& view, const QuerySetting& setting, WideQuery& query) {
  const double d = setting.duration, scale = setting.scale;
  const Vec3 line = x.axes.transpose() * view.line;
  const Vec3 point = x.axes.transpose() * (scale * (view.line_point - x.centre));
  put(line, query.line);
  put(point, query.line_point);
  put(x.axes.transpose() * (scale * d * view.slide), query.slide);
  const Vec3 sideways = view.slide - view.line * view.line.dot(view.slide);
  query.line_drift =
      up(scale * d * (sideways.norm() + view.velocity_error + 0.5 * d * view.line_bend));
  const Vec3 half = scale * x.half;
  const Vec3 arm = line * line.dot(point) - point;  // from the line to X's centre
  const double length = arm.norm();
  const Vec3 radial = length > 0.0 ? Vec3(arm / length) : Vec3::Zero();
  const double slack = 0x1p-18 * (point.norm() + half.norm());
  query.own_near = static_cast<float>(length - half.dot(radial.cwiseAbs()) - slack);
  double farthest_sq = 0.0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 offset((corner & 1) != 0 ? half.x() : -half.x(),
                      (corner & 2) != 0 ? half.y() : -half.y(),
                      (corner & 4) != 0 ? half.z() : -half.z());
    const Vec3 from_line = arm + offset - line * line.dot(offset);
    farthest_sq = std::max(farthest_sq, from_line.squaredNorm());
  }
  query.own_far = static_cast<float>(std::sqrt(farthest_sq) + slack);
}

}  // namespace

LaneBox lane_box(const WideObbNode& node, int lane) {
  LaneBox box;
  for (int k = 0; k < 3; ++k) {
    box.centre[k] = node.origin[k] + static_cast<double>(node.centre[k][lane]);
    box.half[k] = node.half_size[k][lane];
    for (int coordinate = 0; coordinate < 3; ++coordinate) {
      box.axes(coordinate, k) = node.axes[k][coordinate][lane];
    }
  }
  box.radius = node.radius[lane];
  return box;
}

LaneBox root_box(const WideObbTree& tree) {
  const Box& box = tree.binary().nodes()[0].box;
  return {box.centre, box.axes, box.half_size, box.radius() * (1.0 + 0x1p-40)};
}

View view(const BodyMoment& own, const BodyMoment& wide) {
  View view;
  const Mat3 to_own = own.rotation.transpose();
  view.turn = to_own * wide.rotation;
  view.offset = to_own * (wide.position - own.position);
  view.drift = to_own * (wide.velocity - own.velocity);
  view.spin = to_own * wide.spin;
  view.own_spin = to_own * own.spin;
  view.axis = to_own * wide.axis;
  view.own_axis = to_own * own.axis;
  view.reference = to_own * (wide.reference - own.position);
  view.own_reference = to_own * (own.reference - own.position);
  view.curvature = wide.curvature;
  view.own_curvature = own.curvature;
  view.acceleration = wide.acceleration;
  view.own_acceleration = own.acceleration;
  view.position_error = own.position_error + wide.position_error;
  view.velocity_error = own.velocity_error + wide.velocity_error;
  view.own_still = own.still;
  const BodyMoment& turning = own.still ? wide : own;
  view.may_revolve = own.still != wide.still && turning.axis != Vec3::Zero();
  view.line = to_own * turning.axis;
  view.line_point = to_own * (turning.reference - own.position);
  view.slide =
      to_own * (turning.velocity + turning.spin.cross(turning.reference - turning.position));
  view.line_bend = turning.acceleration;
  return view;
}

WideQuery wide_query(const LaneBox& x, const WideObbNode& node, const View& view,
                     const QuerySetting& setting) {
  WideQuery query;
  const double d = setting.duration, scale = setting.scale;
  const Mat3 to_x = x.axes.transpose();
  const Mat3 turn = to_x * view.turn;
  for (int element = 0; element < 9; ++element) {
    query.turn[element] = static_cast<float>(turn(element / 3, element % 3));
  }
  const Vec3 arm = view.turn * Vec3(node.origin[0], node.origin[1], node.origin[2]);
  query.scale = static_cast<float>(scale);
  put(to_x * (scale * (arm + view.offset - x.centre)), query.origin);
  put(scale * x.half, query.half);
  put(to_x * (scale * d * (view.drift + view.spin.cross(arm) - view.own_spin.cross(x.centre))),
      query.drift);
  put(to_x * (d * view.spin), query.spin);
  put(to_x * (d * view.own_spin), query.own_spin);
  put(to_x * view.axis, query.axis);
  put(to_x * (scale * (view.reference - x.centre)), query.reference);
  query.curvature = up(d * d * view.curvature);
  query.acceleration = up(scale * d * d * view.acceleration);
  query.own_still = view.own_still;
  if (view.own_still) {
    for (float& bend : query.own_bend) bend = 0.0f;
    query.own_bend_any = 0.0f;
  } else {
    put_own_bend(x, view, setting, query);
  }
  query.gap = up(scale * setting.gap);
  query.error_begin = up(2.0 * scale * view.position_error);
  query.error_end = up(2.0 * scale * (view.position_error + d * view.velocity_error));
  query.thorough = setting.thorough;
  query.may_revolve = setting.thorough && view.may_revolve;
  if (query.may_revolve) put_line(x, view, setting, query);
  return query;
}

}  // namespace graze::interval_ccd
