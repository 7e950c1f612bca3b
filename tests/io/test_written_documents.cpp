// SPDX-License-Identifier: MIT
// Documents about files that verbs write, about boxes and proofs: written and read again.
#include <gtest/gtest.h>

#include "graze/io/verify_certificate.h"
#include "graze/io/write_boxes.h"
#include "graze/io/written_files.h"
#include "graze/jobs/truth_job.h"
#include "graze/jobs/truth_score.h"
#include "graze/query/solid_pairs.h"
#include "io/refusal.h"

namespace graze::test {
namespace {
void expect_equal(const BoxContactInterval& is, const BoxContactInterval& was) {
  EXPECT_EQ(is.entry_features, was.entry_features);
  EXPECT_EQ(is.exit_features, was.exit_features);
}
void expect_equal(const ConvexContactInterval& is, const ConvexContactInterval& was) {
  EXPECT_EQ(is.entry_features, was.entry_features);
  EXPECT_EQ(is.exit_features, was.exit_features);
}

template <typename ContactSpan>
void expect_equal(const std::vector<ContactSpan>& is, const std::vector<ContactSpan>& was) {
  ASSERT_EQ(is.size(), was.size());
  for (std::size_t i = 0; i < is.size(); ++i) {
    EXPECT_EQ(is[i].kind, was[i].kind);
    EXPECT_EQ(is[i].entry, was[i].entry);
    EXPECT_EQ(is[i].exit, was[i].exit);
    EXPECT_EQ(is[i].before_span, was[i].before_span);
    EXPECT_EQ(is[i].after_span, was[i].after_span);
    expect_equal(is[i], was[i]);
  }
}

/// A box that goes past a cube and stops inside a third; the cube is given as a box or as a mesh.
Scene passing_box(bool with_mesh) {
  Scene scene;
  const Shape cube = Shape::from_box(Vec3::Constant(0.5));
  add_body(scene, {.name = "cube", .shape = with_mesh ? Shape::from_mesh(cube.mesh()) : cube});
  add_body(scene, {.name = "goer", .shape = Shape::from_box(Vec3::Constant(0.25))});
  add_body(scene, {.name = "end", .shape = cube});
  scene.bodies[1].motion =
      Motion::between({Mat3::Identity(), {-3.0, 0.3, 0.1}}, {Mat3::Identity(), {3.0, 0.3, 0.1}});
  scene.bodies[2].motion = Motion::still({Mat3::Identity(), {3.0, 0.0, 0.0}});
  return scene;
}

BoxesDocument boxes_of(const Scene& scene) {
  BoxesDocument document{"s.json", "mm", scene.span, false, {}};
  for (const SolidPair& solids : solid_pairs(scene, {}, checked_pairs(scene)).solids) {
    BoxesDocument::Pair pair{.solids = solids.kind(), .seconds = 1.0 / 3.0};
    pair.bodies = {scene.bodies[solids.a.index()].name, scene.bodies[solids.b.index()].name};
    std::visit([&](const auto& contacts) { pair.intervals = contacts.intervals; },
               solid_contacts(solids, scene.span));
    pair.openings = {{0.1, 0.2}};
    if (const RigidBoxes* boxes = solids.boxes())
      pair.printed = printed_facts(printed_box_contacts(boxes->first, boxes->second, scene.span));
    document.pairs.push_back(pair);
  }
  document.pairs.front().is_complete = false;
  document.pairs.front().sure_until = 0.7;
  return document;
}
}  // namespace

TEST(B6_Documents, IntervalsOfBoxesSurvive) {
  std::size_t intervals = 0, polytopes = 0, printed = 0;
  for (const bool with_mesh : {false, true}) {
    const BoxesDocument document = boxes_of(passing_box(with_mesh));
    const std::string text = boxes_document(document);
    const BoxesDocument read = parse_boxes(text);
    EXPECT_EQ(boxes_document(read), text);
    EXPECT_EQ(read.units, "mm");
    EXPECT_EQ(read.span, document.span);
    EXPECT_FALSE(read.is_complete);
    ASSERT_EQ(read.pairs.size(), 3u);
    EXPECT_FALSE(read.pairs[0].is_complete);
    EXPECT_EQ(read.pairs[0].sure_until, 0.7);
    for (std::size_t i = 0; i < 3; ++i) {
      const BoxesDocument::Pair &is = read.pairs[i], &was = document.pairs[i];
      EXPECT_EQ(is.bodies, was.bodies);
      EXPECT_EQ(is.seconds, 1.0 / 3.0);
      EXPECT_EQ(is.openings, was.openings);
      ASSERT_EQ(is.intervals.index(), was.intervals.index());
      std::visit(
          [&]<typename List>(const List& list) {
            intervals += list.size();
            expect_equal(list, std::get<List>(was.intervals));
          },
          is.intervals);
      polytopes += is.intervals.index();
      ASSERT_EQ(is.printed.has_value(), was.printed.has_value());
      if (!is.printed) continue;
      ++printed;
      ASSERT_FALSE(was.printed->homogeneous.empty());
      EXPECT_EQ(is.printed->homogeneous[0].span, was.printed->homogeneous[0].span);
    }
  }
  EXPECT_EQ(intervals, 4u);  // the goer meets two bodies, twice
  EXPECT_EQ(polytopes, 2u);
  EXPECT_EQ(printed, 4u);
}

TEST(B6_Documents, BrokenOnesAreRefused) {
  const std::string text = boxes_document(boxes_of(passing_box(false)));
  expect_needs(text, [](const std::string& t) { return parse_boxes(t); },
               {"format",        "scene",     "units",       "span",        "complete",
                "pairs",         "pair",      "solids",      "sure_until",  "degree",
                "error",         "intervals", "openings",    "seconds",     "kind",
                "entry",         "exit",      "before_span", "after_span",  "entry_features",
                "exit_features", "side",      "pieces",      "homogeneous", "eliminated"});
  std::string changed = text;
  changed.replace(changed.find("\"boxes\""), 7, "\"balls\"");
  EXPECT_THROW(parse_boxes(changed), InputError);
}

TEST(B6_Documents, ASideIsMinusOneZeroOrOne) {
  const std::string text = boxes_document(boxes_of(passing_box(false)));
  const std::size_t side = text.find("\"side\"");
  const std::size_t number = text.find_first_of("-01", side);
  for (const char* wrong : {"0.5", "2", "-7", "null"}) {
    std::string changed = text;
    changed.replace(number, text[number] == '-' ? 2 : 1, wrong);
    EXPECT_THROW(parse_boxes(changed), InputError) << wrong;
  }
}

TEST(G3_Documents, WrittenMeshesSurvive) {
  const WrittenMesh shape{.shape = "gear", .out = "gear.obj", .vertices = 7, .triangles = 10};
  const WrittenMesh part{.in = "part.step",
                         .out = "part.obj",
                         .vertices = 3,
                         .triangles = 1,
                         .deviation_mm = 1.0 / 3.0,
                         .units = "millimeter"};
  const WrittenMesh read = parse_written_mesh(written_mesh_document(shape));
  EXPECT_EQ(read.shape, "gear");
  EXPECT_EQ(read.in, "");
  EXPECT_EQ(read.out, "gear.obj");
  EXPECT_EQ(read.vertices, 7u);
  EXPECT_EQ(read.triangles, 10u);
  EXPECT_FALSE(read.deviation_mm);
  const std::string text = written_mesh_document(part);
  const WrittenMesh other = parse_written_mesh(text);
  EXPECT_EQ(other.shape, "");
  EXPECT_EQ(other.in, "part.step");
  EXPECT_EQ(other.deviation_mm, 1.0 / 3.0);
  EXPECT_EQ(other.units, "millimeter");
  EXPECT_EQ(written_mesh_document(other), text);
  expect_needs(text, [](const std::string& t) { return parse_written_mesh(t); },
               {"in", "out", "vertices", "triangles"});
}

TEST(G4_Documents, WrittenScenesSurvive) {
  const WrittenScene scene{"a.glb", 3, -0.1, {{"nut", "bolt", 1.0 / 3.0}, {"nut", "wall", 2.0}}};
  const std::string text = written_scene_document(scene);
  const WrittenScene read = parse_written_scene(text);
  EXPECT_EQ(read.out, "a.glb");
  EXPECT_EQ(read.bodies, 3u);
  EXPECT_EQ(read.start_seconds, -0.1);
  ASSERT_EQ(read.contacts.size(), 2u);
  EXPECT_EQ(read.contacts[0].b, "bolt");
  EXPECT_EQ(read.contacts[0].time, 1.0 / 3.0);
  expect_needs(text, [](const std::string& t) { return parse_written_scene(t); },
               {"out", "bodies", "start_seconds", "contacts", "a", "b", "time"});
}

TEST(G4_Documents, NamesThatAreNoUtf8AreWrittenAllTheSame) {
  const std::string text = written_scene_document({"bad \xff.glb", 0, 0.0, {}});
  EXPECT_EQ(parse_written_scene(text).out, "bad \xEF\xBF\xBD.glb");
}

TEST(G7_Documents, RepairsSurvive) {
  const RepairedFile file{{1, 2, 3, 4, 5, 6}, "in.obj", "out.stl", 12, true};
  const std::string text = repair_document(file);
  const RepairedFile read = parse_repair(text);
  EXPECT_EQ(static_cast<const RepairCounts&>(read), static_cast<const RepairCounts&>(file));
  EXPECT_EQ(read.open_edges, 6u);
  EXPECT_EQ(read.in, "in.obj");
  EXPECT_EQ(read.out, "out.stl");
  EXPECT_EQ(read.triangles, 12u);
  EXPECT_TRUE(read.is_closed);
  expect_needs(text, [](const std::string& t) { return parse_repair(t); },
               {"format", "in", "out", "triangles", "welded_vertices", "removed_triangles",
                "turned_triangles", "filled_holes", "added_triangles", "open_edges", "closed"});
}

TEST(G5_Documents, ShapesMadeByCodeSurvive) {
  std::vector<ShapeInfo> shapes;
  for (const std::string& name : shape_names()) shapes.push_back(shape_info(name));
  const std::string text = shapes_document(shapes);
  const std::vector<ShapeInfo> read = parse_shapes(text);
  EXPECT_EQ(shapes_document(read), text);
  ASSERT_EQ(read.size(), shapes.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].name, shapes[i].name);
    EXPECT_EQ(read[i].summary, shapes[i].summary);
    ASSERT_EQ(read[i].parameters.size(), shapes[i].parameters.size());
    for (std::size_t k = 0; k < read[i].parameters.size(); ++k) {
      const ShapeParameter &is = read[i].parameters[k], &was = shapes[i].parameters[k];
      EXPECT_EQ(is.name, was.name);
      EXPECT_EQ(is.standard, was.standard);
      EXPECT_EQ(is.lo, was.lo);
      EXPECT_EQ(is.hi, was.hi);
      EXPECT_EQ(is.is_whole, was.is_whole);
      EXPECT_EQ(is.meaning, was.meaning);
    }
  }
  expect_needs(
      text, [](const std::string& t) { return parse_shapes(t); },
      {"shapes", "name", "summary", "parameters", "standard", "lo", "hi", "whole", "meaning"});
}

