// SPDX-License-Identifier: MIT
#include "graze/io/load_scene.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "graze/io/file.h"
#include "graze/io/load_affine_scene.h"
#include "graze/math/interval_arithmetic.h"
#include "io/foreign_format.h"
#include "io/json/json_cursor.h"
#include "io/scene_json/parse_assembly.h"
#include "io/scene_json/read_affine.h"
#include "io/scene_json/read_joint.h"
#include "io/scene_json/read_motion.h"
#include "io/scene_json/read_pose.h"
#include "io/scene_json/read_robot.h"
#include "io/scene_json/read_rules.h"
#include "io/scene_json/read_scene_change.h"
#include "io/scene_json/read_shape.h"
#include "io/scene_json/size_notes.h"
#include "io/scene_json/stated_times.h"

namespace graze {
namespace {
using json::JsonCursor;
using namespace scene_json;

constexpr std::size_t kLargestScene = std::size_t{1} << 30;

/// What bodies share while they are read.
struct SceneReader {
  Scene scene;
  ShapeReader shapes;
  std::unordered_map<std::string, BodyId> ids;
  KnownJoints joints;
  std::map<BodyId, AffineMotion>* affine =
      nullptr;  ///< where affine motions go; null: they are refused
};

std::vector<std::string_view> names_so_far(const SceneReader& reader) {
  std::vector<std::string_view> names;
  for (const Body& body : reader.scene.bodies) names.push_back(body.name);
  return names;
}

BodyId read_parent(const JsonCursor& cursor, const SceneReader& reader) {
  const std::string name = cursor.text();
  if (const auto found = reader.ids.find(name); found != reader.ids.end()) return found->second;
  const auto near = nearest_word(name, names_so_far(reader));
  cursor.refuse("the name of an earlier body",
                near ? "did you mean '" + *near + "'?" : "list parents before their children");
}

Motion read_body_motion(const JsonCursor& cursor, const Interval& span,
                        const std::optional<Motion>& of_joint) {
  if (of_joint) {
    for (const std::string_view key : {"motion", "pose"}) {
      if (cursor.has(key)) {
        cursor.at(key).refuse("a '" + std::string(key) + "' beside a joint that says how to move",
                              "one of the two", "only a floating joint takes a motion");
      }
    }
    return *of_joint;
  }
  if (cursor.has("motion") && cursor.has("pose")) cursor.one_of({"motion", "pose"});
  if (const auto motion = cursor.find("motion")) return read_motion(*motion, span);
  const auto pose = cursor.find("pose");
  return pose ? Motion::still(read_pose(*pose)) : Motion();
}

/// True if the body's motion was read as an affine one.
bool read_affine_motion(const JsonCursor& body, const std::string& name, SceneReader& reader) {
  const auto motion = body.find("motion");
  if (reader.affine == nullptr || !motion || !motion->has("type")) return false;
  std::optional<AffineMotion> affine;
  if (motion->at("type").value() == "affine") {
    affine = read_affine(*motion, reader.scene.span);
  } else if ((affine = read_as_printed(*motion, reader.scene.span))) {
    reader.scene.notes.push_back(
        "body '" + name +
        "': its matrix is not a rotation and is used as it stands, as an affine motion; "
        "\"repair\": 0.05 asks for the nearest rotation instead");
  }
  if (!affine) return false;
  for (const std::string_view key : {"parent", "joint", "pose"}) {
    if (body.has(key)) {
      body.at(key).refuse("a '" + std::string(key) + "' of a body in an affine motion", "none", "");
    }
  }
  reader.affine->emplace(BodyId(reader.scene.bodies.size()), *std::move(affine));
  return true;
}

std::vector<std::string> read_groups(const JsonCursor& cursor) {
  std::vector<std::string> groups;
  for (const JsonCursor& item : cursor.items()) {
    groups.push_back(item.text());
    if (std::count(groups.begin(), groups.end(), groups.back()) > 1) {
      item.refuse("'" + groups.back() + "' a second time", "each group once", "");
    }
  }
  return groups;
}

bool read_solid(const JsonCursor& cursor, const Body& body) {
  if (!cursor.value().is_boolean()) cursor.refuse("true or false");
  const bool solid = cursor.value().get<bool>();
  const Solidity solidity = solidity_of(body.shape);
  if (solid && !solidity.is_solid()) {
    cursor.refuse("true for a " + describe(solidity), "an exact form or a closed outward mesh",
                  "close the mesh");
  }
  if (!solid && solidity.why == Solidity::Why::kRound) {
    cursor.refuse("false for a round shape", "true: all within its radius belongs to it",
                  "use a mesh for a hollow one");
  }
  return solid;
}

/// "dynamics" is read with worlds; other questions skip it.
void expect_object_if_there(const JsonCursor& cursor, std::string_view key) {
  if (const auto found = cursor.find(key)) found->keys();
}

void read_body(const JsonCursor& cursor, SceneReader& reader) {
  cursor.expect_keys({"name", "description", "shape", "motion", "pose", "parent", "joint", "mass",
                      "padding", "sealed", "groups", "solid", "deformation", "dynamics"});
  expect_object_if_there(cursor, "dynamics");
  Body body;
  body.name = cursor.at("name").text();
  if (reader.ids.contains(body.name)) {
    cursor.at("name").refuse("'" + body.name + "' a second time", "names that are unique", "");
  }
  if (const auto text = cursor.find("description")) text->text();
  if (const auto shape = cursor.find("shape")) body.shape = reader.shapes.read(*shape);
  if (const auto frames = cursor.find("deformation")) {
    body.deformation = reader.shapes.read_deformation(*frames, body.shape);
  }
  const bool is_affine = read_affine_motion(cursor, body.name, reader);
  if (const auto parent = cursor.find("parent")) {
    body.parent = read_parent(*parent, reader);
    if (reader.affine != nullptr && reader.affine->contains(*body.parent)) {
      parent->refuse("a body in an affine motion", "a parent that keeps its shape", "");
    }
  }
  JointReading joint;
  if (const auto found = cursor.find("joint")) {
    joint = read_joint(*found, reader.scene.span, reader.joints);
  }
  if (joint.values) reader.joints.emplace(body.name, *joint.values);
  body.joint = joint.kind;
  body.joint_frame = joint.frame;
  if (!is_affine) body.motion = read_body_motion(cursor, reader.scene.span, joint.motion);
  if (const auto mass = cursor.find("mass")) body.mass = mass->number(json::kMass);
  if (const auto padding = cursor.find("padding")) body.padding = padding->number({0.0, 1e12});
  if (const auto sealed = cursor.find("sealed")) {
    const double more = reader.shapes.read_sealing(*sealed, body.shape);
    if (more > 0.0) body.padding = round_up(body.padding + more);
  }
  if (const auto groups = cursor.find("groups")) body.groups = read_groups(*groups);
  if (const auto solid = cursor.find("solid")) body.solid = read_solid(*solid, body);
  reader.ids.emplace(body.name, BodyId(reader.scene.bodies.size()));
  reader.scene.bodies.push_back(std::move(body));
}

/// Only now are all body names known.
void check_group_names(const JsonCursor& bodies, const SceneReader& reader) {
  const auto items = bodies.items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto& groups = reader.scene.bodies[i].groups;
    for (std::size_t k = 0; k < groups.size(); ++k) {
      if (!reader.ids.contains(groups[k])) continue;
      items[i].at("groups").items()[k].refuse("'" + groups[k] + "', which is the name of a body",
                                              "a group name that no body has", "");
    }
  }
}

using Trajectories = std::vector<std::optional<JointTrajectory>>;

/// Of the robots, in their order.
Trajectories read_trajectories(const JsonCursor& root, const std::filesystem::path& base_dir) {
  Trajectories all;
  const auto robots = root.find("robots");
  if (!robots) return all;
  for (const JsonCursor& item : robots->items()) all.push_back(read_trajectory(item, base_dir));
  return all;
}

/// A scene without a span is about all times that its robots' trajectories and its bodies state;
/// without robots that move, about [0, 1], too. `beside` is the span of a robot given apart from
/// the scene. Bodies without a time of their own last over the whole span.
Interval question_span(const JsonCursor& root, const Trajectories& trajectories,
                       std::optional<Interval> beside) {
  if (const auto span = root.find("span")) return read_time(*span, true);
  std::optional<Interval> moving = beside;
  for (const auto& trajectory : trajectories) {
    if (!trajectory) continue;
    moving = moving ? hull(*moving, span_of(*trajectory)) : span_of(*trajectory);
  }
  const Interval basis = moving.value_or(Scene{}.span);
  const auto stated = stated_times(root.at("bodies"));
  return stated ? hull(*stated, basis) : basis;
}

/// Robots' links are bodies, too.
void read_robots(const JsonCursor& root, const std::filesystem::path& base_dir,
                 const Trajectories& trajectories, SceneReader& reader) {
  const auto robots = root.find("robots");
  if (!robots) return;
  const auto items = robots->items();
  for (std::size_t i = 0; i < items.size(); ++i)
    read_robot(items[i], base_dir, trajectories[i], reader.scene);
  for (std::size_t i = reader.ids.size(); i < reader.scene.bodies.size(); ++i) {
    reader.ids.emplace(reader.scene.bodies[i].name, BodyId(i));
  }
}

void read_head(const JsonCursor& root, SceneReader& reader) {
  root.expect_keys({"$schema", "name", "description", "units", "up", "span", "tolerance", "shapes",
                    "bodies", "robots", "may_touch", "dynamics"});
  expect_object_if_there(root, "dynamics");
  Scene& scene = reader.scene;
  if (const auto name = root.find("name")) scene.name = name->text();
  for (const std::string_view key : {"$schema", "description"}) {
    if (const auto text = root.find(key)) text->text();
  }
  if (const auto units = root.find("units")) {
    scene.units = units->word({"m", "cm", "mm", "um", "km", "in", "ft", "unit"});
  }
  reader.shapes.set_units(scene.units);
  if (const auto up = root.find("up")) up->word({"y", "z"});  // for viewers: see up_of()
  if (const auto tolerance = root.find("tolerance"))
    scene.tolerance = tolerance->number(json::kSize);
  if (const auto shapes = root.find("shapes")) reader.shapes.read_named(*shapes);
}

/// Bodies in affine motions go to `affine`; without it they are refused.
Scene read_scene(std::string_view text, const std::string& place,
                 const std::filesystem::path& base_dir, std::map<BodyId, AffineMotion>* affine,
                 std::optional<Interval> beside = {}, std::optional<ShapeReader> shapes = {}) {
  const json::Json document = json::parse_json(text, place);
  const JsonCursor root(document, place);
  SceneReader reader{{}, shapes ? std::move(*shapes) : ShapeReader(base_dir), {}, {}, affine};
  read_head(root, reader);
  const Trajectories trajectories = read_trajectories(root, base_dir);
  reader.scene.span = question_span(root, trajectories, beside);
  const JsonCursor bodies = root.at("bodies");
  for (const JsonCursor& body : bodies.items()) read_body(body, reader);
  check_group_names(bodies, reader);
  read_robots(root, base_dir, trajectories, reader);
  if (const auto rules = root.find("may_touch")) read_rules(*rules, reader.scene);
  reader.scene.notes.insert(reader.scene.notes.end(), reader.shapes.notes().begin(),
                            reader.shapes.notes().end());
  check(reader.scene);
  for (std::string& note : notes_on_sizes(reader.scene)) {
    reader.scene.notes.push_back(std::move(note));
  }
  return std::move(reader.scene);
}
}  // namespace

