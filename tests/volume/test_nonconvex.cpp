// SPDX-License-Identifier: MIT
// Volumes of bodies that are not convex, against sums of signed tetrahedra.                  [V2]
#include <gtest/gtest.h>

#include <cmath>

#include "graze/geometry/shapes.h"
#include "graze/methods/volume.h"
#include "support/soups.h"
#include "support/trials.h"
#include "volume/convex_volume.h"

namespace graze::test {
namespace {
/// A tetrahedron, and whether it counts once or minus once.
struct SignedTetrahedron {
  Polyhedron solid;
  double sign = 1.0;
};

/// A closed surface encloses the sum of the tetrahedra between its triangles and any one point.
std::vector<SignedTetrahedron> tetrahedra_of(const TriangleMesh& mesh, const Pose& pose) {
  const Vec3 apex = pose * mesh.bounds().centre();
  std::vector<SignedTetrahedron> tetrahedra;
  for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
    const auto corners = mesh.corners(t);
    const Vec3 p = pose * corners[0];
    Vec3 q = pose * corners[1], r = pose * corners[2];
    const double volume = (p - apex).dot((q - apex).cross(r - apex));
    if (std::abs(volume) < 1e-12) continue;
    if (volume < 0.0) std::swap(q, r);
    tetrahedra.push_back(
        {{{p, q, r}, {apex, q, p}, {apex, r, q}, {apex, p, r}}, volume > 0.0 ? 1.0 : -1.0});
  }
  return tetrahedra;
}

double common_part(const Polyhedron& a, const Polyhedron& b) {
  Polyhedron common = a;
  for (const auto& face : b) {
    const Vec3 normal = (face[1] - face[0]).cross(face[2] - face[0]).normalized();
    common = clipped(common, normal, normal.dot(face[0]));
    if (common.empty()) return 0.0;
  }
  return volume_of(common);
}

double common_volume_of_any(const TriangleMesh& a, const Pose& pose_a, const TriangleMesh& b,
                            const Pose& pose_b) {
  const auto parts_a = tetrahedra_of(a, pose_a), parts_b = tetrahedra_of(b, pose_b);
  double sum = 0.0;
  for (const SignedTetrahedron& p : parts_a) {
    for (const SignedTetrahedron& q : parts_b) {
      sum += p.sign * q.sign * common_part(p.solid, q.solid);
    }
  }
  return sum;
}

TEST(V2_NonConvex, TheOracleKnowsTheVolumeOfABody) {
  const TriangleMesh bracket = make_shape("l_bracket"),
                     box = make_shape("box", {{"x", 9.0}, {"y", 9.0}, {"z", 9.0}});
  double volume = 0.0;
  for (std::size_t t = 0; t < bracket.triangles().size(); ++t) {
    const auto c = bracket.corners(t);
    volume += c[0].dot(c[1].cross(c[2])) / 6.0;
  }
  EXPECT_NEAR(common_volume_of_any(bracket, {}, box, {}), volume, 1e-12);
}

TEST(V2_NonConvex, VolumesAreThoseOfTheirSignedTetrahedra) {
  const TriangleMesh bracket = make_shape("l_bracket"), stairs = make_shape("stairs");
  DepthImages images;
  double error_sq = 0.0, coarse_sq = 0.0;
  std::size_t count = 0;
  const std::size_t all = trials(200, 8);
  for (std::size_t trial = 0; trial < all; ++trial) {
    std::mt19937_64 random = generator(trial);
    const Pose pose_a{random_rotation(random), random_vector(random, 0.2)};
    const Pose pose_b{random_rotation(random), random_vector(random, 0.2)};
    const double exact = common_volume_of_any(bracket, pose_a, stairs, pose_b);
    const DepthBody a{DepthSurface(bracket), pose_a}, b{DepthSurface(stairs), pose_b};
    const OverlapVolume fine = overlap_by_depth(a, b, with_pixels(256), &images);
    const OverlapVolume coarse = overlap_by_depth(a, b, with_pixels(32), &images);
    EXPECT_NEAR(fine.volume, exact, 2e-5 + 2e-3 * exact) << trial;
    if (exact < 1e-3) continue;
    ++count;
    error_sq += std::pow(fine.volume / exact - 1.0, 2);
    coarse_sq += std::pow(coarse.volume / exact - 1.0, 2);
  }
  ASSERT_GT(count, 3u);
  EXPECT_GT(0.5 * std::log2(coarse_sq / error_sq) / 3.0, 1.5) << "order of convergence";
}

}  // namespace
}  // namespace graze::test
