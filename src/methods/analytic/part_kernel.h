// SPDX-License-Identifier: MIT
// Question   How far from the left end of a part of time is one phase of two boxes proved? [B2-B4]
// Source     docs/methods/analytic.md, sections 3.1 to 3.4.
// Guarantee  What is said to be apart or to overlap is so at every instant, rounding included.
//
// Compiled once per instruction set under its own namespace: no templates of others, no Eigen.
#include "methods/analytic/lanes_kernel.h"

namespace graze::analytic::GRAZE_SCAN_NAMESPACE {
namespace {
/// How far from the left end of the current part a statement is proved.
struct Advance {
  double share = 0.0;  // of the part; 0: nothing
  int axis = -1, sign = 0;
  double slope = 0.0;    // of that axis' function, per unit of the part
  bool shorten = false;  // proved at the left end only: the part is too long
  double value = 0.0;    // of that axis' function at the left end, beyond the error
};

/// 1 / i, rounded: shares are rounded down by more than that.
struct Shares {
  double inverse[kMaxDegree + 1];
  constexpr Shares() : inverse{} {
    for (int i = 1; i <= kMaxDegree; ++i) inverse[i] = 1.0 / i;
  }
};
constexpr Shares kShares;

/// Binomial coefficients n over k for n <= 48, exact (below 2^53).
struct Binomials {
  double c[kMaxDegree + 1][kMaxDegree + 1];
  constexpr Binomials() : c{} {
    for (int n = 0; n <= kMaxDegree; ++n) {
      c[n][0] = 1.0;
      for (int k = 1; k <= n; ++k) c[n][k] = c[n - 1][k - 1] + (k < n ? c[n - 1][k] : 0.0);
    }
  }
};
constexpr Binomials kBinomials;

constexpr int kNewtonRounds = 4;

/// Zeros of four polynomials (control values c) near `from`, each in [from, 1), by Newton's rounds.
/// Only guesses. In u = s / (1 - s) a Bernstein form is a plain polynomial.
inline V4 zeros_after(const V4* c, int degree, V4 from) {
  V4 b[kMaxDegree + 1];
  for (int i = 0; i <= degree; ++i) b[i] = c[i] * all(kBinomials.c[degree][i]);
  const V4 begin = min_of(from, all(1.0 - 0x1p-16)), lo = begin / (all(1.0) - begin);
  V4 u = lo;
  for (int round = 0; round < kNewtonRounds; ++round) {
    V4 value = b[degree], slope = all(0.0);
    for (int i = degree - 1; i >= 0; --i) {
      slope = slope * u + value;
      value = value * u + b[i];
    }
    const V4 next = u - value / slope;
    u = slope < all(0.0) ? min_of(max_of(next, lo), all(0x1p16)) : u;
  }
  return u / (all(1.0) + u);
}

/// All control values on [0, x] are positive; overwrites c.
inline bool is_positive_until(double* c, int degree, double x) {
  for (int level = 1; level <= degree; ++level)
    for (int i = degree; i >= level; --i) c[i] = (1.0 - x) * c[i - 1] + x * c[i];
  bool is = true;
  for (int i = 0; i <= degree; ++i) is = is && c[i] > 0.0;
  return is;
}

/// The functions on [t, r]. Time may run backwards: t is then 1 - time.
template <bool kAffine>
class Part {
 public:
  Part(const PairFunctions& p, Scan& out, bool backwards)
      : p_(p), halves_(p), out_(out), backwards_(backwards) {}

  double t() const { return t_; }
  double r() const { return r_; }
  double width() const { return r_ - t_; }
  int cuts() const { return cuts_; }
  double error() const { return p_.error + (7.2 * p_.degree * cuts_ + 16.0) * kU * p_.size; }

  /// Cut from the whole.
  void load_from(double t, double r) {
    for (int i = 0; i <= p_.degree; ++i) store(row_[i], p_.c[backwards_ ? p_.degree - i : i]);
    t_ = 0.0, r_ = 1.0, cuts_ = 0;
    if (t > 0.0) drop_left(t, t);
    if (r < 1.0) {
      drop_right((r - t) / (1.0 - t));
      r_ = r;
    }
  }

  /// On to the time t, which is `share` of the part away.
  void drop_left(double share, double t) {
    for (int last = p_.degree; last > 0; --last)
      for (int i = 0; i < last; ++i) blend(row_[i], row_[i], row_[i + 1], share);
    ++cuts_, ++out_.cuts;
    t_ = t;
  }

  /// Nothing is left: the functions are not looked at any more.
  void finish() { t_ = r_; }
  void finish(double t) { t_ = r_ = t; }

