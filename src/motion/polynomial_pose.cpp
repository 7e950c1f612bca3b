// SPDX-License-Identifier: MIT
// Question   Which polynomials give a motion's pose over a span?                              [B1]
// Source     RationalFormula in motion_kinds.h; products of poses for compositions.
// Guarantee  Enclosures: rounding, stored rotations and unit axes are inside.
#include "graze/motion/polynomial_pose.h"

#include <algorithm>

#include "motion/node.h"
#include "motion/rational_polynomials.h"

namespace graze {
namespace {
IntervalBernstein constant(const Interval& c) { return {{c}}; }

PolynomialPose constant_rotation(const IntervalMat3& rotation) {
  PolynomialPose pose;
  for (int k = 0; k < 9; ++k) pose.matrix[std::size_t(k)] = constant(rotation(k / 3, k % 3));
  pose.norm_sq = pose.weight = constant(1.0);
  return pose;
}

/// Straight from the pose at s = 0 to that at s = 1, without rotation.
PolynomialPose sliding(const IntervalPose& begin, const IntervalPose& end) {
  PolynomialPose pose = constant_rotation(begin.rotation);
  for (int k = 0; k < 3; ++k) {
    const Interval &a = begin.translation[k], &b = end.translation[k];
    pose.translation[std::size_t(k)] = a == b ? constant(a) : IntervalBernstein{{a, b}};
  }
  return pose;
}

bool turns(const StillCurve&) { return false; }
bool turns(const ScrewCurve& c) { return c.formula.angle != 0.0; }
bool turns(const SlerpCurve& c) { return c.formula.angle != 0.0; }
bool turns(const SixCurve& c) { return !c.growth.isZero(0.0); }
bool turns(const RationalCurve&) { return false; }
// Slides of joints and falls are polynomials, too; nobody has asked for their contacts in closed
// form yet.
bool turns(const JointCurve&) { return true; }
bool turns(const AcceleratedCurve&) { return true; }

template <typename OneCurve>
PolynomialPose polynomials_of(const OneCurve& curve) {
  return sliding(pose_over(curve, 0.0), pose_over(curve, 1.0));
}

PolynomialPose polynomials_of(const RationalCurve& curve) {
  const RationalFormula& f = curve.formula;
  const QuaternionCurve q = quaternion_curve(f.rotation);
  PolynomialPose pose;
  pose.matrix = matrix_of(q);
  pose.norm_sq = norm_sq_of(q);
  pose.weight.coefficients.assign(f.weight.begin(), f.weight.end());
  for (std::size_t k = 0; k < 3; ++k) {
    pose.translation[k].coefficients.clear();
    for (const Vec3& x : f.translation) pose.translation[k].coefficients.emplace_back(x[int(k)]);
  }
  return pose;
}

/// q on [s.lo, s.hi], run backwards if asked.
IntervalBernstein part(const IntervalBernstein& p, const Interval& s, bool backwards) {
  IntervalBernstein result = p;
  if (s.is_point()) {
    result = constant(evaluate(p, s));
  } else if (p.degree() > 0 && (s.lo > 0.0 || s.hi < 1.0)) {
    result = restricted(p, s);
  }
  if (backwards) std::reverse(result.coefficients.begin(), result.coefficients.end());
  return result;
}

PolynomialPose part(const PolynomialPose& pose, const Interval& s, bool backwards) {
  PolynomialPose result = pose;
  for (IntervalBernstein& p : result.matrix) p = part(p, s, backwards);
  for (IntervalBernstein& p : result.translation) p = part(p, s, backwards);
  result.norm_sq = part(pose.norm_sq, s, backwards);
  result.weight = part(pose.weight, s, backwards);
  return result;
}

bool is_one(const IntervalBernstein& p) {
  return p.degree() == 0 && p.coefficients[0] == Interval(1.0);
}
bool is_zero(const IntervalBernstein& p) {
  return p.degree() == 0 && p.coefficients[0] == Interval(0.0);
}

/// Products that skip factors of one and zero, which would only add rounding and degree.
IntervalBernstein times(const IntervalBernstein& p, const IntervalBernstein& q) {
  if (is_one(p)) return q;
  if (is_one(q)) return p;
  if (is_zero(p) || is_zero(q)) return constant(0.0);
  return p * q;
}

IntervalBernstein plus(const IntervalBernstein& p, const IntervalBernstein& q) {
  if (is_zero(p)) return q;
  return is_zero(q) ? p : p + q;
}

int degree_of(const PolynomialPose& pose) {
  int degree = std::max(pose.norm_sq.degree(), pose.weight.degree());
  for (const IntervalBernstein& p : pose.matrix) degree = std::max(degree, p.degree());
  for (const IntervalBernstein& p : pose.translation) degree = std::max(degree, p.degree());
  return degree;
}

/// R = Ra Rb, x = (Na Xb va + Xa wa vb) / (wa va vb).
PolynomialPose product(const PolynomialPose& a, const PolynomialPose& b) {
  PolynomialPose result;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      IntervalBernstein sum = constant(0.0);
      for (std::size_t k = 0; k < 3; ++k)
        sum = plus(sum, times(a.matrix[3 * row + k], b.matrix[3 * k + column]));
      result.matrix[3 * row + column] = sum;
    }
    IntervalBernstein turned = constant(0.0);
    for (std::size_t k = 0; k < 3; ++k)
      turned = plus(turned, times(a.matrix[3 * row + k], b.translation[k]));
    result.translation[row] =
        plus(times(turned, a.weight), times(times(a.translation[row], a.norm_sq), b.weight));
  }
  result.norm_sq = times(a.norm_sq, b.norm_sq);
  result.weight = times(times(a.norm_sq, a.weight), b.weight);
  return result;
}

