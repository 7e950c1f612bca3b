// SPDX-License-Identifier: MIT
#include "geometry/surface/bernstein_net.h"

#include <algorithm>

#include "geometry/surface/rounded.h"

namespace graze::surface {
namespace {

using Row = std::vector<WeightedPoint>;

WeightedPoint between(const WeightedPoint& a, const WeightedPoint& b, double t, const Interval& s) {
  return {s * a.point + t * b.point, s * a.weight + t * b.weight};
}

// The net of the part [0, t] (towards the front), or [t, 1]. Ends of nets are kept as they are, so
// that parts which share a parameter share a point.
void keep_front(Row& row, double t) {
  if (t == 1.0) return;
  const Interval s = Interval(1.0) - Interval(t);
  for (std::size_t level = 1; level < row.size(); ++level) {
    for (std::size_t k = row.size() - 1; k >= level; --k)
      row[k] = between(row[k - 1], row[k], t, s);
  }
}

void keep_back(Row& row, double t) {
  if (t == 0.0) return;
  const Interval s = Interval(1.0) - Interval(t);
  for (std::size_t level = 1; level < row.size(); ++level) {
    for (std::size_t k = 0; k + level < row.size(); ++k) row[k] = between(row[k], row[k + 1], t, s);
  }
}

// The blossom at k copies of hi and n - k of lo, point by point: [lo, hi] without a quotient.
void restrict_row(Row& row, const Interval& t) {
  const Row whole = row;
  const std::size_t n = whole.size() - 1;
  const Interval s_lo = Interval(1.0) - Interval(t.lo), s_hi = Interval(1.0) - Interval(t.hi);
  Row back = whole;
  if (t.lo == 0.0) return keep_front(row, t.hi);
  if (t.hi == 1.0) return keep_back(row, t.lo);
  for (std::size_t k = 0; k <= n; ++k) {
    back = whole;
    for (std::size_t level = 1; level <= n; ++level) {
      const bool high = level <= k;
      for (std::size_t i = 0; i + level <= n; ++i) {
        back[i] = between(back[i], back[i + 1], high ? t.hi : t.lo, high ? s_hi : s_lo);
      }
    }
    row[k] = back[0];
  }
}

}  // namespace

void restrict_columns(ControlNet& net, const Interval& t) {
  Row line(static_cast<std::size_t>(net.columns));
  for (int row = 0; row < net.rows; ++row) {
    for (int k = 0; k < net.columns; ++k) line[static_cast<std::size_t>(k)] = net.at(row, k);
    restrict_row(line, t);
    for (int k = 0; k < net.columns; ++k) net.at(row, k) = line[static_cast<std::size_t>(k)];
  }
}

void restrict_rows(ControlNet& net, const Interval& t) {
  Row line(static_cast<std::size_t>(net.rows));
  for (int column = 0; column < net.columns; ++column) {
    for (int k = 0; k < net.rows; ++k) line[static_cast<std::size_t>(k)] = net.at(k, column);
    restrict_row(line, t);
    for (int k = 0; k < net.rows; ++k) net.at(k, column) = line[static_cast<std::size_t>(k)];
  }
}

IntervalVec3 place(const WeightedPoint& p) {
  if (p.weight == Interval(1.0)) return p.point;
  if (!(p.weight.lo > 0.0)) {  // beyond [0, 1], where there may be a pole
    const Interval unknown = Interval::everything();
    return {unknown, unknown, unknown};
  }
  return {p.point.x / p.weight, p.point.y / p.weight, p.point.z / p.weight};
}

// With S = X / W and the bilinear b, S - b = (X - b W) / W. Both are polynomials of one degree more
// than the net has; their Bernstein coefficients are means of the net's, and those of W are
// positive, so that S - b is a mean of the quotients.
double farthest_from_bilinear(const ControlNet& net, const std::array<IntervalVec3, 4>& corners) {
  double farthest = 0.0;
  for (int i = 0; i <= net.rows; ++i) {
    for (int j = 0; j <= net.columns; ++j) {
      WeightedPoint mean{{}, 0.0};
      for (int k = 0; k < 4; ++k) {
        const bool is_right = (k & 1) != 0, is_upper = (k & 2) != 0;
        const int share = (is_right ? j : net.columns - j) * (is_upper ? i : net.rows - i);
        if (share == 0) continue;
        const WeightedPoint& p = net.at(is_upper ? i - 1 : i, is_right ? j - 1 : j);
        const Interval times(share);
        mean.point = mean.point + times * (p.point - p.weight * corners[std::size_t(k)]);
        mean.weight += times * p.weight;
      }
      farthest = std::max(farthest, longest(place(mean)));
    }
  }
  return farthest;
}

}  // namespace graze::surface
