// SPDX-License-Identifier: MIT
// Question   How large is a solid, where is its centre, and how does it turn?
// Source     Integrals of 1, x and x x^T over the tetrahedra from one point to each triangle.
// Guarantee  Exact formulas; rounding only.
// Changed    Sums start at the centre of the bounds, so that distance from the origin costs
//            nothing.
#include "graze/geometry/mass_properties.h"

#include <array>
#include <cmath>

namespace graze {
namespace {
// Neumaier's sum: what each addition rounds away is kept, so that a million triangles cost no
// digits.
class Sum {
 public:
  void add(double x) {
    const double next = sum_ + x;
    rest_ += std::abs(sum_) >= std::abs(x) ? (sum_ - next) + x : (x - next) + sum_;
    sum_ = next;
  }
  double value() const { return sum_ + rest_; }

 private:
  double sum_ = 0.0, rest_ = 0.0;
};

// Six times the integral of 1, 24 times that of x, 120 times that of x x^T.
struct Moments {
  Sum volume;
  std::array<Sum, 3> first;
  std::array<Sum, 6> second;  // xx yy zz yz xz xy

  void add(const Vec3& a, const Vec3& b, const Vec3& c) {
    const double det = a.dot(b.cross(c));
    const Vec3 sum = a + b + c;
    volume.add(det);
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      first[k].add(det * sum[k]);
      second[k].add(det * (a[k] * a[k] + b[k] * b[k] + c[k] * c[k] + sum[k] * sum[k]));
      second[3 + k].add(det * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + sum[i] * sum[j]));
    }
  }
  Vec3 first_moment() const { return {first[0].value(), first[1].value(), first[2].value()}; }
  Mat3 second_moment() const {
    const double yz = second[3].value(), xz = second[4].value(), xy = second[5].value();
    Mat3 m;
    m << second[0].value(), xy, xz, xy, second[1].value(), yz, xz, yz, second[2].value();
    return m;
  }
};
}  // namespace

MassProperties mass_properties(const TriangleMesh& mesh) {
  MassProperties result;
  if (mesh.is_empty()) return result;
  const Vec3 origin = mesh.bounds().centre();
  Moments moments;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto corners = mesh.corners(i);
    moments.add(corners[0] - origin, corners[1] - origin, corners[2] - origin);
  }
  const double six_volumes = moments.volume.value();
  result.volume = six_volumes / 6.0;
  result.centroid = origin;
  if (six_volumes == 0.0) return result;
  const Vec3 offset = moments.first_moment() / (4.0 * six_volumes);
  const Mat3 about_centroid =
      moments.second_moment() / 120.0 - result.volume * offset * offset.transpose();
  result.centroid = origin + offset;
  result.inertia = about_centroid.trace() * Mat3::Identity() - about_centroid;
  return result;
}

double surface_area(const TriangleMesh& mesh) {
  Sum twice;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto c = mesh.corners(i);
    twice.add((c[1] - c[0]).cross(c[2] - c[0]).norm());
  }
  return 0.5 * twice.value();
}

}  // namespace graze
