// SPDX-License-Identifier: MIT
#include "graze/dynamics/world.h"

#include <algorithm>
#include <cmath>

#include "dynamics/half_spaces.h"
#include "dynamics/volume/volume_parts.h"
#include "dynamics/world_data.h"
#include "graze/base/error.h"
#include "graze/base/hash.h"
#include "graze/base/number_text.h"
#include "graze/broadphase/shape_parts.h"
#include "graze/geometry/equal_meshes.h"
#include "graze/math/rotation.h"
#include "graze/motion/accelerated_motion.h"

namespace graze {
namespace {
void check_number(const char* place, double value, double lo, double hi) {
  if (value >= lo && value <= hi) return;
  throw InputError({place, number_text(value),
                    "a number in [" + number_text(lo) + ", " + number_text(hi) + "]", ""});
}

void check_material(const ContactMaterial& material) {
  check_number("material.friction", material.friction, 0.0, 1e6);
  check_number("material.restitution", material.restitution, 0.0, 1.0);
  check_number("material.rolling", material.rolling, 0.0, 1e300);
  check_number("material.spinning", material.spinning, 0.0, 1e300);
}

void check_options(const WorldOptions& options) {
  check_number("step", options.step, 1e-12, 1e12);
  if (options.skin) check_number("skin", *options.skin, 1e-300, 1e300);
  check_number("max_inner_steps", options.max_inner_steps, 1, 10'000);
  check_number("max_rounds", options.max_rounds, 1, 1e6);
  check_number("gravity", options.gravity.norm(), 0.0, 1e300);
  check(options.volume);
  check_material(options.material);
  for (const auto& [name, material] : options.materials) check_material(material);
  for (const auto& [names, material] : options.pair_materials) check_material(material);
}

bool has_name(const Body& body, const std::string& name) {
  return body.name == name || std::ranges::find(body.groups, name) != body.groups.end();
}

ContactMaterial combined(const ContactMaterial& a, const ContactMaterial& b) {
  return {std::sqrt(a.friction * b.friction), std::min(a.restitution, b.restitution),
          std::max(a.rolling, b.rolling), std::max(a.spinning, b.spinning)};
}
}  // namespace

double World::Data::skin(std::size_t a, std::size_t b) const {
  return options.skin.value_or(1e-4 * std::min(bodies[a].diagonal, bodies[b].diagonal));
}

ContactMaterial World::Data::material(std::size_t a, std::size_t b) const {
  const std::string &name_a = bodies[a].body.material, &name_b = bodies[b].body.material;
  for (const auto& key : {std::pair(name_a, name_b), std::pair(name_b, name_a)}) {
    if (const auto it = options.pair_materials.find(key); it != options.pair_materials.end()) {
      return it->second;
    }
  }
  const auto of = [this](const std::string& name) {
    const auto it = options.materials.find(name);
    return it == options.materials.end() ? options.material : it->second;
  };
  return combined(of(name_a), of(name_b));
}

namespace {
bool names_pair(const std::vector<std::pair<std::string, std::string>>& pairs, const Body& a,
                const Body& b) {
  return std::ranges::any_of(pairs, [&](const auto& pair) {
    return (has_name(a, pair.first) && has_name(b, pair.second)) ||
           (has_name(a, pair.second) && has_name(b, pair.first));
  });
}
}  // namespace

bool World::Data::is_named(const DetectorEntry& detector, std::size_t a, std::size_t b) const {
  return names_pair(detector.pairs, bodies[a].body.body, bodies[b].body.body);
}

bool World::Data::is_watched(std::size_t a, std::size_t b) const {
  return can_meet(a, b) && std::ranges::none_of(detectors, [&](const DetectorEntry& detector) {
           return is_named(detector, a, b);
         });
}

bool World::Data::can_meet(std::size_t a, std::size_t b) const {
  const Entry &x = bodies[a], &y = bodies[b];
  if (!x.is_there || !y.is_there || x.is_empty() || y.is_empty()) return false;
  if (!x.is_dynamic() && !y.is_dynamic()) return false;
  for (const JointEntry& entry : joints) {
    if (!entry.is_there || !entry.joint.bodies_may_touch) continue;
    if (std::minmax(entry.joint.a.index(), entry.joint.b.index()) == std::minmax(a, b)) {
      return false;
    }
  }
  const auto is_attachment = [&](const AttachedNode& n) {
    return std::minmax(n.soft, n.to) == std::minmax(a, b);
  };
  if (std::ranges::any_of(attached, is_attachment)) return false;
  return !names_pair(options.may_touch, x.body.body, y.body.body);
}

bool World::Data::is_by_volume() const {
  return options.contact != ContactMode::kExact ||
         std::ranges::any_of(bodies, [](const Entry& e) { return e.is_there && e.body.elastic; });
}

WorldEnergy World::Data::energy() const {
  WorldEnergy energy = dynamics::by_volume::soft_energy(*this);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies[i].is_there || !bodies[i].is_dynamic() || bodies[i].body.elastic) continue;
    const BodyState& s = state.bodies[i];
    const MassModel& m = bodies[i].mass;
    energy.kinetic +=
        0.5 * (m.mass * s.velocity.squaredNorm() +
               s.angular_velocity.dot(dynamics::inertia_at(bodies[i], s.pose.rotation) *
                                      s.angular_velocity));
    energy.gravity -= m.mass * options.gravity.dot(s.pose * m.centre);
  }
  return energy;
}

