// SPDX-License-Identifier: MIT
// Question   Which directions may separate two triangles best?                             [C4, C5]
// Source     docs/methods/certified.md, section 4.
// Guarantee  None that a proof needs: the gap along a direction is proved where it is used.
// Changed    Not from the closest points, whose difference cancels, but from the features that they
//            may lie on, in 106 bits.
#include "methods/certified/feature_directions.h"

#include "math/precise_vector.h"

namespace graze::certified {
namespace {

using Precise = Vector<DoubleDouble>;

Precise way(const Vec3& from, const Vec3& to) { return difference<DoubleDouble>(to, from); }

/// From the line through `begin` along `edge` to the point; from `begin` if the edge has no length.
Precise across(const Vec3& begin, const Precise& edge, const Vec3& point) {
  const Precise arm = way(begin, point);
  const DoubleDouble length_sq = dot(edge, edge);
  if (!(length_sq.hi > 0.0)) return arm;
  return arm - (dot(arm, edge) / length_sq) * edge;
}

/// In the sense of `forward`; zero for zero.
Vec3 unit(const Precise& direction, const Vec3& forward) {
  const Vec3 n = rounded(direction);
  const double largest = n.lpNorm<Eigen::Infinity>();
  if (!(largest > 0.0)) return Vec3::Zero();
  const Vec3 made = (n / largest).normalized();  // so that no square underflows
  return made.dot(forward) < 0.0 ? Vec3(-made) : made;
}

}  // namespace

// Closest points have a direction at right angles to the features whose insides they are in: a
// face, two edges, an edge and a corner, or two corners. What is parallel has closest points on
// smaller features too. A direction that separates has all of b in front of all of a.
std::array<FeatureDirection, 38> feature_directions(const Corners& a, const Corners& b) {
  std::array<FeatureDirection, 38> result;
  std::size_t count = 0;
  const Vec3 forward = b[0] - a[0];
  const auto add = [&](const Precise& n, bool of_a) { result[count++] = {unit(n, forward), of_a}; };
  Precise edge_a[3], edge_b[3];
  for (int k = 0; k < 3; ++k) {
    edge_a[k] = way(a[k], a[(k + 1) % 3]);
    edge_b[k] = way(b[k], b[(k + 1) % 3]);
  }
  add(cross(edge_a[0], edge_a[1]), true);
  add(cross(edge_b[0], edge_b[1]), false);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      add(cross(edge_a[i], edge_b[j]), true);
      add(across(a[i], edge_a[i], b[j]), true);
      add(across(b[j], edge_b[j], a[i]), false);
      add(way(a[i], b[j]), true);
    }
  }
  return result;
}

}  // namespace graze::certified
