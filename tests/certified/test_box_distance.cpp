// SPDX-License-Identifier: MIT
// Distances of one box to eight against points of the boxes, in double.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "certified/box_points.h"
#include "methods/certified/box_distance.h"
#include "support/ccd_queries.h"
#include "support/trials.h"

namespace graze::certified {
namespace {

using test::random_rotation;
using test::random_vector;
using test::uniform;

struct Boxes {
  WideObbTree own, wide;
  BodyMoment a, b;
  double scale = 1.0;
};

BodyMoment somewhere(std::mt19937_64& random, double size) {
  BodyMoment moment{};
  moment.rotation = random_rotation(random);
  moment.position = random_vector(random, size);
  moment.still = true;
  return moment;
}

WideObbTree random_tree(std::mt19937_64& random, double size) {
  return WideObbTree(
      build_obb_tree(test::random_soup(random, {.triangles = 30,
                                                .scale = size,
                                                .offset = random_vector(random, size),
                                                .triangle_size = uniform(random, 0.1, 1.0),
                                                .odd_share = 0.4})));
}

Boxes random_boxes(std::mt19937_64& random) {
  const double size = std::pow(10.0, uniform(random, -6.0, 6.0));
  const double other = size * std::pow(10.0, uniform(random, -4.0, 0.0));
  const double apart = size * std::pow(10.0, uniform(random, -1.0, 2.0));
  return {random_tree(random, size), random_tree(random, other), somewhere(random, apart),
          somewhere(random, apart), std::ldexp(1.0, -std::ilogb(size))};
}

struct Counts {
  int apart = 0;
  int tight = 0;  ///< within a tenth of the distance
};

void check_node(const Boxes& boxes, const LaneBox& x, const WideObbNode& node, Counts& counts) {
  BoxDistances found;
  box_distance_test()(x, node, view(boxes.a, boxes.b), {boxes.scale, 0.0}, found);
  for (const BoxDistanceTest other : box_distance_tests()) {
    BoxDistances same;
    other(x, node, view(boxes.a, boxes.b), {boxes.scale, 0.0}, same);
    ASSERT_EQ(std::memcmp(&found, &same, sizeof found), 0);
  }
  const Pose a{boxes.a.rotation, boxes.a.position}, b{boxes.b.rotation, boxes.b.position};
  for (int lane = 0; lane < kWideLanes; ++lane) {
    if (node.is_empty(lane)) {
      ASSERT_EQ(found.lower[lane], BoxDistances::kNoBox);
      continue;
    }
    const double truth = distance_of(a * box_of(x), b * box_of(lane_box(node, lane)));
    const double lower = static_cast<double>(found.lower[lane]) / boxes.scale;
    ASSERT_LE(lower, truth) << "lane " << lane;
    if (!(truth > 1e-3 * x.radius)) continue;
    ++counts.apart;
    counts.tight += lower >= 0.9 * truth;
  }
}

TEST(C7_BoxDistance, NoTwoPointsAreNearerAndBoundsAreTight) {
  Counts counts;
  for (std::size_t trial = 0, count = test::trials(20'000); trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Boxes boxes = random_boxes(random);
    SCOPED_TRACE("trial " + std::to_string(trial));
    check_node(boxes, root_box(boxes.own), boxes.wide.nodes()[0], counts);
    const WideObbNode& own = boxes.own.nodes().back();
    check_node(boxes, lane_box(own, lanes_of(own) - 1), boxes.wide.nodes().back(), counts);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(counts.apart, 1000);
  EXPECT_GT(counts.tight, 0.95 * counts.apart);
}

}  // namespace
}  // namespace graze::certified
