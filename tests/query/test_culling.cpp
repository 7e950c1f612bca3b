// SPDX-License-Identifier: MIT
// What the broad phase drops is apart: each dropped pair is asked of the certified method.    [C8]
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "graze/geometry/shapes.h"
#include "query/pair_work.h"
#include "support/random_doubles.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {
using test::random_pose;
using test::uniform;

/// A still blob of many triangles, the arm beside it in random values, and a few free movers.
Scene random_scene(std::mt19937_64& random, const Shape& blob, const std::vector<Shape>& links) {
  Scene scene;
  const bool is_moved = random() % 2 == 0;
  add_body(scene, {.name = "blob",
                   .shape = blob,
                   .motion = Motion::still(is_moved ? random_pose(random, 0.8) : Pose{})});
  const std::vector<ArmLink> arm = make_arm(100);
  std::optional<BodyId> parent;
  for (std::size_t k = 0; k < arm.size(); ++k) {
    Body body{.name = arm[k].name, .shape = links[k]};
    const double from = uniform(random, -2.0, 2.0), turn = uniform(random, -0.5, 0.5);
    if (k == 0) body.motion = Motion::still({Mat3::Identity(), test::random_vector(random, 0.8)});
    if (parent) {
      body.parent = parent;
      body.joint = JointKind::kRevolute;
      body.motion = revolute_motion({arm[k].parent_from_joint, arm[k].axis}, from, from + turn);
    }
    if (random() % 4 == 0) body.padding = 0.02;
    parent = add_body(scene, std::move(body));
  }
  for (int k = 0; k < 4; ++k) {
    add_body(scene,
             {.name = "free " + std::to_string(k),
              .shape = links[4],
              .motion = Motion::between(random_pose(random, 0.8), random_pose(random, 0.8))});
  }
  return scene;
}

TEST(C8_Culling, PairsThatAreDroppedNeverTouch) {
  const Shape blob = Shape::from_mesh(make_shape("blob", {{"triangles", 3000}}));
  std::vector<Shape> links;
  for (const ArmLink& link : make_arm(100)) links.push_back(Shape::from_mesh(link.mesh));
  const std::size_t count = test::trials(1000);
  std::size_t dropped = 0, kept = 0, contacts = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const PreparedScene scene(random_scene(random, blob, links));
    ContactOptions options;
    options.threads = 1;
    if (random() % 4 == 0) options.min_separation = 0.05;
    const query::PairWork work(scene, scene.body_motions(), options, method_table());
    const auto& candidates = work.candidates();
    kept += candidates.size();
    for (const auto& [a, b] : work.all_pairs()) {
      const auto is_same = [a = a, b = b](const auto& pair) { return pair.a == a && pair.b == b; };
      const bool is_kept = std::any_of(candidates.begin(), candidates.end(), is_same);
      const Outcome outcome = work.answer(a, b, {1.0, {}}).outcome;
      contacts += outcome != Outcome::kSeparated;
      if (is_kept) continue;
      ++dropped;
      ASSERT_EQ(outcome, Outcome::kSeparated)
          << "trial " << trial << ": " << describe(scene.scene(), a) << " and "
          << describe(scene.scene(), b);
    }
  }
  std::printf("[ counted  ] %zu dropped, %zu kept, %zu touch\n", dropped, kept, contacts);
  EXPECT_GT(contacts, count / 10);
  EXPECT_GT(dropped, kept);
}
}  // namespace
}  // namespace graze