World::World(WorldOptions options) : data_(std::make_unique<Data>()) {
  check_options(options);
  data_->state.is_second_order = options.second_order;
  data_->options = std::move(options);
}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

namespace {
void check_material(const World::Data& world, const WorldBody& body, const std::string& place) {
  if (body.material.empty() || world.options.materials.contains(body.material)) return;
  const auto names = [&](const auto& entry) {
    return entry.first.first == body.material || entry.first.second == body.material;
  };
  if (std::ranges::any_of(world.options.pair_materials, names)) return;
  throw InputError({place + ".material", body.material, "a name of the options' materials", ""});
}

void check_body(const World::Data& world, const WorldBody& body) {
  Scene alone;
  add_body(alone, body.body);
  const std::string place = "body '" + body.body.name + "'";
  if (body.body.deforms()) {
    throw InputError({place, "a body that deforms", "a rigid one", ""});
  }
  if (body.body.parent) {
    throw InputError({place, "a parent", "none", "use joints of the world"});
  }
  check_material(world, body, place);
  if (!body.body.motion.has_bounds()) {
    throw InputError(
        {place + ".motion", "one without twist and derivative bounds", "one with them", ""});
  }
  if (body.body.shape.is_unbounded() && body.role == Role::kDynamic) {
    throw InputError({place, "a half-space that forces move", "a shape with bounds",
                      "let it be static or driven, or use a box"});
  }
  if (body.elastic) dynamics::by_volume::check_soft(body, place);
}

/// Those of a body with the same mesh, if there is one: finding them takes long.
SurfaceFeatures features_of(const World::Data& world, const TriangleMesh& mesh) {
  const auto same = std::ranges::find_if(world.bodies, [&](const World::Data::Entry& other) {
    return are_equal(other.features.mesh(), mesh);
  });
  return same == world.bodies.end() ? SurfaceFeatures(mesh) : same->features;
}

World::Data::Entry entry_of(const World::Data& world, WorldBody body) {
  World::Data::Entry entry;
  entry.body = std::move(body);
  const Shape& shape = entry.body.body.shape;
  entry.growth = entry.body.body.growth();
  entry.diagonal = shape.diagonal() + 2.0 * entry.body.body.padding;
  if (entry.is_dynamic()) {
    entry.mass = mass_model(shape, entry.body.body.mass, entry.body.density);
    entry.principal = dynamics::principal_axes(entry.mass.inertia);
  } else {
    entry.mass.centre = centre_of_given(shape);
  }
  if (shape.mesh().is_empty() || shape.is_unbounded()) return entry;
  entry.tree = shape.wide_tree();
  entry.radius = radius_about(entry.mass.centre, shape.mesh()) + entry.growth;
  entry.grain = dynamics::grain_of(shape.mesh(), entry.growth);
  entry.features = features_of(world, shape.mesh());
  return entry;
}

BodyState first_state(const World::Data::Entry& entry, double time) {
  BodyState state;
  state.pose = pose_at(entry.body.body.motion, time);
  if (!entry.is_dynamic()) return state;
  state.velocity = entry.body.velocity;
  state.angular_velocity = entry.body.angular_velocity;
  return state;
}
}  // namespace

