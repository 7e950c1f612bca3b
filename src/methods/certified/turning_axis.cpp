// SPDX-License-Identifier: MIT
#include "methods/certified/turning_axis.h"

namespace graze::certified {

std::optional<TurningAxis> turning_axis(const Moment& moment) {
  if (moment.a.still == moment.b.still) return std::nullopt;
  const BodyMoment& turning = moment.a.still ? moment.b : moment.a;
  if (turning.axis == Vec3::Zero()) return std::nullopt;
  return TurningAxis{turning, turning.reference - moment.a.position};
}

bool apart_at_any_angle(const TurningAxis& axis, const AxisDistances& a, const AxisDistances& b,
                        const PlacedErrors& errors, double gap, double duration) {
  const BodyMoment& turning = axis.turning;
  const Vec3 arm = turning.reference - turning.position;
  const Vec3 velocity = turning.velocity + turning.spin.cross(arm);
  const Vec3 sideways = velocity - turning.axis * turning.axis.dot(velocity);
  const double drift = duration * (sideways.norm() * (1.0 + kFewRoundings) + errors.velocity +
                                   0.5 * duration * turning.acceleration);
  const double size = axis.point.norm() + a.far + b.far;
  const double slack = 2.0 * errors.place + (2.0 * turning.axis_error + kFewRoundings) * size;
  return std::max(b.near - a.far, a.near - b.far) > gap + drift + slack;
}

}  // namespace graze::certified
