// SPDX-License-Identifier: MIT
// Question   How do two faces about one line look from it, and where does a motion along it lead?
// Source     docs/methods/surfaces.md.
// Guarantee  Hulls contain (rho, z) of all points; lines that are not quite one, and all that the
//            motion has sideways, are part of the moments' errors.
// Changed    -
#include "methods/certified/surface_profile.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/unit_roundoff.h"

namespace graze::certified {
namespace {

bool is_plane(const AxisFace& face) { return face.kind == AxisFace::Kind::kPlane; }

Vec3 placed_axis(const AxisFace& face, const BodyMoment& body) { return body.rotation * face.axis; }
Vec3 placed_point(const AxisFace& face, const BodyMoment& body) {
  return body.rotation * face.point + body.position;
}

/// How far two lines are apart along the faces that they belong to.
double between_lines(const AxisFace& a, const AxisFace& b, const Moment& moment) {
  const Vec3 axis = placed_axis(a, moment.a), other = placed_axis(b, moment.b);
  const Vec3 way = placed_point(b, moment.b) - placed_point(a, moment.a);
  const Vec3 beside = way - axis * axis.dot(way);
  const double reach = std::max(a.size, b.size + std::fabs(axis.dot(way)));
  const double tilt = axis.cross(other).norm();
  return beside.norm() + 2.0 * tilt * reach +
         kLengthError * (reach + way.norm() + a.point.norm() + b.point.norm());
}

/// The body of a face as it moves in the plane of rho and z, heights above `from` along `axis`.
BodyMoment flattened(const BodyMoment& body, const AxisFace& face, const Vec3& from,
                     const Vec3& axis) {
  BodyMoment flat = body;
  const Vec3 arm = body.rotation * face.point;
  const Vec3 velocity = body.velocity + body.spin.cross(arm);
  const Vec3 sideways = velocity - axis * axis.dot(velocity);
  const Vec3 tilting = body.spin - axis * axis.dot(body.spin);
  const double error = body.position_error;
  const Vec3 to_point = arm - (body.reference - body.position);
  const double reach = std::max(reach_of(body, to_point + face.size * axis, error),
                                reach_of(body, to_point - face.size * axis, error));
  flat.rotation = Mat3::Identity();
  flat.position = {0.0, 0.0, axis.dot(arm + body.position - from)};
  flat.velocity = {0.0, 0.0, axis.dot(velocity)};
  flat.spin = flat.axis = flat.reference = Vec3::Zero();
  flat.axis_error = flat.curvature = 0.0;
  // Twice: along the line, and beside it.
  flat.acceleration = body.still ? 0.0 : 2.0 * (body.acceleration + body.curvature * reach);
  flat.velocity_error = body.velocity_error + sideways.norm() * (1.0 + kManyRoundings) +
                        tilting.norm() * face.size * (1.0 + kManyRoundings);
  return flat;
}

/// How far the body's motion takes the line of a face sideways.
double drift_of(const BodyMoment& body, const AxisFace& face, double duration) {
  if (body.still) return 0.0;
  const BodyMoment flat = flattened(body, face, Vec3::Zero(), body.rotation * face.axis);
  const double sideways = flat.velocity_error - body.velocity_error;
  return duration * (sideways + 0.25 * duration * flat.acceleration);
}

}  // namespace

std::optional<ProfilePair> ProfilePair::about_one_line(const SurfaceFace& a, const SurfaceFace& b,
                                                       const Moment& moment, double duration,
                                                       double slack) {
  auto of_a = face_about_axis(a), of_b = face_about_axis(b);
  const auto line_in = [](const AxisFace& face, const BodyMoment& from, const BodyMoment& to) {
    const Mat3 turn = to.rotation.transpose();
    return std::pair<Vec3, Vec3>(turn * (placed_point(face, from) - to.position),
                                 turn * placed_axis(face, from));
  };
  if (of_a && !of_b) {
    const auto [point, axis] = line_in(*of_a, moment.a, moment.b);
    of_b = ring_about(b, point, axis);
  } else if (of_b && !of_a) {
    const auto [point, axis] = line_in(*of_b, moment.b, moment.a);
    of_a = ring_about(a, point, axis);
  }
  if (!of_a || !of_b) return std::nullopt;
  return if_near(*of_a, *of_b, moment, duration, slack);
}

std::optional<ProfilePair> ProfilePair::across_line(const SurfaceFace& a, const SurfaceFace& b,
                                                    const Vec3& point, const Vec3& axis,
                                                    const Moment& moment, double duration,
                                                    double slack) {
  const auto of_a = ring_about(a, point, axis);
  if (!of_a) return std::nullopt;
  const Mat3 turn = moment.b.rotation.transpose() * moment.a.rotation;
  const Vec3 from = moment.b.rotation.transpose() * (moment.a.position - moment.b.position);
  const auto of_b = ring_about(b, turn * point + from, turn * axis);
  if (!of_b) return std::nullopt;
  return if_near(*of_a, *of_b, moment, duration, slack);
}

std::optional<ProfilePair> ProfilePair::if_near(const AxisFace& a, const AxisFace& b,
                                                const Moment& moment, double duration,
                                                double slack) {
  const double off = between_lines(a, b, moment) + a.error + b.error +
                     drift_of(moment.a, a, duration) + drift_of(moment.b, b, duration);
  if (!(off <= slack)) return std::nullopt;
  ProfilePair pair;
  pair.a_ = a;
  pair.b_ = b;
  return pair;
}

// Points of b's line that are where they should be stay so but for their velocity and acceleration
// beside a's, which the errors contain.
Moment ProfilePair::in_plane(const Moment& moment) const {
  const Vec3 from = placed_point(a_, moment.a), axis = placed_axis(a_, moment.a);
  Moment flat{moment.t, flattened(moment.a, a_, from, axis), flattened(moment.b, b_, from, axis)};
  // Heights of b count along its own axis, which may look the other way.
  if (axis.dot(placed_axis(b_, moment.b)) < 0.0) flat.b.rotation(2, 2) = -1.0;
  flat.b.position_error += between_lines(a_, b_, moment);
  return flat;
}

std::optional<ProfilePair::Parameters> ProfilePair::at_angle(int k, double profile_a,
                                                             double profile_b,
                                                             const Moment& moment) const {
  constexpr int kOfOne = kAngles - 2;
  const bool of_b = is_plane(a_) || (k >= kOfOne && !is_plane(b_));
  const double share = k >= kOfOne ? k - kOfOne : static_cast<double>(k) / (kOfOne - 1);
  const Vec3 out = (of_b ? moment.b : moment.a).rotation * direction_at(of_b ? b_ : a_, share);
  const auto at_a = parameters_at(a_, profile_a, moment.a.rotation.transpose() * out);
  const auto at_b = parameters_at(b_, profile_b, moment.b.rotation.transpose() * out);
  if (!at_a || !at_b) return std::nullopt;
  return Parameters{*at_a, *at_b};
}

}  // namespace graze::certified
