// SPDX-License-Identifier: MIT
// The formulas of motion_kinds.h in 256 bits, written again from their definitions: nothing is
// shared with src/motion but the description.
#pragma once
#include <graze/motion/motion_kinds.h>

#include <array>

#include "motion/real.h"

namespace graze::test {

using RealVec = std::array<Real, 3>;
using RealMat = std::array<RealVec, 3>;  // rows

struct RealPose {
  RealMat rotation;
  RealVec translation;
};

RealVec real(const Vec3& v);
RealVec operator+(const RealVec& a, const RealVec& b);
RealVec operator-(const RealVec& a, const RealVec& b);
RealVec operator*(const Real& s, const RealVec& v);
RealVec operator*(const RealMat& m, const RealVec& v);
RealVec operator*(const RealPose& pose, const RealVec& p);
double length(const RealVec& v);

/// The pose at a real time. Holds outside the domain; does not loop.
RealPose true_pose(const Motion& motion, const Real& t);

/// Velocity of the body origin and angular velocity by central differences (error below 1e-20 of
/// the third derivative).
struct RealTwist {
  RealVec linear, angular;
};
RealTwist true_twist(const Motion& motion, const Real& t);
/// First and second derivative of a body point's path.
RealVec true_velocity(const Motion& motion, const Real& t, const RealVec& p);
RealVec true_acceleration(const Motion& motion, const Real& t, const RealVec& p);

/// Largest singular value of computed - true.
double rotation_distance(const Mat3& computed, const RealMat& truth);
double distance(const Vec3& computed, const RealVec& truth);

/// The truth lies inside, compared in 256 bits.
bool inside(const Interval& range, const Real& x);
bool inside(const IntervalVec3& box, const RealVec& x);
bool inside(const IntervalPose& enclosure, const RealPose& pose);

}  // namespace graze::test
