// SPDX-License-Identifier: MIT
// Question   How many keyframes keep a glTF animation within a distance of a motion?
// Source     Let d(t) be the difference between a body point's true path and its path between two
//            keyframes that are h apart. d is zero at both, so |d| <= h^2 / 8 sup |d''|. The true
//            path has |p''| <= acceleration + curvature |p - reference| (MotionBounds); the glTF
//            path turns uniformly by no more than the true one in h, so its |p''| <= w^2 |p|.
// Guarantee  |d| <= max_error for every point of the body, up to the rounding to float; exact for
//            still, slerp and step. Nothing is claimed for motions without bounds.
#include "io/gltf/keyframes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/base/error.h"

namespace graze::io {
namespace {
constexpr double kMaxTurn =
    2.5;  // radians between keyframes: below pi, so that the shorter way is right
constexpr double kMaxKeyframes = 1e6;
constexpr double kUnboundedParts = 1000.0;

/// h^2 / 8 (sup |p''| + sup |q''|) <= max_error, as a number of parts of `width`.
double parts_for_error(const MotionBounds& bounds, double width, const KeyframeLimits& limits) {
  const double turning = std::min(
      bounds.curvature, bounds.angular_acceleration + bounds.angular_speed * bounds.angular_speed);
  const double distance = limits.radius + bounds.reference.norm();
  const double second = bounds.acceleration + turning * distance +
                        bounds.angular_speed * bounds.angular_speed * limits.radius;
  return width * std::sqrt(second / (8.0 * limits.max_error));
}

/// Into how many equal parts a smooth piece is cut.
double part_count(const SmoothPiece& piece, const KeyframeLimits& limits) {
  if (piece.motion.is_still() || piece.span.is_point()) return 1.0;
  if (!piece.motion.has_bounds()) return kUnboundedParts;
  const MotionBounds bounds = bounds_over(piece.motion, piece.span);
  const double width = piece.span.width();
  const double for_turns = bounds.angular_speed * width / kMaxTurn;
  const bool exact = piece.motion.kind() == "slerp";
  return std::ceil(
      std::max({1.0, for_turns, exact ? 0.0 : parts_for_error(bounds, width, limits)}));
}

Quat rotation_of(const Pose& pose) { return Quat(pose.rotation).normalized(); }

class Collector {
 public:
  explicit Collector(double start) : start_(start) {}

  /// A time that is not later than the one before (a jump, or floats too coarse) moves to the next
  /// float.
  void add(double t, const Pose& pose) {
    auto time = static_cast<float>(t - start_);
    Quat rotation = rotation_of(pose);
    if (!frames_.times.empty()) {
      const float last = frames_.times.back();
      if (same_as_last(pose, rotation) && time <= last) return;
      if (time <= last) time = std::nextafter(last, std::numeric_limits<float>::infinity());
      if (rotation.dot(frames_.rotations.back()) < 0.0) rotation.coeffs() = -rotation.coeffs();
    }
    frames_.times.push_back(time);
    frames_.translations.push_back(pose.translation);
    frames_.rotations.push_back(rotation);
  }

  Keyframes take() { return std::move(frames_); }

 private:
  bool same_as_last(const Pose& pose, const Quat& rotation) const {
    return pose.translation.isApprox(frames_.translations.back(), 1e-12) &&
           std::abs(rotation.dot(frames_.rotations.back())) > 1.0 - 1e-12;
  }

  double start_;
  Keyframes frames_;
};

Keyframes steps_of(const std::vector<SmoothPiece>& pieces, double start) {
  Collector collector(start);
  for (const SmoothPiece& piece : pieces) {
    collector.add(piece.span.lo, pose_at(piece.motion, piece.span.lo));
  }
  if (pieces.size() > 1) {  // so that the last pose is held to the end of the span
    collector.add(pieces.back().span.hi, pose_at(pieces.back().motion, pieces.back().span.hi));
  }
  Keyframes frames = collector.take();
  frames.steps = true;
  return frames;
}

void add_piece(const SmoothPiece& piece, double parts, Collector& collector) {
  for (double i = 0.0; i < parts; ++i) {
    const double t = piece.span.lo + i / parts * piece.span.width();
    collector.add(t, pose_at(piece.motion, t));
  }
  collector.add(piece.span.hi, pose_at(piece.motion, piece.span.hi));
}

void check_parts(double parts, const std::string& place) {
  if (parts <= kMaxKeyframes) return;
  throw InputError({place, "a motion that needs more than a million keyframes",
                    "a larger error or a slower motion", "allow a larger error"});
}
}  // namespace

Keyframes keyframes_of(const Motion& motion, const Interval& span, const KeyframeLimits& limits,
                       const std::string& place) {
  const std::vector<SmoothPiece> pieces = smooth_pieces(motion, span);
  const auto still = [](const SmoothPiece& piece) { return piece.motion.is_still(); };
  if (std::all_of(pieces.begin(), pieces.end(), still)) return steps_of(pieces, span.lo);
  Collector collector(span.lo);
  double total = 0.0;
  for (const SmoothPiece& piece : pieces) {
    const double parts = part_count(piece, limits);
    check_parts(total += parts, place);
    add_piece(piece, parts, collector);
  }
  return collector.take();
}

}  // namespace graze::io
