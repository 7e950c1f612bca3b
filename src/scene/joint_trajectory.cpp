// SPDX-License-Identifier: MIT
#include "graze/scene/joint_trajectory.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"

namespace graze {
namespace {
std::string place_of(std::size_t point) { return "trajectory point " + std::to_string(point); }

void check_numbers(const std::vector<double>& numbers, std::size_t count, const std::string& place,
                   const char* what) {
  if (numbers.size() != count) {
    throw InputError({place, std::to_string(numbers.size()) + " " + what,
                      "one for each of the " + std::to_string(count) + " joints", ""});
  }
  for (const double x : numbers) {
    if (std::isfinite(x) && std::fabs(x) <= 1e6) continue;
    throw InputError({place,
                      std::string("a number of ") + what + " that is not finite or beyond 1e6",
                      "rad or lengths", ""});
  }
}

void check_point(const JointTrajectory& trajectory, std::size_t k) {
  const TrajectoryPoint& point = trajectory.points[k];
  const std::size_t count = trajectory.joints.size();
  const std::string place = place_of(k);
  const bool ascends = k == 0 || trajectory.points[k - 1].time < point.time;
  if (!std::isfinite(point.time) || !ascends) {
    throw InputError(
        {place, "a time that does not ascend", "finite times that ascend strictly", ""});
  }
  check_numbers(point.positions, count, place, "positions");
  if (trajectory.interpolation >= JointInterpolation::kCubic) {
    check_numbers(point.velocities, count, place, "velocities");
  }
  if (trajectory.interpolation >= JointInterpolation::kQuintic) {
    check_numbers(point.accelerations, count, place, "accelerations");
  }
}

}  // namespace

std::string_view name(JointInterpolation interpolation) {
  switch (interpolation) {
    case JointInterpolation::kLinear:
      return "linear";
    case JointInterpolation::kCubic:
      return "cubic";
    case JointInterpolation::kQuintic:
      return "quintic";
  }
  return "";
}

JointInterpolation natural_interpolation(const JointTrajectory& trajectory) {
  const auto all = [&](auto member) {
    return std::all_of(
        trajectory.points.begin(), trajectory.points.end(),
        [&](const TrajectoryPoint& p) { return (p.*member).size() == trajectory.joints.size(); });
  };
  if (!all(&TrajectoryPoint::velocities)) return JointInterpolation::kLinear;
  return all(&TrajectoryPoint::accelerations) ? JointInterpolation::kQuintic
                                              : JointInterpolation::kCubic;
}

void check(const JointTrajectory& trajectory) {
  if (trajectory.points.empty() || trajectory.joints.empty()) {
    throw InputError({"trajectory", "no points or no joints", "at least one of each", ""});
  }
  for (std::size_t k = 0; k < trajectory.points.size(); ++k) check_point(trajectory, k);
}

Interval span_of(const JointTrajectory& trajectory) {
  return {trajectory.points.front().time, trajectory.points.back().time};
}

std::size_t segment_at(const JointTrajectory& trajectory, double t) {
  const auto& points = trajectory.points;
  const auto after =
      std::upper_bound(points.begin(), points.end(), t,
                       [](double x, const TrajectoryPoint& p) { return x < p.time; });
  const auto k = after == points.begin() ? 0 : static_cast<std::size_t>(after - points.begin()) - 1;
  return points.size() < 2 ? 0 : std::min(k, points.size() - 2);
}

}  // namespace graze
