// SPDX-License-Identifier: MIT
// Question   When do two boxes under rational motion overlap?                              [B2-B4]
// Source     docs/methods/analytic.md, section 3; Gottschalk's 15 axes in Bernstein form.
// Guarantee  kApart and kOverlap hold at every instant of their stretches, rounding included.
// Changed    No homogeneous intervals and no roots of single planes (Albocher et al.): control
//            polygons bound all axes at once, and time advances to where the best bound ends. The
//            last exit is an entry in reversed time.
//
// Compiled once per instruction set under its own namespace: no templates of others, no Eigen.
#include "methods/analytic/part_kernel.h"

namespace graze::analytic::GRAZE_SCAN_NAMESPACE {
namespace {
/// After a step that is short for its part, what follows is probably of the step's size: the part
/// is shortened to four times it, where bounds are tight and steps converge as Newton's do. Parts
/// end at `limit`.
template <bool kAffine>
void step(Part<kAffine>& part, const Advance& a, double limit) {
  if (a.share >= 1.0) {
    const double t = part.r();
    if (t < limit) {
      part.load_from(t, limit);
    } else {
      part.finish();
    }
    return;
  }
  part.drop_left(a.share, part.t() + a.share * part.width());
  if (a.share < 0.125) {
    part.shorten(4.0 * a.share);
  } else {
    part.refresh();
  }
}

/// What a run through a stretch apart gives.
struct Passage {
  Advance first, last;
  double slope = 0.0;  // of the last axis' function, per unit of time
};

/// On while apart, as long as steps are worth it.
template <bool kAffine>
Passage pass_apart(Part<kAffine>& part, double limit, int most_steps) {
  Passage passage;
  while (part.t() < limit && most_steps-- > 0) {
    const Advance a = part.apart();
    if (a.share <= 0.0) break;
    if (passage.first.axis < 0) passage.first = a;
    passage.last = a;
    passage.slope = (a.slope < 0.0 ? -a.slope : a.slope) / part.width();
    if (a.share < 1.0 && a.share * part.width() < kLeastStep) break;
    if (a.share < 1.0 && a.value < 3.0 * part.error() && a.share * part.width() < kCrawling) break;
    step(part, a, limit);
  }
  return passage;
}

template <bool kAffine>
class Scanner {
 public:
  Scanner(const PairFunctions& p, const ScanOptions& options, Scan& out)
      : p_(p), options_(options), out_(out), part_(p, out, false) {}

  void run() {
    part_.load_from(0.0, 1.0);
    scan_to_limit();
    if (limit_ < 1.0 && !is_at_end()) join_tail();
  }

 private:
  bool is_at_end() const { return !out_.complete || is_done(); }

  void scan_to_limit() {
    while (part_.t() < limit_ && !is_at_end()) {
      Advance advance = was_apart_ ? part_.apart() : part_.overlap();
      bool is_apart = was_apart_;
      if (advance.share <= 0.0) {
        advance = was_apart_ ? part_.overlap() : part_.apart();
        is_apart = !was_apart_;
      }
      if (advance.shorten && part_.width() > kShortest) {
        part_.shorten(0.0625);
        continue;
      }
      // Short steps so near to touching would crawl along a graze.
      const bool is_near = advance.value < patience() * part_.error();
      const double least = is_near ? kCrawling : kLeastStep;
      if (advance.share * part_.width() < least && advance.share < 1.0) {
        if (part_.cuts() > 2) {  // cut again, with less rounding, before giving up
          part_.load_from(part_.t(), part_.r());
          continue;
        }
        if (leap(advance)) continue;
      }
      was_apart_ = is_apart;
      move(is_apart ? Phase::kApart : Phase::kOverlap, advance);
      if (!is_apart) find_last_exit();
    }
  }

  /// How near to touching short steps are given up, in errors. Grows while time hardly advances, so
  /// that no graze takes long.
  double patience() {
    if (part_.t() > mark_ + 0x1p-16 || out_.evaluations < effort_)
      mark_ = part_.t(), effort_ = out_.evaluations;
    const int spent = out_.evaluations - effort_;
    return spent < 60 ? 3.0 : (spent < 150 ? 50.0 : 1000.0);
  }

  bool is_done() const {
    if (!options_.first_only || out_.count == 0) return false;
    return out_.stretches[out_.count - 1].phase == Phase::kOverlap;
  }

  void record(Phase phase, double lo, double hi, const Advance& first, const Advance& last,
              bool decided) {
    Stretch* stretch = out_.count > 0 ? &out_.stretches[out_.count - 1] : nullptr;
    if (!stretch || stretch->phase != phase) {
      if (out_.count == Scan::kMost) {
        out_.complete = false;
        return;
      }
      stretch = &out_.stretches[out_.count++];
      *stretch = {phase, lo, hi, -1, -1, 0, 0, true};
      stretch->first_axis = static_cast<std::int8_t>(first.axis);
      stretch->first_sign = static_cast<std::int8_t>(first.sign);
    }
    stretch->hi = hi;
    stretch->last_axis = static_cast<std::int8_t>(last.axis);
    stretch->last_sign = static_cast<std::int8_t>(last.sign);
    stretch->decided = stretch->decided && decided;
  }

