// SPDX-License-Identifier: MIT
// What a user's numbers must be to define a motion. Each returns what is stored, or throws
// InputError naming `place`.
#pragma once
#include <graze/math/interval.h>
#include <graze/math/pose.h>
#include <graze/motion/motion_kinds.h>

#include <string>

namespace graze {

double check_number(double x, const std::string& place);     ///< finite, size at most 1e100
Vec3 check_point(const Vec3& p, const std::string& place);   ///< the same, each component
double check_angle(double angle, const std::string& place);  ///< at most 1e7 rad; tiny is zero
Vec3 check_rotation_vector(const Vec3& r, const std::string& place);
Vec3 check_axis(const Vec3& axis, const std::string& place);          ///< not zero; normalised
Pose check_pose(const Pose& pose, const std::string& place);          ///< a rotation to 1e-6
void check_domain(const Interval& domain, const std::string& place);  ///< lo < hi
RationalFormula check_rational(const RationalFormula& formula);
JointFormula check_joint(const JointFormula& formula);
AcceleratedFormula check_accelerated(const AcceleratedFormula& formula);

}  // namespace graze