  void shorten(double share) {
    const double r = t_ + share * (r_ - t_);
    drop_right(share);
    r_ = r;
    refresh();
  }

  void refresh() {
    if (cuts_ > kMostCuts) load_from(t_, r_);
  }

  /// |C| - R > 0 for one axis: with the sign of C at the left end, sC_i - R(|V_i|) are control
  /// values of a lower bound, exact at the ends. The line from the first through the lowest of them
  /// stays below all; the axis whose line ends last is followed until its bound ends.
  Advance apart() {
    const double off = begin();
    Bounds sign, first, lowest, slope;
    const Bounds r0 = radii<kAffine>(halves_, magnitudes<kAffine>(row_[0]));
    M4 any = {};
    for (int k = 0; k < 5; ++k) {
      sign.axis[k] = sign_of(row_[0].centre[k]);
      first.axis[k] = (abs_of(row_[0].centre[k]) - r0.axis[k]) - all(off);
      lowest.axis[k] = first.axis[k];
      slope.axis[k] = all(0x1p1000);
      any |= first.axis[k] > all(0.0);
    }
    if (!(any[0] | any[1] | any[2] | any[3])) return {};
    value_[0] = first;
    for (int i = 1; i <= p_.degree; ++i) {
      const Bounds r = radii<kAffine>(halves_, magnitudes<kAffine>(row_[i]));
      const V4 rate = all(double(p_.degree) * kShares.inverse[i]);
      for (int k = 0; k < 5; ++k) {
        const V4 value = (sign.axis[k] * row_[i].centre[k] - r.axis[k]) - all(off);
        value_[i].axis[k] = value;
        lowest.axis[k] = min_of(lowest.axis[k], value);
        slope.axis[k] = min_of(slope.axis[k], (value - first.axis[k]) * rate);
      }
    }
    return best_of(sign, first, lowest, slope);
  }

  Advance overlap() {
    const double off = begin();
    const Upper u = upper();
    M4 blocked = {};
    for (int k = 0; k < 3; ++k) blocked |= blocks(u, k, off);
    // Leaving out parallel pairs is worth trying first; if the others do not overlap enough, the
    // part is too long or the pairs count.
    const bool is_blocked = (blocked[0] | blocked[1] | blocked[2] | blocked[3]) != 0;
    bool skip[20] = {};
    if (is_blocked) {
      const double margin = margin_without(u, off, p_.degree, skip);
      const Advance without = margin < 0.0 ? Advance{} : reach(u, -off - margin, skip);
      if (without.share > 0.0) return without;
    }
    bool none[20] = {};
    Advance all_axes = is_below(u, -off) ? Advance{1.0, -1, 0, 0.0, false} : reach(u, -off, none);
    if (all_axes.share < 0.0625) all_axes.shorten = is_blocked && overlaps_at_left(u, off);
    return all_axes;
  }

  /// All axes within `off` of touching or overlapping, and one within as much of touching: the
  /// boxes touch all the time, as far as can be told.
  bool is_touching(double off) {
    ++out_.evaluations;
    const Upper u = upper();
    if (!is_below(u, off)) return false;
    Bounds lowest = {};
    for (int i = 0; i <= p_.degree; ++i) {
      const Bounds r = radii<kAffine>(halves_, magnitudes<kAffine>(row_[i]));
      for (int k = 0; k < 5; ++k) {
        V4 value = sign_of(row_[0].centre[k]) * row_[i].centre[k] - r.axis[k];
        value[3] = -0x1p1000;
        lowest.axis[k] = i == 0 ? value : min_of(lowest.axis[k], value);
      }
    }
    double nearest = max_of(largest(lowest.axis[3]), largest(lowest.axis[4]));
    // An edge pair's function also vanishes where its edges are parallel: such pairs do not count.
    const Row first = magnitudes<kAffine>(row_[0]);
    for (int k = 0; k < 3; ++k) {
      const V4 angle = first.v[(k + 1) % 3] + first.v[(k + 2) % 3];
      const V4 counting = angle > all(0.01 * first.v[0][3]) ? lowest.axis[k] : all(-0x1p1000);
      nearest = max_of(nearest, max_of(counting[0], max_of(counting[1], counting[2])));
    }
    return nearest >= -off;
  }

 private:
  static void store(Row& to, const double* from) {
    for (int i = 0; i < 3; ++i) to.v[i] = load(from + 4 * i);
    for (int i = 0; i < 5; ++i) to.centre[i] = load(from + 12 + 4 * i);
    for (int i = 0; kAffine && i < 3; ++i) to.second[i] = load(from + 32 + 4 * i);
  }

