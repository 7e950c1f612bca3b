// SPDX-License-Identifier: MIT
// Question   When do two boxes under rational motion overlap?                              [B2-B4]
// Source     docs/methods/analytic_boxes.md, section 3; Gottschalk's 15 axes in Bernstein form.
// Guarantee  kApart and kOverlap hold at every instant of their stretches, rounding included.
// Changed    No homogeneous intervals and no roots of single planes (Albocher et al.): control
//            polygons bound all axes at once, and time advances to where the best bound ends.
//
// Compiled once per instruction set under its own namespace: no templates of others, no Eigen.
#include "detect/analytic_boxes/lanes_kernel.h"

namespace graze::analytic_boxes::GRAZE_SCAN_NAMESPACE {
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

template <bool kAffine>
class Scanner {
 public:
  Scanner(const PairFunctions& p, const ScanOptions& options, Scan& out)
      : p_(p), options_(options), out_(out) {}

  void run() {
    load_from(0.0, 1.0);
    bool was_apart = true;
    while (t_ < 1.0 && out_.complete && !is_done()) {
      Advance advance = was_apart ? apart() : overlap();
      bool is_apart = was_apart;
      if (advance.share <= 0.0) {
        advance = was_apart ? overlap() : apart();
        is_apart = !was_apart;
      }
      if (advance.shorten && r_ - t_ > kShortest) {
        shorten(0.0625);
        continue;
      }
      // Short steps so near to touching would crawl along a graze.
      const bool is_near = advance.value < patience() * error();
      const double least = is_near ? kCrawling : kLeastStep;
      if (advance.share * (r_ - t_) < least && advance.share < 1.0) {
        if (cuts_ > 2) {  // cut anew, with less rounding, before giving up
          load_from(t_, r_);
          continue;
        }
        if (leap(advance)) continue;
      }
      was_apart = is_apart;
      move(is_apart ? Phase::kApart : Phase::kOverlap, advance);
    }
  }

 private:
  double error() const { return p_.error + (7.2 * p_.degree * cuts_ + 16.0) * kU * p_.size; }

  /// How near to touching short steps are given up, in errors. Grows while time hardly advances, so
  /// that no graze takes long.
  double patience() {
    if (t_ > mark_ + 0x1p-16 || out_.evaluations < effort_) mark_ = t_, effort_ = out_.evaluations;
    const int spent = out_.evaluations - effort_;
    return spent < 60 ? 3.0 : (spent < 150 ? 50.0 : 1000.0);
  }

  bool is_done() const {
    if (!options_.first_only || out_.count == 0) return false;
    return out_.stretches[out_.count - 1].phase == Phase::kOverlap;
  }

  static constexpr int kVectors = kAffine ? 11 : 8;

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

  /// The functions on [t, r], cut from those on [0, 1].
  void load_from(double t, double r) {
    for (int i = 0; i <= p_.degree; ++i) store(f_.row[i], p_.c[i]);
    t_ = 0.0, r_ = 1.0, cuts_ = 0;
    if (t > 0.0) drop_left(t);
    t_ = t;
    if (r < 1.0) drop_right((r - t) / (1.0 - t));
    r_ = r;
  }

  void drop_left(double share) {
    for (int last = p_.degree; last > 0; --last)
      for (int i = 0; i < last; ++i) blend(f_.row[i], f_.row[i], f_.row[i + 1], share);
    ++cuts_, ++out_.cuts;
  }

  void drop_right(double share) {
    for (int level = 1; level <= p_.degree; ++level)
      for (int i = p_.degree; i >= level; --i) blend(f_.row[i], f_.row[i - 1], f_.row[i], share);
    ++cuts_, ++out_.cuts;
  }

  /// |C| - R > 0 for one axis: with the sign of C at the left end, sC_i - R(|V_i|) are control
  /// values of a lower bound, exact at the ends. The line from the first through the lowest of them
  /// stays below all.
  Advance apart() {
    ++out_.evaluations;
    const double off = error();
    note_error(off);
    Bounds sign, first, lowest, slope;
    const Bounds r0 = radii<kAffine>(p_, magnitudes<kAffine>(f_.row[0]));
    M4 any = {};
    for (int k = 0; k < 5; ++k) {
      sign.axis[k] = f_.row[0].centre[k] < all(0.0) ? all(-1.0) : all(1.0);
      first.axis[k] = (abs_of(f_.row[0].centre[k]) - r0.axis[k]) - all(off);
      lowest.axis[k] = first.axis[k];
      slope.axis[k] = all(0x1p1000);
      any |= first.axis[k] > all(0.0);
    }
    if (!(any[0] | any[1] | any[2] | any[3])) return {};
    for (int i = 1; i <= p_.degree; ++i) {
      const Bounds r = radii<kAffine>(p_, magnitudes<kAffine>(f_.row[i]));
      const V4 rate = all(double(p_.degree) * kShares.inverse[i]);
      for (int k = 0; k < 5; ++k) {
        const V4 value = (sign.axis[k] * f_.row[i].centre[k] - r.axis[k]) - all(off);
        lowest.axis[k] = min_of(lowest.axis[k], value);
        slope.axis[k] = min_of(slope.axis[k], (value - first.axis[k]) * rate);
      }
    }
    return best_of(sign, first, lowest, slope);
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
    int lane = 0;
    for (int i = 1; i < 4; ++i)
      if (best[i] > best[lane]) lane = i;
    const int k = int(group[lane]);
    return {min_of(best[lane], 1.0), 4 * k + lane, sign.axis[k][lane] < 0.0 ? -1 : 1,
            slope.axis[k][lane],     false,        first.axis[k][lane]};
  }