std::optional<PolynomialPose> pose_during(const Motion& motion, const Interval& span);

std::optional<PolynomialPose> pose_during(const Track& track, const Interval& span) {
  const Occurrence o = occurrence_at(track, span.middle());
  const Curve& curve = o.segment->curve;
  if (std::visit([](const auto& c) { return turns(c); }, curve)) return std::nullopt;
  const PolynomialPose whole = std::visit([](const auto& c) { return polynomials_of(c); }, curve);
  return part(whole, parameters_over(o, span), o.sense == Sense::kBackward);
}

std::optional<PolynomialPose> pose_during(const Chain& chain, const Interval& span) {
  std::optional<PolynomialPose> all;
  for (const Motion& one : chain.parts) {
    const auto pose = pose_during(one, span);
    if (!pose) return std::nullopt;
    if (all && 2 * degree_of(*all) + 2 * degree_of(*pose) > kMaxBernsteinDegree)
      return std::nullopt;
    all = all ? product(*all, *pose) : *pose;
  }
  return all;
}

std::optional<PolynomialPose> pose_during(const CustomMotion&, const Interval&) {
  return std::nullopt;
}

std::optional<PolynomialPose> pose_during(const Motion& motion, const Interval& span) {
  return std::visit([&](const auto& form) { return pose_during(form, span); }, motion.node().form);
}

bool is_rational_form(const Track& track) {
  return std::none_of(track.segments.begin(), track.segments.end(), [](const Segment& s) {
    return std::visit([](const auto& c) { return turns(c); }, s.curve);
  });
}
bool is_rational_form(const Chain& chain) {
  return std::all_of(chain.parts.begin(), chain.parts.end(), is_rational);
}
bool is_rational_form(const CustomMotion&) { return false; }
}  // namespace

bool is_rational(const Motion& motion) {
  return std::visit([](const auto& form) { return is_rational_form(form); }, motion.node().form);
}

std::optional<std::vector<PolynomialPiece>> polynomial_pieces(const Motion& motion,
                                                              const Interval& span) {
  if (!is_rational(motion)) return std::nullopt;
  std::vector<PolynomialPiece> pieces;
  for (const SmoothPiece& piece : smooth_pieces(motion, span)) {
    auto pose = pose_during(piece.motion, piece.span);
    if (!pose) return std::nullopt;
    pieces.push_back({piece.span, std::move(*pose)});
  }
  return pieces;
}

}  // namespace graze
