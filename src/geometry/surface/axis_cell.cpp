// SPDX-License-Identifier: MIT
#include "geometry/surface/axis_cell.h"

#include <algorithm>
#include <numbers>

#include "geometry/surface/rounded.h"

namespace graze::surface {
namespace {
constexpr double kWide = 1.5;  // rad: narrower cells have good chords
}  // namespace

void flatten_about_axis(const RevolutionPatch& patch, SurfaceCell& cell) {
  const Interval &u = cell.region.range[0], &v = cell.region.range[1];
  if (!(u.width() > kWide)) return;
  const IntervalVec3 profile = enclose(patch.profile, v);
  if (!is_finite(profile)) return;
  const double radius = round_up(profile.x.magnitude() * kFrameStretch);
  const double middle = profile.z.middle();
  const double height = std::max(profile.z.hi - middle, middle - profile.z.lo);
  const Pose& frame = patch.frame;
  const double size = frame.translation.norm() + 2.0 * radius + profile.z.magnitude();
  const double slack = round_up_sum(height * kFrameStretch + 0x1p-48 * size);
  if (!(slack < 0.5 * cell.slack)) return;
  const Vec3 centre = frame.translation + middle * frame.rotation.col(2);
  const Vec3 x = radius * frame.rotation.col(0), y = radius * frame.rotation.col(1);
  cell.corners = {centre - x - y, centre + x - y, centre - x + y, centre + x + y};
  const double begin = enclose(patch.profile, Interval(v.lo)).x.middle();
  const double end = enclose(patch.profile, Interval(v.hi)).x.middle();
  if (end > begin) std::swap(cell.corners[1], cell.corners[2]);  // S_u x S_v looks down
  cell.count = 4;
  cell.around_axis = true;
  cell.slack = slack;
  const bool is_whole = u.width() > 2.0 * std::numbers::pi - 1e-9;
  const double inner = std::min(std::abs(begin), std::abs(end));
  cell.doubt = 2.0 * slack + (is_whole ? 0.42 * radius + inner : 2.5 * radius);
  cell.flatter_axis = cell.longer_axis = is_whole && inner < 0.25 * radius ? 1 : 0;
}

}  // namespace graze::surface
