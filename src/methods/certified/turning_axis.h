// SPDX-License-Identifier: MIT
// One body stands, the other turns about a line of fixed direction: what is apart by its distances
// to that line is apart at any angle.                                                         [C5]
#pragma once
#include <optional>

#include "methods/certified/moment.h"

namespace graze::certified {

/// The line, relative to the origin of a, and which body turns about it.
struct TurningAxis {
  const BodyMoment& turning;
  Vec3 point;
};
/// None if not exactly one body moves, or if its axis changes.
std::optional<TurningAxis> turning_axis(const Moment& moment);

/// Of all points of a body, or of a part of it, to the line.
struct AxisDistances {
  double near = 0.0, far = 0.0;
};

/// How far places and velocities may be off.
struct PlacedErrors {
  double place = 0.0, velocity = 0.0;
};

/// True only if the parts keep farther than `gap` apart for `duration`, whatever the angle.
bool apart_at_any_angle(const TurningAxis& axis, const AxisDistances& a, const AxisDistances& b,
                        const PlacedErrors& errors, double gap, double duration);

}  // namespace graze::certified
