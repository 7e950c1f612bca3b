// SPDX-License-Identifier: MIT
// Question   Which world does a fixture of rigid-ipc mean?
// Source     rigid-ipc's reader of scenes: `position` is that of the model's origin, `rotation` is
//            about x, then y, then z; `scale` comes before both, `dimensions` in its place.
//            Velocities are of the centre of mass; angular ones and torques are in degrees, world
//            frame.
// Guarantee  Poses and velocities as rigid-ipc has them at time 0 to rounding.
// Changed    Rotations of `kinematic_poses` are taken against the pose of the file; there they are
//            those of the principal axes, whose signs depend on an eigensolver.
#include "simulation/rigid_ipc.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "graze/io/mesh_io.h"
#include "graze/math/rotation.h"
#include "io/json/contact_json.h"
#include "io/scene_json/read_pose.h"

namespace graze::simulation {
namespace {
using json::JsonCursor;
constexpr json::Range kNumber = json::kAnyNumber;
constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kUsualSeconds = 10.0;

/// A number stands for three equal ones.
Vec3 read_three(const JsonCursor& cursor, std::string_view key, const Vec3& otherwise) {
  const auto found = cursor.find(key);
  if (!found) return otherwise;
  if (found->value().is_number()) return Vec3::Constant(found->number(kNumber));
  return found->vec3(kNumber);
}

std::filesystem::path mesh_file(const JsonCursor& cursor, const std::filesystem::path& base_dir) {
  const std::filesystem::path name = cursor.text();
  std::error_code error;
  if (std::filesystem::exists(base_dir / name, error)) return base_dir / name;
  for (auto folder = std::filesystem::absolute(base_dir, error); folder.has_relative_path();
       folder = folder.parent_path()) {
    if (std::filesystem::exists(folder / "meshes" / name, error)) return folder / "meshes" / name;
  }
  cursor.refuse("'" + name.string() + "', which is not there",
                "a mesh beside the scene or in a folder 'meshes' above it", "");
}

TriangleMesh inline_mesh(const JsonCursor& body) {
  std::vector<Vec3> vertices;
  for (const JsonCursor& item : body.at("vertices").items()) vertices.push_back(item.vec3());
  std::vector<Triangle> triangles;
  for (const JsonCursor& item : body.at("faces").items()) {
    const auto corners = item.items(3);
    triangles.push_back({corners[0].index(vertices.size()), corners[1].index(vertices.size()),
                         corners[2].index(vertices.size())});
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}

TriangleMesh scaled(const JsonCursor& body, const TriangleMesh& mesh) {
  Vec3 scale = read_three(body, "scale", Vec3::Ones());
  if (const auto wanted = body.find("dimensions")) {
    const Vec3 size = mesh.bounds().size();
    scale = wanted->vec3(kNumber);
    for (int k = 0; k < 3; ++k) scale[k] /= size[k] == 0.0 ? 1.0 : size[k];
  }
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back(v.cwiseProduct(scale));
  std::vector<Triangle> triangles(mesh.triangles().begin(), mesh.triangles().end());
  if (scale.prod() < 0.0) {  // a mirror image is inside out
    for (Triangle& t : triangles) std::swap(t[1], t[2]);
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}

Mat3 read_degrees(const JsonCursor& body) {
  const auto rotation = body.find("rotation");
  if (!rotation) return Mat3::Identity();
  const json::Json rpy{{"rpy_degrees", rotation->value()}};
  return scene_json::read_rotation(JsonCursor(rpy, rotation->place()));
}

std::array<bool, 6> read_fixed(const JsonCursor& body) {
  std::array<bool, 6> fixed{};
  const auto found = body.find("is_dof_fixed");
  if (!found) return fixed;
  if (found->value().is_boolean()) {
    fixed.fill(json::read_flag(*found));
    return fixed;
  }
  const auto items = found->items(6);
  for (std::size_t k = 0; k < 6; ++k) fixed[k] = json::read_flag(items[k]);
  return fixed;
}

/// What one body of the file is, before it moves.
struct Fixture {
  WorldBody body;
  Vec3 centre = Vec3::Zero();  ///< of mass, body frame
  Pose pose = {};              ///< at time 0
  std::optional<long> group = {};
  ConstantLoad load = {};
};

Vec3 without_locked(Vec3 v, const std::array<bool, 6>& locked, std::size_t first) {
  for (int k = 0; k < 3; ++k) {
    if (locked[first + static_cast<std::size_t>(k)]) v[k] = 0.0;
  }
  return v;
}

/// Poses of the centre of mass, one a step; afterwards it goes on with its velocity, cut where it
/// has turned by a quarter: between two knots both paths are the same.
Motion scripted_motion(const JsonCursor& body, const Fixture& fixture, double step, double end) {
  const auto poses = body.find("kinematic_poses");
  const Pose centre_at_begin{Mat3::Identity(), fixture.pose * fixture.centre};
  const Pose centre_from_body{fixture.pose.rotation, -(fixture.pose.rotation * fixture.centre)};
  std::vector<TimedPose> knots{{0.0, centre_at_begin}};
  if (poses) {
    for (const JsonCursor& item : poses->items()) {
      const Vec3 turn = read_three(item, "rotation", Vec3::Zero());
      const Vec3 place = read_three(item, "position", Vec3::Zero());
      const double time = step * static_cast<double>(knots.size());
      if (time <= end) knots.push_back({time, {rotation_from_vector(turn), place}});
    }
  }
  const Vec3 &v = fixture.body.velocity, &w = fixture.body.angular_velocity;
  const TimedPose last = knots.back();
  const double left = end - last.time;
  if (left > 0.0 && !(v.isZero(0.0) && w.isZero(0.0))) {
    const int cuts = static_cast<int>(std::ceil(w.norm() * left / (0.5 * std::numbers::pi))) + 1;
    for (int i = 1; i <= cuts; ++i) {
      const double t = left * i / cuts;
      knots.push_back(
          {last.time + t,
           {rotation_from_vector(t * w) * last.pose.rotation, last.pose.translation + t * v}});
    }
  }
  if (knots.size() == 1) return Motion::still(fixture.pose);
  return Motion::placed({}, Motion::path(knots, Interpolation::kSlerp), centre_from_body);
}

std::string unused_name(const std::string& stem, std::set<std::string>& taken) {
  std::string name = stem;
  for (int i = 2; !taken.insert(name).second; ++i) name = stem + " " + std::to_string(i);
  return name;
}

/// Reads bodies; equal meshes share their shape.
class FixtureReader {
 public:
  FixtureReader(std::filesystem::path base_dir, double step, double seconds)
      : base_dir_(std::move(base_dir)), step_(step), seconds_(seconds) {}

  Fixture read(const JsonCursor& cursor) {
    if (const auto split = cursor.find("split_components"); split && json::read_flag(*split)) {
      split->refuse("true", "false: one body for each mesh", "split the mesh into files");
    }
    Fixture out;
    WorldBody& body = out.body;
    body.body.shape = read_shape(cursor);
    body.body.name = unused_name(
        cursor.has("mesh") ? std::filesystem::path(cursor.at("mesh").text()).stem().string()
                           : "body",
        names_);
    body.density = cursor.has("density") ? cursor.at("density").number(json::kMass) : 1000.0;
    body.is_locked = read_fixed(cursor);
    out.centre = mass_model(body.body.shape, 1.0, body.density).centre;
    out.pose = {read_degrees(cursor), read_three(cursor, "position", Vec3::Zero())};
    read_movement(cursor, out);
    if (const auto group = cursor.find("group_id")) {
      const double number = group->number({-1.0, 1e9});
      if (number >= 0.0) out.group = static_cast<long>(number);
    }
    return out;
  }

 private:
  Shape read_shape(const JsonCursor& cursor) {
    const auto mesh = cursor.find("mesh");
    const std::string key =
        cursor.value().value("mesh", "") + "|" +
        (cursor.has("scale") ? cursor.at("scale").value().dump() : "") + "|" +
        (cursor.has("dimensions") ? cursor.at("dimensions").value().dump() : "");
    if (mesh) {
      if (const auto found = shapes_.find(key); found != shapes_.end()) return found->second;
    }
    return json::placed(mesh ? *mesh : cursor, [&] {
      const TriangleMesh read = mesh ? read_mesh(mesh_file(*mesh, base_dir_)) : inline_mesh(cursor);
      if (read.is_empty()) cursor.refuse("a body without triangles", "a mesh of triangles", "");
      const Shape shape = Shape::from_mesh(scaled(cursor, read), mesh ? mesh->text() : "");
      if (mesh) shapes_.emplace(key, shape);
      return shape;
    });
  }

  void read_movement(const JsonCursor& cursor, Fixture& out) {
    WorldBody& body = out.body;
    const auto type = cursor.find("type");
    const std::string word = type ? type->word({"static", "kinematic", "dynamic"}) : "dynamic";
    const bool is_static =
        word == "static" || std::ranges::all_of(body.is_locked, [](bool b) { return b; });
    body.role = is_static ? Role::kStatic : word == "dynamic" ? Role::kDynamic : Role::kDriven;
    body.body.motion = Motion::still(out.pose);
    if (is_static) return body.is_locked.fill(false);
    const auto read = [&](std::string_view key, std::size_t first) {
      return without_locked(read_three(cursor, key, Vec3::Zero()), body.is_locked, first);
    };
    body.velocity = read("linear_velocity", 0);
    body.angular_velocity = kDegree * read("angular_velocity", 3);
    out.load.force = read("force", 0);
    out.load.torque = kDegree * read("torque", 3);
    if (body.role != Role::kDriven) return;
    double end = seconds_;
    if (const auto most = cursor.find("kinematic_max_time")) {
      const double stated = most->number(kNumber);
      if (stated >= 0.0) end = std::min(end, stated);
    }
    body.body.motion = scripted_motion(cursor, out, step_, end);
    body.is_locked.fill(false);
    body.velocity = body.angular_velocity = Vec3::Zero();
  }

  std::filesystem::path base_dir_;
  double step_, seconds_;
  std::set<std::string> names_;
  std::map<std::string, Shape> shapes_;
};

/// Bodies of one group do not see each other; those of a static body's group see no static one.
void read_groups(const std::vector<Fixture>& fixtures, WorldScene& world) {
  std::set<long> of_static, all;
  for (const Fixture& f : fixtures) {
    if (!f.group) continue;
    (f.body.role == Role::kDynamic ? all : of_static).insert(*f.group);
  }
  for (std::size_t i = 0; i < fixtures.size(); ++i) {
    const Fixture& f = fixtures[i];
    std::vector<std::string>& groups = world.bodies[i].body.groups;
    if (f.body.role != Role::kDynamic) {
      if (!of_static.empty()) groups.push_back("given");
    } else if (f.group) {
      groups.push_back("group " + std::to_string(*f.group));
    }
  }
  for (const long group : all) {
    const std::string name = "group " + std::to_string(group);
    world.options.may_touch.emplace_back(name, name);
    if (of_static.contains(group)) world.options.may_touch.emplace_back(name, "given");
  }
}

double read_seconds(const JsonCursor& root, double step) {
  const auto most = root.find("max_time");
  const auto steps = root.find("max_iterations");
  if (most && most->number(kNumber) > 0.0) return most->number(kNumber);
  if (steps && steps->number(kNumber) > 0.0) return step * steps->number(kNumber);
  return kUsualSeconds;
}

double read_coefficient(const JsonCursor& problem, std::string_view key) {
  const auto found = problem.find(key);
  return found ? std::max(0.0, found->number(kNumber)) : 0.0;  // -1: none
}
}  // namespace

WorldScene read_rigid_ipc(const JsonCursor& root, const std::filesystem::path& base_dir) {
  WorldScene world;
  const JsonCursor problem = root.at("rigid_body_problem");
  world.options.step = root.has("timestep") ? root.at("timestep").number({1e-12, 1e9}) : 0.01;
  world.seconds = read_seconds(root, world.options.step);
  world.options.gravity = read_three(problem, "gravity", Vec3::Zero());
  world.options.material.friction = read_coefficient(problem, "coefficient_friction");
  world.options.material.restitution =
      std::min(1.0, read_coefficient(problem, "coefficient_restitution"));
  FixtureReader reader(base_dir, world.options.step, *world.seconds);
  std::vector<Fixture> fixtures;
  for (const JsonCursor& item : problem.at("rigid_bodies").items()) {
    if (const auto enabled = item.find("enabled"); enabled && !json::read_flag(*enabled)) continue;
    fixtures.push_back(reader.read(item));
    world.bodies.push_back(fixtures.back().body);
    ConstantLoad load = fixtures.back().load;
    load.body = BodyId(world.bodies.size() - 1);
    if (!load.force.isZero(0.0) || !load.torque.isZero(0.0)) world.loads.push_back(load);
  }
  read_groups(fixtures, world);
  return world;
}

}  // namespace graze::simulation
