// SPDX-License-Identifier: MIT
// Question   When do two boxes under rational motion touch, by the method as printed?     [B2-B5]
// Source     Albocher, Sarel, Choi, Elber, Wang, section IV.
// Guarantee  Brackets of the plane functions' zeros are proved; contacts among them are decided up
//            to rounding.
// Changed    Roots are isolated by signs of Bernstein coefficients instead of a numeric solver. All
//            weights are cleared, so that functions are polynomials. "Inside all other planes" is
//            read as D_j <= 0 (the printed condition repeats D_i).
#include <graze/math/root_isolation.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/methods/analytic_printed.h"
#include "methods/analytic/pieces.h"
#include "methods/analytic/printed_planes.h"

namespace graze {
namespace {
using namespace analytic;

/// Monomial coefficients, by differences.
std::vector<Interval> monomials(const PrintedPoly& p) {
  std::vector<Interval> d = p.coefficients, m;
  const int n = p.degree();
  double binomial = 1.0;
  for (int k = 0; k <= n; ++k) {
    m.push_back(binomial * d[0]);
    binomial = binomial * (n - k) / (k + 1);
    for (std::size_t i = 0; i + 1 < d.size(); ++i) d[i] = d[i + 1] - d[i];
    d.pop_back();
  }
  return m;
}

int count_roots(const std::vector<Interval>& m) {
  int count = 0;
  for (const RootInterval& root : isolate_roots(bernstein_from_monomial(std::span(m))))
    count += root.kind == RootKind::kSimple && root.where.lo > 0.0;
  return count;
}

/// Zeros of p on the whole real line outside [0, 1]: s -> 1 / s, -s, -1 / s.
int roots_outside(const PrintedPoly& p) {
  std::vector<Interval> m = monomials(p);
  int count = 0;
  while (m.size() > 1 && m.back().contains_zero()) m.pop_back();  // a lower degree in truth
  std::vector<Interval> back(m.rbegin(), m.rend());
  count += count_roots(back);  // (1, inf)
  for (std::size_t k = 1; k < m.size(); k += 2) m[k] = -m[k];
  count += count_roots(m);
  back.assign(m.rbegin(), m.rend());
  return count + count_roots(back);
}

/// Cuts at the zeros of all normals' components, and how many there are elsewhere.
std::vector<Interval> cuts_of(const Planes& planes, int& outside) {
  std::vector<Interval> cuts{Interval(0.0)};
  for (const auto& row : planes.v)
    for (const PrintedPoly& v : row) {
      for (const RootInterval& root : isolate_roots(v))
        if (root.most > 0 && root.where.hi < 1.0 && root.where.lo > 0.0) cuts.push_back(root.where);
      outside += roots_outside(v);
    }
  std::sort(cuts.begin(), cuts.end(),
            [](const Interval& a, const Interval& b) { return a.lo < b.lo; });
  cuts.push_back(1.0);
  return cuts;
}

/// |T| > r all the time: with the first box's axes, sum of (C of its faces)^2 against (r W)^2.
bool spheres_miss(const Planes& planes, const Interval& s) {
  const auto norm = [](const double* h) {
    return std::sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
  };
  const double r = 1.0000001 * (norm(planes.p.half_a) + norm(planes.p.half_b));
  PrintedPoly far = times(-r * r, planes.weight * planes.weight);
  for (int i = 0; i < 3; ++i) far = far + planes.centre[12 + i] * planes.centre[12 + i];
  return range(restricted(far, s)).lo > 0.0;
}

bool inside_all_others(const std::vector<PrintedPoly>& functions, std::size_t self, double s,
                       double tolerance) {
  for (std::size_t k = 0; k < functions.size(); ++k)
    if (k != self && evaluate(functions[k], s).lo > tolerance) return false;
  return true;
}

struct Found {
  PlaneContact contact;
  double s = 0.0;
};

/// Zeros of the 30 functions within one homogeneous interval that are contacts.
void solve(const Planes& planes, const Interval& s, const Interval& span, HomogeneousInterval& h,
           std::vector<Found>& found) {
  int signs[3][3];
  signs_at(planes, s.middle(), signs);
  h.pairs = compatible_pairs(signs);
  std::vector<PrintedPoly> functions;
  for (const CompatiblePair& pair : h.pairs)
    functions.push_back(plane_function(planes, pair, signs));
  const double tolerance = 1e-9 * planes.p.size;
  for (std::size_t k = 0; k < functions.size(); ++k)
    for (const RootInterval& root : isolate_roots(restricted(functions[k], s))) {
      if (root.kind != RootKind::kSimple) continue;
      ++h.roots;
      const auto at = [&](double u) { return s.lo + u * (s.hi - s.lo); };
      const Interval where(at(root.where.lo), at(root.where.hi));
      if (!inside_all_others(functions, k, where.middle(), tolerance)) continue;
      ++h.contacts;
      const bool falls = evaluate(derivative(functions[k]), where.middle()).middle() < 0.0;
      const auto time = [&](double u) { return span.lo + u * (span.hi - span.lo); };
      found.push_back({{{time(where.lo), time(where.hi)}, falls, h.pairs[k]}, where.middle()});
    }
}

bool overlaps_at(const Planes& planes, double s) {
  int signs[3][3];
  signs_at(planes, s, signs);
  for (const CompatiblePair& pair : compatible_pairs(signs))
    if (evaluate(plane_function(planes, pair, signs), s).middle() > 0.0) return false;
  return true;
}

/// Entries and exits in turn. Several planes may reach zero together: the first entry and the first
/// exit after it count. What a jump between two pieces begins or ends has no features.
void pair_up(const std::vector<Found>& found, const Planes& planes, const Interval& piece,
             const Interval& span, PrintedBoxes& result) {
  auto& list = result.intervals.intervals;
  bool open = overlaps_at(planes, 0.0);
  const bool was_open = !list.empty() && list.back().after_span;
  if (open && !was_open) {
    const bool before = piece.lo == span.lo;
    list.push_back({IntervalKind::kOverlap, piece.lo, span.hi, before, true, {}, {}});
  } else if (!open && was_open) {
    list.back().exit = piece.lo;
    list.back().after_span = false;
  }
  for (const Found& f : found) {
    if (f.contact.is_entry == open) continue;
    result.contacts.push_back(f.contact);
    if (f.contact.is_entry) {
      list.push_back({IntervalKind::kOverlap,
                      f.contact.time,
                      span.hi,
                      false,
                      true,
                      f.contact.pair.features,
                      {}});
    } else {
      list.back().exit = f.contact.time;
      list.back().exit_features = f.contact.pair.features;
      list.back().after_span = false;
    }
    open = f.contact.is_entry;
  }
}

/// One piece's homogeneous intervals and contacts.
void add_piece(const Planes& planes, const Interval& piece, const Interval& span,
               PrintedBoxes& result) {
  std::vector<Found> found;
  const std::vector<Interval> cuts = cuts_of(planes, result.outside);
  const auto time = [&](double s) { return piece.lo + s * (piece.hi - piece.lo); };
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    const Interval s(cuts[k].hi, std::max(cuts[k].hi, cuts[k + 1].lo));
    HomogeneousInterval h;
    h.span = {time(s.lo), time(s.hi)};
    // Wider by the roots' brackets, so that nothing is lost between intervals.
    const Interval wide(cuts[k].lo, cuts[k + 1].hi);
    h.eliminated = spheres_miss(planes, wide);
    if (!h.eliminated && s.lo < s.hi) solve(planes, s, piece, h, found);
    result.eliminated += h.eliminated;
    result.homogeneous.push_back(std::move(h));
  }
  std::sort(found.begin(), found.end(), [](const Found& p, const Found& q) { return p.s < q.s; });
  pair_up(found, planes, piece, span, result);
}

/// The functions' values at one time of a piece.
std::array<double, 30> values_at(const Planes& planes, double s) {
  int signs[3][3];
  signs_at(planes, s, signs);
  const auto pairs = compatible_pairs(signs);
  const double weight = evaluate(planes.weight, s).middle();
  std::array<double, 30> row{};
  for (std::size_t i = 0; i < row.size() && i < pairs.size(); ++i)
    row[i] = evaluate(plane_function(planes, pairs[i], signs), s).middle() / weight;
  return row;
}
}  // namespace