  void note_error(double off) { out_.error = max_of(out_.error, off); }

  /// V with its first sign for the whole part: never more than |V|, so that |C| - R(V) is never
  /// less than the truth, and equal to it at the left end and where V keeps its sign.
  static V4 sign_of(V4 first) { return first < all(0.0) ? all(-1.0) : all(1.0); }

  Row signs() const {
    Row s;
    for (int i = 0; i < 3; ++i) s.v[i] = sign_of(f_.row[0].v[i]);
    for (int i = 0; kAffine && i < 3; ++i) s.second[i] = sign_of(f_.row[0].second[i]);
    return s;
  }

  /// Upper bounds of |C| - R over the part, and where they start.
  struct Upper {
    Bounds first, highest, slope;
  };

  Upper upper() const {
    static constexpr double kNever = -0x1p1000;  // unused lanes
    const Row s = signs();
    Upper u;
    for (int i = 0; i <= p_.degree; ++i) {
      Row v;
      for (int k = 0; k < 3; ++k) v.v[k] = s.v[k] * f_.row[i].v[k];
      for (int k = 0; kAffine && k < 3; ++k) v.second[k] = s.second[k] * f_.row[i].second[k];
      const Bounds r = radii<kAffine>(p_, v);
      const V4 rate = all(double(p_.degree) * kShares.inverse[i]);
      for (int k = 0; k < 5; ++k) {
        V4 value = abs_of(f_.row[i].centre[k]) - r.axis[k];
        value[3] = kNever;
        if (i == 0) u.first.axis[k] = u.highest.axis[k] = value, u.slope.axis[k] = all(kNever);
        u.highest.axis[k] = max_of(u.highest.axis[k], value);
        if (i > 0) u.slope.axis[k] = max_of(u.slope.axis[k], (value - u.first.axis[k]) * rate);
      }
    }
    return u;
  }

  /// Largest |V_i+1,j| + |V_i+2,j| over the part, for the edge pairs (i, j): zero if parallel.
  void parallelism(Bounds& angle, int degree) const {
    V4 most[3] = {};
    for (int i = 0; i <= degree; ++i)
      for (int k = 0; k < 3; ++k) most[k] = max_of(most[k], abs_of(f_.row[i].v[k]));
    for (int k = 0; k < 3; ++k) angle.axis[k] = most[(k + 1) % 3] + most[(k + 2) % 3];
  }

