// SPDX-License-Identifier: MIT
// Question   Which rational motion stays near a screw or slerp, and how near?                 [B1]
// Source     Pade's quotient of the tangent, S / C = (p - p^3 / 15) / (1 - 2 p^2 / 5) for half the
//            angle p: atan(S / C) - p is below p^7 / 1575 (docs/methods/motions.md, section 9).
// Guarantee  The stated errors hold at every time of the domain, rounding included.
#include <graze/base/error.h>
#include <graze/math/rotation.h>

#include <algorithm>
#include <cmath>

#include "math/nth_root.h"
#include "motion/node.h"
#include "motion/rational_polynomials.h"

namespace graze {
namespace {
/// Uniform rotation and what goes with it, during one segment.
struct Spin {
  Vec3 axis = Vec3::UnitZ();
  double angle = 0.0;         ///< over the whole segment, in the direction of time
  Vec3 point = Vec3::Zero();  ///< of a screw's axis
  double slide = 0.0;         ///< of a screw
  double axis_error = 0.0;
  bool is_screw = false;
};

Spin spin_of(const ScrewFormula& f, double sign) {
  return {f.axis, sign * f.angle, f.point, sign * f.slide, distance_to_unit(f.axis), true};
}
Spin spin_of(const SlerpFormula& f, double sign) {
  return {f.axis, sign * f.angle, Vec3::Zero(), 0.0, distance_to_unit(f.axis), false};
}

/// Control values of S and C for half angles that run from `lo` to `hi`.
struct HalfAngle {
  Bernstein sine, cosine;
};

HalfAngle half_angle(double lo, double hi) {
  HalfAngle h{{{0, 0, 0, 0}}, {{0, 0, 0, 0}}};
  for (std::size_t k = 0; k < 4; ++k) {
    const double a = k > 0 ? hi : lo, b = k > 1 ? hi : lo, c = k > 2 ? hi : lo;
    h.sine.coefficients[k] = (a + b + c) / 3.0 - a * b * c / 15.0;
    h.cosine.coefficients[k] = 1.0 - 0.4 * (a * b + b * c + c * a) / 3.0;
  }
  return h;
}

struct Piece {
  RationalPiece piece;
  double rotation_error = 0.0, translation_error = 0.0;
};

/// (C + S axis) q, control point by control point; `q` is the pose in the middle.
std::vector<Quat> turned(const HalfAngle& h, const Vec3& axis, const Quat& q) {
  std::vector<Quat> control;
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3 v = h.sine.coefficients[k] * axis;
    control.push_back(Quat(h.cosine.coefficients[k], v.x(), v.y(), v.z()) * q);
  }
  return control;
}

/// Weight W = S^2 + C^2 and W x = W (what slides) + 2 S C k1 + 2 S^2 k2.
void set_screw_translation(RationalFormula& f, const HalfAngle& h, const Vec3 ends[2],
                           const Vec3 k[2]) {
  const Bernstein ss = h.sine * h.sine, sc = h.sine * h.cosine;
  const Bernstein weight = ss + h.cosine * h.cosine;
  f.weight = weight.coefficients;
  f.translation.assign(8, Vec3::Zero());
  for (int c = 0; c < 3; ++c) {
    const Bernstein line{{ends[0][c], ends[1][c]}};
    Bernstein turning = ss;
    for (std::size_t i = 0; i < 7; ++i)
      turning.coefficients[i] = 2.0 * (sc.coefficients[i] * k[0][c] + ss.coefficients[i] * k[1][c]);
    const Bernstein x = weight * line + elevated(turning, 7);
    for (std::size_t i = 0; i < 8; ++i) f.translation[i][c] = x.coefficients[i];
  }
}

/// One piece on which `spin` turns by 4 |half| at most. The pose in the middle is the motion's own.
Piece piece_of(const Motion& motion, const Interval& span, const Spin& spin, double width) {
  const double t = span.middle();  // any time between the ends would do
  const MotionState state = state_at(motion, t);
  const Quat q = quaternion_from_rotation(state.pose.rotation);
  const double before = (span.lo - t) / width, after = (span.hi - t) / width;
  const double lo = 0.5 * spin.angle * before, hi = 0.5 * spin.angle * after;
  const HalfAngle h = half_angle(lo, hi);
  const double p = 1.001 * std::fmax(std::fabs(lo), std::fabs(hi));
  const double series = 2.0 * p * p * p * p * p * p * p / 1575.0;
  const double conversion = (rotation_from_quaternion(q) - state.pose.rotation).norm();
  Piece piece{{span, {turned(h, spin.axis, q), {}, {1.0}}}, 0.0, 0.0};
  piece.rotation_error = rounded_up(series + conversion + state.rotation_error +
                                    4.0 * p * spin.axis_error + 100.0 * kU * (1.0 + p));
  const Vec3& x = state.pose.translation;
  if (!spin.is_screw) {
    piece.piece.formula.translation = {pose_at(motion, span.lo).translation,
                                       pose_at(motion, span.hi).translation};
    const double ends = std::fmax(state_at(motion, span.lo).translation_error,
                                  state_at(motion, span.hi).translation_error);
    piece.translation_error = rounded_up(ends + 8.0 * kU * size_of(x));
    return piece;
  }
  const Vec3 slide = spin.slide * spin.axis;
  const Vec3 arm = x - spin.point;
  const Vec3 k1 = spin.axis.cross(arm);
  const Vec3 k[2] = {k1, spin.axis.cross(k1)};
  const Vec3 ends[2] = {x + before * slide, x + after * slide};
  set_screw_translation(piece.piece.formula, h, ends, k);
  const double off_axis =
      (spin.axis_error + 16.0 * kU) * (size_of(x) + size_of(spin.point)) + state.translation_error;
  piece.translation_error =
      rounded_up(state.translation_error + (series + 40.0 * kU * p) * size_of(k1) +
                 4.0 * (p + p * p) * off_axis + size_of(slide) * spin.axis_error +
                 200.0 * kU * (size_of(x) + size_of(slide) + 4.0 * (p + p * p) * size_of(k1)));
  return piece;
}

/// Pieces small enough for the tolerance; ends are doubles, the last one the segment's.
std::vector<Piece> pieces_of(const Motion& motion, const Interval& span, const Spin& spin,
                             double tolerance) {
  const double most_half = std::fmin(0.4, nth_root(0.9 * tolerance * 1575.0 / 2.0, 7));
  const double needed = std::ceil(std::fabs(spin.angle) / (4.0 * most_half));
  if (needed > 1e5)
    throw InputError({"motion", std::to_string(spin.angle) + " rad in one segment",
                      "at most 100,000 pieces", "allow a larger tolerance"});
  const auto count = std::max(1, int(needed));
  const double width = span.hi - span.lo;
  std::vector<Piece> pieces;
  double begin = span.lo;
  for (int k = 1; k <= count; ++k) {
    const double end = k == count ? span.hi : span.lo + width * (double(k) / count);
    pieces.push_back(piece_of(motion, {begin, end}, spin, width));
    begin = end;
  }
  return pieces;
}

Piece still_piece(const Pose& pose, double rotation_error, const Interval& span) {
  const Quat q = quaternion_from_rotation(pose.rotation);
  const double conversion = (rotation_from_quaternion(q) - pose.rotation).norm();
  return {{span, {{q}, {pose.translation}, {1.0}}},
          rounded_up(rotation_error + conversion + 40.0 * kU),
          0.0};
}

RationalFormula reversed_formula(RationalFormula f) {
  std::reverse(f.rotation.begin(), f.rotation.end());
  std::reverse(f.translation.begin(), f.translation.end());
  std::reverse(f.weight.begin(), f.weight.end());
  return f;
}

[[noreturn]] void refuse(const Motion& motion) {
  throw InputError({"motion", "a '" + std::string(motion.kind()) + "' motion",
                    "still, screw, slerp or rational segments that do not loop",
                    "approximate it by a path of poses"});
}

std::vector<Piece> approximated(const Motion& motion, const MotionSegment& segment,
                                double tolerance) {
  const bool moves = segment.sense == Sense::kForward || segment.sense == Sense::kBackward;
  const double sign = segment.sense == Sense::kBackward ? -1.0 : 1.0;
  if (const auto* f = std::get_if<RationalFormula>(&segment.formula); f && moves)
    return {{{segment.span, sign > 0.0 ? *f : reversed_formula(*f)}, 0.0, 0.0}};
  if (std::holds_alternative<StillFormula>(segment.formula) || !moves) {
    if (segment.span.is_point()) return {};
    const MotionState state = state_at(motion, segment.span.lo);
    return {still_piece(state.pose, state.rotation_error, segment.span)};
  }
  if (const auto* f = std::get_if<ScrewFormula>(&segment.formula))
    return pieces_of(motion, segment.span, spin_of(*f, sign), tolerance);
  if (const auto* f = std::get_if<SlerpFormula>(&segment.formula))
    return pieces_of(motion, segment.span, spin_of(*f, sign), tolerance);
  refuse(motion);
}
}  // namespace

RationalApproximation rational_approximation(const Motion& motion, double tolerance) {
  if (!(tolerance >= 1e-12 && tolerance <= 0.1))
    throw InputError({"tolerance", std::to_string(tolerance) + " rad", "1e-12 to 0.1 rad", ""});
  const MotionDescription description = describe(motion);
  const auto* track = std::get_if<TrackDescription>(&description);
  if (!track || track->outside == Outside::kLoop) refuse(motion);
  RationalApproximation result;
  std::vector<RationalPiece> pieces;
  for (const MotionSegment& segment : track->segments) {
    for (Piece& piece : approximated(motion, segment, tolerance)) {
      result.rotation_error = std::fmax(result.rotation_error, piece.rotation_error);
      result.translation_error = std::fmax(result.translation_error, piece.translation_error);
      pieces.push_back(std::move(piece.piece));
    }
  }
  result.motion = rational_path(pieces, track->outside);
  return result;
}

}  // namespace graze
