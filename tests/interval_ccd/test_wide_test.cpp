// SPDX-License-Identifier: MIT
// The wide test against boxes placed in double and tested by all 15 axes at sampled times.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "detect/interval_ccd/lanes.h"
#include "detect/interval_ccd/triangle_pair.h"
#include "support/ccd_queries.h"
#include "support/trials.h"

namespace graze::interval_ccd {
namespace {

using test::random_direction;
using test::random_rotation;
using test::random_vector;
using test::uniform;

Box box_of(const LaneBox& lane) {
  Box box{vec3(lane.centre), Mat3(), vec3(lane.half)};
  for (int k = 0; k < 3; ++k) box.axes.row(k) = vec3(lane.rows[k]).transpose();
  return box;
}

double gap_along(const Vec3& n, const Box& a, const Box& b) {
  const double length = n.norm();
  if (length < 1e-9) return -kInfinity;
  const double radius = a.half_size.dot((a.axes.transpose() * n).cwiseAbs()) +
                        b.half_size.dot((b.axes.transpose() * n).cwiseAbs());
  return (std::abs(n.dot(b.centre - a.centre)) - radius) / length;
}

// Positive exactly for boxes that are apart.
double largest_gap(const Box& a, const Box& b) {
  double gap = -kInfinity;
  for (int i = 0; i < 3; ++i) {
    gap = std::max({gap, gap_along(a.axes.col(i), a, b), gap_along(b.axes.col(i), a, b)});
    for (int j = 0; j < 3; ++j) {
      gap = std::max(gap, gap_along(a.axes.col(i).cross(b.axes.col(j)), a, b));
    }
  }
  return gap;
}

// Some turn about a point next to `middle` of the body, or about that point itself.
Motion random_motion(std::mt19937_64& random, double size, double turn, const Vec3& middle) {
  const Pose begin{random_rotation(random), random_vector(random, size)};
  const double off = uniform(random, 0.0, 1.0);
  const Vec3 near = begin * middle + random_vector(random, off < 0.2 ? 0.0 : 0.1 * size);
  const double kind = uniform(random, 0.0, 5.0);
  if (kind < 1.0) return Motion::still(begin);
  if (kind < 3.0) {
    return Motion::screw({.begin = begin,
                          .point = off < 0.5 ? near : random_vector(random, 2.0 * size),
                          .axis = random_direction(random),
                          .angle = turn * uniform(random, -1.0, 1.0),
                          .slide = size * uniform(random, -1.0, 1.0)});
  }
  const Motion six = Motion::six_parameters(
      {begin.translation, random_vector(random)},
      {begin.translation + random_vector(random, size), random_vector(random, 1.0 + turn)});
  return kind < 4.0 ? six
                    : Motion::placed(Pose{random_rotation(random), random_vector(random, size)},
                                     six, begin);
}

WideObbTree random_tree(std::mt19937_64& random, double size, const Vec3& offset) {
  const auto triangles = static_cast<std::size_t>(uniform(random, 2.0, 40.0));
  return WideObbTree(build_obb_tree(
      test::random_soup(
          random, {.triangles = triangles, .scale = size, .offset = offset, .odd_share = 0.4}),
      {.leaf_triangles = 1}));
}

Vec3 middle_of(const WideObbTree& tree) { return tree.binary().nodes()[0].box.centre; }

struct Scene {
  WideObbTree own, wide;
  MovingPair pair;
  double scale = 1.0;
};

// Sizes from 1e-6 to 1e6, bodies away from their origins, thin boxes, turns up to 20 rad.
Scene random_scene(std::mt19937_64& random) {
  const double size = std::pow(10.0, uniform(random, -6.0, 6.0));
  const double away = uniform(random, 0.0, 1.0) < 0.2 ? 1e4 : 1.0;
  const Vec3 offset = random_vector(random, size * away);
  Scene scene{random_tree(random, size, offset),
              random_tree(random, size * uniform(random, 0.05, 1.0), offset),
              {},
              std::ldexp(1.0, -std::ilogb(size))};
  const double turn = uniform(random, 0.0, 1.0) < 0.2 ? 20.0 : uniform(random, 0.0, 2.0);
  scene.pair.motion_a = random_motion(random, size, turn, middle_of(scene.own));
  scene.pair.motion_b = random_motion(random, size, turn, middle_of(scene.wide));
  scene.pair.bounds_a = bounds_over(scene.pair.motion_a, {0.0, 1.0});
  scene.pair.bounds_b = bounds_over(scene.pair.motion_b, {0.0, 1.0});
  scene.pair.radius_a = scene.pair.radius_b = 4.0 * size * (1.0 + away);
  return scene;
}

struct Asked {
  LaneBox x;
  const WideObbNode* node;
  QuerySetting setting;
  double begin;
};

Asked random_question(std::mt19937_64& random, const Scene& scene) {
  const auto pick = [&random](std::size_t count) {
    return std::min(count - 1, static_cast<std::size_t>(uniform(random, 0.0, double(count))));
  };
  const WideObbNode& own = scene.own.nodes()[pick(scene.own.nodes().size())];
  const bool whole = uniform(random, 0.0, 1.0) < 0.1;
  const LaneBox x = whole ? root_box(scene.own)
                          : lane_box(own, static_cast<int>(pick(std::size_t(lanes_of(own)))));
  const double begin = uniform(random, 0.0, 0.9);
  const double gap = uniform(random, 0.0, 1.0) < 0.3 ? 0.05 / scene.scale : 0.0;
  return {x,
          &scene.wide.nodes()[pick(scene.wide.nodes().size())],
          {(1.0 - begin) * uniform(random, 0.01, 1.0), scene.scale, gap,
           uniform(random, 0.0, 1.0) < 0.7, uniform(random, 0.0, 1.0) < 0.5},
          begin};
}

WideResult ask(WideTest test, const Scene& scene, const Asked& asked) {
  const Moment now = moment_at(scene.pair, asked.begin);
  WideResult result;
  test(asked.x, *asked.node, view(now.a, now.b), asked.setting, result);
  return result;
}

double gap_at(const Scene& scene, const Asked& asked, int lane, double t) {
  return largest_gap(pose_at(scene.pair.motion_a, t) * box_of(asked.x),
                     pose_at(scene.pair.motion_b, t) * box_of(lane_box(*asked.node, lane)));
}

TEST(C4_WideTest, BoxesAreApartForAsLongAsItSays) {
  const std::size_t count = test::trials(200'000);
  std::size_t steps = 0, frees = 0, lanes = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Scene scene = random_scene(random);
    const Asked asked = random_question(random, scene);
    const WideResult result = ask(wide_test(), scene, asked);
    for (int lane = 0; lane < lanes_of(*asked.node); ++lane) {
      const bool waits = ((result.waiting >> lane) & 1u) != 0;
      const double share = waits ? static_cast<double>(result.advance[lane]) : 1.0;
      ++lanes;
      frees += !waits;
      steps += waits && share > 0.0;
      ASSERT_EQ(waits, result.advance[lane] < 1.0f);
      for (int k = 0; k <= 6 && share > 0.0; ++k) {
        const double t = asked.begin + asked.setting.duration * share * k / 6;
        ASSERT_GT(gap_at(scene, asked, lane, t), asked.setting.gap * (1.0 - 1e-9))
            << "trial " << trial << " lane " << lane << " share " << share << " at " << t;
      }
    }
  }
  EXPECT_GT(frees, lanes / 10);  // or the test above says little
  EXPECT_GT(steps, lanes / 20);
}

TEST(C7_WideTest, EveryInstructionSetGivesTheSameBits) {
  const std::size_t count = test::trials(200'000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Scene scene = random_scene(random);
    const Asked asked = random_question(random, scene);
    const WideResult fast = ask(wide_test(), scene, asked);
    const WideResult plain = ask(portable_wide_test(), scene, asked);
    ASSERT_EQ(fast.waiting, plain.waiting) << "trial " << trial;
    ASSERT_EQ(std::memcmp(fast.advance, plain.advance, sizeof fast.advance), 0)
        << "trial " << trial;
  }
}

// Only as good as the bound is tight: boxes that meet face to face are followed to the touch.
TEST(C4_WideTest, AStraightApproachIsFollowedToTheTouch) {
  const TriangleMesh corner({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1}}, {{0, 1, 2}, {1, 2, 3}});
  const WideObbTree tree(build_obb_tree(corner, {.leaf_triangles = 1}));
  Scene scene{tree, tree, {}, 1.0};
  scene.pair.motion_b =
      Motion::between({Mat3::Identity(), {5, 0, 0}}, {Mat3::Identity(), {-5, 0, 0}});
  scene.pair.bounds_a = bounds_over(scene.pair.motion_a, {0.0, 1.0});
  scene.pair.bounds_b = bounds_over(scene.pair.motion_b, {0.0, 1.0});
  scene.pair.radius_a = scene.pair.radius_b = 2.0;
  const Asked asked{lane_box(tree.nodes()[0], 0), &tree.nodes()[0], {1.0, 1.0, 0.0, true, true}, 0};
  const WideResult result = ask(wide_test(), scene, asked);
  for (int lane = 0; lane < lanes_of(*asked.node); ++lane) {
    const double share = result.advance[lane];
    ASSERT_LT(share, 1.0);
    EXPECT_LT(gap_at(scene, asked, lane, share), 2e-4);
  }
}

}  // namespace
}  // namespace graze::interval_ccd