BodyId World::add(WorldBody body) {
  if (find(body.body.name)) {
    throw InputError(
        {"body '" + body.body.name + "'", "a name that is taken", "a name of its own", ""});
  }
  check_body(*data_, body);
  data_->bodies.push_back(entry_of(*data_, std::move(body)));
  data_->state.bodies.push_back(first_state(data_->bodies.back(), data_->state.time));
  dynamics::by_volume::add_soft_state(*data_);
  dynamics::bound_half_spaces(*data_);
  data_->may_overlap = true;
  return BodyId(data_->bodies.size() - 1);
}

void World::remove(BodyId body) {
  data_->bodies[body.index()].is_there = false;
  for (Data::JointEntry& entry : data_->joints) {
    if (entry.joint.a == body || entry.joint.b == body) entry.is_there = false;
  }
  std::erase_if(data_->attached, [&](const Data::AttachedNode& n) {
    return n.soft == body.index() || n.to == body.index();
  });
}

JointId World::add(const WorldJoint& joint) {
  const auto is_body = [this](BodyId id) { return id.index() < body_count() && is_there(id); };
  const std::string place = "joint '" + joint.name + "'";
  if (!is_body(joint.a) || !is_body(joint.b) || joint.a == joint.b) {
    throw InputError({place, "a body that is not there, or one twice", "two bodies", ""});
  }
  if (!(joint.axis.norm() > 0.0) || !(joint.axis_b.norm() > 0.0)) {
    throw InputError({place + ".axis", "zero", "a direction", ""});
  }
  check_number("joint.friction", joint.friction, 0.0, kInfinity);
  check_number("joint.break_force", joint.break_force, 0.0, kInfinity);
  data_->joints.push_back(
      {joint, true, dynamics::joint_frames(joint, state(joint.a).pose, state(joint.b).pose)});
  data_->state.joints.push_back({0.0, joint.is_enabled});
  return JointId(data_->joints.size() - 1);
}

void World::attach(const SoftAttachment& attachment) {
  dynamics::by_volume::attach(*data_, attachment);
}

void World::remove(JointId joint) { data_->joints[joint.index()].is_there = false; }
void World::enable(JointId joint, bool is_enabled) {
  data_->state.joints[joint.index()].is_enabled = is_enabled;
}
void World::set_motor(JointId joint, std::optional<JointMotor> motor) {
  data_->joints[joint.index()].joint.motor = motor;
}

void World::add(std::shared_ptr<DetectionController> detector,
                std::vector<std::pair<std::string, std::string>> pairs) {
  data_->detectors.push_back({std::move(detector), std::move(pairs)});
}
void World::add(std::shared_ptr<ResponseController> response) {
  data_->responses.push_back(std::move(response));
}

void World::set_force(BodyId body, const Vec3& force, const Vec3& torque) {
  data_->bodies[body.index()].force = force;
  data_->bodies[body.index()].torque = torque;
}
void World::set_force_at(BodyId body, const Vec3& force, const Vec3& point_world) {
  const Vec3 centre = state(body).pose * mass(body).centre;
  set_force(body, force, (point_world - centre).cross(force));
}
void World::set_command(BodyId body, const Vec3& velocity, const Vec3& angular_velocity) {
  data_->bodies[body.index()].command = velocity;
  data_->bodies[body.index()].angular_command = angular_velocity;
}
void World::set_second_order(bool is_second_order) {
  data_->state.is_second_order = is_second_order;
}
void World::set_gravity(const Vec3& gravity) { data_->options.gravity = gravity; }
void World::set_motion(BodyId body, const Motion& motion) {
  data_->bodies[body.index()].body.body.motion = motion;
  data_->state.bodies[body.index()].is_late = true;
}

const WorldOptions& World::options() const { return data_->options; }
const WorldState& World::state() const { return data_->state; }
void World::restore(const WorldState& state) {
  if (state.bodies.size() != data_->bodies.size() || state.joints.size() != data_->joints.size()) {
    throw InputError(
        {"state",
         std::to_string(state.bodies.size()) + " bodies and " +
             std::to_string(state.joints.size()) + " joints",
         std::to_string(data_->bodies.size()) + " and " + std::to_string(data_->joints.size()),
         ""});
  }
  dynamics::by_volume::check_nodes_of(*data_, state);
  data_->state = state;
  dynamics::bound_half_spaces(*data_);
  if (data_->volume) data_->volume->is_current = false;
}
void World::place(BodyId body, const Pose& pose, const Vec3& velocity,
                  const Vec3& angular_velocity) {
  BodyState& state = data_->state.bodies[body.index()];
  state = {pose, velocity, angular_velocity,
           data_->bodies[body.index()].body.role == Role::kDriven};
  if (data_->bodies[body.index()].body.elastic)
    dynamics::by_volume::place_soft(*data_, body.index());
  dynamics::bound_half_spaces(*data_);
  data_->may_overlap = true;
}

