// SPDX-License-Identifier: MIT
#include "motion/checks.h"

#include <graze/base/error.h>
#include <graze/base/number_text.h>
#include <graze/math/rotation.h>

#include <cmath>

#include "motion/turn.h"

namespace graze {
namespace {
constexpr double kLargest = 1e100;      // beyond it squares overflow
constexpr double kSmallest = 0x1p-200;  // below it squares of products vanish: stored as zero
constexpr double kMostRadians = 1e7;    // within kSinCosLimit with room for sums
constexpr double kTrusted = 1e-12;      // of orthonormality; worse matrices are repaired
constexpr double kAccepted = 1e-6;

std::string shown(const Interval& span) {
  return "[" + number_text(span.lo) + ", " + number_text(span.hi) + "]";
}
}  // namespace

double check_number(double x, const std::string& place) {
  if (!(std::fabs(x) <= kLargest))
    throw InputError({place, number_text(x), "a finite number of size at most 1e100", ""});
  return std::fabs(x) < kSmallest ? 0.0 : x;
}

Vec3 check_point(const Vec3& p, const std::string& place) {
  return {check_number(p.x(), place), check_number(p.y(), place), check_number(p.z(), place)};
}

double check_angle(double angle, const std::string& place) {
  if (!(std::fabs(angle) <= kMostRadians))
    throw InputError({place, number_text(angle) + " rad", "at most 1e7 rad either way",
                      "cut the motion into a path"});
  return check_number(angle, place);
}

Vec3 check_rotation_vector(const Vec3& r, const std::string& place) {
  return {check_angle(r.x(), place), check_angle(r.y(), place), check_angle(r.z(), place)};
}

Vec3 check_axis(const Vec3& axis, const std::string& place) {
  check_point(axis, place);
  const double largest = axis.cwiseAbs().maxCoeff();
  if (!(largest > 0.0))
    throw InputError({place, "the zero vector", "a direction", "give the axis of the screw"});
  // Already unit: kept, so that a motion written and read again is the same.
  if (distance_to_unit(axis) < 0x1p-50) return axis;
  const Vec3 scaled = axis / largest;
  const double sq = (scaled.x() * scaled.x() + scaled.y() * scaled.y()) + scaled.z() * scaled.z();
  return scaled / std::sqrt(sq);
}

Pose check_pose(const Pose& pose, const std::string& place) {
  Pose checked{pose.rotation, check_point(pose.translation, place + ", translation")};
  if (!pose.rotation.allFinite() || !is_rotation(pose.rotation, kAccepted))
    throw InputError({place + ", rotation", "a matrix that is not a rotation",
                      "orthonormal to 1e-6 with determinant +1", "normalise it"});
  if (orthonormality_error(pose.rotation) > kTrusted)
    checked.rotation = *nearest_rotation(pose.rotation);
  return checked;
}

void check_domain(const Interval& domain, const std::string& place) {
  const double width = domain.hi - domain.lo;
  if (!(std::fabs(domain.lo) <= kLargest && std::fabs(domain.hi) <= kLargest && width > 0x1p-100))
    throw InputError({place, "times " + shown(domain), "finite times, the second one later",
                      "give at least 1e-30 s"});
}

}  // namespace graze
