// SPDX-License-Identifier: MIT
// The number of checked pairs is that of the pairs.
#include <gtest/gtest.h>

#include "graze/scene/pair_count.h"
#include "support/trials.h"

namespace graze {
namespace {
Scene random_rules(std::mt19937_64& random) {
  Scene scene;
  const std::size_t bodies = random() % 12;
  const auto body_name = [](std::size_t i) { return "body " + std::to_string(i); };
  const auto group_name = [&] { return "group " + std::to_string(random() % 4); };
  for (std::size_t i = 0; i < bodies; ++i) {
    Body body{.name = body_name(i)};
    if (random() % 5 != 0) body.shape = Shape::from_box(Vec3::Ones());
    if (i > 0 && random() % 3 == 0) body.parent = BodyId(random() % i);
    if (random() % 2 == 0) body.joint = JointKind::kFloating;
    for (std::size_t k = 0; k < random() % 3; ++k) body.groups.push_back(group_name());
    add_body(scene, std::move(body));
  }
  const auto any_name = [&] {
    return bodies > 0 && random() % 2 == 0 ? body_name(random() % bodies) : group_name();
  };
  for (std::size_t k = 0; k < random() % 5; ++k)
    scene.may_touch.emplace_back(any_name(), any_name());
  return scene;
}

TEST(G1_PairCount, IsThatOfTheList) {
  std::size_t excused = 0;
  for (std::size_t trial = 0; trial < test::trials(20'000); ++trial) {
    auto random = test::generator(trial);
    const Scene scene = random_rules(random);
    const std::size_t n = scene.bodies.size(), count = checked_pairs(scene).size();
    ASSERT_EQ(checked_pair_count(scene), count) << "trial " << trial;
    excused += n > 1 && count < n * (n - 1) / 2;
  }
  EXPECT_GT(excused, 0u);
}
}  // namespace
}  // namespace graze
