// SPDX-License-Identifier: MIT
#include "simulation/read_dynamics.h"

#include <algorithm>
#include <array>

#include "io/json/contact_json.h"
#include "io/scene_json/body_named.h"
#include "io/scene_json/read_pose.h"
#include "simulation/soft_json.h"

namespace graze::simulation {
namespace {
using json::Range;
using json::read_flag;
using scene_json::body_named;
using scene_json::read_angle;

constexpr Range kAny = json::kAnyNumber;
constexpr Range kNotNegative{0.0, kAny.hi};
constexpr std::array<std::string_view, 6> kDirections{"x", "y", "z", "turn x", "turn y", "turn z"};
constexpr std::array kLinks{LinkKind::kFixed, LinkKind::kRevolute, LinkKind::kPrismatic,
                            LinkKind::kBall,  LinkKind::kScrew,    LinkKind::kDistance,
                            LinkKind::kGear};
constexpr std::array kRoles{Role::kStatic, Role::kDriven, Role::kDynamic};
constexpr std::array kModes{ContactMode::kExact, ContactMode::kVolume, ContactMode::kPenalty,
                            ContactMode::kBarrier};
constexpr double kRadian = 0.017453292519943295;

template <typename List, typename Name>
auto read_one_of(const JsonCursor& cursor, const List& list, const Name& name) {
  std::vector<std::string_view> words;
  for (const auto value : list) words.push_back(name(value));
  const std::string word = cursor.word(words);
  return *std::ranges::find_if(list, [&](const auto value) { return name(value) == word; });
}

/// A number under `key`, or the value that stands there already.
void take(const JsonCursor& cursor, std::string_view key, const Range& range, double& value) {
  if (const auto found = cursor.find(key)) value = found->number(range);
}

void take(const JsonCursor& cursor, std::string_view key, Vec3& value) {
  if (const auto found = cursor.find(key)) value = found->vec3(kAny);
}

int read_whole(const JsonCursor& cursor, int lo, int hi) {
  const double value = cursor.number({double(lo), double(hi)});
  if (value != static_cast<int>(value)) cursor.refuse("a whole number");
  return static_cast<int>(value);
}

ContactMaterial read_material_keys(const JsonCursor& cursor) {
  ContactMaterial material;
  take(cursor, "friction", {0.0, 1e6}, material.friction);
  take(cursor, "restitution", {0.0, 1.0}, material.restitution);
  take(cursor, "rolling", kNotNegative, material.rolling);
  take(cursor, "spinning", kNotNegative, material.spinning);
  return material;
}

ContactMaterial read_material(const JsonCursor& cursor) {
  cursor.expect_keys({"friction", "restitution", "rolling", "spinning"});
  return read_material_keys(cursor);
}

void read_materials(const JsonCursor& cursor, WorldOptions& options) {
  if (const auto one = cursor.find("material")) options.material = read_material(*one);
  if (const auto all = cursor.find("materials")) {
    for (const std::string& name : all->keys()) {
      options.materials.emplace(name, read_material(all->at(name)));
    }
  }
  const auto pairs = cursor.find("pair_materials");
  if (!pairs) return;
  for (const JsonCursor& item : pairs->items()) {
    item.expect_keys({"pair", "friction", "restitution", "rolling", "spinning"});
    const auto names = item.at("pair").items(2);
    options.pair_materials[{names[0].text(), names[1].text()}] = read_material_keys(item);
  }
}

std::array<bool, 6> read_locked(const JsonCursor& cursor) {
  std::array<bool, 6> locked{};
  for (const JsonCursor& item : cursor.items()) {
    const std::string word = item.word({kDirections.begin(), kDirections.end()});
    locked[static_cast<std::size_t>(std::ranges::find(kDirections, word) - kDirections.begin())] =
        true;
  }
  return locked;
}

JointMotor read_motor(const JsonCursor& cursor) {
  cursor.expect_keys({"speed", "speed_degrees", "most_force", "target", "target_degrees"});
  JointMotor motor;
  motor.speed = read_angle(cursor, "speed").value_or(0.0);
  take(cursor, "most_force", kNotNegative, motor.most_force);
  motor.target = read_angle(cursor, "target");
  return motor;
}

std::optional<Interval> read_limits(const JsonCursor& cursor) {
  const bool in_degrees = cursor.has("limits_degrees");
  if (!in_degrees && !cursor.has("limits")) return std::nullopt;
  const JsonCursor limits = cursor.at(cursor.one_of({"limits", "limits_degrees"}));
  const auto ends = limits.items(2);
  const double unit = in_degrees ? kRadian : 1.0;
  const double lo = unit * ends[0].number(json::kAngle), hi = unit * ends[1].number(json::kAngle);
  if (!(lo <= hi)) limits.refuse("two numbers in ascending order");
  return Interval(lo, hi);
}

/// A soft body's mass and extent are those of its elements.
void refuse_beside_soft(const JsonCursor& cursor) {
  for (const std::string_view key : {"density", "locked", "torque"}) {
    if (!cursor.has(key)) continue;
    cursor.at(key).refuse("'" + std::string(key) + "' of a soft body",
                          "a rigid body, or none of it",
                          key == "density"  ? "give the density of its material"
                          : key == "locked" ? "pin its nodes"
                                            : "");
  }
}

void read_volume(const JsonCursor& cursor, VolumeContactOptions& options) {
  cursor.expect_keys({"pixels", "patches", "depth", "correction", "zoom", "guard", "self_contact",
                      "stiffness", "damping", "viscosity", "gap", "tolerance", "max_iterations"});
  if (const auto pixels = cursor.find("pixels")) options.pixels = read_whole(*pixels, 2, 1024);
  if (const auto patches = cursor.find("patches")) options.patches = read_whole(*patches, 1, 64);
  if (const auto depth = cursor.find("depth")) options.depth = depth->number(json::kSize);
  if (const auto gap = cursor.find("gap")) options.gap = gap->number(json::kSize);
  take(cursor, "correction", {1e-6, 1.0}, options.correction);
  if (const auto zoom = cursor.find("zoom")) options.zoom = read_flag(*zoom);
  if (const auto guard = cursor.find("guard")) options.guard = read_flag(*guard);
  if (const auto self = cursor.find("self_contact")) options.self_contact = read_flag(*self);
  take(cursor, "stiffness", {0.0, kAny.hi, true}, options.stiffness);
  take(cursor, "damping", kNotNegative, options.damping);
  take(cursor, "viscosity", kNotNegative, options.viscosity);
  take(cursor, "tolerance", {1e-14, 0.1}, options.tolerance);
  if (const auto most = cursor.find("max_iterations")) {
    options.max_iterations = read_whole(*most, 1, 1'000'000);
  }
  json::placed(cursor, [&] { check(options); });
}

bool can_be_driven(LinkKind kind) {
  return kind == LinkKind::kRevolute || kind == LinkKind::kPrismatic || kind == LinkKind::kScrew;
}

void read_drive(const JsonCursor& cursor, WorldJoint& joint) {
  for (const std::string_view key : {"motor", "limits", "limits_degrees"}) {
    if (can_be_driven(joint.kind) || !cursor.has(key)) continue;
    cursor.at(key).refuse(
        "'" + std::string(key) + "' of a " + std::string(link_name(joint.kind)) + " joint",
        "one on a revolute, prismatic or screw joint", "");
  }
  joint.limits = read_limits(cursor);
  if (const auto motor = cursor.find("motor")) joint.motor = read_motor(*motor);
}
}  // namespace

std::string_view locked_name(std::size_t direction) { return kDirections[direction]; }

std::string_view link_name(LinkKind kind) {
  switch (kind) {
    case LinkKind::kFixed:
      return "fixed";
    case LinkKind::kRevolute:
      return "revolute";
    case LinkKind::kPrismatic:
      return "prismatic";
    case LinkKind::kBall:
      return "ball";
    case LinkKind::kScrew:
      return "screw";
    case LinkKind::kDistance:
      return "distance";
    case LinkKind::kGear:
      return "gear";
  }
  return "fixed";
}

std::string_view role_name(Role role) {
  return role == Role::kDynamic ? "dynamic" : role == Role::kDriven ? "driven" : "static";
}

std::string_view contact_name(ContactMode mode) {
  return mode == ContactMode::kExact     ? "exact"
         : mode == ContactMode::kVolume  ? "volume"
         : mode == ContactMode::kPenalty ? "penalty"
                                         : "barrier";
}

void read_body_dynamics(const JsonCursor& cursor, WorldScene& world, std::size_t number,
                        const std::filesystem::path& base_dir) {
  cursor.expect_keys({"role", "density", "velocity", "angular_velocity", "locked", "material",
                      "force", "torque", "soft"});
  WorldBody& body = world.bodies[number];
  body.role = Role::kDynamic;
  if (const auto role = cursor.find("role")) body.role = read_one_of(*role, kRoles, role_name);
  if (const auto density = cursor.find("density")) body.density = density->number(json::kMass);
  take(cursor, "velocity", body.velocity);
  take(cursor, "angular_velocity", body.angular_velocity);
  if (const auto locked = cursor.find("locked")) body.is_locked = read_locked(*locked);
  if (const auto material = cursor.find("material")) body.material = material->text();
  ConstantLoad load{BodyId(number)};
  take(cursor, "force", load.force);
  take(cursor, "torque", load.torque);
  if (cursor.has("force") || cursor.has("torque")) world.loads.push_back(load);
  const auto soft = cursor.find("soft");
  if (!soft) return;
  refuse_beside_soft(cursor);
  read_soft(*soft, base_dir, number, world);
}

void read_world_dynamics(const JsonCursor& cursor, WorldScene& world) {
  cursor.expect_keys({"gravity", "step", "skin", "order", "material", "materials", "pair_materials",
                      "joints", "seconds", "max_inner_steps", "max_rounds", "clamp_energy",
                      "contact", "volume"});
  WorldOptions& options = world.options;
  take(cursor, "gravity", options.gravity);
  take(cursor, "step", {1e-12, 1e9}, options.step);
  if (const auto skin = cursor.find("skin")) options.skin = skin->number(json::kSize);
  if (const auto order = cursor.find("order")) options.second_order = read_whole(*order, 1, 2) == 2;
  read_materials(cursor, options);
  if (const auto seconds = cursor.find("seconds")) world.seconds = seconds->number({0.0, 1e9});
  if (const auto most = cursor.find("max_inner_steps")) {
    options.max_inner_steps = read_whole(*most, 1, 10'000);
  }
  if (const auto most = cursor.find("max_rounds")) {
    options.max_rounds = read_whole(*most, 1, 1'000'000);
  }
  if (const auto clamp = cursor.find("clamp_energy")) options.clamp_energy = read_flag(*clamp);
  if (const auto mode = cursor.find("contact")) {
    options.contact = read_one_of(*mode, kModes, contact_name);
  }
  if (const auto volume = cursor.find("volume")) read_volume(*volume, options.volume);
}

WorldJoint read_world_joint(const JsonCursor& cursor, const Scene& scene) {
  cursor.expect_keys({"name", "type", "a", "b", "point", "axis", "point_b", "axis_b", "pitch",
                      "ratio", "limits", "limits_degrees", "motor", "friction", "break_force",
                      "enabled", "bodies_may_touch"});
  WorldJoint joint;
  if (const auto name = cursor.find("name")) joint.name = name->text();
  joint.kind = read_one_of(cursor.at("type"), kLinks, link_name);
  joint.a = body_named(cursor.at("a"), cursor.at("a").text(), scene);
  joint.b = body_named(cursor.at("b"), cursor.at("b").text(), scene);
  if (joint.a == joint.b) cursor.at("b").refuse("another body than 'a'");
  take(cursor, "point", joint.point);
  take(cursor, "point_b", joint.point_b);
  for (auto [key, axis] : {std::pair{"axis", &joint.axis}, {"axis_b", &joint.axis_b}}) {
    if (const auto found = cursor.find(key)) {
      found->direction();  // refuses zero; the world makes it unit
      *axis = found->vec3(kAny);
    }
  }
  take(cursor, "pitch", kAny, joint.pitch);
  take(cursor, "ratio", kAny, joint.ratio);
  take(cursor, "friction", kNotNegative, joint.friction);
  take(cursor, "break_force", kNotNegative, joint.break_force);
  if (const auto flag = cursor.find("enabled")) joint.is_enabled = read_flag(*flag);
  if (const auto flag = cursor.find("bodies_may_touch")) joint.bodies_may_touch = read_flag(*flag);
  read_drive(cursor, joint);
  return joint;
}

}  // namespace graze::simulation