std::size_t World::body_count() const { return data_->bodies.size(); }
bool World::is_there(BodyId body) const { return data_->bodies[body.index()].is_there; }
bool World::is_there(JointId joint) const { return data_->joints[joint.index()].is_there; }
const WorldBody& World::body(BodyId body) const { return data_->bodies[body.index()].body; }
const WorldJoint& World::joint(JointId joint) const { return data_->joints[joint.index()].joint; }
const MassModel& World::mass(BodyId body) const { return data_->bodies[body.index()].mass; }
std::optional<BodyId> World::find(std::string_view name) const {
  for (std::size_t i = 0; i < data_->bodies.size(); ++i) {
    if (data_->bodies[i].is_there && data_->bodies[i].body.body.name == name) return BodyId(i);
  }
  return std::nullopt;
}
bool World::is_by_volume() const { return data_->is_by_volume(); }

std::vector<Vec3> World::vertices(BodyId body) const {
  const WorldBody& of = data_->bodies[body.index()].body;
  if (of.elastic) return of.elastic->surface_at(data_->state.soft[body.index()].positions);
  std::vector<Vec3> all;
  for (const Vec3& v : of.body.shape.mesh().vertices()) all.push_back(state(body).pose * v);
  return all;
}

double World::skin(BodyId a, BodyId b) const { return data_->skin(a.index(), b.index()); }
WorldEnergy World::energy() const { return data_->energy(); }

Vec3 World::momentum() const {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < data_->bodies.size(); ++i) {
    const Data::Entry& entry = data_->bodies[i];
    if (entry.is_there && entry.is_dynamic()) {  // a soft body: of its centre of mass
      sum += entry.mass.mass * data_->state.bodies[i].velocity;
    }
  }
  return sum;
}

Vec3 World::angular_momentum() const {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < data_->bodies.size(); ++i) {
    const Data::Entry& entry = data_->bodies[i];
    const BodyState& s = data_->state.bodies[i];
    if (!entry.is_there || !entry.is_dynamic()) continue;
    if (entry.body.elastic) {
      const SoftState& soft = data_->state.soft[i];
      for (std::size_t n = 0; n < soft.positions.size(); ++n) {
        sum += entry.body.elastic->masses[n] * soft.positions[n].cross(soft.velocities[n]);
      }
      continue;
    }
    sum += dynamics::inertia_at(entry, s.pose.rotation) * s.angular_velocity +
           (s.pose * entry.mass.centre).cross(Vec3(entry.mass.mass * s.velocity));
  }
  return sum;
}

std::uint64_t content_hash(const WorldState& state) {
  Hasher hash;
  const auto add = [&hash](const auto& m) {
    for (Eigen::Index i = 0; i < m.size(); ++i) hash.add(m.data()[i]);
  };
  hash.add(state.time);
  hash.add(state.steps);
  hash.add(std::uint64_t{state.is_second_order});
  for (const BodyState& body : state.bodies) {
    add(body.pose.rotation);
    add(body.pose.translation);
    add(body.velocity);
    add(body.angular_velocity);
    hash.add(std::uint64_t{body.is_late});
  }
  for (const JointState& joint : state.joints) {
    hash.add(joint.value);
    hash.add(std::uint64_t{joint.is_enabled});
  }
  for (const TouchPoint& touch : state.touches) {
    hash.add(std::uint64_t{touch.a});
    hash.add(std::uint64_t{touch.b});
    add(touch.point);
    add(touch.normal);
  }
  for (const PairForce& pair : state.forces) {
    hash.add(std::uint64_t{pair.a});
    hash.add(std::uint64_t{pair.b});
    add(pair.force);
    add(pair.torque);
  }
  for (const SoftState& soft : state.soft) {
    for (const Vec3& p : soft.positions) add(p);
    for (const Vec3& v : soft.velocities) add(v);
  }
  return hash.value();
}

}  // namespace graze
