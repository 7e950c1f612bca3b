// SPDX-License-Identifier: MIT
// What touches in an animation that does not in its reference.
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/query/new_contacts.h"

namespace graze::test {
namespace {
/// Boxes on a line: "held" is in "hand" all the time, "wall" is met at t = 1.
Scene hand_scene() {
  Scene scene;
  scene.span = {0.0, 2.0};
  const auto shift = [](double x) { return Pose{Mat3::Identity(), {x, 0.0, 0.0}}; };
  const auto slide = [&](double x) {
    return Motion::between(shift(x), shift(x + 4.0), {0.0, 2.0});
  };
  add_body(scene, {.name = "hand", .shape = Shape::from_box({0.5, 0.5, 0.5}), .motion = slide(0)});
  add_body(scene,
           {.name = "held", .shape = Shape::from_box({0.5, 0.2, 0.2}), .motion = slide(0.6)});
  add_body(scene, {.name = "wall",
                   .shape = Shape::from_box({0.1, 3.0, 3.0}),
                   .motion = Motion::still(shift(3.2))});
  return scene;
}

const NewContacts& pair(const std::vector<NewContacts>& all, std::size_t a, std::size_t b) {
  for (const NewContacts& one : all) {
    if (one.a.index() == a && one.b.index() == b) return one;
  }
  throw std::logic_error("no such pair");
}
}  // namespace

TEST(G3_NewContacts, WhatIsHeldFromTheStartIsKnownAndTheWallIsNew) {
  const auto all = new_contacts(hand_scene());
  ASSERT_EQ(all.size(), 3u);
  EXPECT_GT(pair(all, 0, 1).known, 0u);
  EXPECT_TRUE(pair(all, 0, 1).touches.empty());
  ASSERT_FALSE(pair(all, 1, 2).touches.empty());
  EXPECT_NEAR(pair(all, 1, 2).touches.front().time.hi, 1.0, 1e-3);  // 0.6 + 0.5 + 2 t = 3.1
  EXPECT_NEAR(pair(all, 0, 2).touches.front().time.hi, 1.3, 1e-3);
  EXPECT_NEAR(pair(all, 1, 2).touches.front().contact.point.x(), 3.1, 1e-3);
}

TEST(G3_NewContacts, AnotherReferenceKnowsOtherContacts) {
  const Scene scene = hand_scene();
  NewContactOptions options;
  options.reference = vertices_at(scene, 1.0);  // "held" touches the wall then
  const auto all = new_contacts(scene, options);
  EXPECT_GT(pair(all, 1, 2).known, 0u);
  const auto from_start = new_contacts(scene);
  EXPECT_LT(pair(all, 1, 2).touches.size(), pair(from_start, 1, 2).touches.size());
  EXPECT_EQ(pair(all, 0, 2).touches.size(), pair(from_start, 0, 2).touches.size());
}

TEST(G3_NewContacts, CrossingAtTheStartIsNewAgainstAReferenceWithoutIt) {
  Scene scene = hand_scene();
  NewContactOptions options;
  options.reference = vertices_at(scene, 0.0);
  for (Vec3& v : options.reference[1]) v.x() += 100.0;  // drawn apart in the reference
  const auto all = new_contacts(scene, options);
  EXPECT_EQ(pair(all, 0, 1).known, 0u);
  ASSERT_FALSE(pair(all, 0, 1).touches.empty());
  EXPECT_EQ(pair(all, 0, 1).touches.front().time.hi, 0.0);
}

TEST(G3_NewContacts, AReferenceOfAnotherFileIsRefused) {
  NewContactOptions options;
  options.reference = {{}, {}, {}};
  EXPECT_THROW(new_contacts(hand_scene(), options), InputError);
}

}  // namespace graze::test
