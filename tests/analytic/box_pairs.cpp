// SPDX-License-Identifier: MIT
#include "analytic/box_pairs.h"

#include <graze/math/rotation.h>

#include <algorithm>
#include <cmath>

#include "support/soups.h"

namespace graze::test {
namespace {
Vec3 random_half(Generator& random) {
  Vec3 half(uniform(random, 0.1, 1.0), uniform(random, 0.1, 1.0), uniform(random, 0.1, 1.0));
  if (random() % 8 == 0) half[int(random() % 3)] *= 0.01;
  return half;
}

template <typename Point>
Point value_at(const std::vector<Point>& control, double t) {
  std::vector<Point> c = control;
  for (std::size_t last = c.size() - 1; last > 0; --last)
    for (std::size_t i = 0; i < last; ++i) c[i] = (1.0 - t) * c[i] + t * c[i + 1];
  return c[0];
}

double gap_along(const Vec3& axis, const Corners& a, const Corners& b) {
  double a_lo = kInfinity, a_hi = -kInfinity, b_lo = kInfinity, b_hi = -kInfinity;
  for (const Vec3& p : a) a_lo = std::min(a_lo, axis.dot(p)), a_hi = std::max(a_hi, axis.dot(p));
  for (const Vec3& p : b) b_lo = std::min(b_lo, axis.dot(p)), b_hi = std::max(b_hi, axis.dot(p));
  return std::max(b_lo - a_hi, a_lo - b_hi);
}
}  // namespace

RelativeBoxPair random_pair(Generator& random, int rotation_degree, int translation_degree) {
  std::normal_distribution<double> normal;
  RelativeBoxPair pair{random_half(random), random_half(random), {}};
  RationalFormula& f = pair.a_from_b;
  const double spread = random() % 4 == 0 ? 0.05 : uniform(random, 0.1, 0.8);
  const Eigen::Vector4d base =
      Eigen::Vector4d(normal(random), normal(random), normal(random), normal(random)).normalized();
  f.rotation.clear();
  for (int k = 0; k <= rotation_degree; ++k) {
    const Eigen::Vector4d c =
        base + spread * Eigen::Vector4d(uniform(random, -1, 1), uniform(random, -1, 1),
                                        uniform(random, -1, 1), uniform(random, -1, 1));
    f.rotation.emplace_back(c[0], c[1], c[2], c[3]);
  }
  f.translation.clear();
  const double reach = random() % 8 == 0 ? 1.0 : uniform(random, 1.5, 4.0);
  for (int k = 0; k <= translation_degree; ++k)
    f.translation.push_back(random_vector(random, reach));
  return pair;
}

RelativeBoxPair random_pair(Generator& random) {
  for (;;) {
    const int m = int(random() % 5), p = int(random() % 5);
    if (2 * m + p < 1) continue;
    const RelativeBoxPair pair = random_pair(random, m, p);
    double least = 1.0;  // quaternions must keep away from zero
    for (int k = 0; k <= 32; ++k) {
      std::vector<Eigen::Vector4d> c;
      for (const Quat& q : pair.a_from_b.rotation) c.emplace_back(q.w(), q.x(), q.y(), q.z());
      least = std::min(least, value_at(c, k / 32.0).norm());
    }
    if (least > 0.1) return pair;
  }
}

RelativeBoxPair tangential_pair(Generator& random) {
  RelativeBoxPair pair = random_pair(random);
  int best = 0;
  double least = kInfinity;
  for (int k = 0; k <= 64; ++k) {
    const double gap = gap_at(pair, k / 64.0);
    if (gap < least) least = gap, best = k;
  }
  // Grow or shrink b until the least gap is zero: the gap falls by between 0 and sqrt(3) of it.
  for (int k = 0; k < 30; ++k) {
    const double gap =
        least_gap(pair, std::max(0.0, (best - 1) / 64.0), std::min(1.0, (best + 1) / 64.0));
    const Vec3 grown = pair.half_b + Vec3::Constant(gap / 1.3);
    if (grown.minCoeff() < 1e-3 || std::fabs(gap) < 1e-16) break;
    pair.half_b = grown;
  }
  return pair;
}

Corners corners_of(const Box& box, const Pose& pose) {
  Corners corners;
  for (int k = 0; k < 8; ++k) {
    const Vec3 s(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
    corners[std::size_t(k)] =
        pose * Vec3(box.centre + box.axes * Vec3(s.cwiseProduct(box.half_size)));
  }
  return corners;
}

double gap_of(const Corners& a, const Corners& b) {
  const Vec3 e[3] = {a[1] - a[0], a[2] - a[0], a[4] - a[0]},
             f[3] = {b[1] - b[0], b[2] - b[0], b[4] - b[0]};
  double gap = -kInfinity;
  for (int i = 0; i < 3; ++i) {
    gap = std::max(gap, gap_along(e[(i + 1) % 3].cross(e[(i + 2) % 3]).normalized(), a, b));
    gap = std::max(gap, gap_along(f[(i + 1) % 3].cross(f[(i + 2) % 3]).normalized(), a, b));
    for (int j = 0; j < 3; ++j) {
      const Vec3 n = e[i].cross(f[j]);
      if (n.norm() > 1e-7 * e[i].norm() * f[j].norm())
        gap = std::max(gap, gap_along(n.normalized(), a, b));
    }
  }
  return gap;
}

Pose pose_of(const RationalFormula& f, double t) {
  std::vector<Eigen::Vector4d> c;
  for (const Quat& q : f.rotation) c.emplace_back(q.w(), q.x(), q.y(), q.z());
  const Eigen::Vector4d q = value_at(c, t);
  const double w = value_at(f.weight, t);
  return {rotation_from_quaternion({q[0], q[1], q[2], q[3]}), value_at(f.translation, t) / w};
}

double gap_at(const RelativeBoxPair& pair, double t) {
  const Box a{Vec3::Zero(), Mat3::Identity(), pair.half_a};
  const Box b{Vec3::Zero(), Mat3::Identity(), pair.half_b};
  return gap_of(corners_of(a, Pose{}), corners_of(b, pose_of(pair.a_from_b, t)));
}

double least_gap(const RelativeBoxPair& pair, double lo, double hi) {
  constexpr double kGolden = 0.6180339887498949;
  for (int k = 0; k < 60; ++k) {
    const double a = hi - kGolden * (hi - lo), b = lo + kGolden * (hi - lo);
    const bool left = gap_at(pair, a) < gap_at(pair, b);
    (left ? hi : lo) = left ? b : a;
  }
  return gap_at(pair, 0.5 * (lo + hi));
}

Said said_at(const BoxContacts& contacts, double t) {
  for (const Interval& opening : contacts.openings)
    if (opening.contains(t)) return Said::kUnsure;
  for (const BoxContactInterval& c : contacts.intervals) {
    if (t < c.entry.lo || t > c.exit.hi) continue;
    const bool inside = c.kind == IntervalKind::kOverlap && c.entry.hi <= t && t <= c.exit.lo;
    return inside ? Said::kOverlap : Said::kUnsure;
  }
  return Said::kApart;
}

}  // namespace graze::test
