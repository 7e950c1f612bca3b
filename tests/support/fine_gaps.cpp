// SPDX-License-Identifier: MIT
#include "support/fine_gaps.h"

#include <cmath>
#include <utility>

#include "support/random_doubles.h"
#include "support/soups.h"

namespace graze::test {
namespace {
using Random = std::mt19937_64;

/// 1 in half of the cases, else down to 10^lowest.
double small_or_one(Random& random, double lowest) {
  return random() % 2 == 0 ? 1.0 : std::pow(10.0, uniform(random, lowest, 0.0));
}

/// A triangle above z = 0 whose first `lowest` corners are at z = 0 and have the origin among them
/// or uniform them. Long along x.
Corners triangle_over_origin(Random& random, int lowest) {
  const double width = small_or_one(random, -10.0), height = small_or_one(random, -11.0);
  Corners t;
  Vec3 middle = Vec3::Zero();
  double weights = 0.0;
  for (int k = 0; k < 3; ++k) {
    t[k] = {uniform(random, -1.0, 1.0), width * uniform(random, -1.0, 1.0), 0.0};
    const double weight = uniform(random, 0.0, 1.0);
    if (k < lowest) middle += weight * t[k], weights += weight;
  }
  for (int k = 0; k < 3; ++k) {
    t[k] -= middle / weights;
    if (k >= lowest) t[k].z() = height * uniform(random, 0.01, 1.0);
  }
  if (lowest == 1) t[0] = Vec3::Zero();
  return t;
}

Corners turned(Corners t, const Mat3& rotation, const Vec3& by) {
  for (Vec3& p : t) p = rotation * p + by;
  return t;
}

/// Cosine of the angle uniform the front's normal and n.
double facing_cosine(const Corners& t, const Vec3& n) {
  return (t[1] - t[0]).cross(t[2] - t[0]).normalized().dot(n);
}

/// With its front towards n.
Corners facing(Corners t, const Vec3& n) {
  if (facing_cosine(t, n) < 0.0) std::swap(t[0], t[1]);
  return t;
}
}  // namespace

FineGap random_fine_gap(Random& random, double gap) {
  const int lowest_b = 1 + static_cast<int>(random() % 3);
  const Corners a = triangle_over_origin(random, 1 + static_cast<int>(random() % 3));
  const Corners b = triangle_over_origin(random, lowest_b);
  const double angle = 3.0 * small_or_one(random, -10.0);
  const Mat3 about_z = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
  const Mat3 upside_down = Vec3(1.0, -1.0, -1.0).asDiagonal();
  const Mat3 frame = random_rotation(random);
  FineGap made;
  made.n = frame.col(2);
  made.gap = gap;
  made.a = facing(turned(a, frame * upside_down, Vec3::Zero()), made.n);
  made.b = facing(turned(b, frame * about_z, gap * made.n), -made.n);
  made.faces = facing_cosine(made.a, made.n) > 1e-5 && facing_cosine(made.b, -made.n) > 1e-5;
  made.b_is_hinged = lowest_b == 2;
  made.edge_b = (made.b[1] - made.b[0]).normalized();
  return made;
}

}  // namespace graze::test
