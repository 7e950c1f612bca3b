// SPDX-License-Identifier: MIT
#include "property/contact_truth.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "motion/oracle.h"
#include "support/rational_distance.h"

namespace graze::test {
namespace {
double fastest(const Motion& motion, const TriangleMesh& mesh) {
  double speed = 0.0;
  for (const SmoothPiece& piece : smooth_pieces(motion, {0.0, 1.0})) {
    const MotionBounds bounds = bounds_over(piece.motion, piece.span);
    const double reach =
        (mesh.bounds().centre() - bounds.reference).norm() + 0.5 * mesh.bounds().diagonal();
    speed = std::max(speed, bounds.speed + bounds.angular_speed * reach);
  }
  return speed;
}

/// A number of 256 bits is the sum of a few doubles.
mpq_class rational(Real x) {
  mpq_class sum = 0;
  for (int k = 0; k < 7; ++k) {
    const double part = x.number();
    sum += mpq_class(part);
    x = x - Real(part);
  }
  return sum;
}

RationalTriangle placed(const OracleBody& body, std::uint32_t triangle, double t) {
  const RealPose pose = true_pose(body.motion, Real(t));
  RationalTriangle result;
  const auto corners = body.mesh.corners(triangle);
  for (std::size_t k = 0; k < 3; ++k) {
    const RealVec p = pose * real(corners[k]);
    result[k] = {{rational(p[0]), rational(p[1]), rational(p[2])}};
  }
  return result;
}

/// A point of a triangle near `p`, exactly in it: weights are not negative and their sum is one.
RationalVec3 point_near(const Vec3& p, const Corners& corners, const RationalTriangle& exact) {
  const Vec3 u = corners[1] - corners[0], v = corners[2] - corners[0], w = p - corners[0];
  const double uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), uw = u.dot(w), vw = v.dot(w);
  const double det = uu * vv - uv * uv;
  const auto share = [](double x) { return std::isfinite(x) ? std::clamp(x, 0.0, 1.0) : 0.0; };
  const mpq_class to_first = share((vv * uw - uv * vw) / det);
  const mpq_class second = share((uu * vw - uv * uw) / det);
  const mpq_class to_second = std::min(second, mpq_class(1 - to_first));
  return exact[0] + to_first * (exact[1] - exact[0]) + to_second * (exact[2] - exact[0]);
}

Corners relative_to(const RationalVec3& origin, const RationalTriangle& triangle) {
  Corners corners;
  for (std::size_t k = 0; k < 3; ++k) {
    const RationalVec3 p = triangle[k] - origin;
    corners[k] = {p[0].get_d(), p[1].get_d(), p[2].get_d()};
  }
  return corners;
}

/// The exact distance of two points that some computation suggests is a bound whatever it is worth.
mpq_class suggested_sq(const RationalTriangle& a, const RationalTriangle& b) {
  const Corners near_a = relative_to(a[0], a), near_b = relative_to(a[0], b);
  const TriangleDistance suggested = triangle_distance(near_a, near_b);
  const RationalVec3 way =
      point_near(suggested.point_b, near_b, b) - point_near(suggested.point_a, near_a, a);
  return dot(way, way);
}

/// Time between two samples, and the least distance that the speed allows there.
struct Gap {
  double lo = 0.0, hi = 0.0;
  double distance_lo = 0.0, distance_hi = 0.0;
  double least = 0.0;
  friend bool operator<(const Gap& x, const Gap& y) { return x.least > y.least; }
};

class Sampler {
 public:
  Sampler(const ContactTruth& truth, double speed) : truth_(truth), speed_(speed) {}

