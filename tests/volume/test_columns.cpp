// SPDX-License-Identifier: MIT
// Columns: balanced for closed surfaces, reported where they are not.                    [V1, V5]
#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/error.h"
#include "graze/geometry/point_inclusion.h"
#include "graze/geometry/shapes.h"
#include "graze/methods/volume.h"
#include "support/random_doubles.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
/// The sum of entering (+1) and leaving (-1) is 0 in each column, body by body, and depths ascend.
testing::AssertionResult is_balanced(const DepthImages& images) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto& view = images.view(axis);
    for (int j = 0; j < view.rows; ++j) {
      for (int i = 0; i < view.columns; ++i) {
        int sums[2] = {0, 0};
        double last = -1e300;
        for (const DepthFragment& f : images.column(axis, i, j)) {
          sums[f.body] += f.is_entering ? 1 : -1;
          if (f.depth < last) return testing::AssertionFailure() << "not sorted";
          last = f.depth;
        }
        if (sums[0] != 0 || sums[1] != 0) {
          return testing::AssertionFailure() << "axis " << axis << " column " << i << " " << j;
        }
      }
    }
  }
  return testing::AssertionSuccess();
}

TEST(V1_Columns, CrossAClosedSurfaceABalancedNumberOfTimes) {
  DepthImages images;
  DepthOptions options;
  options.layers_everywhere = true;
  const std::size_t all = trials(400, 30);
  for (std::size_t trial = 0; trial < all; ++trial) {
    std::mt19937_64 random = generator(trial);
    const auto names = shape_names();
    const auto any = [&] { return make_shape(names[random() % names.size()]); };
    const DepthBody bodies[] = {{DepthSurface(any()), {random_rotation(random), Vec3::Zero()}},
                                {DepthSurface(any()), {random_rotation(random), Vec3::Zero()}}};
    const int n = 1 + static_cast<int>(random() % 60);
    options.pixels = {n, n + 3, 2 * n};
    images.draw(bodies, options);
    EXPECT_TRUE(is_balanced(images)) << trial;
    EXPECT_EQ(images.odd_column_count(), 0u);
  }
}

TEST(V1_Columns, StayBalancedWhereSamplesHitVerticesAndEdges) {
  // Vertices on a grid of whole pixels and half pixels: samples meet vertices, edges and faces that
  // stand upright.
  DepthImages images;
  for (const std::string name : {"box", "stairs", "l_bracket", "icosphere"}) {
    const TriangleMesh mesh = make_shape(name);
    std::vector<Vec3> rounded;
    for (const Vec3& v : mesh.vertices()) {
      rounded.push_back((v * 16.0).array().round() / 16.0);
    }
    const TriangleMesh coarse(rounded, {mesh.triangles().begin(), mesh.triangles().end()});
    const DepthBody bodies[] = {{DepthSurface(coarse), {}}, {DepthSurface(coarse), {}}};
    for (const double first : {-2.0, -2.0 - 1.0 / 32, -2.0 - 1.0 / 16}) {
      DepthOptions options = with_pixels(64);
      options.layers_everywhere = true;
      options.region = Aabb{Vec3::Constant(first), Vec3::Constant(first + 4.0)};
      images.draw(bodies, options);
      EXPECT_TRUE(is_balanced(images)) << name;
    }
  }
}

TEST(V1_Columns, FragmentsLieOnTheirTriangles) {
  DepthImages images;
  std::mt19937_64 random = generator(1);
  const TriangleMesh blob = make_shape("blob", {{"triangles", 2000}});
  const Pose pose{random_rotation(random), {0.1, 0.0, 0.2}};
  const DepthBody bodies[] = {{DepthSurface(blob), {}}, {DepthSurface(blob), pose}};
  images.draw(bodies, with_pixels(40));
  std::size_t count = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto& view = images.view(axis);
    for (int j = 0; j < view.rows; ++j) {
      for (int i = 0; i < view.columns; ++i) {
        for (const DepthFragment& f : images.column(axis, i, j)) {
          const auto c = blob.corners(f.triangle.index());
          Vec3 p = Vec3::Zero();
          for (int k = 0; k < 3; ++k)
            p += f.weights[k] * (bodies[f.body].frame_from_surface * c[k]);
          EXPECT_NEAR(p[axis], f.depth, 1e-9);
          EXPECT_NEAR(p[(axis + 1) % 3], view.first_u + i * view.pixel_u, 1e-4 * view.pixel_u);
          EXPECT_NEAR(p[(axis + 2) % 3], view.first_v + j * view.pixel_v, 1e-4 * view.pixel_v);
          EXPECT_NEAR(f.weights.sum(), 1.0, 1e-9);
          EXPECT_GT(f.weights.minCoeff(), -1e-6);
          ++count;
        }
      }
    }
  }
  EXPECT_GT(count, 1000u);
}

