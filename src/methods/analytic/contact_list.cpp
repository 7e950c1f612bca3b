// SPDX-License-Identifier: MIT
#include "methods/analytic/contact_list.h"

#include <algorithm>
#include <cmath>

namespace graze::analytic {
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

/// At a direction this near to a right angle, a whole edge or face touches.
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

void add_scan(const PairFunctions& p, const Scan& scan, const Interval& span, BoxContactList& list,
              BoxContacts& contacts) {
  const PieceTime time(span);
  for (int k = 0; k < scan.count; ++k) {
    const Stretch& s = scan.stretches[k];
    if (s.phase == Phase::kApart) {
      const bool met = k > 0 || list.has_begun(), meets = k + 1 < scan.count || s.hi >= 1.0;
      list.apart({time.at(s.lo), time.at(s.hi)},
                 met ? features_at(p, s.first_axis, s.first_sign, s.lo) : FeaturePair{},
                 meets ? features_at(p, s.last_axis, s.last_sign, s.hi) : FeaturePair{});
    } else if (s.phase == Phase::kOverlap) {
      list.overlap({time.at(s.lo), time.at(s.hi)});
    } else {
      list.unsure(time.outward(s.lo, s.hi), s.decided);
    }
  }
  if (!scan.complete)
    list.stop(time.at(scan.stretches[scan.count - 1].hi), Undecided::kTooManySteps);
  contacts.degree = std::max(contacts.degree, p.degree);
  contacts.stats.box_tests += std::uint64_t(scan.evaluations);
  contacts.stats.iterations += std::uint64_t(scan.cuts);
}

}  // namespace graze::analytic
