// SPDX-License-Identifier: MIT
// Gradients against differences of exact volumes; opposed forces.                        [V2, V3]
#include <gtest/gtest.h>

#include <cmath>

#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "graze/methods/volume.h"
#include "support/trials.h"
#include "volume/box_pairs.h"

namespace graze::test {
namespace {
/// dV / d(shift of b), by central differences of the exact volume.
Vec3 exact_linear(const BoxPair& pair) {
  Vec3 gradient;
  for (int k = 0; k < 3; ++k) {
    BoxPair plus = pair, minus = pair;
    plus.pose_b.translation[k] += 1e-5;
    minus.pose_b.translation[k] -= 1e-5;
    gradient[k] = (plus.exact() - minus.exact()) / 2e-5;
  }
  return gradient;
}

/// dV / d(rotation of b about the origin).
Vec3 exact_angular(const BoxPair& pair) {
  Vec3 gradient;
  for (int k = 0; k < 3; ++k) {
    const auto turned = [&](double angle) {
      BoxPair moved = pair;
      moved.pose_b = Pose{rotation_about(Vec3::Unit(k), angle), Vec3::Zero()} * pair.pose_b;
      return moved.exact();
    };
    gradient[k] = (turned(1e-5) - turned(-1e-5)) / 2e-5;
  }
  return gradient;
}

double total_area(const OverlapVolume& overlap) {
  double sum = 0.0;
  for (const VertexGradient& v : overlap.sides[1].vertices) sum += v.gradient.norm();
  return sum;
}

TEST(V2_Gradient, OfRigidMotionIsTheExactOnesAtFineResolution) {
  const std::size_t all = trials(400, 20);
  for (std::size_t trial = 0; trial < all; ++trial) {
    std::mt19937_64 random = generator(trial);
    const BoxPair pair = random_boxes(random, 0.5);
    if (pair.exact() < 0.02) continue;
    const OverlapVolume overlap = pair.sampled(256);
    const double scale = total_area(overlap);
    const RigidGradient& b = overlap.sides[1].rigid;
    EXPECT_LT((b.linear - exact_linear(pair)).norm(), 0.01 * scale) << trial;
    EXPECT_LT((b.angular - exact_angular(pair)).norm(), 0.01 * scale) << trial;
  }
}

TEST(V2_Gradient, OfBoxesWithCoincidentSidesIsAlongTheFreeAxis) {
  // Sides in common at both ends of y and z: moving either way there makes the overlap smaller.
  const TriangleMesh box = make_shape("box", {{"x", 1.0}, {"y", 1.0}, {"z", 1.0}});
  for (const double shift : {0.25, -0.25}) {
    const BoxPair pair{box, box, {}, {Mat3::Identity(), {shift, 0.0, 0.0}}};
    for (const auto& side : pair.sampled(32).sides) {
      EXPECT_NEAR(side.rigid.linear.y(), 0.0, 1e-12);
      EXPECT_NEAR(side.rigid.linear.z(), 0.0, 1e-12);
      EXPECT_NEAR(std::abs(side.rigid.linear.x()), 1.0, 1e-9);
    }
  }
}

TEST(V2_Gradient, OfEachVertexIsTheExactOnes) {
  // A tetrahedron stays a convex polyhedron whichever way one of its vertices moves.
  const TriangleMesh box = make_shape("box");
  const std::size_t all = trials(200, 10);
  for (std::size_t trial = 0; trial < all; ++trial) {
    std::mt19937_64 random = generator(trial);
    std::vector<Vec3> corners;
    for (int k = 0; k < 4; ++k) corners.push_back(random_vector(random, 0.9));
    const double volume =
        (corners[1] - corners[0]).cross(corners[2] - corners[0]).dot(corners[3] - corners[0]);
    if (volume < 0.0) std::swap(corners[0], corners[1]);
    if (std::abs(volume) < 0.2) continue;
    const std::vector<Triangle> faces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    const auto exact = [&](const std::vector<Vec3>& at) {
      return common_volume(box, {}, TriangleMesh(at, faces), {});
    };
    const OverlapVolume overlap =
        overlap_by_depth({DepthSurface(box), {}}, {DepthSurface(TriangleMesh(corners, faces)), {}},
                         with_pixels(256));
    const double scale = std::max(total_area(overlap), 0.1);
    std::vector<Vec3> found(4, Vec3::Zero());
    for (const VertexGradient& v : overlap.sides[1].vertices) found[v.vertex.index()] = v.gradient;
    for (std::size_t v = 0; v < 4; ++v) {
      for (int k = 0; k < 3; ++k) {
        auto plus = corners, minus = corners;
        plus[v][k] += 1e-5;
        minus[v][k] -= 1e-5;
        const double slope = (exact(plus) - exact(minus)) / 2e-5;
        EXPECT_NEAR(found[v][k], slope, 0.01 * scale) << trial << " " << v << " " << k;
      }
    }
  }
}

TEST(V3_Forces, OfTheTwoBodiesAreOpposedToRounding) {
  std::mt19937_64 random = generator(3);
  const DepthSurface blob(make_shape("blob", {{"triangles", 5000}}));
  const DepthSurface gear(make_shape("gear"));
  for (int trial = 0; trial < 20; ++trial) {
    const Pose pose{random_rotation(random), random_vector(random, 0.3)};
    for (const int n : {2, 16, 64}) {
      const OverlapVolume overlap = overlap_by_depth({blob, {}}, {gear, pose}, with_pixels(n));
      Vec3 sum = Vec3::Zero(), size = Vec3::Zero();
      for (const OverlapSide& side : overlap.sides) {
        for (const VertexGradient& v : side.vertices) {
          sum += v.gradient;
          size += v.gradient.cwiseAbs();
        }
      }
      EXPECT_LE(sum.cwiseAbs().maxCoeff(), 1e-13 * size.maxCoeff()) << trial << " " << n;
      const RigidGradient &a = overlap.sides[0].rigid, &b = overlap.sides[1].rigid;
      EXPECT_LE((a.linear + b.linear).norm(), 1e-13 * size.norm());
      EXPECT_LE((a.angular + b.angular).norm(), 1e-12 * size.norm()) << "opposed torques, too";
    }
  }
}

TEST(V2_Gradient, OfABodyIsTheSumOfItsVertices) {
  std::mt19937_64 random = generator(4);
  const DepthSurface blob(make_shape("blob", {{"triangles", 5000}}));
  const DepthSurface gear(make_shape("gear"));
  const Pose pose{random_rotation(random), {0.1, 0.2, 0.0}};
  const OverlapVolume overlap = overlap_by_depth({blob, {}}, {gear, pose}, with_pixels(64));
  RigidGradient sum;
  for (const VertexGradient& v : overlap.sides[1].vertices) {
    const Vec3 p = pose * gear.vertices()[v.vertex.index()];
    sum += RigidGradient{v.gradient, p.cross(v.gradient)};
  }
  const RigidGradient& rigid = overlap.sides[1].rigid;
  EXPECT_LT((sum.linear - rigid.linear).norm(), 1e-12);
  // Vertices are rounded to 2^-16 of a pixel before they are drawn.
  EXPECT_LT((sum.angular - rigid.angular).norm(), 2e-5 * rigid.angular.norm());
  const RigidGradient moved = about(rigid, pose.translation);
  EXPECT_LT((moved.angular - (rigid.angular - pose.translation.cross(rigid.linear))).norm(), 1e-15);
}

}  // namespace
}  // namespace graze::test
