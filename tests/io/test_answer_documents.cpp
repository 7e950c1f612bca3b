// SPDX-License-Identifier: MIT
// Documents of verbs, written and read again.
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/io/query_tally.h"
#include "graze/io/write_bisection.h"
#include "graze/io/write_crossings.h"
#include "graze/io/write_interference.h"
#include "graze/io/write_way_out.h"
#include "graze/query/bisection_variants.h"
#include "graze/query/new_contacts.h"

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

TEST(C5_Documents, TalliesOfQueriesSurvive) {
  QueryTally hits, misses;
  hits.count(Outcome::kContact, 7, true);
  hits.count(Outcome::kUndecided, 40, false);
  hits.times_us = {3.0, 1.0};
  misses.count(Outcome::kSeparated, 2, true);
  misses.count(Outcome::kSeparated, 1, {});
  misses.enclosed = 1;
  misses.times_us = {1.0 / 3.0, 8.0};
  const std::vector<NamedTally> rows{{"a.csv", hits}, {"folder", misses}};
  const auto read = parse_queries(queries_document({1e-6, 3, 1000}, rows));
  EXPECT_EQ(read.header.repeat, 3);
  EXPECT_EQ(read.header.chords, 1000);
  ASSERT_EQ(read.rows.size(), 2u);
  EXPECT_EQ(read.rows[1].name, "folder");
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read.rows[i].counts, static_cast<const QueryCounts&>(rows[i].tally));
    EXPECT_EQ(read.rows[i].times, rows[i].tally.times());
  }
  EXPECT_EQ(read.total.counts.queries, 4u);
  EXPECT_EQ(read.total.counts.with_truth, 3u);
  EXPECT_EQ(read.total.counts.false_negatives, 1u);
  EXPECT_EQ(read.total.counts.false_positives, 1u);
  EXPECT_EQ(read.total.counts.most_steps, 40u);
  EXPECT_EQ(read.total.times.max, 8.0);
  EXPECT_THROW(parse_queries(R"({"format": "graze free 1"})"), InputError);
}

TEST(G3_Documents, CrossingsSurvive) {
  LinearTouch touch;
  touch.time = {0.5, 0.75};
  touch.contact.point = {1.0, 2.0, 3.0};
  touch.contact.feature_a = {FeatureKind::kEdge, TriangleId(1), {3, 4}};
  touch.contact.feature_b = {FeatureKind::kVertex, TriangleId(2), {5, 0}};
  const std::vector<NewContacts> contacts{{BodyId(0), BodyId(2), 4, {touch}, 1.0, 1e-6},
                                          {BodyId(0), BodyId(1), 3, {}, 0.9, 1e-6}};
  const auto groups = grouped(
      contacts, [](BodyId body, const Feature&) { return "bone " + std::to_string(body.index()); });
  const CrossingsHeader header{"hero.glb", "m", "frame 12", 30.0, {0.0, 2.0}, 0.001};
  const auto read = parse_crossings(crossings_document(three_parts(), header, contacts, groups));
  EXPECT_EQ(read.header.against, "frame 12");
  EXPECT_EQ(read.header.fps, 30.0);
  EXPECT_EQ(read.header.span, Interval(0.0, 2.0));
  EXPECT_EQ(read.header.deviation, 0.001);
  EXPECT_EQ(read.left_out, 7u);
  EXPECT_EQ(read.sure_until, 0.9);
  ASSERT_EQ(read.groups.size(), 1u);
  EXPECT_EQ(read.groups[0].parts[1], "bone 2");
  EXPECT_EQ(read.groups[0].bodies[1], "wall");
  ASSERT_EQ(read.groups[0].touches.size(), 1u);
  EXPECT_EQ(read.groups[0].touches[0].time, touch.time);
  EXPECT_EQ(read.groups[0].touches[0].features[0], "edge 3-4");
  EXPECT_EQ(read.groups[0].touches[0].features[1], "vertex 5");
  EXPECT_EQ(read.groups[0].touches[0].point, touch.contact.point);
}

TEST(C7_Documents, VariantsOfBisectionSurvive) {
  Scene scene = three_parts();
  scene.bodies.pop_back();
  scene.bodies[1].motion = Motion::between({Mat3::Identity(), {3.0, 0.0, 0.0}}, {});
  const BisectionComparison answer = compare_bisection(scene, {}, 0.2);
  ASSERT_EQ(answer.variants.size(), 8u);
  const auto read = parse_bisection(
      bisection_document({"s.json", {"bolt", "nut"}, answer.tolerance, answer.variants}));
  EXPECT_EQ(read.scene, "s.json");
  EXPECT_EQ(read.bodies[1], "nut");
  EXPECT_EQ(read.tolerance, answer.tolerance);
  ASSERT_EQ(read.variants.size(), 8u);
  for (std::size_t i = 0; i < 8; ++i) {
    const ContactReport &was = answer.variants[i].report, &is = read.variants[i].report;
    EXPECT_EQ(read.variants[i].name, answer.variants[i].name);
    EXPECT_EQ(is.outcome, Outcome::kContact);
    EXPECT_EQ(is.time, was.time);
    EXPECT_LE(was.time.lo, 2.0 / 3.0);  // boxes of 1, three units of way: they meet at 2/3
    EXPECT_NEAR(was.time.hi, 2.0 / 3.0, 1e-5);
    EXPECT_EQ(is.stats.box_tests, was.stats.box_tests);
  }
  EXPECT_THROW(compare_bisection(three_parts(), {}, 0.2), InputError);
}

}  // namespace graze::test
