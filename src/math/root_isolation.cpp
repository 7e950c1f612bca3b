// SPDX-License-Identifier: MIT
// Question   Where in [0, 1] are the roots of a polynomial, and what can be proved about each?
// Source     Descartes' rule of signs in Bernstein form (Lane and Riesenfeld 1981; Eigenwillig
//            2008); interval Newton steps to narrow simple roots.
// Guarantee  No root outside the returned intervals; kinds and counts hold for every polynomial
//            whose coefficients lie in the given intervals.
// Changed    Coefficients are intervals, so a sign may be unknown: counts become ranges. Parts are
//            split where the sign is certain, if such a point is found among five.
#include "graze/math/root_isolation.h"

#include <algorithm>

#include "graze/base/assert.h"

namespace graze {
namespace {

bool is_zero(const Interval& c) { return c.lo == 0.0 && c.hi == 0.0; }
bool has_sign(const Interval& c) { return !c.contains_zero(); }
bool opposite(const Interval& a, const Interval& b) { return (a.hi < 0.0) != (b.hi < 0.0); }

/// The signs of one part's coefficients, read with Descartes' rule. A sign that is unknown may be
/// anything.
struct SignCount {
  int zeros_at_lo = 0;         ///< multiplicity of an exact root at the lower end, if ends_certain
  int zeros_at_hi = 0;         ///< the same at the upper end
  bool ends_certain = false;   ///< first and last coefficient between those zeros have a sign
  bool changes = false;        ///< those two differ (if ends_certain)
  bool ends_positive = false;  ///< the last coefficient between those zeros is positive
  int most = 0;                ///< largest possible number of sign changes between those zeros
};

/// Largest number of sign changes of a row whose unknown signs are free to choose.
int most_sign_changes(const Interval* first, const Interval* last) {
  constexpr int kImpossible = -1000;
  int ending_negative = first->lo < 0.0 || first->contains_zero() ? 0 : kImpossible;
  int ending_positive = first->hi > 0.0 || first->contains_zero() ? 0 : kImpossible;
  for (const Interval* c = first + 1; c <= last; ++c) {
    const int negative = std::max(ending_negative, ending_positive + 1);
    const int positive = std::max(ending_positive, ending_negative + 1);
    ending_negative = c->lo < 0.0 || c->contains_zero() ? negative : kImpossible;
    ending_positive = c->hi > 0.0 || c->contains_zero() ? positive : kImpossible;
  }
  return std::max(ending_negative, ending_positive);
}

SignCount count_signs(const IntervalBernstein& p) {
  const std::vector<Interval>& c = p.coefficients;
  const Interval* first = c.data();
  const Interval* last = c.data() + p.degree();
  SignCount count;
  while (first < last && is_zero(*first)) ++first, ++count.zeros_at_lo;
  while (first < last && is_zero(*last)) --last, ++count.zeros_at_hi;
  count.ends_certain = has_sign(*first) && has_sign(*last);
  count.changes = count.ends_certain && opposite(*first, *last);
  count.ends_positive = last->lo > 0.0;
  count.most = most_sign_changes(first, last);
  return count;
}

/// True if halving cannot help: averages of coefficients that contain zero contain zero again.
bool is_hopeless(const IntervalBernstein& p) {
  return std::all_of(p.coefficients.begin(), p.coefficients.end(),
                     [](const Interval& c) { return c.contains_zero(); });
}

/// One interval Newton step from the middle of `u`, in `u`; nothing if there is no root in `u`.
std::optional<Interval> newton_step(const IntervalBernstein& p, const IntervalBernstein& slope,
                                    const Interval& u) {
  const double m = u.middle();
  return intersection(u, Interval(m) - evaluate(p, m) / evaluate(slope, u));
}

/// The side of `u` with the root, by the sign near the middle; `u` if no sign is certain there.
Interval side_with_root(const IntervalBernstein& p, const Interval& u, bool rises) {
  for (const double fraction : {0.5, 0.375, 0.625}) {
    const double cut = u.lo + fraction * (u.hi - u.lo);
    const Interval value = evaluate(p, cut);
    if (!has_sign(value)) continue;
    return (value.lo > 0.0) == rises ? Interval(u.lo, cut) : Interval(cut, u.hi);
  }
  return u;
}

/// Narrows [0, 1], which holds exactly one simple root of p, to `width` or as far as rounding
/// allows.
Interval narrowed(const IntervalBernstein& p, bool rises, double width) {
  const IntervalBernstein slope = derivative(p);
  Interval u(0.0, 1.0);
  while (u.width() > width) {
    Interval next = newton_step(p, slope, u).value_or(u);
    if (next.width() > 0.5 * u.width()) next = side_with_root(p, next, rises);
    if (next.width() > 0.9 * u.width()) break;
    u = next;
  }
  return u;
}

/// A part of [0, 1] with dyadic ends and the polynomial on it.
struct Part {
  IntervalBernstein p;
  double lo, hi;
};

class Isolation {
 public:
  Isolation(const IntervalBernstein& p, const RootOptions& options) : p_(p), options_(options) {}

  std::vector<RootInterval> run() {
    std::vector<Part> waiting{{p_, 0.0, 1.0}};  // the earliest part last
    while (!waiting.empty()) {
      const Part part = std::move(waiting.back());
      waiting.pop_back();
      if (!settle(part)) divide(part, waiting);
    }
    return judged();
  }

 private:
  /// True if the part needs no further division; its roots are then in roots_.
  bool settle(const Part& part) {
    const SignCount count = count_signs(part.p);
    if (count.ends_certain && count.most <= 1 && settle(part, count)) return true;
    if (!is_hopeless(part.p) && part.hi - part.lo > options_.width) return false;
    add_cluster(part);
    return true;
  }

