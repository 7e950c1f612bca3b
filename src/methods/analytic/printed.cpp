// SPDX-License-Identifier: MIT
// Question   When do two boxes under rational motion touch, by the method as printed?     [B2-B5]
// Source     Albocher, Sarel, Choi, Elber, Wang, section IV.
// Guarantee  Brackets of the plane functions' zeros are proved; contacts among them are decided up
//            to rounding.
// Changed    Roots are isolated by signs of Bernstein coefficients instead of a numeric solver. All
//            weights are cleared, so that functions are polynomials. "Inside all other planes" is
//            read as D_j <= 0 (the printed condition repeats D_i).
#include <graze/base/error.h>
#include <graze/math/root_isolation.h>
#include <graze/math/rotation.h>
#include <graze/motion/polynomial_pose.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/methods/analytic_printed.h"
#include "methods/analytic/pair_set_up.h"

namespace graze {
namespace {
using namespace analytic;
using PrintedPoly = IntervalBernstein;

/// The functions with enclosed coefficients, and their degree.
struct Planes {
  PairFunctions p;
  PrintedPoly v[3][3], weight, centre[20];
};

PrintedPoly lane(const PairFunctions& p, int k, double error) {
  PrintedPoly result{std::vector<Interval>(std::size_t(p.degree) + 1)};
  for (int i = 0; i <= p.degree; ++i)
    result.coefficients[std::size_t(i)] = {p.c[i][k] - error, p.c[i][k] + error};
  return result;
}

PolynomialPose single_pose(const Motion& motion, const Interval& span) {
  const auto pieces = polynomial_pieces(motion, span);
  if (!pieces || pieces->size() != 1)
    throw InputError({"motion", "a '" + std::string(motion.kind()) + "' motion",
                      "one piece of a rational motion during the span",
                      "ask without the printed method, or for a part of the span"});
  return pieces->front().pose;
}

Planes planes_of(const MovingBox& a, const MovingBox& b, const Interval& span) {
  Planes planes;
  if (!set_up_rigid(a.box, single_pose(a.world_from_box, span), b.box,
                    single_pose(b.world_from_box, span), planes.p))
    throw InputError({"motions", "functions of a degree above 48", "at most 48", ""});
  const double v_error = std::fmin(planes.p.v_error, planes.p.error);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) planes.v[i][j] = lane(planes.p, 4 * i + j, v_error);
  planes.weight = lane(planes.p, 3, v_error);
  for (int k = 0; k < 20; ++k)
    if (k % 4 != 3) planes.centre[k] = lane(planes.p, 12 + k, planes.p.error);
  return planes;
}

int sign(double x) { return x < 0.0 ? -1 : 1; }

/// Signs of the normals' components, as if b were turned by a billionth: frames that are aligned,
/// at an instant or all the time, then are in general position too.
void signs_at(const Planes& planes, double s, int signs[3][3]) {
  Mat3 v;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) v(i, j) = evaluate(planes.v[i][j], s).middle();
  const Mat3 turned = v * rotation_about(Vec3(1.0, 2.0, 3.0), 1e-9);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) signs[i][j] = sign(turned(i, j));
}

PrintedPoly times(double factor, const PrintedPoly& p) {
  PrintedPoly result = p;
  for (Interval& c : result.coefficients) c = factor * c;
  return result;
}

