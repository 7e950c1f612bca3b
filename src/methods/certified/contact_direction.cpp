// SPDX-License-Identifier: MIT
#include "methods/certified/contact_direction.h"

#include <algorithm>

#include "methods/certified/feature_directions.h"

namespace graze::certified {
namespace {
constexpr double kLevel = 1e-9;  // sine: along the face, neither in front of it nor behind

Vec3 normal_of(const Corners& t) { return (t[1] - t[0]).cross(t[2] - t[0]); }

double separation(const PlacedTriangles& placed, const Vec3& n) {
  double far_a = -std::numeric_limits<double>::infinity();
  double near_b = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    far_a = std::max(far_a, n.dot(placed.a[k]));
    near_b = std::min(near_b, n.dot(placed.b[k]));
  }
  return near_b - far_a;
}

// Tries directions; keeps the one along which the triangles are separated most (or overlap least).
class DirectionSearch {
 public:
  DirectionSearch(const PlacedTriangles& placed, Outside outside)
      : placed_(placed),
        normal_a_(normal_of(placed.a)),
        normal_b_(normal_of(placed.b)),
        outside_(outside) {}

  ContactDirection run(const TriangleDistance& near, bool finely) {
    try_one(near.point_b - near.point_a, FeaturesOf::kBoth);
    try_both(normal_a_, FeaturesOf::kA);
    try_both(normal_b_, FeaturesOf::kB);
    for (int i = 0; i < 3; ++i) {
      const Vec3 edge_a = placed_.a[(i + 1) % 3] - placed_.a[i];
      const Vec3 edge_b = placed_.b[(i + 1) % 3] - placed_.b[i];
      try_both(edge_a.cross(normal_a_), FeaturesOf::kA);
      try_both(edge_b.cross(normal_b_), FeaturesOf::kB);
      for (int j = 0; j < 3; ++j) {
        try_both(edge_a.cross(placed_.b[(j + 1) % 3] - placed_.b[j]), FeaturesOf::kBoth);
      }
    }
    if (finely) try_features();
    return best_;
  }

 private:
  void try_features() {
    for (const FeatureDirection& direction : feature_directions(placed_.a, placed_.b)) {
      try_both(direction.n, direction.of_a ? FeaturesOf::kA : FeaturesOf::kB);
    }
  }

  void try_both(const Vec3& n, FeaturesOf of) {
    try_one(n, of);
    try_one(-n, of);
  }

  void try_one(const Vec3& direction, FeaturesOf of) {
    const double length = direction.norm();
    if (!(length > 0.0)) return;
    const Vec3 n = direction / length;
    if (!is_outside(n)) return;
    const double gap = separation(placed_, n);
    if (gap > best_.separation) best_ = {n, of, gap};
  }

  // Outside of a is where its normal points; b's normal points back at a.
  bool is_outside(const Vec3& n) const {
    if (outside_ == Outside::kAnywhere) return true;
    const double most = outside_ == Outside::kInFront ? kLevel : 1.0 - kLevel;
    return n.dot(normal_a_) >= -most * normal_a_.norm() &&
           n.dot(normal_b_) <= most * normal_b_.norm();
  }

  const PlacedTriangles& placed_;
  Vec3 normal_a_, normal_b_;
  Outside outside_;
  ContactDirection best_;
};

}  // namespace

ContactDirection contact_direction(const PlacedTriangles& placed, const TriangleDistance& near,
                                   double evident) {
  const ContactDirection front = DirectionSearch(placed, Outside::kInFront).run(near, false);
  if (front.separation > evident) return front;
  const ContactDirection any = DirectionSearch(placed, Outside::kAnywhere).run(near, false);
  return any.separation > evident ? any : front;
}

// Rounding of an axis makes triangles look deeper in each other than they are, by about 2^-26
// of their extent at most; this many distance_error are at least 2^-20 of it.
constexpr double kSurelyDeep = 0x1p27;

ContactDirection widest_direction(const PlacedTriangles& placed, const TriangleDistance& near,
                                  Outside outside) {
  const ContactDirection plain = DirectionSearch(placed, outside).run(near, false);
  const bool is_clear =
      plain.separation > 0.0 || plain.separation < -kSurelyDeep * placed.distance_error;
  return is_clear ? plain : DirectionSearch(placed, outside).run(near, true);
}

}  // namespace graze::certified
