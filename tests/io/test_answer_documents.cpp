// SPDX-License-Identifier: MIT
// Interferences and ways out, written and read again.
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/io/write_interference.h"
#include "graze/io/write_way_out.h"

namespace graze::test {
namespace {
Scene three_parts() {
  Scene scene;
  scene.units = "mm";
  for (const char* name : {"bolt", "nut", "wall"}) {
    add_body(scene, {.name = name, .shape = Shape::from_box(Vec3::Constant(0.5))});
  }
  return scene;
}
}  // namespace

TEST(G3_Documents, InterferencesSurvive) {
  InterferenceReport report{
      .with_holes = {BodyId(1)}, .pairs = 3, .instants = 5, .is_complete = false};
  report.found = {{BodyId(0), BodyId(2), 0.1, 0.3, 0.25, 0.05, 0.02, false, 0.2},
                  {BodyId(1), BodyId(2), 1.0 / 3.0, 0.2, 1.0}};
  const auto read = parse_interferences(interference_document(three_parts(), "s.json", report));
  EXPECT_EQ(read.units, "mm");
  EXPECT_EQ(read.report.instants, 5u);
  EXPECT_FALSE(read.report.is_complete);
  ASSERT_EQ(read.report.found.size(), 2u);
  EXPECT_EQ(read.bodies.at(read.report.found[0].b.index()), "wall");
  EXPECT_EQ(read.report.found[0].allowed, 0.2);
  EXPECT_TRUE(read.report.found[0].is_fit());
  ASSERT_EQ(read.report.with_holes.size(), 1u);
  EXPECT_EQ(read.bodies.at(read.report.with_holes[0].index()), "nut");
  EXPECT_EQ(read.report.found[1].depth, 1.0 / 3.0);
  EXPECT_FALSE(read.report.found[1].allowed);
  EXPECT_THROW(parse_interferences(R"({"format": "graze free 1"})"), InputError);
}

TEST(G3_Documents, WaysOutSurvive) {
  WayOut out{.hit = PairReport{BodyId(1), BodyId(0), {}}, .stands = 0.7};
  out.hit->report.outcome = Outcome::kContact;
  out.hit->report.time = {0.75, 0.76};
  Contact contact;
  contact.point = {1.0, 2.0, 3.0};
  out.hit->report.contacts = {contact};
  out.moves = {{.direction = Vec3::UnitY(), .asked = 2.0, .free = 2.0},
               {.is_turn = true, .asked = 0.5, .free = 0.1, .blocker = BodyId(2)},
               {.asked = 2.0, .free = 1.0, .is_decided = false}};
  const auto read = parse_way_out(way_out_document(three_parts(), "s.json", BodyId(1), out));
  EXPECT_EQ(read.bodies.at(0), "nut");
  ASSERT_TRUE(read.out.is_blocked());
  EXPECT_EQ(read.out.hit->report.time.hi, 0.76);
  EXPECT_EQ(read.out.hit->report.contacts.at(0).point, contact.point);
  ASSERT_EQ(read.out.moves.size(), 3u);
  EXPECT_TRUE(read.out.moves[0].is_free());
  EXPECT_EQ(read.bodies.at(read.out.moves[1].blocker->index()), "wall");
  EXPECT_TRUE(read.out.moves[1].is_decided);
  EXPECT_FALSE(read.out.moves[2].is_decided);
}

}  // namespace graze::test