TEST(G2_Documents, VerifiedCertificatesSurvive) {
  VerifiedCertificate result;
  result.accepted = true;
  result.pairs = 4;
  result.steps = 900;
  result.directions = 1234567890123;
  result.witnesses = 1;
  result.uncovered = {"a / b"};
  result.unproved = {"a / c: why"};
  result.assumed = {"poses", "meshes"};
  result.free = Interval(-0.1, 1.0 / 3.0);
  result.kept_distance = 0.01;
  result.touching_pairs = 2;
  result.deepest_touch = 1e-7;
  const std::string text = verified_document(result);
  const VerifiedCertificate read = parse_verified(text);
  EXPECT_EQ(verified_document(read), text);
  EXPECT_TRUE(read.accepted);
  EXPECT_EQ(read.directions, result.directions);
  EXPECT_EQ(read.assumed, result.assumed);
  EXPECT_EQ(read.unproved, result.unproved);
  EXPECT_EQ(read.uncovered, result.uncovered);
  EXPECT_EQ(read.free, result.free);
  EXPECT_EQ(read.kept_distance, 0.01);
  EXPECT_EQ(read.touching_pairs, 2u);
  EXPECT_EQ(read.deepest_touch, 1e-7);
  expect_needs(text, [](const std::string& t) { return parse_verified(t); },
               {"accepted", "pairs", "witnesses", "uncovered", "unproved", "assumed",
                "kept_distance", "deepest_touch", "steps", "inequalities"});
  result.accepted = false;
  result.refusal = "step 3: no";
  const VerifiedCertificate refused = parse_verified(verified_document(result));
  EXPECT_FALSE(refused.accepted);
  EXPECT_EQ(refused.refusal, "step 3: no");
  EXPECT_FALSE(refused.free);  // it proves nothing
  EXPECT_EQ(refused.touching_pairs, 0u);
}