  static void blend(Row& to, const Row& a, const Row& b, double at) {
    const V4 s = all(at), rest = all(1.0 - at);
    for (int i = 0; i < 3; ++i) to.v[i] = rest * a.v[i] + s * b.v[i];
    for (int i = 0; i < 5; ++i) to.centre[i] = rest * a.centre[i] + s * b.centre[i];
    for (int i = 0; kAffine && i < 3; ++i) to.second[i] = rest * a.second[i] + s * b.second[i];
  }

  void drop_right(double share) {
    for (int level = 1; level <= p_.degree; ++level)
      for (int i = p_.degree; i >= level; --i) blend(row_[i], row_[i - 1], row_[i], share);
    ++cuts_, ++out_.cuts;
  }

  double begin() {
    ++out_.evaluations;
    const double off = error();
    out_.error = max_of(out_.error, off);
    return off;
  }

  /// The axis whose line ends last. A part that is free to its end counts twice.
  Advance best_of(const Bounds& sign, const Bounds& first, const Bounds& lowest,
                  const Bounds& slope) const {
    V4 best = all(0.0), group = all(0.0);
    for (int k = 0; k < 5; ++k) {
      const V4 line = first.axis[k] / -slope.axis[k] * all(1.0 - 0x1p-48);  // rounded down
      const V4 capped = min_of(line, all(1.0));
      const V4 whole = lowest.axis[k] > all(0.0) ? all(2.0) : capped;
      const V4 share = first.axis[k] > all(0.0) ? whole : all(0.0);
      group = share > best ? all(double(k)) : group;
      best = max_of(share, best);
    }
    const double line = largest(best);
    const auto advance = [&](int lane, double share) -> Advance {
      const int k = int(group[lane]);
      return {share, 4 * k + lane,       sign.axis[k][lane] < 0.0 ? -1 : 1, slope.axis[k][lane],
              false, first.axis[k][lane]};
    };
    // Over a long part bounds are too loose to be worth following.
    if (line >= 1.0 || width() > 0.5) return advance(lane_of(best, line), min_of(line, 1.0));
    // Of each lane the best axis is followed to the zero of its bound.
    const V4 zeros = best > all(0.0) ? followed(group, best) : all(0.0);
    const double far = largest(zeros);
    const int lane = lane_of(zeros, far);
    const double share =
        proved_share(int(group[lane]), lane, far, slope.axis[int(group[lane])][lane]);
    return share > line ? advance(lane, share) : advance(lane_of(best, line), line);
  }

  static int lane_of(V4 x, double value) {
    int lane = 0;
    while (lane < 3 && x[lane] != value) ++lane;
    return lane;
  }

  V4 followed(V4 group, V4 from) const {
    V4 c[kMaxDegree + 1];
    for (int i = 0; i <= p_.degree; ++i) {
      c[i] = value_[i].axis[0];
      for (int k = 1; k < 5; ++k) c[i] = group == all(double(k)) ? value_[i].axis[k] : c[i];
    }
    return zeros_after(c, p_.degree, from);
  }

  /// A little before the zero of one axis' bound, if it is positive up to there; else 0. One cut
  /// more is paid for.
  double proved_share(int k, int lane, double zero, double slope) const {
    const double paid = (7.2 * p_.degree + 8.0) * kU * p_.size;
    const double x = zero - 0x1p-44 + 4.0 * paid / slope;  // the slope is negative
    if (!(x > 0.0)) return 0.0;
    double c[kMaxDegree + 1];
    for (int i = 0; i <= p_.degree; ++i) c[i] = value_[i].axis[k][lane] - paid;
    return is_positive_until(c, p_.degree, x) ? x * (1.0 - 0x1p-48) : 0.0;
  }

  /// V with its first sign for the whole part: never more than |V|, so that |C| - R(V) is never
  /// less than the truth, and equal to it at the left end and where V keeps its sign.
  static V4 sign_of(V4 first) { return first < all(0.0) ? all(-1.0) : all(1.0); }

  Row signs() const {
    Row s;
    for (int i = 0; i < 3; ++i) s.v[i] = sign_of(row_[0].v[i]);
    for (int i = 0; kAffine && i < 3; ++i) s.second[i] = sign_of(row_[0].second[i]);
    return s;
  }

  /// Upper bounds of |C| - R over the part, and where they start.
  struct Upper {
    Bounds first, highest, slope;
  };