Scene parse_scene(std::string_view text, const std::string& place,
                  const std::filesystem::path& base_dir) {
  return read_scene(text, place, base_dir, nullptr);
}

Scene scene_json::parse_assembly(std::string_view text, const std::filesystem::path& file,
                                 CadModel model) {
  ShapeReader shapes(file.parent_path());
  shapes.know(file.filename().string(), std::move(model));
  return read_scene(text, file.string(), file.parent_path(), nullptr, {}, std::move(shapes));
}

AffineScene load_affine_scene(const std::filesystem::path& path) {
  io::refuse_foreign_format(path, io::Wanted::kScene);
  AffineScene loaded;
  loaded.scene =
      read_scene(read_file(path, kLargestScene), path.string(), path.parent_path(), &loaded.affine);
  return loaded;
}

Scene load_scene(const std::filesystem::path& path, std::optional<Interval> beside) {
  io::refuse_foreign_format(path, io::Wanted::kScene);
  return read_scene(read_file(path, kLargestScene), path.string(), path.parent_path(), nullptr,
                    beside);
}

SceneChange parse_scene_change(std::string_view text, const std::string& place,
                               const Scene& scene) {
  const json::Json document = json::parse_json(text, place);
  return read_scene_change(JsonCursor(document, place), scene);
}

Motion parse_motion(std::string_view text, const std::string& place, const Interval& span) {
  const json::Json document = json::parse_json(text, place);
  return read_motion(JsonCursor(document, place), span);
}

}  // namespace graze
