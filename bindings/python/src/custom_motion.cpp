// SPDX-License-Identifier: MIT
// Motions written in Python: a function of time, and bounds that its author vouches for.
#include "custom_motion.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <memory>

#include "graze/base/error.h"
#include "graze/motion/motion.h"

namespace graze::python {
namespace {

/// A Python function that is called from any thread.
class LockedCall {
 public:
  explicit LockedCall(py::object function)
      : function_(new py::object(std::move(function)), [](py::object* kept) {
          const py::gil_scoped_acquire lock;
          delete kept;
        }) {}
  py::object operator()(const py::object& argument) const { return (*function_)(argument); }

 private:
  std::shared_ptr<py::object> function_;
};

/// How far a point of a body can be from where it is at the middle of a span: the user says how
/// fast the body's origin moves and how fast it turns.
IntervalPose enclosure(const Pose& middle, double shift, double turn) {
  IntervalPose enclosed;
  for (int row = 0; row < 3; ++row) {
    const double x = middle.translation[row];
    enclosed.translation[row] = {round_down(x - shift), round_up(x + shift)};
    for (int column = 0; column < 3; ++column) {
      const double r = middle.rotation(row, column);
      enclosed.rotation(row, column) = {round_down(r - turn), round_up(r + turn)};
    }
  }
  return enclosed;
}

/// The times between which the velocity at `t` is taken: near, and within its smooth piece.
std::pair<double, double> times_around(double t, const Interval& domain,
                                       const std::vector<double>& breakpoints) {
  const double near = 1e-6 * std::max(1e-3, domain.width());
  double lo = std::max(domain.lo, t - near), hi = std::min(domain.hi, t + near);
  for (const double knot : breakpoints) {
    if (knot <= t) lo = std::max(lo, knot);
    if (knot > t) hi = std::min(hi, knot);
  }
  return {lo, hi};
}

/// The velocity by a difference of two poses. Its error is at most what the acceleration changes
/// meanwhile, plus the rounding of the poses.
MotionState state_by_difference(const CustomMotion& motion, const MotionBounds& bounds, double t) {
  const auto [lo, hi] = times_around(t, motion.domain, motion.breakpoints);
  MotionState state{.pose = motion.pose_at(t), .twist = {}};
  state.rotation_error = 1e-14;
  state.translation_error = 1e-15 * state.pose.translation.norm();
  if (!(hi > lo)) {  // no room for a difference: only the size of the velocity is known
    state.linear_error = bounds.speed;
    state.angular_error = bounds.angular_speed;
    return state;
  }
  const Pose before = motion.pose_at(lo), after = motion.pose_at(hi);
  const double h = hi - lo;
  const Eigen::AngleAxisd turn(Mat3(after.rotation * before.rotation.transpose()));
  state.twist.linear = (after.translation - before.translation) / h;
  state.twist.angular = turn.axis() * (turn.angle() / h);
  const double size = before.translation.norm() + after.translation.norm();
  state.linear_error = 1.01 * bounds.acceleration * h + 1e-15 * size / h;
  state.angular_error = 1.1 * bounds.angular_acceleration * h + 1e-14 / h;
  return state;
}

void check_bound(const char* place, double value) {
  if (value >= 0.0 && std::isfinite(value)) return;
  throw InputError({.place = place,
                    .found = "a number below 0, or none",
                    .expected = "the largest that occurs in the motion, >= 0",
                    .advice = {}});
}

}  // namespace

Motion custom_motion(const py::object& pose_at, double speed, double angular_speed,
                     const py::object& domain, const std::vector<double>& breakpoints,
                     const std::optional<double>& acceleration,
                     const std::optional<double>& angular_acceleration) {
  check_bound("speed", speed);
  check_bound("angular_speed", angular_speed);
  check_bound("acceleration", acceleration.value_or(0.0));
  check_bound("angular_acceleration", angular_acceleration.value_or(0.0));
  CustomMotion motion;
  motion.domain = interval_from(domain, "domain");
  motion.breakpoints = breakpoints;
  const LockedCall call{pose_at};
  motion.pose_at = [call](double t) {
    const py::gil_scoped_acquire lock;
    return pose_from(call(py::float_(t)), "pose_at");
  };
  motion.enclose = [inner = motion.pose_at, speed, angular_speed](const Interval& span) {
    const double half = round_up(0.5 * span.width());
    return enclosure(inner(span.middle()), round_up(speed * half), round_up(angular_speed * half));
  };
  if (acceleration && angular_acceleration) {
    MotionBounds bounds;
    bounds.speed = speed;
    bounds.acceleration = *acceleration;
    bounds.angular_speed = angular_speed;
    bounds.angular_acceleration = *angular_acceleration;
    motion.state_at = [copy = motion, bounds](double t) {
      return state_by_difference(copy, bounds, t);
    };
    motion.bounds_over = [bounds](const Interval&) { return bounds; };
  }
  return Motion::custom(std::move(motion));
}

}  // namespace graze::python
