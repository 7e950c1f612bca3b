// SPDX-License-Identifier: MIT
// Question   Which motion carries both of two bodies?                                         [C8]
// Source     docs/methods/motions.md, section 6: M A and M B keep the distances of A and B.
// Guarantee  The compositions are equal as formulas in real numbers; nothing is rounded. Whether it
//            pays is a guess.
#include "graze/motion/shared_carrier.h"

#include <algorithm>
#include <cmath>
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

/// Motions that refuse times outside their domain stay, so that those times are still refused.
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

/// Two tracks of screws, segment by segment at the same times; nothing if they are not that.
struct ScrewTracks {
  const Track* a = nullptr;
  const Track* b = nullptr;
  std::size_t size() const { return a->segments.size(); }
  const ScrewFormula& of_a(std::size_t k) const { return formula(*a, k); }
  const ScrewFormula& of_b(std::size_t k) const { return formula(*b, k); }

 private:
  static const ScrewFormula& formula(const Track& track, std::size_t k) {
    return std::get<ScrewCurve>(track.segments[k].curve).formula;
  }
};

std::optional<ScrewTracks> screw_tracks(const Motion& a, const Motion& b) {
  const auto *x = std::get_if<Track>(&a.node().form), *y = std::get_if<Track>(&b.node().form);
  if (!x || !y || !same_time(*x, *y)) return std::nullopt;
  for (std::size_t k = 0; k < x->segments.size(); ++k) {
    const Segment &p = x->segments[k], &q = y->segments[k];
    const bool are_screws =
        std::holds_alternative<ScrewCurve>(p.curve) && std::holds_alternative<ScrewCurve>(q.curve);
    if (!are_screws || !same_time(p, q)) return std::nullopt;
  }
  return ScrewTracks{x, y};
}

/// How two motions go together.
enum class Company { kNone, kNear, kExact };

constexpr double kNearly = 0.02;            // of the turn: what they may differ by
constexpr double kTurnWorthSharing = 0.05;  // rad; a lesser turn costs little

/// Only a guess: whatever is taken out changes no distance.
bool go_nearly_together(const ScrewFormula& a, const ScrewFormula& b) {
  const double allowed = kNearly * std::fabs(a.angle);
  const Vec3 apart = b.begin.translation - a.begin.translation;
  const double reach = apart.norm() + (a.begin.translation - a.point).norm();
  const Vec3 between = b.point - a.point;
  return std::fabs(a.angle - b.angle) <= allowed && (a.axis - b.axis).norm() <= kNearly &&
         std::fabs(a.slide - b.slide) <= allowed * reach &&
         between.cross(a.axis).norm() <= kNearly * reach;
}

Company company_of(const ScrewTracks& tracks) {
  bool exact = true, turns = false;
  for (std::size_t k = 0; k < tracks.size(); ++k) {
    const ScrewFormula &a = tracks.of_a(k), &b = tracks.of_b(k);
    exact = exact && same_screw(a, b);
    turns = turns || std::fabs(a.angle) >= kTurnWorthSharing;
    if (!exact && !go_nearly_together(a, b)) return Company::kNone;
  }
  if (exact) return Company::kExact;
  return turns ? Company::kNear : Company::kNone;
}

/// The track with other formulas in its segments.
Motion changed(const Track& track, const auto& formula_of, std::optional<Sense> sense = {}) {
  Track other = track;
  for (std::size_t k = 0; k < other.segments.size(); ++k) {
    other.segments[k].curve = make_curve(formula_of(k));
    if (sense) other.segments[k].sense = *sense;
  }
  return make_motion(std::move(other));
}

/// A screw is T(t) begin, where T turns and slides what starts at the origin; its begin is left.
Motion begins(const Track& track) {
  return changed(
      track,
      [&](std::size_t k) {
        return StillFormula{std::get<ScrewCurve>(track.segments[k].curve).formula.begin};
      },
      Sense::kAtBegin);
}

/// T, or back: the same screw with the opposite angle and slide undoes it.
Motion turn_of(const ScrewTracks& tracks, double sign) {
  return changed(*tracks.a, [&](std::size_t k) {
    const ScrewFormula& f = tracks.of_a(k);
    return ScrewFormula{Pose{}, f.point, f.axis, sign * f.angle, sign * f.slide};
  });
}

void take_out_screws(Parts& carrier, Parts& a, Parts& b) {
  if (a.empty() || b.empty() || !may_be_taken_out(a[0])) return;
  const auto tracks = screw_tracks(a[0], b[0]);
  const Company company = tracks ? company_of(*tracks) : Company::kNone;
  if (company == Company::kNone) return;
  carrier.push_back(turn_of(*tracks, 1.0));
  const Motion begins_a = begins(*tracks->a), begins_b = begins(*tracks->b);
  const Motion back = turn_of(*tracks, -1.0);
  a[0] = begins_a;
  if (company == Company::kExact) {
    b[0] = begins_b;
  } else {
    b.insert(b.begin(), back);
  }
}

bool may_share(const Motion& a, const Motion& b) {
  if (same(a, b)) return true;
  const auto tracks = screw_tracks(a, b);
  return tracks && company_of(*tracks) != Company::kNone;
}
}  // namespace

CarriedPair without_carrier(const Motion& a, const Motion& b) {
  if (!may_share(first_part(a), first_part(b))) return {Motion(), a, b};
  Parts rest_a = parts_of(a), rest_b = parts_of(b), carrier;
  std::size_t shared = 0;
  while (shared < std::min(rest_a.size(), rest_b.size()) && may_be_taken_out(rest_a[shared]) &&
         same(rest_a[shared], rest_b[shared]))
    ++shared;
  const auto first = std::ptrdiff_t(shared);
  carrier.assign(rest_a.begin(), rest_a.begin() + first);
  rest_a.erase(rest_a.begin(), rest_a.begin() + first);
  rest_b.erase(rest_b.begin(), rest_b.begin() + first);
  take_out_screws(carrier, rest_a, rest_b);
  // What stands still costs nothing and stays.
  const bool moves = std::ranges::any_of(carrier, [](const Motion& m) { return !m.is_still(); });
  if (!moves) return {Motion(), a, b};
  return {composed(carrier), composed(rest_a), composed(rest_b)};
}

}  // namespace graze