/// D of one pair: positive where its plane keeps the boxes apart. The axis is the pair's normal,
/// and half the shadows are written with the signs of the homogeneous interval.
PrintedPoly plane_function(const Planes& planes, const CompatiblePair& pair,
                           const int signs[3][3]) {
  const double *a = planes.p.half_a, *h = planes.p.half_b;
  const auto v = [&](int i, int j) { return times(signs[i % 3][j % 3], planes.v[i % 3][j % 3]); };
  const auto& fa = pair.features.a.side;
  const auto& fb = pair.features.b.side;
  if (pair.kind == PairKind::kFaceVertex) {
    const int i = fa[0] != 0 ? 0 : (fa[1] != 0 ? 1 : 2);
    return times(fa[i], planes.centre[12 + i]) - times(a[i], planes.weight) - times(h[0], v(i, 0)) -
           times(h[1], v(i, 1)) - times(h[2], v(i, 2));
  }
  if (pair.kind == PairKind::kVertexFace) {
    const int j = fb[0] != 0 ? 0 : (fb[1] != 0 ? 1 : 2);
    return times(-fb[j], planes.centre[16 + j]) - times(h[j], planes.weight) -
           times(a[0], v(0, j)) - times(a[1], v(1, j)) - times(a[2], v(2, j));
  }
  const int i = fa[0] == 0 ? 0 : (fa[1] == 0 ? 1 : 2), j = fb[0] == 0 ? 0 : (fb[1] == 0 ? 1 : 2);
  // The normal +-(e_i x f_j) that points out of a at this edge: see features_at().
  const int outward = fa[(i + 2) % 3] * signs[(i + 1) % 3][j];
  return times(outward, planes.centre[4 * i + j]) - times(a[(i + 1) % 3], v(i + 2, j)) -
         times(a[(i + 2) % 3], v(i + 1, j)) - times(h[(j + 1) % 3], v(i, j + 2)) -
         times(h[(j + 2) % 3], v(i, j + 1));
}

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
/// exit after it count.
void pair_up(const std::vector<Found>& found, const Planes& planes, const Interval& span,
             PrintedBoxes& result) {
  bool open = overlaps_at(planes, 0.0);
  auto& list = result.intervals.intervals;
  if (open) list.push_back({IntervalKind::kOverlap, span.lo, span.hi, true, true, {}, {}});
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
}  // namespace

PrintedBoxes printed_box_contacts(const MovingBox& a, const MovingBox& b, const Interval& span) {
  const Planes planes = planes_of(a, b, span);
  PrintedBoxes result;
  result.degree = result.intervals.degree = planes.p.degree;
  std::vector<Found> found;
  const std::vector<Interval> cuts = cuts_of(planes, result.outside);
  const auto time = [&](double s) { return span.lo + s * (span.hi - span.lo); };
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    const Interval s(cuts[k].hi, std::max(cuts[k].hi, cuts[k + 1].lo));
    HomogeneousInterval h;
    h.span = {time(s.lo), time(s.hi)};
    // Wider by the roots' brackets, so that nothing is lost between intervals.
    const Interval wide(cuts[k].lo, cuts[k + 1].hi);
    h.eliminated = spheres_miss(planes, wide);
    if (!h.eliminated && s.lo < s.hi) solve(planes, s, span, h, found);
    result.eliminated += h.eliminated;
    result.homogeneous.push_back(std::move(h));
  }
  std::sort(found.begin(), found.end(), [](const Found& p, const Found& q) { return p.s < q.s; });
  pair_up(found, planes, span, result);
  result.intervals.sure_until = span.hi;
  return result;
}

SampledPlanes sample_planes(const MovingBox& a, const MovingBox& b, const Interval& span,
                            int samples) {
  const Planes planes = planes_of(a, b, span);
  SampledPlanes result;
  for (int k = 0; k < samples; ++k) {
    const double s = double(k) / double(samples - 1);
    int signs[3][3];
    signs_at(planes, s, signs);
    const auto pairs = compatible_pairs(signs);
    const double weight = evaluate(planes.weight, s).middle();
    std::array<double, 30> row{};
    for (std::size_t i = 0; i < row.size() && i < pairs.size(); ++i)
      row[i] = evaluate(plane_function(planes, pairs[i], signs), s).middle() / weight;
    result.times.push_back(span.lo + s * (span.hi - span.lo));
    result.values.push_back(row);
  }
  return result;
}

}  // namespace graze
