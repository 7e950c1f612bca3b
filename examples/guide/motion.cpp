// SPDX-License-Identifier: MIT
#include <graze/graze.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "guide.h"

using namespace graze;

void guide::motion() {
  const Pose here{Mat3::Identity(), {0.0, 0.0, 0.0}};
  const Pose there{Mat3::Identity(), {1.0, 0.0, 0.0}};
  const Motion still = Motion::still(there);
  const Motion ride = Motion::between(here, there, {0.0, 2.0});  // over two seconds
  const Motion turn = Motion::screw({.axis = {0, 0, 1}, .angle = std::numbers::pi}, {0.0, 2.0});
  const Motion tour = Motion::path({{0.0, here}, {1.0, there}, {4.0, here}});

  const Motion carried = Motion::composed(turn, ride);  // rides on what turns
  const Vec3 end = pose_at(carried, 2.0).translation;
  std::printf("it ends at x = %.3f m\n", end.x());

  // Your own: where it is, and where it can be during a span. This one is trusted.
  const auto at = [](double t) { return Pose{Mat3::Identity(), {0.1 * std::sin(t), 0.0, 0.0}}; };
  CustomMotion sway;
  sway.domain = {0.0, 2.0};
  sway.pose_at = at;
  sway.enclose = [at](const Interval& span) {
    IntervalPose box(at(span.lo));
    const double most = 0.1 * (span.hi - span.lo);  // no faster than 0.1 m/s
    box.translation.x = box.translation.x + Interval(-most, most);
    return box;
  };
  const Motion own = Motion::custom(sway);
  std::printf("%s, %s, %s\n", std::string(tour.kind()).c_str(), std::string(own.kind()).c_str(),
              still.is_still() ? "and one that stands" : "");
}
