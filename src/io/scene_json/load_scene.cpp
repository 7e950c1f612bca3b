// SPDX-License-Identifier: MIT
#include "graze/io/load_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "graze/io/file.h"
#include "graze/math/interval_arithmetic.h"
#include "io/foreign_format.h"
#include "io/json/json_cursor.h"
#include "io/scene_json/read_joint.h"
#include "io/scene_json/read_motion.h"
#include "io/scene_json/read_pose.h"
#include "io/scene_json/read_robot.h"
#include "io/scene_json/read_rules.h"
#include "io/scene_json/read_scene_change.h"
#include "io/scene_json/read_shape.h"

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

/// What worlds are made of is read with them; other questions pass over it.
void expect_object_if_there(const JsonCursor& cursor, std::string_view key) {
  if (const auto found = cursor.find(key)) found->keys();
}

void read_body(const JsonCursor& cursor, SceneReader& reader) {
  cursor.expect_keys({"name", "description", "shape", "motion", "pose", "parent", "joint", "mass",
                      "padding", "groups", "solid", "deformation", "dynamics"});
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
  if (const auto parent = cursor.find("parent")) body.parent = read_parent(*parent, reader);
  JointReading joint;
  if (const auto found = cursor.find("joint")) {
    joint = read_joint(*found, reader.scene.span, reader.joints);
  }
  if (joint.values) reader.joints.emplace(body.name, *joint.values);
  body.joint = joint.kind;
  body.joint_frame = joint.frame;
  body.motion = read_body_motion(cursor, reader.scene.span, joint.motion);
  if (const auto mass = cursor.find("mass")) body.mass = mass->number(json::kMass);
  if (const auto padding = cursor.find("padding")) body.padding = padding->number({0.0, 1e12});
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

/// Robots' links are bodies, too. A scene without a span takes that of their trajectories.
void read_robots(const JsonCursor& root, const std::filesystem::path& base_dir,
                 SceneReader& reader) {
  const auto robots = root.find("robots");
  if (!robots) return;
  std::optional<Interval> moving;
  for (const JsonCursor& item : robots->items()) {
    const auto span = read_robot(item, base_dir, reader.scene);
    if (span) moving = moving ? hull(*moving, *span) : *span;
  }
  if (moving && !root.has("span")) reader.scene.span = *moving;
  for (std::size_t i = reader.ids.size(); i < reader.scene.bodies.size(); ++i) {
    reader.ids.emplace(reader.scene.bodies[i].name, BodyId(i));
  }
}

/// The size of most bodies; 0: there are none.
double median_size(std::vector<double> sizes) {
  std::erase(sizes, 0.0);
  if (sizes.empty()) return 0.0;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle;
}

bool is_from_file(const Body& body) {
  return body.shape.source().find('.') != std::string::npos && !body.deforms();
}

/// A sentence for each body whose mesh comes from a file and is at least 100 times larger or
/// smaller than the bodies around it: its file is in another unit.
std::vector<std::string> notes_on_sizes(const Scene& scene) {
  std::vector<double> sizes;
  for (const Body& body : scene.bodies) {
    sizes.push_back(body.shape.mesh().is_empty() ? 0.0 : body.shape.mesh().bounds().diagonal());
  }
  const double median = median_size(sizes);
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double others = sizes.size() == 2 ? sizes[1 - i] : median;
    if (!is_from_file(scene.bodies[i]) || !(sizes[i] > 0.0) || !(others > 0.0)) continue;
    const bool is_large = sizes[i] > others;
    const double ratio = is_large ? sizes[i] / others : others / sizes[i];
    if (ratio < 100.0) continue;
    notes.push_back(fmt::format(
        "body '{}' ({}) is {:.0f} times {} than the bodies around it: is its file in {}? Then "
        "write "
        "\"scale\": {} beside its path",
        scene.bodies[i].name, scene.bodies[i].shape.source(), ratio,
        is_large ? "larger" : "smaller",
        is_large ? "mm and the scene in m" : "m and the scene in mm", is_large ? "0.001" : "1000"));
  }
  return notes;
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
  if (const auto span = root.find("span")) scene.span = read_time(*span, true);
  if (const auto tolerance = root.find("tolerance"))
    scene.tolerance = tolerance->number(json::kSize);
  if (const auto shapes = root.find("shapes")) reader.shapes.read_named(*shapes);
}
}  // namespace

Scene parse_scene(std::string_view text, const std::string& place,
                  const std::filesystem::path& base_dir) {
  const json::Json document = json::parse_json(text, place);
  const JsonCursor root(document, place);
  SceneReader reader{{}, ShapeReader(base_dir), {}, {}};
  read_head(root, reader);
  const JsonCursor bodies = root.at("bodies");
  for (const JsonCursor& body : bodies.items()) read_body(body, reader);
  check_group_names(bodies, reader);
  read_robots(root, base_dir, reader);
  if (const auto rules = root.find("may_touch")) read_rules(*rules, reader.scene);
  reader.scene.notes.assign(reader.shapes.notes().begin(), reader.shapes.notes().end());
  check(reader.scene);
  for (std::string& note : notes_on_sizes(reader.scene)) {
    reader.scene.notes.push_back(std::move(note));
  }
  return std::move(reader.scene);
}

Scene load_scene(const std::filesystem::path& path) {
  io::refuse_foreign_format(path, io::Wanted::kScene);
  return parse_scene(read_file(path, kLargestScene), path.string(), path.parent_path());
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
