// SPDX-License-Identifier: MIT
// Question   Which motion carries both of two bodies?                                         [C8]
// Source     docs/methods/motions.md, section 6: M A and M B keep the distances of A and B.
// Guarantee  The compositions are equal as formulas in real numbers; nothing is rounded.
#include "graze/motion/shared_carrier.h"

#include <algorithm>
#include <span>

#include "motion/node.h"

namespace graze {
namespace {
using Parts = std::vector<Motion>;

bool same(const Pose& a, const Pose& b) {
  return a.rotation == b.rotation && a.translation == b.translation;
}
bool same(const Motion::SixParameters& a, const Motion::SixParameters& b) {
  return a.position == b.position && a.rotation_vector == b.rotation_vector;
}
bool same_screw(const ScrewFormula& a, const ScrewFormula& b) {
  return a.angle == b.angle && a.slide == b.slide && a.axis == b.axis && a.point == b.point;
}
bool same(const StillFormula& a, const StillFormula& b) { return same(a.pose, b.pose); }
bool same(const ScrewFormula& a, const ScrewFormula& b) {
  return same_screw(a, b) && same(a.begin, b.begin);
}
bool same(const SlerpFormula& a, const SlerpFormula& b) {
  return a.angle == b.angle && a.axis == b.axis && a.end_position == b.end_position &&
         same(a.begin, b.begin);
}
bool same(const SixParametersFormula& a, const SixParametersFormula& b) {
  return same(a.begin, b.begin) && same(a.end, b.end);
}
bool same(const RationalFormula& a, const RationalFormula& b) {
  const auto equal = [](const Quat& p, const Quat& q) { return p.coeffs() == q.coeffs(); };
  return a.translation == b.translation && a.weight == b.weight &&
         std::ranges::equal(a.rotation, b.rotation, equal);
}
bool same(const JointFormula& a, const JointFormula& b) {
  return a.kind == b.kind && a.axis == b.axis && a.coefficients == b.coefficients;
}
bool same(const AcceleratedFormula& a, const AcceleratedFormula& b) {
  const AcceleratedState &x = a.begin, &y = b.begin;
  return a.duration == b.duration && same(x.pose, y.pose) && x.centre == y.centre &&
         x.velocity == y.velocity && x.angular_velocity == y.angular_velocity &&
         x.acceleration == y.acceleration && x.angular_acceleration == y.angular_acceleration;
}

bool same_time(const Segment& a, const Segment& b) {
  return a.span == b.span && a.sense == b.sense;
}
bool same_time(const Track& a, const Track& b) {
  return a.domain == b.domain && a.outside == b.outside && a.segments.size() == b.segments.size();
}

bool same(const Segment& a, const Segment& b) {
  if (!same_time(a, b) || a.curve.index() != b.curve.index()) return false;
  return std::visit(
      [&](const auto& curve) {
        using OneCurve = std::decay_t<decltype(curve)>;
        return same(curve.formula, std::get<OneCurve>(b.curve).formula);
      },
      a.curve);
}

/// Parts of compositions: no chains. Functions are the same only if they are one object.
bool same(const Motion& a, const Motion& b) {
  if (&a.node() == &b.node()) return true;
  const auto *x = std::get_if<Track>(&a.node().form), *y = std::get_if<Track>(&b.node().form);
  const auto equal = [](const Segment& p, const Segment& q) { return same(p, q); };
  return x && y && same_time(*x, *y) && std::ranges::equal(x->segments, y->segments, equal);
}

/// Refusing motions stay where they are: without them nobody would refuse.
bool may_be_taken_out(const Motion& part) { return part.outside() != Outside::kError; }

Parts parts_of(const Motion& motion) {
  const auto* chain = std::get_if<Chain>(&motion.node().form);
  return chain ? chain->parts : Parts{motion};
}

const Motion& first_part(const Motion& motion) {
  const auto* chain = std::get_if<Chain>(&motion.node().form);
  return chain ? chain->parts[0] : motion;
}

Motion composed(std::span<const Motion> parts) {
  Motion all;
  for (const Motion& part : parts) all = Motion::composed(all, part);
  return all;
}

const ScrewCurve* only_screw(const Motion& motion) {
  const auto* track = std::get_if<Track>(&motion.node().form);
  if (!track || track->segments.size() != 1) return nullptr;
  return std::get_if<ScrewCurve>(&track->segments[0].curve);
}

/// Both turn about one axis, from begins of their own.
bool turn_alike(const Motion& a, const Motion& b) {
  const ScrewCurve *x = only_screw(a), *y = only_screw(b);
  if (!x || !y || !same_screw(x->formula, y->formula)) return false;
  const Track &track = std::get<Track>(a.node().form), &other = std::get<Track>(b.node().form);
  return same_time(track, other) && same_time(track.segments[0], other.segments[0]);
}

/// A screw is T(t) begin, where T turns and slides what starts at the origin.
void take_out_screw(Parts& carrier, Parts& a, Parts& b) {
  if (a.empty() || b.empty() || !may_be_taken_out(a[0]) || !turn_alike(a[0], b[0])) return;
  Track turn = std::get<Track>(a[0].node().form);
  ScrewFormula formula = only_screw(a[0])->formula;
  formula.begin = Pose{};
  turn.segments[0].curve = make_curve(formula);
  carrier.push_back(make_motion(std::move(turn)));
  a[0] = Motion::still(only_screw(a[0])->formula.begin);
  b[0] = Motion::still(only_screw(b[0])->formula.begin);
}
}  // namespace

CarriedPair without_carrier(const Motion& a, const Motion& b) {
  if (!same(first_part(a), first_part(b)) && !turn_alike(first_part(a), first_part(b)))
    return {Motion(), a, b};
  Parts rest_a = parts_of(a), rest_b = parts_of(b), carrier;
  std::size_t shared = 0;
  while (shared < std::min(rest_a.size(), rest_b.size()) && may_be_taken_out(rest_a[shared]) &&
         same(rest_a[shared], rest_b[shared]))
    ++shared;
  const auto first = std::ptrdiff_t(shared);
  carrier.assign(rest_a.begin(), rest_a.begin() + first);
  rest_a.erase(rest_a.begin(), rest_a.begin() + first);
  rest_b.erase(rest_b.begin(), rest_b.begin() + first);
  take_out_screw(carrier, rest_a, rest_b);
  // What stands still costs nothing and stays.
  const bool moves = std::ranges::any_of(carrier, [](const Motion& m) { return !m.is_still(); });
  if (!moves) return {Motion(), a, b};
  return {composed(carrier), composed(rest_a), composed(rest_b)};
}

}  // namespace graze
