// SPDX-License-Identifier: MIT
#include "detect/analytic_boxes/contact_list.h"

#include <algorithm>
#include <cmath>

namespace graze::analytic_boxes {
namespace {
/// V (and the second V) at s, by de Casteljau; accurate enough for signs that matter.
struct Values {
  double v[kLanes];
};

Values values_at(const PairFunctions& p, double s) {
  Values c[kMaxDegree + 1];
  for (int i = 0; i <= p.degree; ++i) std::copy(p.c[i], p.c[i] + kLanes, c[i].v);
  const int lanes = p.affine ? kLanes : 12;
  for (int last = p.degree; last > 0; --last)
    for (int i = 0; i < last; ++i)
      for (int k = 0; k < lanes; ++k) c[i].v[k] = (1.0 - s) * c[i].v[k] + s * c[i + 1].v[k];
  return c[0];
}

/// A direction this near to right angles lets a whole edge or face touch.
std::int8_t side_of(double v, double scale) {
  if (std::fabs(v) <= 1e-10 * scale) return 0;
  return v > 0.0 ? 1 : -1;
}

std::int8_t times(std::int8_t a, int b) { return static_cast<std::int8_t>(a * b); }
}  // namespace

FeaturePair features_at(const PairFunctions& p, int axis, int sign, double s) {
  const Values c = values_at(p, s);
  double scale = 0.0;
  for (int k = 0; k < 12; ++k) scale = std::fmax(scale, std::fabs(c.v[k]));
  const double* second = p.affine ? c.v + 32 : c.v;
  const auto v = [&](int i, int j) { return side_of(c.v[4 * (i % 3) + j % 3], scale); };
  const auto v2 = [&](int i, int j) { return side_of(second[4 * (i % 3) + j % 3], scale); };
  FeaturePair f;
  const int i = axis / 4, j = axis % 4;
  if (i == 3) {  // face j of a
    f.a.side[j] = static_cast<std::int8_t>(sign);
    for (int k = 0; k < 3; ++k) f.b.side[k] = times(v(j, k), -sign);
  } else if (i == 4) {  // face j of b
    f.b.side[j] = static_cast<std::int8_t>(-sign);
    for (int k = 0; k < 3; ++k) f.a.side[k] = times(v2(k, j), sign);
  } else {
    f.a.side[(i + 1) % 3] = times(v(i + 2, j), -sign);
    f.a.side[(i + 2) % 3] = times(v(i + 1, j), sign);
    f.b.side[(j + 1) % 3] = times(v2(i, j + 2), -sign);
    f.b.side[(j + 2) % 3] = times(v2(i, j + 1), sign);
  }
  return f;
}

void ContactList::apart(const Interval& time, const FeaturePair& first, const FeaturePair& last) {
  if (waiting_ && was_apart_) {
    to_.intervals.push_back({IntervalKind::kGraze, window_, window_, false, false, before_, first});
  } else if (waiting_ && !started_) {
    to_.intervals.push_back({IntervalKind::kGraze, window_, window_, true, false, {}, first});
  } else if (open_) {
    to_.intervals.back().exit = waiting_ ? window_ : Interval(time.lo);
    to_.intervals.back().exit_features = first;
  }
  open_ = waiting_ = false;
  started_ = was_apart_ = true;
  before_ = last;
}

void ContactList::overlap(const Interval& time) {
  if (open_) {
    if (waiting_) to_.openings.push_back(window_);
  } else {
    const Interval entry = waiting_ ? window_ : Interval(time.lo);
    to_.intervals.push_back(
        {IntervalKind::kOverlap, entry, time.hi, !started_, false, before_, {}});
  }
  to_.intervals.back().exit = time.hi;
  open_ = started_ = true;
  waiting_ = was_apart_ = false;
}

void ContactList::unsure(const Interval& time, bool decided) {
  window_ = waiting_ ? Interval(window_.lo, time.hi) : time;
  waiting_ = true;
  if (decided || !to_.complete) return;
  to_.complete = false;
  to_.sure_until = time.lo;
  to_.reason = "the boxes stay nearer to touching than rounding can tell";
}

void ContactList::add(const PairFunctions& p, const Scan& scan, const Interval& span) {
  const auto time = [&](double s) {
    return s <= 0.0 ? span.lo : (s >= 1.0 ? span.hi : span.lo + s * (span.hi - span.lo));
  };
  // The map from s to seconds is rounded, and so are the ends of pieces: four units each.
  const double slack = 0x1p-50 * std::fmax(std::fabs(span.lo), std::fabs(span.hi));
  const auto outward = [&](double lo, double hi) {
    return Interval(lo <= 0.0 ? span.lo : time(lo) - slack, hi >= 1.0 ? span.hi : time(hi) + slack);
  };
  for (int k = 0; k < scan.count; ++k) {
    const Stretch& s = scan.stretches[k];
    if (s.phase == Phase::kApart) {
      const bool met = k > 0 || waiting_ || open_, meets = k + 1 < scan.count || s.hi >= 1.0;
      apart({time(s.lo), time(s.hi)},
            met ? features_at(p, s.first_axis, s.first_sign, s.lo) : FeaturePair{},
            meets ? features_at(p, s.last_axis, s.last_sign, s.hi) : FeaturePair{});
    } else if (s.phase == Phase::kOverlap) {
      overlap({time(s.lo), time(s.hi)});
    } else {
      unsure(outward(s.lo, s.hi), s.decided);
    }
  }
  if (!scan.complete && to_.complete) {
    to_.complete = false;
    to_.sure_until = time(scan.stretches[scan.count - 1].hi);
    to_.reason = "too many entries and exits in one piece of the motion";
  }
  to_.degree = std::max(to_.degree, p.degree);
  to_.stats.box_tests += std::uint64_t(scan.evaluations);
  to_.stats.iterations += std::uint64_t(scan.cuts);
}

void ContactList::finish(const Interval& span) {
  if (waiting_ && !open_) {
    to_.intervals.push_back({IntervalKind::kGraze, window_, window_, !started_, true, before_, {}});
  } else if (open_) {
    BoxContactInterval& last = to_.intervals.back();
    last.exit = waiting_ ? window_ : Interval(span.hi);
    last.after_span = true;
  }
  if (to_.complete) to_.sure_until = span.hi;
}

}  // namespace graze::analytic_boxes