TEST(V1_Columns, ContactsAreInsideBothBodiesAndNowhereElse) {
  DepthImages images;
  const std::size_t all = trials(100, 5);
  for (std::size_t trial = 0; trial < all; ++trial) {
    std::mt19937_64 random = generator(trial);
    const TriangleMesh a = make_shape("blob", {{"triangles", 320}}), b = make_shape("gear");
    const Pose pose{random_rotation(random), random_vector(random, 0.3)};
    const DepthBody bodies[] = {{DepthSurface(a), {}}, {DepthSurface(b), pose}};
    images.draw(bodies, with_pixels(12));
    for (int axis = 0; axis < 3; ++axis) {
      const auto& view = images.view(axis);
      for (int check = 0; check < 40; ++check) {
        const int i = static_cast<int>(random() % 12), j = static_cast<int>(random() % 12);
        Vec3 p;
        p[(axis + 1) % 3] = view.first_u + i * view.pixel_u;
        p[(axis + 2) % 3] = view.first_v + j * view.pixel_v;
        p[axis] = uniform(random, view.lo, view.hi);
        bool is_found = false, is_near_end = false;
        for (const DepthContact& c : images.contacts(axis)) {
          if (c.i != i || c.j != j) continue;
          is_found = is_found || (c.lo < p[axis] && p[axis] < c.hi);
          is_near_end =
              is_near_end || std::abs(c.lo - p[axis]) < 1e-4 || std::abs(c.hi - p[axis]) < 1e-4;
        }
        if (is_near_end) continue;
        const bool is_in_both = is_inside(p, a) && is_inside(inverse(pose) * p, b);
        EXPECT_EQ(is_found, is_in_both) << trial << " axis " << axis << " " << p.transpose();
      }
    }
  }
}

TEST(V1_Columns, ThatAreCutAtTheRegionGiveTheVolumeOfWholeOnes) {
  const DepthSurface blob(make_shape("blob", {{"triangles", 5000}})), gear(make_shape("gear"));
  for (int trial = 0; trial < 30; ++trial) {
    std::mt19937_64 random = generator(static_cast<std::uint64_t>(trial));
    const Pose pose{random_rotation(random), random_vector(random, 0.5)};
    DepthOptions whole = with_pixels(24);
    whole.layers_everywhere = true;
    const OverlapVolume cut = overlap_by_depth({blob, {}}, {gear, pose}, with_pixels(24));
    const OverlapVolume full = overlap_by_depth({blob, {}}, {gear, pose}, whole);
    EXPECT_EQ(cut.volume, full.volume);
    EXPECT_EQ(cut.sides[1].rigid.angular, full.sides[1].rigid.angular);
    EXPECT_LE(cut.stats.fragments, full.stats.fragments);
  }
}

TEST(V1_Columns, ThatAreOddAreReportedAndCountNothing) {
  const TriangleMesh box = make_shape("box");
  std::vector<Triangle> holed(box.triangles().begin() + 1, box.triangles().end());
  const TriangleMesh open({box.vertices().begin(), box.vertices().end()}, holed);
  const DepthSurface surface(open);
  EXPECT_FALSE(surface.is_closed());
  const DepthSurface ball(make_shape("icosphere", {{"radius", 0.3}}));
  const OverlapVolume overlap = overlap_by_depth({ball, {}}, {surface, {}}, with_pixels(16));
  EXPECT_GT(overlap.odd_column_count, 50u);
  EXPECT_EQ(overlap.sides[0].odd_column_count, 0u);
  EXPECT_EQ(overlap.sides[1].odd_column_count, overlap.odd_column_count);
  ASSERT_FALSE(overlap.odd_columns.empty());
  for (const OddColumn& odd : overlap.odd_columns) {
    EXPECT_EQ(odd.body, 1);
    EXPECT_EQ(odd.axis, overlap.odd_columns[0].axis) << "one face has the hole";
  }
  // Two views do not look through the hole.
  int whole = 0;
  for (const double v : overlap.volume_by_axis) whole += std::abs(v - 0.112) < 0.01;
  EXPECT_EQ(whole, 2);
  EXPECT_GT(overlap.error, 0.01) << "the estimate shows that something is missing";
}

TEST(V5_Layers, AreAsManyAsThereAre) {
  // Combs of plates: forty layers in one column.
  const TriangleMesh plate = make_shape("box", {{"x", 1.0}, {"y", 1.0}, {"z", 0.01}});
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (std::uint32_t k = 0; k < 20; ++k) {
    const auto offset = static_cast<std::uint32_t>(vertices.size());
    for (const Vec3& v : plate.vertices()) vertices.push_back(v + Vec3(0.0, 0.0, 0.05 * k));
    for (const Triangle& t : plate.triangles()) {
      triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
    }
  }
  const DepthSurface comb{TriangleMesh(vertices, triangles)};
  const DepthBody shifted{comb, {Mat3::Identity(), {0.0, 0.5, 0.005}}};
  DepthImages images;
  const DepthBody bodies[] = {{comb, {}}, shifted};
  images.draw(bodies, with_pixels(8));
  EXPECT_EQ(images.stats().layers, 78u) << "the outermost two are outside of the region";
  EXPECT_NEAR(images.overlap(0, 1).volume_by_axis[2], 20 * 0.005 * 0.5, 1e-12);
}

