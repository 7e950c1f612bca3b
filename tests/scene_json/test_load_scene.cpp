// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/io/file.h"
#include "graze/io/load_scene.h"
#include "graze/math/interval_arithmetic.h"

namespace graze {
namespace {
using nlohmann::json;

Scene with_body(const json& body) {
  json whole = body;
  whole["name"] = "a";
  return parse_scene(json{{"bodies", {whole}}}.dump());
}

Motion motion_of(const json& motion) { return with_body({{"motion", motion}}).bodies[0].motion; }

Mat3 rotation_of(const json& rotation) {
  const Scene scene = with_body({{"pose", {{"rotation", rotation}}}});
  return pose_at(scene.bodies[0].motion, 0.0).rotation;
}

TEST(G3_LoadScene, EveryWrongSceneIsRefusedWithItsPath) {
  const json cases = json::parse(read_file("tests/scene_json/bad_scenes.json"));
  EXPECT_GE(cases.size(), 100u);
  for (const json& wrong : cases) {
    const std::string what = wrong["what"];
    try {
      parse_scene(wrong["document"].dump(), "scene.json", "tests/scene_json");
      ADD_FAILURE() << what << ": accepted";
    } catch (const InputError& error) {
      const InputError::Parts& parts = error.parts();
      const std::string path = wrong["place"];
      const std::string place = path.empty() ? "scene.json" : "scene.json: " + path;
      // The library's own checks add their place in brackets.
      EXPECT_TRUE(parts.place == place || parts.place.starts_with(place + " ("))
          << what << ": " << parts.place << " instead of " << place;
      EXPECT_EQ(parts.found, wrong.value("found", parts.found)) << what;
      EXPECT_EQ(parts.expected, wrong.value("expected", parts.expected)) << what;
      EXPECT_EQ(parts.advice, wrong.value("advice", parts.advice)) << what;
      EXPECT_FALSE(parts.found.empty() || parts.expected.empty()) << what;
    }
  }
}

TEST(G3_LoadScene, SyntaxErrorsNameLineAndColumn) {
  struct Case {
    const char* text;
    const char* place;
  };
  const Case cases[] = {
      {"", "s.json"},
      {" \n\t ", "s.json"},
      {"{\n  \"bodies\": [,]\n}", "s.json:2:14"},
      {"{\"bodies\": []", "s.json:1:13"},
      {"{\"bodies\": [],}", "s.json:1:15"},
      {"{\"bodies\": [1e999]}", "s.json:1:18"},
      {"{\"bodies\": [NaN]}", "s.json:1:13"},
      {"{\"bodies\": [\"\xff\"]}", "s.json:1:14"},
      {"{\"bodies\": []} x", "s.json:1:16"},
      {"{\"bodies\": [],\n \"name\": \"a\",\n \"name\": \"b\"}", "s.json:3:7"},
      {"// no comments\n{\"bodies\": []}", "s.json:1:1"},
  };
  for (const Case& wrong : cases) {
    try {
      parse_scene(wrong.text, "s.json");
      ADD_FAILURE() << wrong.text << ": accepted";
    } catch (const InputError& error) {
      EXPECT_EQ(error.parts().place, wrong.place) << wrong.text << "\n" << error.what();
    }
  }
}

TEST(G3_LoadScene, DeepNestingIsRefusedNotFollowed) {
  const std::string deep(100'000, '[');
  EXPECT_THROW(parse_scene("{\"bodies\":" + deep, "s.json"), InputError);
}

TEST(G3_LoadScene, MissingFileDirectoryAndEmptyFileAreRefused) {
  EXPECT_THROW(load_scene("no/such/scene.json"), InputError);
  EXPECT_THROW(load_scene("tests"), InputError);
  const auto path = std::filesystem::temp_directory_path() / "graze_empty_scene.json";
  write_file(path, "");
  EXPECT_THROW(load_scene(path), InputError);
  std::filesystem::remove(path);
}

TEST(G3_LoadScene, SmallestSceneTakesAllDefaults) {
  const Scene scene = parse_scene(R"({"bodies": [{"name": "a"}]})");
  EXPECT_EQ(scene.units, "m");
  EXPECT_EQ(scene.span, Interval(0.0, 1.0));
  EXPECT_FALSE(scene.tolerance);
  EXPECT_TRUE(scene.bodies[0].motion.is_still());
  EXPECT_TRUE(scene.bodies[0].shape.mesh().is_empty());
  EXPECT_EQ(scene.bodies[0].mass, 1.0);
}

TEST(G3_LoadScene, EveryFormOfARotationMeansTheSame) {
  const Mat3 expected = Eigen::AngleAxisd(1.2, Vec3::UnitZ()).toRotationMatrix();
  const double c = std::cos(1.2), s = std::sin(1.2);
  const json forms[] = {{{"quaternion_wxyz", {std::cos(0.6), 0.0, 0.0, std::sin(0.6)}}},
                        {{"axis", {0, 0, 5}}, {"angle", 1.2}},
                        {{"axis", {0, 0, -1}}, {"angle_degrees", -1.2 * 180.0 / std::numbers::pi}},
                        {{"rotation_vector", {0.0, 0.0, 1.2}}},
                        {{"matrix", {{c, -s, 0.0}, {s, c, 0.0}, {0.0, 0.0, 1.0}}}},
                        {{"rpy", {0.0, 0.0, 1.2}}},
                        {{"rpy_degrees", {0.0, 0.0, 1.2 * 180.0 / std::numbers::pi}}}};
  for (const json& form : forms) {
    EXPECT_LT((rotation_of(form) - expected).norm(), 1e-14) << form.dump();
  }
}

TEST(G3_LoadScene, RollPitchYawTurnAboutFixedAxesInThatOrder) {
  const Mat3 expected =
      (Eigen::AngleAxisd(0.3, Vec3::UnitZ()) * Eigen::AngleAxisd(0.2, Vec3::UnitY()) *
       Eigen::AngleAxisd(0.1, Vec3::UnitX()))
          .toRotationMatrix();
  EXPECT_LT((rotation_of({{"rpy", {0.1, 0.2, 0.3}}}) - expected).norm(), 1e-15);
}

TEST(G3_LoadScene, QuarterTurnsInDegreesAreExact) {
  for (const double turn : {90.0, 180.0, 270.0, 360.0, -90.0, -450.0, 720.0}) {
    const Mat3 r = rotation_of({{"axis", {0, 1, 0}}, {"angle_degrees", turn}});
    for (int i = 0; i < 9; ++i) {
      const double entry = r.reshaped()[i];
      EXPECT_TRUE(entry == 0.0 || std::fabs(entry) == 1.0) << turn << ": " << entry;
    }
    EXPECT_LT(
        (r - Eigen::AngleAxisd(turn * std::numbers::pi / 180.0, Vec3::UnitY()).toRotationMatrix())
            .norm(),
        1e-14);
  }
}

TEST(G3_LoadScene, ScrewAboutAnAxisTurnsAndSlides) {
  const Motion motion = motion_of({{"type", "screw"},
                                   {"axis", {0, 0, 2}},
                                   {"point", {1, 0, 0}},
                                   {"turns", 2.25},
                                   {"slide", 3.0},
                                   {"time", {0, 2}}});
  const Pose end = pose_at(motion, 2.0);
  EXPECT_LT((end.translation - Vec3(1.0, -1.0, 3.0)).norm(), 1e-12);
  EXPECT_EQ(motion.kind(), "screw");
}

TEST(G3_LoadScene, MotionsLastOverTheSpanUnlessTheySayElse) {
  const Scene scene = parse_scene(R"({"span": [2, 6], "bodies": [
    {"name": "a", "motion": {"type": "slerp", "to": {"position": [4, 0, 0]}}},
    {"name": "b", "motion": {"type": "slerp", "to": {"position": [4, 0, 0]}, "time": [0, 4],
                             "outside": "loop"}}]})");
  EXPECT_LT((pose_at(scene.bodies[0].motion, 3.0).translation - Vec3(1, 0, 0)).norm(), 1e-12);
  EXPECT_LT((pose_at(scene.bodies[1].motion, 3.0).translation - Vec3(3, 0, 0)).norm(), 1e-12);
  EXPECT_EQ(scene.bodies[1].motion.outside(), Outside::kLoop);
}

TEST(G3_LoadScene, WithoutASpanTheQuestionIsAboutAllTimesThatAreStated) {
  const auto span_with = [](const json& body) { return with_body(body).span; };
  const auto expect_span = [](const Interval& span, double lo, double hi) {
    EXPECT_EQ(span.lo, lo);
    EXPECT_EQ(span.hi, hi);
  };
  const json far = {{"time", 8.0}, {"position", {1, 0, 0}}};
  const json path = {{"type", "path"}, {"poses", {{{"time", 2.0}}, far}}};
  expect_span(span_with({{"motion", path}}), 0.0, 8.0);
  expect_span(span_with({{"motion", {{"type", "reversed"}, {"motion", path}}}}), 0.0, 8.0);
  const json slerp = {{"type", "slerp"}, {"to", {{"position", {1, 0, 0}}}}, {"time", {-3.0, 0.5}}};
  expect_span(span_with({{"motion", slerp}}), -3.0, 1.0);
  const json joint = {{"type", "revolute"}, {"values", {{0.25, 0.0}, {4.5, 1.0}}}};
  expect_span(span_with({{"joint", joint}}), 0.0, 4.5);
  expect_span(span_with({{"pose", {{"position", {1, 2, 3}}}}}), 0.0, 1.0);
  const json stated = {{"span", {0.0, 2.5}}, {"bodies", {{{"name", "a"}, {"motion", path}}}}};
  expect_span(parse_scene(stated.dump()).span, 0.0, 2.5);
}

TEST(G3_LoadScene, WithoutASpanEverySplineIsAskedAboutOverItsDomain) {
  std::ifstream file("tests/scene_json/good/every_form.json");
  std::size_t splines = 0;
  const json every_form = json::parse(file);
  for (const json& body : every_form.at("bodies")) {
    if (!body.contains("motion") || body["motion"].value("type", "") != "rational") continue;
    const Scene scene = with_body({{"motion", body["motion"]}});
    EXPECT_EQ(scene.span, hull(scene.bodies.back().motion.domain(), {0.0, 1.0})) << body["name"];
    ++splines;
  }
  EXPECT_GE(splines, 5u);
  const json turns = {{1, 0, 0, 0}, {1, 0.5, 0, 0}, {1, 0, 0.5, 0}, {1, 0, 0, 0.5}};
  json spline = {{"type", "rational"},
                 {"degree", 2},
                 {"rotation", turns},
                 {"translation", {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}}}};
  spline["knots"] = {1, 1, 1, 3, 6, 6, 6};
  EXPECT_EQ(with_body({{"motion", spline}}).span, Interval(0.0, 6.0));
  spline["knots"] = {0, 1, 2, 3, 4, 5, 6};  // it lasts from the third knot to the third last
  EXPECT_EQ(with_body({{"motion", spline}}).span, Interval(0.0, 4.0));
}

TEST(G3_LoadScene, PathSixParametersComposedPlacedAndReversedAreRead) {
  const Motion path = motion_of({{"type", "path"},
                                 {"interpolation", "slerp"},
                                 {"poses",
                                  {{{"time", 0}},
                                   {{"time", 1}, {"position", {1, 0, 0}}},
                                   {{"time", 3}, {"position", {1, 2, 0}}}}}});
  EXPECT_LT((pose_at(path, 2.0).translation - Vec3(1, 1, 0)).norm(), 1e-12);
  const Motion six =
      motion_of({{"type", "six_parameters"}, {"to", {{"rotation_vector", {0, 0, 20.0}}}}});
  EXPECT_LT((pose_at(six, 0.5).rotation - Eigen::AngleAxisd(10.0, Vec3::UnitZ()).toRotationMatrix())
                .norm(),
            1e-12);
  const json still = {{"type", "still"}, {"pose", {{"position", {0, 0, 1}}}}};
  const json slide = {{"type", "slerp"}, {"to", {{"position", {2, 0, 0}}}}};
  const Motion composed = motion_of({{"type", "composed"}, {"outer", slide}, {"inner", still}});
  EXPECT_LT((pose_at(composed, 0.5).translation - Vec3(1, 0, 1)).norm(), 1e-12);
  const Motion reversed = motion_of({{"type", "reversed"}, {"motion", slide}});
  EXPECT_LT((pose_at(reversed, 0.25).translation - Vec3(1.5, 0, 0)).norm(), 1e-12);
  const Motion placed =
      motion_of({{"type", "placed"}, {"left", {{"position", {0, 5, 0}}}}, {"motion", slide}});
  EXPECT_LT((pose_at(placed, 1.0).translation - Vec3(2, 5, 0)).norm(), 1e-12);
}

TEST(C8_LoadScene, JointsGiveTheirBodiesMotions) {
  const Scene scene = parse_scene(R"({"bodies": [
    {"name": "base", "joint": {"type": "fixed", "origin": {"position": [0, 0, 1]}}},
    {"name": "arm", "parent": "base", "joint": {"type": "revolute", "axis": [0, 0, 1],
       "origin": {"position": [1, 0, 0]}, "range_degrees": [0, 90]}},
    {"name": "rod", "parent": "arm", "joint": {"type": "prismatic", "axis": [1, 0, 0],
       "values": [[0, 0], [0.5, 1], [1, 0.5]]}},
    {"name": "tip", "parent": "rod", "joint": {"type": "floating"}, "pose": {"position": [0, 0, 2]}}]})");
  EXPECT_EQ(scene.bodies[1].joint, JointKind::kRevolute);
  const Pose tip = pose_at(world_motion(scene, BodyId(3)), 1.0);
  EXPECT_LT((tip.translation - Vec3(1.0, 0.5, 3.0)).norm(), 1e-12);
}