PrintedBoxes printed_box_contacts(const MovingBox& a, const MovingBox& b, const Interval& span) {
  check_question(a.world_from_box, b.world_from_box, span);
  PrintedBoxes result;
  for (const CommonPiece& piece : common_pieces(a.world_from_box, b.world_from_box, span)) {
    if (piece.span.is_point()) continue;  // the instant after a jump at the end of the span
    const Planes planes = planes_of(a.box, b.box, piece);
    result.degree = std::max(result.degree, planes.p.degree);
    ++result.pieces;
    add_piece(planes, piece.span, span, result);
  }
  result.intervals.degree = result.degree;
  result.intervals.sure_until = span.hi;
  return result;
}

SampledPlanes sample_planes(const MovingBox& a, const MovingBox& b, const Interval& span,
                            int samples) {
  check_question(a.world_from_box, b.world_from_box, span);
  SampledPlanes result;
  for (const CommonPiece& piece : common_pieces(a.world_from_box, b.world_from_box, span)) {
    if (piece.span.is_point()) continue;
    const Planes planes = planes_of(a.box, b.box, piece);
    const double share = (piece.span.hi - piece.span.lo) / (span.hi - span.lo);
    const int count = std::max(2, int(std::ceil(share * samples)));
    for (int k = 0; k < count; ++k) {
      const double s = double(k) / double(count - 1);
      result.times.push_back(piece.span.lo + s * (piece.span.hi - piece.span.lo));
      result.values.push_back(values_at(planes, s));
    }
  }
  return result;
}

}  // namespace graze