TEST(G2_Documents, CountsOfATruthSetSurvive) {
  const TruthCounts counts{5, 3, 2, 7, 1};
  const std::string text = truth_document(counts);
  EXPECT_EQ(parse_truth(text), counts);
  expect_needs(text, [](const std::string& t) { return parse_truth(t); },
               {"queries", "contacts", "separated", "touching_at_start", "unproved"});
}

namespace {
/// An index of two contacts and a pair that stays apart.
constexpr const char* kTruthIndex = R"({"format": "graze truth", "queries": [
  {"scene": "a", "class": "spheres", "outcome": "contact", "free_until": 0.49, "touches_at": 0.5},
  {"scene": "b", "class": "boxes", "outcome": "contact", "free_until": 0.2, "touches_at": 0.2},
  {"scene": "c", "class": "boxes", "outcome": "separated"}]})";
constexpr const char* kTimedAnswers =
    R"({"format": "graze answers 1", "method": "mine", "answers": [
  {"scene": "a", "outcome": "contact", "time": 0.7, "seconds": 3e-6},
  {"scene": "b", "outcome": "separated"}, {"scene": "c", "outcome": "skipped"}]})";
}  // namespace

TEST(G2_Documents, ScoresSurvive) {
  const TruthScores scores = score_answers({kTruthIndex, "index"}, {kTimedAnswers, "answers"});
  ASSERT_EQ(scores.by_class.size(), 3u);
  const TruthScore &all = scores.by_class.at("all"), &boxes = scores.by_class.at("boxes");
  EXPECT_EQ(all.queries, 2u);
  EXPECT_EQ(all.late, 1u);
  EXPECT_DOUBLE_EQ(all.median_us.value(), 3.0);
  EXPECT_EQ(boxes, (TruthScore{.queries = 1, .missed = 1, .skipped = 1, .median_us = {}}));
  const std::string text = score_document(scores);
  EXPECT_EQ(parse_score(text), scores);
  EXPECT_EQ(score_document(parse_score(text)), text);
  expect_needs(text, [](const std::string& t) { return parse_score(t); },
               {"format", "method", "scores", "queries", "missed", "false_alarms", "late", "latest",
                "early", "skipped", "median_us"});
}

}  // namespace graze::test