TEST(V5_Slivers, AndTinyOrHugeScalesAreDefined) {
  std::mt19937_64 random = generator(11);
  const TriangleMesh ball = make_shape("icosphere");
  for (const double squeeze : {1e-3, 1e-6, 1e-9, 1e-12}) {
    std::vector<Vec3> flat;
    for (const Vec3& v : ball.vertices()) flat.push_back({v.x(), v.y(), squeeze * v.z()});
    const TriangleMesh sliver(flat, {ball.triangles().begin(), ball.triangles().end()});
    const Pose pose{random_rotation(random), Vec3::Zero()};
    const OverlapVolume overlap =
        overlap_by_depth({DepthSurface(sliver), pose}, {DepthSurface(ball), {}}, with_pixels(32));
    EXPECT_GE(overlap.volume, 0.0);
    EXPECT_LT(overlap.volume, 2.0 * squeeze) << squeeze;
    for (const VertexGradient& v : overlap.sides[0].vertices) {
      EXPECT_TRUE(v.gradient.allFinite());
    }
  }
  for (const double scale : {1e-100, 1e-9, 1e9, 1e100}) {
    std::vector<Vec3> scaled;
    for (const Vec3& v : ball.vertices()) scaled.push_back(scale * v);
    const DepthSurface surface(
        TriangleMesh(scaled, {ball.triangles().begin(), ball.triangles().end()}));
    const Pose pose{Mat3::Identity(), scale * Vec3(0.3, 0.1, 0.2)};
    const OverlapVolume overlap = overlap_by_depth({surface, {}}, {surface, pose}, with_pixels(16));
    const OverlapVolume unit = overlap_by_depth(
        {DepthSurface(ball), {}}, {DepthSurface(ball), {Mat3::Identity(), {0.3, 0.1, 0.2}}},
        with_pixels(16));
    EXPECT_NEAR(overlap.volume / (scale * scale * scale) / unit.volume, 1.0, 1e-3) << scale;
  }
}

TEST(V5_Slivers, ThinOverlapsOfHugeFacesKeepTheirVolume) {
  // The overlap is a millionth of the boxes' size: positions are far outside the images.
  const DepthSurface cube(make_shape("box"));
  for (const double depth : {1e-3, 1e-6, 1e-8}) {
    const Pose pose{Mat3::Identity(), {1.0 - depth, 1.0 - depth, 1.0 - depth}};
    const OverlapVolume overlap = overlap_by_depth({cube, {}}, {cube, pose}, with_pixels(8));
    EXPECT_NEAR(overlap.volume / std::pow(depth, 3), 1.0, 1e-5) << depth;
  }
}

TEST(V1_Surface, RefittedIsTheSameAsBuiltAnew) {
  const TriangleMesh blob = make_shape("blob", {{"triangles", 3000}});
  DepthSurface moved(blob);
  const DepthSurface before = moved;
  std::vector<Vec3> positions;
  for (const Vec3& v : blob.vertices()) {
    positions.push_back({v.x() + 0.1 * std::sin(5.0 * v.z()), 1.3 * v.y(), v.z()});
  }
  moved.move_vertices(positions);
  const DepthSurface anew(
      TriangleMesh(positions, {blob.triangles().begin(), blob.triangles().end()}));
  const DepthSurface gear(make_shape("gear"));
  const OverlapVolume a = overlap_by_depth({moved, {}}, {gear, {}}, with_pixels(32));
  const OverlapVolume b = overlap_by_depth({anew, {}}, {gear, {}}, with_pixels(32));
  EXPECT_EQ(a.volume, b.volume);
  EXPECT_EQ(before.vertices()[0], blob.vertices()[0]) << "a copy does not see the change";
  EXPECT_THROW(moved.move_vertices(std::vector<Vec3>(3)), InputError);
  auto broken = positions;
  broken.back().y() = std::nan("");
  EXPECT_THROW(moved.move_vertices(std::span<const Vec3>(broken)), InputError);
  EXPECT_EQ(overlap_by_depth({moved, {}}, {gear, {}}, with_pixels(32)).volume, a.volume)
      << "what is refused changes nothing";
  positions[5].x() = std::nan("");
  EXPECT_THROW(moved.move_vertices(positions), InputError);
}

}  // namespace
}  // namespace graze::test
