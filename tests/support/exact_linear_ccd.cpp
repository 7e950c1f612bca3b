// SPDX-License-Identifier: MIT
#include "support/exact_linear_ccd.h"

#include <algorithm>
#include <array>

#include "support/exact_polynomial.h"

namespace graze::test {
namespace {
template <typename Number>
using Exact3 = std::array<Number, 3>;

template <typename Number>
Number dot(const Exact3<Number>& a, const Exact3<Number>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <typename Number>
Exact3<Number> cross(const Exact3<Number>& a, const Exact3<Number>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <typename Number>
Exact3<Number> minus(const Exact3<Number>& a, const Exact3<Number>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

using MovingCorner = Exact3<Polynomial>;

MovingCorner moving_difference(const LinearQuery& query, int minuend, int subtrahend) {
  MovingCorner corner;
  for (int axis = 0; axis < 3; ++axis) {
    const mpq_class start =
        mpq_class(query.start[minuend][axis]) - mpq_class(query.start[subtrahend][axis]);
    const mpq_class end =
        mpq_class(query.end[minuend][axis]) - mpq_class(query.end[subtrahend][axis]);
    corner[axis] = Polynomial{start} + Polynomial{mpq_class(0), end - start};
    if (start == 0 && end == 0) corner[axis].clear();
  }
  return corner;
}

/// Corners of the difference polygon in cyclic order.
std::vector<MovingCorner> moving_polygon(const LinearQuery& q) {
  if (q.kind == LinearKind::kVertexFace) {
    return {moving_difference(q, 1, 0), moving_difference(q, 2, 0), moving_difference(q, 3, 0)};
  }
  return {moving_difference(q, 2, 0), moving_difference(q, 3, 0), moving_difference(q, 3, 1),
          moving_difference(q, 2, 1)};
}

/// Everything whose sign decides whether the origin is in the polygon.
struct Conditions {
  Polynomial coplanar;
  Exact3<Polynomial> normal;
  std::vector<Polynomial> side;              ///< normal . (c_k x c_(k+1))
  std::vector<Exact3<Polynomial>> parallel;  ///< c_k x c_(k+1)
  std::vector<Polynomial> between;           ///< c_k . c_(k+1): <= 0 between the ends
};

Conditions conditions_of(const std::vector<MovingCorner>& c) {
  Conditions out;
  out.normal = cross(minus(c[1], c[0]), minus(c.back(), c[0]));
  out.coplanar = dot(out.normal, c[0]);
  for (std::size_t k = 0; k < c.size(); ++k) {
    const MovingCorner& next = c[(k + 1) % c.size()];
    out.parallel.push_back(cross(c[k], next));
    out.between.push_back(dot(c[k], next));
    out.side.push_back(dot(out.normal, out.parallel.back()));
  }
  return out;
}

bool all_zero(const Exact3<Polynomial>& v, const ExactRoot& t) {
  return sign_at(v[0], t) == 0 && sign_at(v[1], t) == 0 && sign_at(v[2], t) == 0;
}

bool on_boundary(const Conditions& c, const ExactRoot& t) {
  for (std::size_t k = 0; k < c.parallel.size(); ++k) {
    if (all_zero(c.parallel[k], t) && sign_at(c.between[k], t) <= 0) return true;
  }
  return false;
}

bool inside(const Conditions& c, const ExactRoot& t) {
  if (sign_at(c.coplanar, t) != 0 || all_zero(c.normal, t)) return false;
  return std::all_of(c.side.begin(), c.side.end(),
                     [&](const Polynomial& side) { return sign_at(side, t) > 0; });
}

std::vector<ExactRoot> event_times(const Conditions& c) {
  std::vector<ExactRoot> times{{{}, 0, 0}, {{}, 1, 1}};
  const auto add = [&](const Polynomial& a) {
    for (ExactRoot& root : roots_in_unit(a)) times.push_back(std::move(root));
  };
  add(c.coplanar);
  if (!c.coplanar.empty()) return times;  // contact needs the origin in the plane
  for (const Exact3<Polynomial>& v : c.parallel) std::for_each(v.begin(), v.end(), add);
  for (const Polynomial& a : c.between) add(a);
  return times;
}

mpq_class segment_distance_sq(const Exact3<mpq_class>& a, const Exact3<mpq_class>& b) {
  const Exact3<mpq_class> e = minus(b, a);
  const mpq_class length_sq = dot(e, e), along = -dot(a, e);
  if (along <= 0 || length_sq == 0) return dot(a, a);
  if (along >= length_sq) return dot(b, b);
  return dot(a, a) - along * along / length_sq;
}
}  // namespace

std::optional<ExactTime> exact_first_contact(const LinearQuery& query) {
  const Conditions conditions = conditions_of(moving_polygon(query));
  const mpq_class width(1, mpz_class(1) << 70);
  std::optional<ExactTime> first;
  for (ExactRoot& t : event_times(conditions)) {
    if (!on_boundary(conditions, t) && !inside(conditions, t)) continue;
    refine(t, width);
    if (!first || t.lo < first->lo) first = ExactTime{t.lo, t.hi};
  }
  return first;
}

mpq_class exact_distance_sq(const LinearQuery& query, const mpq_class& t) {
  std::vector<Exact3<mpq_class>> c;
  for (const MovingCorner& moving : moving_polygon(query)) {
    c.push_back({evaluate(moving[0], t), evaluate(moving[1], t), evaluate(moving[2], t)});
  }
  const Exact3<mpq_class> normal = cross(minus(c[1], c[0]), minus(c.back(), c[0]));
  bool is_inside = dot(normal, normal) != 0;
  mpq_class nearest = dot(c[0], c[0]);
  for (std::size_t k = 0; k < c.size(); ++k) {
    const Exact3<mpq_class>& next = c[(k + 1) % c.size()];
    is_inside = is_inside && dot(normal, cross(c[k], next)) >= 0;
    nearest = std::min(nearest, segment_distance_sq(c[k], next));
  }
  if (!is_inside) return nearest;
  const mpq_class height = dot(normal, c[0]);
  return height * height / dot(normal, normal);
}

}  // namespace graze::test