  void move(Phase phase, const Advance& a) {
    if (patience() < 10.0) window_ = 0.0;
    const double t = part_.t();
    step(part_, a, limit_);
    record(phase, t, part_.t(), a, a, true);
  }

  /// At the first overlap, once: back from the end of time to the last exit. What is left to do is
  /// up to there.
  void find_last_exit() {
    if (options_.first_only || looked_back_ || part_.t() >= 1.0) return;
    looked_back_ = true;
    Part<kAffine> back(p_, out_, true);
    const double end = 1.0 - part_.t();
    back.load_from(0.0, 1.0);
    tail_ = pass_apart(back, end, 1000);
    const double apart_from = (1.0 - back.t()) + 0x1p-52;  // rounded up
    const double window = tail_.slope > 0.0 ? 10.0 * back.error() / tail_.slope : 0.0;
    const double limit = apart_from - min_of(max_of(2.0 * kLeastStep, window), kUnprovedWindow);
    if (back.t() < 0x1p-20 || limit <= part_.t()) return;
    tail_from_ = apart_from;
    limit_ = limit;
    part_.load_from(part_.t(), limit_);
  }

  /// The window before the tail is the exit, unless they are apart as it begins: then the way back
  /// ended for another reason (functions too steep to follow), and the window is looked at as well.
  void join_tail() {
    if (out_.count > 0 && out_.stretches[out_.count - 1].phase == Phase::kApart) {
      const double from = limit_;
      limit_ = tail_from_;
      part_.load_from(from, limit_);
      scan_to_limit();
      if (is_at_end()) return;
    } else {
      record(Phase::kUnsure, limit_, tail_from_, {}, {}, true);
    }
    record(Phase::kApart, tail_from_, 1.0, tail_.last, tail_.first, true);
  }

  /// Neither phase can be proved from t on: leaps over what rounding cannot tell. The first leap
  /// clears the error at the slope that brought us here; later ones are longer and longer.
  /// False: what is ahead is not unsure; the step is to be taken, short as it is.
  bool leap(const Advance& a) {
    const double t = part_.t(), width = part_.width(), end = part_.r();
    const bool can_move = a.share * width >= kLeastStep;
    const double slope = (a.slope < 0.0 ? -a.slope : a.slope) / width;
    const double wanted = slope > 0.0 ? 10.0 * part_.error() / slope : kLeastStep;
    if (window_ == 0.0) {
      window_ = min_of(max_of(2.0 * kLeastStep, wanted), kUnprovedWindow);
    } else {
      window_ *= 8.0;
    }
    double to = min_of(limit_, t + window_);
    bool proved = window_ <= kUnprovedWindow;
    for (; !proved && window_ > 8.0 * kLeastStep; window_ *= 0.25) {
      to = min_of(limit_, t + window_);
      part_.load_from(t, to);
      const double off = (patience() + 5.0) * part_.error();
      out_.band = max_of(out_.band, off);
      if ((proved = part_.is_touching(off))) break;
    }
    if (!proved && can_move) {
      window_ = 0.0;
      part_.load_from(t, end);
      return false;
    }
    // Not proved and already wide: the answer says so, and the window grows to come to an end.
    if (!proved) to = min_of(limit_, t + max_of(window_, stuck_ *= 2.0));
    record(Phase::kUnsure, t, to, {}, {}, proved);
    if (to < limit_) {
      part_.load_from(to, min_of(limit_, to + max_of(width, 1024.0 * window_)));
    } else {
      part_.finish(to);
    }
    return true;
  }

  const PairFunctions& p_;
  const ScanOptions& options_;
  Scan& out_;
  Part<kAffine> part_;
  bool was_apart_ = true;
  double mark_ = 0.0;  // time and evaluations at the last good progress
  int effort_ = 0;
  double window_ = 0.0;     // of the leaps in a row, if any
  double stuck_ = 0x1p-34;  // least width of an unproved leap
  bool looked_back_ = false;
  double limit_ = 1.0;      // what is beyond is known:
  double tail_from_ = 1.0;  // apart from here to the end
  Passage tail_;            // backwards
};

void clear(Scan& out) {
  out.count = out.evaluations = out.cuts = 0;
  out.complete = true;
  out.error = out.band = 0.0;
}
}  // namespace

void scan(const PairFunctions& p, const ScanOptions& options, Scan& out) {
  clear(out);
  if (p.affine) {
    Scanner<true>(p, options, out).run();
  } else {
    Scanner<false>(p, options, out).run();
  }
}

double apart_until(const PairFunctions& p, double from, double to, int most_steps) {
  Scan counts;
  clear(counts);
  Part<false> part(p, counts, false);
  part.load_from(from, to);
  pass_apart(part, to, most_steps);
  return part.t();
}

}  // namespace graze::analytic::GRAZE_SCAN_NAMESPACE
