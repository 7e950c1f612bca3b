// SPDX-License-Identifier: MIT
// What a report says about two triangles that touch.                                           [C9]
#pragma once
#include "graze/contact/contact_report.h"
#include "methods/bisection/near_triangles.h"

namespace graze::bisection {

struct Paddings {
  double a = 0.0, b = 0.0;
};

/// Points, normal, distance and features at time t, in the world frame, of the grown shapes.
Contact contact_at(TreePair& pair, const NearTriangles& triangles, double t,
                   const Paddings& paddings);

/// How fast the contact's points approach each other along its normal at until.hi; by differences
/// backwards in time where a motion has no twist.
double closing_speed_at(const TreePair& pair, const Contact& contact, const Interval& until);

}  // namespace graze::bisection