  /// The part has exact roots at its ends and at most one, simple, between them. False if that one
  /// cannot be kept apart from an end.
  bool settle(const Part& part, const SignCount& count) {
    const Interval where = count.changes ? simple_root(part, count) : Interval(part.lo, part.hi);
    const bool at_lo = count.zeros_at_lo > 0, at_hi = count.zeros_at_hi > 0;
    if (count.changes && ((at_lo && where.lo == part.lo) || (at_hi && where.hi == part.hi)))
      return false;
    if (at_lo) add_point(part.lo, count.zeros_at_lo);
    if (count.changes) roots_.push_back({where, RootKind::kSimple, 1, 1});
    // At an inner end the next part reports it.
    if (at_hi && part.hi == 1.0) add_point(part.hi, count.zeros_at_hi);
    return true;
  }

  void add_point(double at, int multiplicity) {
    const RootKind kind = multiplicity == 1 ? RootKind::kSimple : RootKind::kMultiple;
    roots_.push_back({at, kind, multiplicity, multiplicity});
  }

  /// Where the one simple root inside the part is, in the parameter of p_.
  Interval simple_root(const Part& part, const SignCount& count) const {
    const double size = part.hi - part.lo;
    const IntervalBernstein inner = deflated(part.p, count.zeros_at_lo, count.zeros_at_hi);
    const Interval u = narrowed(inner, count.ends_positive, options_.width / size);
    return *intersection(Interval(part.lo) + size * u, {part.lo, part.hi});
  }

  void add_cluster(const Part& part) {
    const bool joins = !roots_.empty() && roots_.back().kind == RootKind::kCluster &&
                       roots_.back().where.hi == part.lo;
    if (joins) {
      roots_.back().where.hi = part.hi;
    } else {
      roots_.push_back({{part.lo, part.hi}, RootKind::kCluster, 0, p_.degree()});
    }
  }

  /// Splits where the sign is certain or exactly zero, if one of five points allows it.
  void divide(const Part& part, std::vector<Part>& waiting) const {
    constexpr double kPoints[] = {0.4375, 0.5625, 0.375, 0.625};
    double s = 0.5;
    auto halves = split(part.p, s);
    for (const double other : kPoints) {
      const Interval& value = halves.second.coefficients.front();
      if (has_sign(value) || is_zero(value) || !is_dyadic(part, other)) break;
      auto candidate = split(part.p, other);
      if (!has_sign(candidate.second.coefficients.front())) continue;
      halves = std::move(candidate);
      s = other;
    }
    const double middle = part.lo + s * (part.hi - part.lo);
    waiting.push_back({std::move(halves.second), middle, part.hi});
    waiting.push_back({std::move(halves.first), part.lo, middle});
  }

  /// The point s of the part and its distance to the ends are doubles, with bits to spare for
  /// halving down to the smallest width.
  static bool is_dyadic(const Part& part, double s) {
    const double grain = 0x1p-50;
    const double middle = part.lo + s * (part.hi - part.lo);
    return std::floor(middle / grain) * grain == middle;
  }

  std::vector<RootInterval> judged() const {
    std::vector<RootInterval> result;
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      RootInterval root = roots_[i];
      if (root.kind == RootKind::kCluster) judge(root, i);
      if (root.most > 0) result.push_back(root);
    }
    return result;
  }

  /// Cluster i and `margin` times its width on both sides, up to the neighbours.
  Interval room(std::size_t i, double margin) const {
    const double before = i == 0 ? 0.0 : roots_[i - 1].where.hi;
    const double after = i + 1 == roots_.size() ? 1.0 : roots_[i + 1].where.lo;
    const Interval where = roots_[i].where;
    const double size = margin * (where.hi - where.lo);
    return {std::max(before, where.lo - size), std::min(after, where.hi + size)};
  }

  /// Looks at a cluster again, with room around it so that the signs at its ends are certain.
  void judge(RootInterval& root, std::size_t i) const {
    for (const double margin : {4.0, 32.0, 256.0, 2048.0}) {
      const Interval around = room(i, margin);
      const SignCount count = count_signs(restricted(p_, around));
      root.most = std::min(count.most + count.zeros_at_lo + count.zeros_at_hi, root.most);
      if (!count.ends_certain || count.zeros_at_lo > 0 || count.zeros_at_hi > 0) continue;
      root.least = count.changes ? 1 : 0;
      return count.changes ? judge_crossing(root, around) : judge_touch(root, around, count);
    }
  }

  void judge_crossing(RootInterval& root, const Interval& room) const {
    const Interval slope = range(restricted(derivative(p_), room));
    if (root.most > 1 && !has_sign(slope)) return;
    root.kind = RootKind::kSimple;
    root.most = 1;
  }

  /// Equal signs at the ends of `room`. If it curves away from zero there is no root after all.
  void judge_touch(RootInterval& root, const Interval& room, const SignCount& count) const {
    const Interval curvature = range(restricted(derivative(derivative(p_)), room));
    if (root.most == 0 || !has_sign(curvature)) return;
    const bool bends_to_zero = (curvature.lo > 0.0) == count.ends_positive;
    root.most = bends_to_zero ? std::min(root.most, 2) : 0;
    root.kind = RootKind::kTangent;
  }

  const IntervalBernstein& p_;
  const RootOptions& options_;
  std::vector<RootInterval> roots_;
};

}  // namespace

std::vector<RootInterval> isolate_roots(const IntervalBernstein& p, const RootOptions& options) {
  GRAZE_ASSERT(options.width >= 0x1p-48 && options.width <= 1.0);
  return Isolation(p, options).run();
}

}  // namespace graze
