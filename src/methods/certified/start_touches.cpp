// SPDX-License-Identifier: MIT
// Question   May curved bodies that touch at the start of a span stay as near as they are?
// Source     docs/methods/surfaces.md, "Bodies that touch at the start".
// Guarantee  What is excused is proved not to get deeper along a direction of the start than half
//            the tolerance, or than that touch if it is deeper, and not to come nearer along it.
// Changed    Bodies in straight motion or turning about the touch's own line; others are stopped.
#include "methods/certified/start_touches.h"

#include <algorithm>

namespace graze::certified {
namespace {
constexpr double kNotAboveOne = 1.0 - 0x1p-50;  // keeps a turned unit vector no longer than one
constexpr std::size_t kMostDirections = 64;
constexpr double kShare = 0.125;  // of the tolerance: what rounding may take of a gap that stays

Vec3 unit(const Vec3& n) { return kNotAboveOne * n; }

/// 1 if the lines are the same, to the eye, -1 if they look the other way, 0 if they differ.
double hand_of(const StartTouches::Line& a, const StartTouches::Line& b) {
  constexpr double kSame = 1e-9;
  const Vec3 way = b.point - a.point;
  const double size = a.point.norm() + b.point.norm() + way.norm();
  if (a.axis.cross(b.axis).norm() > kSame || a.axis.cross(way).norm() > kSame * size) return 0.0;
  return a.axis.dot(b.axis) < 0.0 ? -1.0 : 1.0;
}
}  // namespace

std::optional<double> StartTouches::threshold_of(const PlacedPair& placed, const Moment& moment,
                                                 const Vec3& n, double duration) const {
  const double deepest = gap_ - tolerance_;
  const double left = separated_for(placed, moment, n, deepest, duration).gap;  // above the deepest
  if (!(left > 0.0)) return std::nullopt;
  return deepest + std::clamp(left - kShare * tolerance_, 0.0, 0.5 * tolerance_);
}

bool StartTouches::allows(const Vec3& n, double threshold, const PlacedPair& placed,
                          const Moment& moment, double duration) const {
  const HullStep step = separated_for(placed, moment, n, threshold, duration);
  const bool stays = step.gap > 0.0 && step.step >= duration;
  return stays &&
         least_parting_speed(placed, moment, n, duration) * duration >= -kShare * tolerance_;
}

bool StartTouches::begin(const PlacedPair& placed, const Moment& moment,
                         const std::vector<Vec3>& directions, double duration) {
  bool is_excused = false;
  for (const Vec3& n : directions) {
    const auto threshold = threshold_of(placed, moment, unit(n), duration);
    if (!threshold || directions_.size() >= kMostDirections ||
        !allows(unit(n), *threshold, placed, moment, duration))
      continue;
    directions_.push_back({moment.a.rotation.transpose() * n, true, *threshold});
    directions_.push_back({moment.b.rotation.transpose() * n, false, *threshold});
    is_excused = have_been_ = true;
  }
  return is_excused;
}

bool StartTouches::excuses(const PlacedPair& placed, const Moment& moment, double duration) const {
  return std::ranges::any_of(directions_, [&](const Direction& direction) {
    const Mat3& rotation = direction.fixed_to_a ? moment.a.rotation : moment.b.rotation;
    return allows(unit(rotation * direction.n), direction.threshold, placed, moment, duration);
  });
}

bool StartTouches::begin(const Line& line, const PlacedPair& placed, const Moment& moment,
                         const std::vector<Vec3>& directions, double duration) {
  bool is_excused = false;
  for (const Vec3& n : directions) {
    const auto threshold = threshold_of(placed, moment, unit(n), duration);
    if (!threshold || in_plane_.size() >= kMostDirections ||
        !allows(unit(n), *threshold, placed, moment, duration))
      continue;
    in_plane_.push_back({line, n, *threshold});
    is_excused = have_been_ = true;
  }
  return is_excused;
}

bool StartTouches::excuses(const Line& line, const PlacedPair& placed, const Moment& moment,
                           double duration) const {
  return std::ranges::any_of(in_plane_, [&](const PlaneDirection& known) {
    const double hand = hand_of(known.line, line);
    const Vec3 n(known.n.x(), 0.0, hand * known.n.z());
    return hand != 0.0 && allows(unit(n), known.threshold, placed, moment, duration);
  });
}

std::vector<StartTouches::Line> StartTouches::lines() const {
  std::vector<Line> lines;
  for (const PlaneDirection& known : in_plane_) {
    const bool is_new = std::ranges::none_of(
        lines, [&](const Line& line) { return hand_of(line, known.line) != 0.0; });
    if (is_new) lines.push_back(known.line);
  }
  return lines;
}

}  // namespace graze::certified