TEST(G3_LoadScene, ShapesAreScaledOffsetAndShared) {
  const Scene scene = parse_scene(R"({
    "shapes": {"wheel": {"type": "gear", "teeth": 9},
               "axle": {"type": "compound", "parts": [{"shape": "wheel"},
                        {"shape": "wheel", "position": [0, 0, 3]}]}},
    "bodies": [
      {"name": "a", "shape": "wheel"}, {"name": "b", "shape": {"type": "gear", "teeth": 9}},
      {"name": "c", "shape": {"type": "gear", "teeth": 9, "scale": [2, 2, 4], "offset": [1, 0, 0]}},
      {"name": "d", "shape": "axle"}, {"name": "e", "shape": {"type": "box", "size": [2, 4, 6]}}]})");
  EXPECT_EQ(&scene.bodies[0].shape.tree(), &scene.bodies[1].shape.tree()) << "one tree for all";
  const Aabb plain = scene.bodies[0].shape.mesh().bounds();
  const Aabb scaled = scene.bodies[2].shape.mesh().bounds();
  EXPECT_LT((scaled.hi - (plain.hi.cwiseProduct(Vec3(2, 2, 4)) + Vec3(1, 0, 0))).norm(), 1e-12);
  EXPECT_DOUBLE_EQ(scene.bodies[3].shape.mesh().bounds().hi.z(), plain.hi.z() + 3.0);
  EXPECT_EQ(scene.bodies[4].shape.box()->half_size, Vec3(1, 2, 3));
}