  double least_weight(int degree) const {
    double least = f_.row[0].v[0][3];
    for (int i = 1; i <= degree; ++i) least = min_of(least, f_.row[i].v[0][3]);
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
      const double first = u.first.axis[k / 4][k % 4], slope = u.slope.axis[k / 4][k % 4];
      // Bounds that end within a sixteenth of the part block.
      const double there = degree > 0 ? first + slope * 0.0625 : first;
      if ((degree > 0 && u.highest.axis[k / 4][k % 4] <= -off) || there <= -off) continue;
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

  Advance overlap() {
    ++out_.evaluations;
    const double off = error();
    note_error(off);
    const Upper u = upper();
    bool skip[20];
    // Leaving out parallel pairs is worth trying first; if the others do not overlap enough, the
    // part is too long or the pairs count.
    const double margin = margin_without(u, off, p_.degree, skip);
    const Advance without = margin < 0.0 ? Advance{} : reach(u, -off - margin, skip);
    if (without.share > 0.0) return without;
    bool none[20] = {};
    Advance all_axes = reach(u, -off, none);
    if (all_axes.share < 0.0625) all_axes.shorten = overlaps_at_left(u, off, margin >= 0.0);
    return all_axes;
  }

  /// At the very instant t, and a parallel pair or a change of sign is what blocks: then a shorter
  /// part will do.
  bool overlaps_at_left(const Upper& u, double off, bool is_blocked) const {
    bool skip[20];
    if (!is_blocked) return false;
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

  void record(Phase phase, double hi, const Advance& a, bool decided) {
    Stretch* last = out_.count > 0 ? &out_.stretches[out_.count - 1] : nullptr;
    if (!last || last->phase != phase) {
      if (out_.count == Scan::kMost) {
        out_.complete = false;
        return;
      }
      last = &out_.stretches[out_.count++];
      *last = {phase, t_, hi, -1, -1, 0, 0, true};
      last->first_axis = static_cast<std::int8_t>(a.axis);
      last->first_sign = static_cast<std::int8_t>(a.sign);
    }
    last->hi = hi;
    last->last_axis = static_cast<std::int8_t>(a.axis);
    last->last_sign = static_cast<std::int8_t>(a.sign);
    last->decided = last->decided && decided;
  }

  /// After a step that is short for its part, what follows is probably of the step's size: the part
  /// is shortened to four times it, where bounds are tight and steps converge as Newton's do.
  void move(Phase phase, const Advance& a) {
    if (patience() < 10.0) window_ = 0.0;
    if (a.share >= 1.0) {
      record(phase, r_, a, true);
      t_ = r_;
      if (t_ < 1.0) load_from(t_, 1.0);
      return;
    }
    const double t = t_ + a.share * (r_ - t_);
    record(phase, t, a, true);
    drop_left(a.share);
    t_ = t;
    if (a.share < 0.125) return shorten(4.0 * a.share);
    refresh();
  }

  void shorten(double share) {
    const double r = t_ + share * (r_ - t_);
    drop_right(share);
    r_ = r;
    refresh();
  }

  void refresh() {
    if (cuts_ > kMostCuts) load_from(t_, r_);
  }

  /// Neither phase can be proved from t on: leaps over what rounding cannot tell. The first leap
  /// clears the error at the slope that brought us here; later ones are longer and longer.
  /// False: what is ahead is not unsure; the step is to be taken, short as it is.
  bool leap(const Advance& a) {
    const double width = r_ - t_, end = r_;
    const bool can_move = a.share * width >= kLeastStep;
    const double slope = (a.slope < 0.0 ? -a.slope : a.slope) / width;
    const double wanted = slope > 0.0 ? 10.0 * error() / slope : kLeastStep;
    if (window_ == 0.0) {
      window_ = min_of(max_of(2.0 * kLeastStep, wanted), kUnprovedWindow);
    } else {
      window_ *= 8.0;
    }
    double to = min_of(1.0, t_ + window_);
    bool proved = window_ <= kUnprovedWindow;
    for (; !proved && window_ > 8.0 * kLeastStep; window_ *= 0.25) {
      to = min_of(1.0, t_ + window_);
      load_from(t_, to);
      if ((proved = is_touching())) break;
    }
    if (!proved && can_move) {
      window_ = 0.0;
      load_from(t_, end);
      return false;
    }
    // Not proved and already wide: the answer says so, and the window grows to come to an end.
    if (!proved) to = min_of(1.0, t_ + max_of(window_, stuck_ *= 2.0));
    record(Phase::kUnsure, to, {}, proved);
    t_ = to;
    if (t_ < 1.0) load_from(t_, min_of(1.0, t_ + max_of(width, 1024.0 * window_)));
    return true;
  }

  /// All axes within some errors of touching or overlapping, and one within as many of touching:
  /// the boxes touch all the time, as far as can be told.
  bool is_touching() {
    ++out_.evaluations;
    const double off = (patience() + 5.0) * error();
    out_.band = max_of(out_.band, off);
    const Upper u = upper();
    for (int k = 0; k < 5; ++k)
      if (largest(u.highest.axis[k]) > off) return false;
    Bounds lowest = {};
    for (int i = 0; i <= p_.degree; ++i) {
      const Bounds r = radii<kAffine>(p_, magnitudes<kAffine>(f_.row[i]));
      for (int k = 0; k < 5; ++k) {
        const V4 sign = f_.row[0].centre[k] < all(0.0) ? all(-1.0) : all(1.0);
        V4 value = sign * f_.row[i].centre[k] - r.axis[k];
        value[3] = -0x1p1000;
        lowest.axis[k] = i == 0 ? value : min_of(lowest.axis[k], value);
      }
    }
    double nearest = max_of(largest(lowest.axis[3]), largest(lowest.axis[4]));
    // An edge pair's function also vanishes where its edges are parallel: such pairs do not count.
    const Row first = magnitudes<kAffine>(f_.row[0]);
    for (int k = 0; k < 3; ++k) {
      const V4 angle = first.v[(k + 1) % 3] + first.v[(k + 2) % 3];
      const V4 counting = angle > all(0.01 * first.v[0][3]) ? lowest.axis[k] : all(-0x1p1000);
      nearest = max_of(nearest, max_of(counting[0], max_of(counting[1], counting[2])));
    }
    return nearest >= -off;
  }

  const PairFunctions& p_;
  const ScanOptions& options_;
  Scan& out_;
  Functions f_;
  double t_ = 0.0, r_ = 1.0;
  int cuts_ = 0;
  double mark_ = 0.0;  // time and evaluations at the last good progress
  int effort_ = 0;
  double window_ = 0.0;     // of the leaps in a row, if any
  double stuck_ = 0x1p-34;  // least width of an unproved leap
};
}  // namespace

void scan(const PairFunctions& p, const ScanOptions& options, Scan& out) {
  out.count = out.evaluations = out.cuts = 0;
  out.complete = true;
  out.error = out.band = 0.0;
  if (p.affine) {
    Scanner<true>(p, options, out).run();
  } else {
    Scanner<false>(p, options, out).run();
  }
}

}  // namespace graze::analytic_boxes::GRAZE_SCAN_NAMESPACE
