// SPDX-License-Identifier: MIT
// The wide test against boxes placed in double and tested by all 15 axes at sampled times.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "certified/box_points.h"
#include "methods/certified/triangle_pair.h"
#include "support/ccd_queries.h"
#include "support/trials.h"

namespace graze::certified {
namespace {

using test::random_direction;
using test::random_rotation;
using test::random_vector;
using test::uniform;

struct Gap {
  double size = -kInfinity;
  Vec3 direction = Vec3::Zero();  ///< unit, from a to b
};

void look_along(const Vec3& axis, const Box& a, const Box& b, Gap& widest) {
  const double length = axis.norm();
  if (length < 1e-9) return;
  const double side = axis.dot(b.centre - a.centre) < 0.0 ? -1.0 : 1.0;
  const Vec3 n = axis * (side / length);
  const double size = n.dot(b.centre - a.centre) -
                      a.half_size.dot((a.axes.transpose() * n).cwiseAbs()) -
                      b.half_size.dot((b.axes.transpose() * n).cwiseAbs());
  if (size > widest.size) widest = {size, n};
}

// Along all 15 axes: positive exactly for boxes that are apart.
Gap widest_gap(const Box& a, const Box& b) {
  Gap gap;
  for (int i = 0; i < 3; ++i) {
    look_along(a.axes.col(i), a, b, gap);
    look_along(b.axes.col(i), a, b, gap);
    for (int j = 0; j < 3; ++j) look_along(a.axes.col(i).cross(b.axes.col(j)), a, b, gap);
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

Vec3 middle_of(const WideObbTree& tree) { return tree.box().centre; }

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

Gap gap_at(const Scene& scene, const Asked& asked, int lane, double t) {
  return widest_gap(pose_at(scene.pair.motion_a, t) * box_of(asked.x),
                    pose_at(scene.pair.motion_b, t) * box_of(lane_box(*asked.node, lane)));
}

// Shifts b so that X and a lane overlap a little at a time of the interval, which is returned.
double bring_together(std::mt19937_64& random, const Asked& asked, Scene& scene) {
  const int lane = static_cast<int>(uniform(random, 0.0, lanes_of(*asked.node) - 1e-9));
  const double t = asked.begin + asked.setting.duration * uniform(random, 0.0, 1.0);
  const Gap gap = gap_at(scene, asked, lane, t);
  const double deep = asked.x.radius * std::pow(10.0, uniform(random, -5.0, -1.0));
  const Vec3 shift = (-gap.size - deep) * gap.direction;
  scene.pair.motion_b = Motion::placed({Mat3::Identity(), shift}, scene.pair.motion_b, Pose());
  scene.pair.bounds_b = bounds_over(scene.pair.motion_b, {0.0, 1.0});
  return t;
}

// What one question proves, looked at instant by instant.
void check(const Scene& scene, const Asked& asked, const WideResult& result, double touch,
           int (&count)[3]) {
  for (int lane = 0; lane < lanes_of(*asked.node); ++lane) {
    const bool waits = ((result.waiting >> lane) & 1u) != 0;
    const double share = waits ? static_cast<double>(result.advance[lane]) : 1.0;
    ++count[0];
    count[1] += !waits;
    count[2] += waits && share > 0.0;
    ASSERT_EQ(waits, result.advance[lane] < 1.0f);
    const auto is_apart = [&](double t) { return gap_at(scene, asked, lane, t).size > 0.0; };
    const double proved = asked.setting.duration * share;
    ASSERT_TRUE(touch - asked.begin > proved || is_apart(touch)) << "lane " << lane;
    for (int k = 0; k <= 4 && share > 0.0; ++k) {
      ASSERT_TRUE(is_apart(asked.begin + proved * k / 4)) << "lane " << lane << " share " << share;
    }
  }
}

TEST(C4_WideTest, BoxesAreApartForAsLongAsItSays) {
  const std::size_t scenes = test::trials(40'000);
  int count[3] = {0, 0, 0};  // lanes, free ones, steps
  for (std::size_t trial = 0; trial < scenes && !HasFatalFailure(); ++trial) {
    SCOPED_TRACE(trial);
    std::mt19937_64 random = test::generator(trial);
    const Scene apart = random_scene(random);
    for (int question = 0; question < 20; ++question) {
      Scene scene = apart;
      Asked asked = random_question(random, scene);
      asked.setting.gap = 0.0;  // what 15 axes can tell; the next test is about distances
      const double touch = bring_together(random, asked, scene);
      check(scene, asked, ask(wide_test(), scene, asked), touch, count);
    }
  }
  EXPECT_GT(count[1], count[0] / 20);  // or the test says little
  EXPECT_GT(count[2], count[0] / 20);
}

double distance_at(const Scene& scene, const Asked& asked, int lane, double t) {
  return distance_of(pose_at(scene.pair.motion_a, t) * box_of(asked.x),
                     pose_at(scene.pair.motion_b, t) * box_of(lane_box(*asked.node, lane)));
}

// The gap is what one lane falls short of, by a little, at some time of the interval.
TEST(C9_WideTest, BoxesAreFartherApartThanTheGapForAsLongAsItSays) {
  const std::size_t scenes = test::trials(4'000);
  int lanes = 0, proved = 0;
  for (std::size_t trial = 0; trial < scenes; ++trial) {
    SCOPED_TRACE(trial);
    std::mt19937_64 random = test::generator(trial);
    const Scene scene = random_scene(random);
    for (int question = 0; question < 10; ++question) {
      Asked asked = random_question(random, scene);
      const int short_lane = static_cast<int>(uniform(random, 0.0, lanes_of(*asked.node) - 1e-9));
      const double at = asked.begin + asked.setting.duration * uniform(random, 0.0, 1.0);
      asked.setting.gap = distance_at(scene, asked, short_lane, at) *
                          (1.0 + std::pow(10.0, uniform(random, -5.0, -1.0)));
      asked.setting.edges = true;
      const WideResult result = ask(wide_test(), scene, asked);
      for (int lane = 0; lane < lanes_of(*asked.node); ++lane) {
        const double share = std::min(1.0, static_cast<double>(result.advance[lane]));
        ++lanes;
        if (!(share > 0.0)) continue;
        ++proved;
        const double until = asked.begin + asked.setting.duration * share;
        ASSERT_TRUE(lane != short_lane || until < at);
        for (int k = 0; k <= 4; ++k) {
          const double t = asked.begin + (until - asked.begin) * k / 4;
          ASSERT_GT(distance_at(scene, asked, lane, t), asked.setting.gap) << "lane " << lane;
        }
      }
    }
  }
  EXPECT_GT(proved, lanes / 5);  // or the test says little
}

// Far boxes, turned against each other: along the faces' normals they are nearer than they are.
TEST(C9_WideTest, NearlyAllOfTheDistanceOfFarBoxesIsProved) {
  const TriangleMesh corner({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1}}, {{0, 1, 2}, {1, 2, 3}});
  const WideObbTree tree(build_obb_tree(corner, {.leaf_triangles = 1}));
  for (std::size_t trial = 0; trial < 200; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    Scene scene{tree, tree, {}, 1.0};
    scene.pair.motion_b =
        Motion::still({random_rotation(random), 100.0 * random_direction(random)});
    scene.pair.bounds_a = bounds_over(scene.pair.motion_a, {0.0, 1.0});
    scene.pair.bounds_b = bounds_over(scene.pair.motion_b, {0.0, 1.0});
    scene.pair.radius_a = scene.pair.radius_b = 2.0;
    Asked asked{lane_box(tree.nodes()[0], 0), &tree.nodes()[0], {1.0, 1.0, 0.0, true, true}, 0};
    asked.setting.gap = 0.999 * distance_at(scene, asked, 0, 0.0);
    EXPECT_GE(ask(wide_test(), scene, asked).advance[0], 1.0f) << "trial " << trial;
  }
}

TEST(C7_WideTest, EveryInstructionSetGivesTheSameBits) {
  const std::size_t scenes = test::trials(40'000);
  for (std::size_t trial = 0; trial < scenes; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Scene scene = random_scene(random);
    for (int question = 0; question < 20; ++question) {
      const Asked asked = random_question(random, scene);
      const WideResult plain = ask(portable_wide_test(), scene, asked);
      for (const WideTest test : wide_tests()) {
        const WideResult fast = ask(test, scene, asked);
        ASSERT_EQ(fast.waiting, plain.waiting) << "trial " << trial;
        ASSERT_EQ(std::memcmp(fast.advance, plain.advance, sizeof fast.advance), 0)
            << "trial " << trial;
      }
    }
  }
}

// In float the way is infinite: its bounds are not numbers, and must not look like steps.
TEST(C4_WideTest, AWayTooLongForFloatsProvesNothing) {
  const TriangleMesh corner({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1}}, {{0, 1, 2}, {1, 2, 3}});
  const WideObbTree tree(build_obb_tree(corner, {.leaf_triangles = 1}));
  for (const double far : {-1e39, -1e60, -1e90}) {
    Scene scene{tree, tree, {}, 1.0};
    scene.pair.motion_b =
        Motion::between({Mat3::Identity(), {5, 0, 0}}, {Mat3::Identity(), {far, 0, 0}});
    scene.pair.bounds_a = bounds_over(scene.pair.motion_a, {0.0, 1.0});
    scene.pair.bounds_b = bounds_over(scene.pair.motion_b, {0.0, 1.0});
    scene.pair.radius_a = scene.pair.radius_b = 2.0;
    const Asked asked{
        lane_box(tree.nodes()[0], 0), &tree.nodes()[0], {1.0, 1.0, 0.0, true, true}, 0};
    for (const WideTest test : wide_tests()) {
      const WideResult result = ask(test, scene, asked);
      for (int lane = 0; lane < lanes_of(*asked.node); ++lane) {
        EXPECT_LT(result.advance[lane], 1e-30f) << far;  // touches after 5 / |far|
      }
    }
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
    EXPECT_LT(gap_at(scene, asked, lane, share).size, 2e-4);
  }
}

}  // namespace
}  // namespace graze::certified