TEST(G3_LoadScene, MeshFilesAreSoughtBesideTheScene) {
  const auto folder = std::filesystem::temp_directory_path() / "graze_scene_test";
  std::filesystem::create_directories(folder);
  write_file(folder / "t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  write_file(
      folder / "s.json",
      R"({"bodies": [{"name": "a", "shape": {"type": "file", "path": "t.obj", "scale": 3}}]})");
  const Scene scene = load_scene(folder / "s.json");
  EXPECT_EQ(scene.bodies[0].shape.mesh().bounds().hi, Vec3(3, 3, 0));
  EXPECT_EQ(scene.bodies[0].shape.source(), "t.obj");
  std::filesystem::remove_all(folder);
}

TEST(G3_SceneSchema, KnowsExactlyTheBuiltInShapesAndTheirParameters) {
  const json schema = json::parse(read_file("docs/scene.schema.json"));
  std::map<std::string, json> shapes;
  for (const json& form : schema["$defs"]["shape"]["oneOf"]) {
    if (!form.contains("properties")) continue;
    const std::string type = form["properties"]["type"]["const"];
    const bool is_exact =
        form["properties"].contains("mesh") && form["properties"]["mesh"]["const"] == false;
    shapes[is_exact ? type + " (exact)" : type] = form["properties"];
  }
  const std::vector<const char*> others{
      "box",   "file",       "mesh",        "compound",        "sphere",           "stick",
      "plane", "half_space", "convex_hull", "capsule (exact)", "cylinder (exact)", "cone (exact)",
      "step",  "surface"};
  for (const char* other : others) EXPECT_EQ(shapes.count(other), 1u) << other;
  for (const std::string& name : shape_names()) {
    ASSERT_EQ(shapes.count(name), 1u) << name;
    if (name == "box") continue;
    json properties = shapes[name];
    for (const ShapeParameter& parameter : shape_info(name).parameters) {
      ASSERT_TRUE(properties.contains(parameter.name)) << name << "." << parameter.name;
      const json& property = properties[parameter.name];
      EXPECT_EQ(property["minimum"], parameter.lo) << name << "." << parameter.name;
      EXPECT_EQ(property["maximum"], parameter.hi) << name << "." << parameter.name;
      EXPECT_EQ(property["default"], parameter.standard) << name << "." << parameter.name;
      EXPECT_EQ(property["type"], parameter.is_whole ? "integer" : "number");
      properties.erase(parameter.name);
    }
    for (const char* common : {"type", "mesh", "scale", "offset"}) properties.erase(common);
    EXPECT_TRUE(properties.empty()) << name << ": " << properties.dump();
    shapes.erase(name);
  }
  EXPECT_EQ(shapes.size(), others.size()) << "a shape in the schema that make_shape does not know";
}

}  // namespace
}  // namespace graze
