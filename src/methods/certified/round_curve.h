// SPDX-License-Identifier: MIT
// How far does a rational Bezier curve leave a circle?                                        [C10]
#pragma once
#include <span>

#include "graze/math/vec.h"

namespace graze::certified {

/// At least the largest distance of the curve, seen along the unit vector `axis`, from the circle
/// of that radius about the origin. `arms` are the control points; no weights: all are one.
double off_circle(std::span<const Vec3> arms, std::span<const double> weights, const Vec3& axis,
                  double radius);

}  // namespace graze::certified