  Upper upper() const {
    const V4 used = V4{0.0, 0.0, 0.0, -0x1p1000};
    const Row s = signs();
    Upper u;
    for (int i = 0; i <= p_.degree; ++i) {
      Row v;
      for (int k = 0; k < 3; ++k) v.v[k] = s.v[k] * row_[i].v[k];
      for (int k = 0; kAffine && k < 3; ++k) v.second[k] = s.second[k] * row_[i].second[k];
      const Bounds r = radii<kAffine>(halves_, v);
      const V4 rate = all(double(p_.degree) * kShares.inverse[i]);
      for (int k = 0; k < 5; ++k) {
        const V4 value = (abs_of(row_[i].centre[k]) - r.axis[k]) + used;
        if (i == 0) {
          u.first.axis[k] = u.highest.axis[k] = value;
          u.slope.axis[k] = all(p_.degree == 0 ? 0.0 : -0x1p1000);  // constants stay
          continue;
        }
        u.highest.axis[k] = max_of(u.highest.axis[k], value);
        u.slope.axis[k] = max_of(u.slope.axis[k], (value - u.first.axis[k]) * rate);
      }
    }
    return u;
  }

  static bool is_below(const Upper& u, double level) {
    V4 most = u.highest.axis[0];
    for (int k = 1; k < 5; ++k) most = max_of(most, u.highest.axis[k]);
    return largest(most) <= level;
  }

  /// Edge pairs whose bounds end within a sixteenth of the part.
  static M4 blocks(const Upper& u, int k, double off) {
    const V4 there = u.first.axis[k] + u.slope.axis[k] * all(0.0625);
    return (u.highest.axis[k] > all(-off)) & (there > all(-off));
  }

  /// Largest |V_i+1,j| + |V_i+2,j| over the part, for the edge pairs (i, j): zero if parallel.
  void parallelism(Bounds& angle, int degree) const {
    V4 most[3] = {};
    for (int i = 0; i <= degree; ++i)
      for (int k = 0; k < 3; ++k) most[k] = max_of(most[k], abs_of(row_[i].v[k]));
    for (int k = 0; k < 3; ++k) angle.axis[k] = most[(k + 1) % 3] + most[(k + 2) % 3];
  }

  double least_weight(int degree) const {
    double least = row_[0].v[0][3];
    for (int i = 1; i <= degree; ++i) least = min_of(least, row_[i].v[0][3]);
    return least;
  }

  /// What all other axes must overlap by beyond rounding if the edge pairs that block are left out
  /// as parallel, over the coefficients up to `degree`. Negative: no pair blocks.
  double margin_without(const Upper& u, double off, int degree, bool skip[20]) const {
    double angle = -1.0;
    Bounds parallel;
    for (int k = 0; k < 20; ++k) {
      skip[k] = false;
      if (k >= 12 || k % 4 == 3) continue;
      if (degree > 0 ? !blocks(u, k / 4, off)[k % 4] : u.first.axis[k / 4][k % 4] <= -off) continue;
      if (angle < 0.0) parallelism(parallel, degree);
      skip[k] = true;
      angle = max_of(angle, parallel.axis[k / 4][k % 4]);
    }
    if (angle < 0.0) return -1.0;
    const double weight = least_weight(degree) - p_.v_error;
    angle += 2.0 * p_.v_error;
    if (!(angle < 0.1 * weight)) return 0x1p1000;
    return p_.slack * angle / weight * (1.0 + 0x1p-40);
  }

  /// True if they overlap at the instant t and only a parallel pair or a change of sign blocks:
  /// then a shorter part is enough.
  bool overlaps_at_left(const Upper& u, double off) const {
    bool skip[20];
    const double margin = margin_without(u, off, 0, skip);
    const double level = -off - max_of(margin, 0.0);
    for (int k = 0; k < 20; ++k)
      if (!skip[k] && !(u.first.axis[k / 4][k % 4] < level)) return false;
    return true;
  }

  /// How far all axes that count stay below `level`: to the least of their lines' ends.
  Advance reach(const Upper& u, double level, const bool skip[20]) const {
    Advance least{1.0, -1, 0, 0.0, false};
    for (int k = 0; k < 20; ++k) {
      const double first = u.first.axis[k / 4][k % 4], slope = u.slope.axis[k / 4][k % 4];
      if (skip[k] || u.highest.axis[k / 4][k % 4] <= level) continue;
      if (!(first < level)) return {0.0, k, 0, slope, false};
      const double share = (level - first) / slope * (1.0 - 0x1p-48);
      if (share < least.share) least = {share, k, 0, slope, false, level - first};
    }
    return least;
  }

  const PairFunctions& p_;
  const Halves halves_;
  Scan& out_;
  const bool backwards_;
  double t_ = 0.0, r_ = 1.0;
  int cuts_ = 0;
  Row row_[kMaxDegree + 1];
  Bounds value_[kMaxDegree + 1];  // control values of the last apart()
};
}  // namespace
}  // namespace graze::analytic::GRAZE_SCAN_NAMESPACE
