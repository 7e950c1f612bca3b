// SPDX-License-Identifier: MIT
// Many bodies in one pass, bodies in themselves, open surfaces.                          [V1, V5]
#include <gtest/gtest.h>

#include <cmath>

#include "graze/geometry/shapes.h"
#include "graze/methods/volume.h"
#include "support/soups.h"
#include "support/trials.h"
#include "volume/convex_volume.h"

namespace graze::test {
namespace {
TEST(V1_ManyBodies, InOnePassGiveEachPairItsVolume) {
  std::mt19937_64 random = generator(1);
  std::vector<DepthBody> bodies;
  const DepthSurface cube(make_shape("box", {{"x", 0.5}, {"y", 0.5}, {"z", 0.5}}));
  for (int k = 0; k < 12; ++k) {
    bodies.push_back({cube, {random_rotation(random), random_vector(random, 0.6)}});
  }
  DepthImages images;
  images.draw(bodies, with_pixels(192));
  const auto pairs = images.pairs();
  EXPECT_GT(pairs.size(), 10u);
  const TriangleMesh box = make_shape("box", {{"x", 0.5}, {"y", 0.5}, {"z", 0.5}});
  double sum = 0.0;
  for (std::uint32_t a = 0; a < 12; ++a) {
    for (std::uint32_t b = a + 1; b < 12; ++b) {
      const double exact =
          common_volume(box, bodies[a].frame_from_surface, box, bodies[b].frame_from_surface);
      const OverlapVolume found = images.overlap(a, b);
      EXPECT_NEAR(found.volume, exact, 2e-5 + 5e-3 * exact) << a << " " << b;
      const bool is_listed = std::find(pairs.begin(), pairs.end(), std::pair(a, b)) != pairs.end();
      EXPECT_EQ(is_listed, found.volume > 0.0);
      const Vec3 net = found.sides[0].rigid.linear + found.sides[1].rigid.linear;
      EXPECT_LT(net.norm(), 1e-13);
      sum += found.volume;
    }
  }
  EXPECT_GT(sum, 0.1);
}

TriangleMesh joined(const std::vector<std::pair<TriangleMesh, Pose>>& parts) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (const auto& [mesh, pose] : parts) {
    const auto offset = static_cast<std::uint32_t>(vertices.size());
    for (const Vec3& v : mesh.vertices()) vertices.push_back(pose * v);
    for (const Triangle& t : mesh.triangles()) {
      triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
    }
  }
  return TriangleMesh(vertices, triangles);
}

TEST(V5_SelfOverlap, IsTheVolumeThatTwoPartsOfABodyShare) {
  const TriangleMesh box = make_shape("box");
  const Pose shifted{Mat3::Identity(), {0.5, 0.25, 0.75}};
  const DepthBody body{DepthSurface(joined({{box, {}}, {box, shifted}})), {}};
  DepthOptions options = with_pixels(56);  // so that all faces are between pixels
  options.self_overlap = true;
  DepthImages images;
  images.draw({&body, 1}, options);
  ASSERT_EQ(images.pairs(), (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 0}}));
  const OverlapVolume overlap = images.overlap(0, 0);
  EXPECT_NEAR(overlap.volume, 0.5 * 0.75 * 0.25, 2e-3);
  EXPECT_TRUE(overlap.sides[1].vertices.empty());
  EXPECT_LT(overlap.sides[0].rigid.linear.norm(), 1e-13) << "a body cannot push itself";
  Vec3 on_first = Vec3::Zero();
  for (const VertexGradient& v : overlap.sides[0].vertices) {
    if (v.vertex.value < box.vertices().size()) on_first += v.gradient;
  }
  EXPECT_LT(on_first.maxCoeff(), 0.5);
  EXPECT_GT(on_first.minCoeff(), 0.05) << "volume grows when the first part moves up";
}

TEST(V5_SelfOverlap, IsAlsoWhatIsTurnedInsideOut) {
  const TriangleMesh box = make_shape("box");
  std::vector<Triangle> turned;
  for (const Triangle& t : box.triangles()) turned.push_back({t[0], t[2], t[1]});
  const TriangleMesh inverted({box.vertices().begin(), box.vertices().end()}, turned);
  const Pose beside{Mat3::Identity(), {1.5, 0.25, 0.0}};
  const Pose inside{0.5 * Mat3::Identity(), Vec3::Zero()};  // not a rotation: half the size
  DepthOptions options = with_pixels(56);
  options.self_overlap = true;
  DepthImages images;
  const auto volume_of = [&](const TriangleMesh& mesh) {
    const DepthBody body{DepthSurface(mesh), {}};
    images.draw({&body, 1}, options);
    return images.overlap(0, 0).volume;
  };
  EXPECT_NEAR(volume_of(inverted), 1.0, 2e-2);
  EXPECT_NEAR(volume_of(joined({{box, {}}, {inverted, beside}})), 1.0, 2e-2);
  EXPECT_EQ(volume_of(joined({{box, {}}, {inverted, inside}})), 0.0) << "a hollow is no overlap";
}

TEST(V5_SelfOverlap, OfABodyThatDoesNotTouchItselfIsNone) {
  DepthOptions options = with_pixels(40);
  options.self_overlap = true;
  DepthImages images;
  for (const std::string& name : shape_names()) {
    const DepthBody body{DepthSurface(make_shape(name)), {}};
    images.draw({&body, 1}, options);
    EXPECT_TRUE(images.pairs().empty()) << name;
  }
}

}  // namespace
}  // namespace graze::test