  Samples run(int count) {
    const int even = std::max(4, count / 4);
    double before = look(0.0);
    for (int k = 1; k <= even; ++k) {
      const double t = static_cast<double>(k) / even;
      const double here = look(t);
      add(t - 1.0 / even, t, before, here);
      before = here;
    }
    while (static_cast<int>(instants_.size()) < count && gaps_.top().least <= 0.0) divide();
    const bool proved_free = gaps_.top().least > 0.0;
    if (!proved_free) look_around_smallest();
    std::sort(instants_.begin(), instants_.end(),
              [](const Instant& x, const Instant& y) { return x.t < y.t; });
    return {std::move(instants_), proved_free};
  }

 private:
  double look(double t) {
    instants_.push_back(
        truth_.at(t, instants_.empty() ? NearestTriangles() : instants_.back().nearest));
    return instants_.back().nearest.distance;
  }

  void add(double lo, double hi, double distance_lo, double distance_hi) {
    gaps_.push(
        {lo, hi, distance_lo, distance_hi, 0.5 * (distance_lo + distance_hi - speed_ * (hi - lo))});
  }

  void divide() {
    const Gap gap = gaps_.top();
    gaps_.pop();
    const double middle = 0.5 * (gap.lo + gap.hi);
    const double here = look(middle);
    add(gap.lo, middle, gap.distance_lo, here);
    add(middle, gap.hi, here, gap.distance_hi);
  }

  void look_around_smallest() {
    const auto nearest = std::min_element(
        instants_.begin(), instants_.end(),
        [](const auto& x, const auto& y) { return x.nearest.distance < y.nearest.distance; });
    if (nearest->nearest.distance == 0.0) return;
    const double t = nearest->t;
    double lo = 0.0, hi = 1.0;
    for (const Instant& i : instants_) {
      if (i.t < t) lo = std::max(lo, i.t);
      if (i.t > t) hi = std::min(hi, i.t);
    }
    for (int k = 0; k < 12; ++k) {
      const double x = lo + 0.4 * (hi - lo), y = lo + 0.6 * (hi - lo);
      const double at_x = look(x), at_y = look(y);
      if (at_x < at_y) {
        hi = y;
      } else {
        lo = x;
      }
    }
  }

  const ContactTruth& truth_;
  double speed_;
  std::vector<Instant> instants_;
  std::priority_queue<Gap> gaps_;
};
}  // namespace

ContactTruth::ContactTruth(const ContactQuery& query)
    : query_(query),
      a_(query.a.mesh),
      b_(query.b.mesh),
      speed_(fastest(query.a.motion, query.a.mesh) + fastest(query.b.motion, query.b.mesh)) {}

Instant ContactTruth::at(double t, const NearestTriangles& likely) const {
  const Pose a = pose_at(query_.a.motion, t), b = pose_at(query_.b.motion, t);
  const Vec3 between =
      (b.rotation * b_.origin() - a.rotation * a_.origin()) + (b.translation - a.translation);
  const Pose a_from_b{a.rotation.transpose() * b.rotation, a.rotation.transpose() * between};
  return {t, nearest_triangles(a_, b_, a_from_b, likely)};
}

Samples ContactTruth::samples(int count) const { return Sampler(*this, speed_).run(count); }

bool ContactTruth::surely_intersect(const Instant& instant) const {
  return triangle_triangle_sq(placed(query_.a, instant.nearest.a, instant.t),
                              placed(query_.b, instant.nearest.b, instant.t)) == 0;
}

bool ContactTruth::surely_within(double t, std::uint32_t triangle_a, std::uint32_t triangle_b,
                                 double most) const {
  const RationalTriangle a = placed(query_.a, triangle_a, t), b = placed(query_.b, triangle_b, t);
  const mpq_class most_sq = mpq_class(most) * mpq_class(most);
  return suggested_sq(a, b) <= most_sq || triangle_triangle_sq(a, b) <= most_sq;
}

double ContactTruth::true_distance(double t, std::uint32_t triangle_a,
                                   std::uint32_t triangle_b) const {
  return root(
      triangle_triangle_sq(placed(query_.a, triangle_a, t), placed(query_.b, triangle_b, t)));
}

}  // namespace graze::test
