// SPDX-License-Identifier: MIT
// Question   Which world does a moveit_msgs/PlanningScene describe?                            [G3]
// Source     MoveIt's message definitions; MotionBenchMaker's YAML, which writes arrays.
// Guarantee  The same solids at the same places, or a refusal with its path.
// Changed    -
#include "graze/io/planning_scene.h"

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/load_scene.h"
#include "io/foreign_format.h"
#include "io/json/json_cursor.h"
#include "io/moveit/robot_state.h"
#include "io/moveit/solid_primitive.h"
#include "io/yaml/yaml_text.h"

namespace graze {
namespace {
using json::Json;
using json::JsonCursor;
constexpr std::size_t kLargestWorld = std::size_t{1} << 28;

/// [x, y, z] or {"x": …}; what an object leaves out is 0.
std::vector<double> read_parts(const JsonCursor& cursor, std::initializer_list<const char*> names) {
  std::vector<double> parts;
  if (cursor.value().is_array()) {
    for (const JsonCursor& item : cursor.items(names.size()))
      parts.push_back(item.number(json::kLength));
    return parts;
  }
  for (const char* name : names) {
    const auto part = cursor.find(name);
    parts.push_back(part ? part->number(json::kLength) : 0.0);
  }
  return parts;
}

Vec3 read_point(const JsonCursor& cursor) {
  const auto p = read_parts(cursor, {"x", "y", "z"});
  return {p[0], p[1], p[2]};
}

/// All zeros is ROS's way to leave it out.
Mat3 read_orientation(const JsonCursor& cursor) {
  const auto q = read_parts(cursor, {"x", "y", "z", "w"});
  const Quat quat(q[3], q[0], q[1], q[2]);
  if (quat.norm() == 0.0) return Mat3::Identity();
  if (std::abs(quat.norm() - 1.0) > 1e-3) cursor.refuse("a quaternion x y z w of length 1");
  return quat.normalized().toRotationMatrix();
}

Pose read_pose_of(const JsonCursor& object, const char* key) {
  const auto pose = object.find(key);
  if (!pose) return {};
  Pose read;
  if (const auto p = pose->find("position")) read.translation = read_point(*p);
  if (const auto q = pose->find("orientation")) read.rotation = read_orientation(*q);
  return read;
}

/// A word, or the message's number.
std::string read_type(const JsonCursor& cursor) {
  if (!cursor.value().is_number()) return cursor.text();
  const std::uint32_t number = cursor.index(6);
  const char* names[] = {"unknown", "box", "sphere", "cylinder", "cone", "prism"};
  return names[number];
}

Shape read_primitive(const JsonCursor& cursor) {
  std::vector<double> sizes;
  for (const JsonCursor& item : cursor.at("dimensions").items()) {
    sizes.push_back(item.number(json::kLength));
  }
  return moveit::make_primitive(read_type(cursor.at("type")), sizes, cursor.place());
}

Shape read_mesh_message(const JsonCursor& cursor) {
  std::vector<Vec3> vertices;
  for (const JsonCursor& item : cursor.at("vertices").items()) vertices.push_back(read_point(item));
  std::vector<Triangle> triangles;
  for (const JsonCursor& item : cursor.at("triangles").items()) {
    const JsonCursor list = item.value().is_object() ? item.at("vertex_indices") : item;
    const auto corners = list.items(3);
    triangles.push_back({corners[0].index(vertices.size()), corners[1].index(vertices.size()),
                         corners[2].index(vertices.size())});
  }
  return Shape::from_mesh(TriangleMesh(std::move(vertices), std::move(triangles)), "mesh");
}

/// All shapes of a collision object, each a body: the second is called "id/2".
std::vector<Body> read_object(const JsonCursor& object) {
  const Pose frame = read_pose_of(object, "pose");
  std::vector<Body> bodies;
  const auto add = [&](const Shape& shape, const Pose& place) {
    Body body;
    body.name = object.at("id").text();
    if (!bodies.empty()) body.name += "/" + std::to_string(bodies.size() + 1);
    body.shape = shape;
    body.motion = Motion::still(frame * place);
    bodies.push_back(std::move(body));
  };
  const auto read_list = [&](const char* key, const char* poses_key, auto read) {
    const auto list = object.find(key);
    const auto poses = object.find(poses_key);
    const auto items = list ? list->items() : std::vector<JsonCursor>{};
    for (std::size_t i = 0; i < items.size(); ++i) {
      Pose place;
      if (poses && i < poses->items().size()) {
        const JsonCursor pose = poses->items()[i];
        if (const auto p = pose.find("position")) place.translation = read_point(*p);
        if (const auto q = pose.find("orientation")) place.rotation = read_orientation(*q);
      }
      json::placed(items[i], [&] { add(read(items[i]), place); });
    }
  };
  read_list("primitives", "primitive_poses", read_primitive);
  read_list("meshes", "mesh_poses", read_mesh_message);
  if (const auto planes = object.find("planes"); planes && !planes->items().empty()) {
    planes->refuse("an object without planes", "put a large box there");
  }
  return bodies;
}

std::string frame_id_of(const JsonCursor& object) {
  const auto header = object.find("header");
  const auto frame = header ? header->find("frame_id") : std::nullopt;
  return frame && frame->value().is_string() ? frame->value().get<std::string>() : "";
}

void read_world(const JsonCursor& world, PlanningScene& scene) {
  if (const auto map = world.find("octomap")) {
    const auto tree = map->find("octomap");
    const auto data = (tree ? *tree : *map).find("data");
    if (data && data->value().is_array() && !data->value().empty()) {
      map->refuse("a world without an octomap", "export its voxels as boxes or a mesh");
    }
  }
  const auto objects = world.find("collision_objects");
  if (!objects) return;
  for (const JsonCursor& object : objects->items()) {
    for (Body& body : read_object(object)) {
      scene.frames[body.name] = frame_id_of(object);
      json::placed(object, [&] { add_body(scene.world, std::move(body)); });
    }
  }
}

void read_attached(const JsonCursor& list, PlanningScene& scene) {
  for (const JsonCursor& item : list.items()) {
    std::vector<std::string> touch;
    if (const auto links = item.find("touch_links")) {
      for (const JsonCursor& link : links->items()) touch.push_back(link.text());
    }
    const JsonCursor object = item.at("object");
    for (Body& body : read_object(object)) {
      scene.attached.push_back(
          {std::move(body), item.at("link_name").text(), touch, frame_id_of(object)});
    }
  }
}

void read_state(const JsonCursor& state, PlanningScene& scene) {
  if (const auto joints = state.find("joint_state")) {
    const auto names = joints->at("name").items();
    const auto values = joints->at("position").items(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      scene.joints[names[i].text()] = values[i].number({-1e6, 1e6});
    }
  }
  if (const auto attached = state.find("attached_collision_objects"))
    read_attached(*attached, scene);
  scene.warnings = moveit::base_warnings(state);
}

void read_allowed(const JsonCursor& matrix, PlanningScene& scene) {
  const auto names = matrix.at("entry_names").items();
  const auto rows = matrix.at("entry_values").items(names.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const JsonCursor row = rows[i].value().is_object() ? rows[i].at("enabled") : rows[i];
    const auto cells = row.items(names.size());
    for (std::size_t k = 0; k < i; ++k) {
      if (!cells[k].value().is_boolean()) cells[k].refuse("true or false");
      if (cells[k].value().get<bool>())
        scene.allowed.emplace_back(names[i].text(), names[k].text());
    }
  }
}

bool is_planning_scene(const Json& document) {
  return document.is_object() && !document.contains("bodies") &&
         (document.contains("world") || document.contains("robot_state") ||
          document.contains("allowed_collision_matrix"));
}

PlanningScene read_planning_scene(const JsonCursor& root) {
  PlanningScene scene;
  if (const auto world = root.find("world")) read_world(*world, scene);
  if (const auto state = root.find("robot_state")) read_state(*state, scene);
  if (const auto matrix = root.find("allowed_collision_matrix");
      matrix && matrix->has("entry_names")) {
    read_allowed(*matrix, scene);
  }
  return scene;
}
}  // namespace

PlanningScene load_world(const std::filesystem::path& path, std::optional<Interval> beside) {
  if (io::lower_extension(path) == ".scene") {
    return parse_scene_text(read_file(path, kLargestWorld), path.string());
  }
  io::refuse_foreign_format(path, io::Wanted::kWorld);
  PlanningScene scene;
  const std::string text = read_file(path, kLargestWorld);
  const bool is_yaml = yaml::is_yaml(path);
  if (is_yaml || text.find("\"collision_objects\"") != std::string::npos) {
    const Json document = yaml::parse_document(text, path.string());
    if (is_planning_scene(document))
      return read_planning_scene(JsonCursor(document, path.string()));
    if (is_yaml) {
      throw InputError({path.string(), "YAML without 'world' or 'robot_state'",
                        "a moveit_msgs/PlanningScene", "or write it as a scene.json"});
    }
  }
  scene.world = load_scene(path, beside);
  return scene;
}

}  // namespace graze
