// SPDX-License-Identifier: MIT
// Documents of verbs, written and read again.
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/io/mesh_facts.h"
#include "graze/io/mesh_io.h"
#include "graze/io/query_tally.h"
#include "graze/io/write_bisection.h"
#include "graze/io/write_crossings.h"
#include "graze/io/write_deform.h"
#include "graze/io/write_interference.h"
#include "graze/io/write_octree_cycles.h"
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
                  {BodyId(1), BodyId(2), 1.0 / 3.0, 0.2, 1.0, 0.0, 0.0, false, {}, 0.5}};
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
  EXPECT_EQ(read.report.found[1].doubt, 0.5);
  EXPECT_TRUE(read.report.found[1].is_touch());
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

TEST(C5_Documents, ContactsOfFramesSurvive) {
  ContactReport report;
  report.outcome = Outcome::kContact;
  report.guarantee = Guarantee::kProved;
  report.method = Method::kLinear;
  report.start = StartState::kTouching;
  report.time = {1.0 / 3.0, 0.5};
  report.tolerance = 1e-6;
  report.closing_speed = -0.25;
  report.stats.triangle_tests = 17;
  report.stats.box_tests = 4;
  report.reason = "new since the start";
  Contact one, other;
  one.point = {1.0, 2.0, 3.0};
  one.normal = Vec3::UnitZ();
  one.distance = 1e-7;
  one.feature_a = {FeatureKind::kEdge, {}, {3, 4}};
  one.feature_b = {FeatureKind::kVertex, {}, {5, 0}};
  other.feature_a = {FeatureKind::kFace, TriangleId(7), {}};
  report.contacts = {one, other};
  const std::string text = deform_document(report);
  const ContactReport read = parse_deform(text);
  EXPECT_EQ(deform_document(read), text);
  EXPECT_EQ(read.outcome, Outcome::kContact);
  EXPECT_EQ(read.start, StartState::kTouching);
  EXPECT_EQ(read.time, report.time);
  EXPECT_EQ(read.closing_speed, -0.25);
  EXPECT_EQ(read.stats.triangle_tests, 17u);
  EXPECT_EQ(read.reason, report.reason);
  ASSERT_EQ(read.contacts.size(), 2u);
  EXPECT_EQ(read.contacts[0].point, one.point);
  EXPECT_EQ(read.contacts[0].feature_a, one.feature_a);
  EXPECT_EQ(read.contacts[0].feature_b, one.feature_b);
  EXPECT_EQ(read.contacts[1].feature_a, other.feature_a);
}

TEST(C5_Documents, FeaturesOfFramesThatAreNoneAreRefused) {
  ContactReport report;
  report.contacts.resize(1);
  const std::string text = deform_document(report), face = "\"face 0\"";
  ASSERT_NE(text.find(face), std::string::npos);
  for (const char* wrong : {"\"edge 3\"", "\"vertex\"", "\"vertex -1\"", "\"face 1 \"",
                            "\"corner 1\"", "\"vertex 99999999999\"", "7"}) {
    std::string changed = text;
    changed.replace(changed.find(face), face.size(), wrong);
    EXPECT_THROW(parse_deform(changed), InputError) << wrong;
  }
  EXPECT_THROW(parse_deform(R"({"format": "graze free 1"})"), InputError);
}

TEST(O2_Documents, CyclesOfOctreesSurvive) {
  OctreeDocument document{.scene = "s.json", .guarantee = Guarantee::kSampled, .levels = 5};
  document.cube = {{-1.0, 0.0, 1.0 / 3.0}, 16.0};
  document.cycles = {{.time = 0.0, .interfering_cells = 3, .seconds = 0.25},
                     {.time = 0.1,
                      .interfering_cells = 4,
                      .interfering_pairs = 9,
                      .faces_found = 27,
                      .face_pairs_tested = 18,
                      .alarms = {{{"nut", "bolt"}, 2}},
                      .all_faces_seconds = 1.5}};
  const std::string text = octree_document(document);
  const OctreeDocument read = parse_octree_document(text);
  EXPECT_EQ(octree_document(read), text);
  EXPECT_EQ(read.guarantee, Guarantee::kSampled);
  EXPECT_EQ(read.cube.lo, document.cube.lo);
  ASSERT_EQ(read.cycles.size(), 2u);
  EXPECT_FALSE(read.cycles[0].all_faces_seconds);
  EXPECT_EQ(read.cycles[1].all_faces_seconds, 1.5);
  ASSERT_EQ(read.cycles[1].alarms.size(), 1u);
  EXPECT_EQ(read.cycles[1].alarms[0].bodies[1], "bolt");
  EXPECT_EQ(read.cycles[1].alarms[0].face_pairs, 2u);
  EXPECT_THROW(parse_octree_document(R"({"format": "graze info 1"})"), InputError);
}

TEST(G3_Documents, FactsOfMeshesSurvive) {
  const std::string folder = testing::TempDir();
  const TriangleMesh box = Shape::from_box({1.0, 2.0, 3.0}).mesh();
  std::vector<Triangle> fewer(box.triangles().begin(), box.triangles().end() - 1);
  const std::vector<Vec3> corners(box.vertices().begin(), box.vertices().end());
  const TriangleMesh meshes[] = {box, flipped(box), TriangleMesh(corners, fewer)};
  InfoDocument document;
  for (const TriangleMesh& mesh : meshes) {
    const std::string file = folder + "facts_" + std::to_string(document.meshes.size()) + ".obj";
    write_mesh(file, mesh);
    document.meshes.push_back(mesh_facts(file));
  }
  CadFacts model{.file = "a.step", .format = "AP214", .units = "mm"};
  model.parts = {
      {"bolt", 7, {{"cylinder", 3}, {"plane", 4}}, {{"face 2", "b-spline", "no"}}, 0.01}};
  model.instances = {{"top/bolt", "bolt", {1.0, 2.0, 3.0}, Vec3(0.0, 0.5, 1.0)},
                     {"top/other", "bolt", {}, {}}};
  document.models = {model};
  const std::string text = info_document(document);
  const InfoDocument read = parse_info(text);
  EXPECT_EQ(info_document(read), text);
  ASSERT_EQ(read.meshes.size(), 3u);
  EXPECT_TRUE(read.meshes[0].closedness.is_outward());
  EXPECT_NEAR(read.meshes[0].mass.volume, 48.0, 1e-12);
  EXPECT_EQ(read.meshes[0].mass.inertia, document.meshes[0].mass.inertia);
  EXPECT_EQ(read.meshes[0].content_hash, box.content_hash());
  EXPECT_TRUE(read.meshes[1].closedness.is_closed());
  EXPECT_FALSE(read.meshes[1].closedness.is_outward());
  EXPECT_FALSE(read.meshes[2].closedness.is_closed());
  EXPECT_EQ(read.meshes[2].closedness.boundary_edges.count, 3u);
  EXPECT_EQ(read.meshes[2].closedness.boundary_edges.first,
            document.meshes[2].closedness.boundary_edges.first);
  ASSERT_EQ(read.models.size(), 1u);
  EXPECT_EQ(read.models[0].parts.at(0).kinds.at("plane"), 4u);
  EXPECT_EQ(read.models[0].parts[0].refused.at(0).why, "no");
  EXPECT_EQ(read.models[0].instances.at(0).colour, Vec3(0.0, 0.5, 1.0));
  EXPECT_FALSE(read.models[0].instances.at(1).colour);
  EXPECT_THROW(parse_info(R"({"format": "graze info 2"})"), InputError);
}

}  // namespace graze::test
