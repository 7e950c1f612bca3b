// SPDX-License-Identifier: MIT
// Question   How do bodies move that push each other out of their overlaps?            [V4, V5]
// Source     Faure et al. 2008, sections 3.3 and 5: stiff penalty forces, implicit Euler, fixed
//            steps, one linear system a step.
// Guarantee  None beyond the method's: overlaps are resisted, not forbidden.
// Changed    A rigid body's angular momentum is kept through the turn, not its angular velocity.
#include "graze/dynamics/penalty_world.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "dynamics/penalty_world_data.h"
#include "graze/base/error.h"
#include "graze/broadphase/overlapping_pairs.h"
#include "graze/geometry/mass_properties.h"
#include "graze/math/rotation.h"

namespace graze {
namespace dynamics {
namespace {
[[noreturn]] void refuse(const std::string& place, const std::string& found,
                         const std::string& expected) {
  throw InputError({place, found, expected, ""});
}

void check_positive(const std::string& place, double value) {
  if (!(value > 0.0) || !std::isfinite(value)) refuse(place, std::to_string(value), "> 0");
}

void check_not_negative(const std::string& place, double value) {
  if (!(value >= 0.0) || !std::isfinite(value)) refuse(place, std::to_string(value), ">= 0");
}

DepthSurface closed_surface(const TriangleMesh& mesh) {
  DepthSurface surface(mesh);
  if (!surface.is_closed() || mesh.is_empty()) {
    refuse("mesh", mesh.is_empty() ? "no triangles" : "open edges", "a closed mesh");
  }
  return surface;
}

RigidState rigid_state(const PenaltyRigidBody& body) {
  const MassProperties properties = mass_properties(body.mesh);
  check_positive("mesh: volume", properties.volume);
  RigidState state;
  state.mass = body.mass;
  state.centre_mesh = properties.centroid;
  state.inertia_mesh = properties.inertia * (body.mass / properties.volume);
  state.world_from_mesh = body.world_from_mesh;
  state.is_fixed = body.is_fixed;
  return state;
}

SpringState spring_state(const PenaltySpringBody& body) {
  SpringState state;
  state.positions.assign(body.mesh.vertices().begin(), body.mesh.vertices().end());
  state.vertex_mass = body.mass / static_cast<double>(state.positions.size());
  state.is_pinned = body.is_pinned;
  state.self_contact = body.self_contact;
  if (!state.is_pinned.empty() && state.is_pinned.size() != state.positions.size()) {
    refuse("is_pinned", std::to_string(state.is_pinned.size()), "one for each vertex");
  }
  for (const Spring& spring : body.springs) {
    if (std::max(spring.a, spring.b) >= state.positions.size()) {
      refuse("spring", "a vertex that is not there", "vertices of the mesh");
    }
    check_positive("spring.stiffness", spring.stiffness);
    check_not_negative("spring.damping", spring.damping);
    state.springs.push_back(
        {spring, (state.positions[spring.b] - state.positions[spring.a]).norm()});
  }
  return state;
}

void append(PenaltyWorld::Data& data, PenaltyState body, Eigen::Index size) {
  body.first = data.velocities.size();
  body.size = size;
  data.velocities.conservativeResize(body.first + size);
  data.bodies.push_back(std::move(body));
}

DepthBody depth_body(const PenaltyState& body) {
  if (const auto* rigid = std::get_if<RigidState>(&body.state)) {
    return {body.surface, rigid->world_from_mesh};
  }
  return {body.surface, {}};
}

bool is_fixed(const PenaltyState& body) {
  const auto* rigid = std::get_if<RigidState>(&body.state);
  return rigid != nullptr && rigid->is_fixed;
}

void find_pair_contacts(PenaltyWorld::Data& data, const std::vector<DepthBody>& shapes,
                        const DepthOptions& options, std::vector<PenaltyContact>& contacts) {
  std::vector<Aabb> boxes;
  for (const DepthBody& shape : shapes) boxes.push_back(overlap_region({&shape, 1}, true));
  for (const auto& [a, b] : overlapping_pairs(boxes)) {
    if (is_fixed(data.bodies[a]) && is_fixed(data.bodies[b])) continue;
    OverlapVolume overlap = overlap_volume(shapes[a], shapes[b], options, &data.images);
    if (!overlap.is_empty()) contacts.push_back({a, b, std::move(overlap)});
  }
}

std::vector<PenaltyContact> find_contacts(PenaltyWorld::Data& data) {
  DepthOptions options;
  options.pixels = data.options.pixels;
  options.friction_patches = data.options.viscosity > 0.0;
  std::vector<DepthBody> shapes;
  for (const PenaltyState& body : data.bodies) shapes.push_back(depth_body(body));
  std::vector<PenaltyContact> contacts;
  find_pair_contacts(data, shapes, options, contacts);
  options.self_overlap = true;
  for (std::size_t k = 0; k < data.bodies.size(); ++k) {
    const auto* state = std::get_if<SpringState>(&data.bodies[k].state);
    if (state == nullptr || !state->self_contact) continue;
    data.images.draw({&shapes[k], 1}, options);
    OverlapVolume overlap = data.images.overlap(0, 0);
    if (!overlap.is_empty()) contacts.push_back({k, k, std::move(overlap)});
  }
  return contacts;
}

/// Turns about the centre of mass by the midpoint rule: the momentum is kept exactly.
void turn(RigidState& rigid, const Vec3& momentum, double h) {
  const auto turned = [&](const Vec3& rotation_vector) {
    const Mat3 m = times(rotation_from_vector(rotation_vector), rigid.world_from_mesh.rotation);
    return nearest_rotation(m).value_or(m);
  };
  RigidState halfway = rigid;
  halfway.world_from_mesh.rotation = turned(0.5 * h * (rigid.inertia().inverse() * momentum));
  rigid.world_from_mesh.rotation = turned(h * (halfway.inertia().inverse() * momentum));
}

void move(RigidState& rigid, VecX& velocities, Eigen::Index at, double h) {
  if (rigid.is_fixed) return;
  const Vec3 momentum = rigid.inertia() * velocities.segment<3>(at + 3);
  const Vec3 centre = rigid.centre() + h * velocities.segment<3>(at);
  turn(rigid, momentum, h);
  rigid.world_from_mesh.translation =
      centre - times(rigid.world_from_mesh.rotation, rigid.centre_mesh);
  velocities.segment<3>(at + 3) = rigid.inertia().inverse() * momentum;
}

void move(PenaltyState& body, SpringState& state, const VecX& velocities, double h) {
  for (std::size_t k = 0; k < state.positions.size(); ++k) {
    state.positions[k] += h * velocities.segment<3>(body.first + 3 * static_cast<Eigen::Index>(k));
  }
  body.surface.move_vertices(std::span<const Vec3>(state.positions));
}

void move_bodies(PenaltyWorld::Data& data) {
  for (PenaltyState& body : data.bodies) {
    if (auto* rigid = std::get_if<RigidState>(&body.state)) {
      move(*rigid, data.velocities, body.first, data.options.time_step);
    } else {
      move(body, std::get<SpringState>(body.state), data.velocities, data.options.time_step);
    }
  }
}
}  // namespace
}  // namespace dynamics

std::vector<Spring> springs_of(const TriangleMesh& mesh, double stiffness, double damping) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  Vec3 centre = Vec3::Zero();
  for (const Vec3& v : mesh.vertices()) {
    centre += v / static_cast<double>(mesh.vertices().size());
  }
  for (const Triangle& t : mesh.triangles()) {
    for (int k = 0; k < 3; ++k) pairs.insert(std::minmax(t[k], t[(k + 1) % 3]));
  }
  const auto vertices = mesh.vertices();
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    const Vec3 wanted = 2.0 * centre - vertices[v];
    const auto nearest =
        std::min_element(vertices.begin(), vertices.end(), [&](const Vec3& p, const Vec3& q) {
          return (p - wanted).squaredNorm() < (q - wanted).squaredNorm();
        });
    const auto opposite = static_cast<std::uint32_t>(nearest - vertices.begin());
    if (opposite != v) pairs.insert(std::minmax(v, opposite));
  }
  std::vector<Spring> springs;
  for (const auto& [a, b] : pairs) springs.push_back({a, b, stiffness, damping});
  return springs;
}

PenaltyWorld::PenaltyWorld(const PenaltyWorldOptions& options) : data_(std::make_unique<Data>()) {
  dynamics::check_positive("time_step", options.time_step);
  dynamics::check_positive("stiffness", options.stiffness);
  dynamics::check_not_negative("damping", options.damping);
  dynamics::check_not_negative("viscosity", options.viscosity);
  DepthOptions depth;
  depth.pixels = options.pixels;
  check(depth);
  data_->options = options;
}
PenaltyWorld::~PenaltyWorld() = default;
PenaltyWorld::PenaltyWorld(PenaltyWorld&&) noexcept = default;
PenaltyWorld& PenaltyWorld::operator=(PenaltyWorld&&) noexcept = default;

std::size_t PenaltyWorld::add(PenaltyRigidBody body) {
  dynamics::check_positive("mass", body.mass);
  dynamics::append(*data_, {dynamics::closed_surface(body.mesh), dynamics::rigid_state(body)}, 6);
  if (body.is_fixed) body.velocity = body.angular_velocity = Vec3::Zero();
  data_->velocities.tail<6>() << body.velocity, body.angular_velocity;
  return data_->bodies.size() - 1;
}

std::size_t PenaltyWorld::add(PenaltySpringBody body) {
  dynamics::check_positive("mass", body.mass);
  dynamics::SpringState state = dynamics::spring_state(body);
  const auto size = static_cast<Eigen::Index>(3 * state.positions.size());
  dynamics::append(*data_, {dynamics::closed_surface(body.mesh), std::move(state)}, size);
  for (Eigen::Index k = 0; k < size; k += 3) {
    data_->velocities.segment<3>(data_->velocities.size() - size + k) = body.velocity;
  }
  dynamics::clear_held(*data_, data_->velocities);
  return data_->bodies.size() - 1;
}

PenaltyStep PenaltyWorld::step() {
  Data& data = *data_;
  const double h = data.options.time_step;
  const dynamics::WorldForces forces(data, dynamics::find_contacts(data));
  PenaltyStep report;
  for (const dynamics::PenaltyContact& contact : forces.contacts()) {
    ++report.contacts;
    report.overlap_volume += contact.overlap.volume;
  }
  // (M - h D - h^2 K) dv = h (f + (h K + D) v)
  dynamics::VecX b = dynamics::VecX::Zero(data.velocities.size());
  forces.add_forces(b);
  forces.add_products(data.velocities, h, 1.0, b);
  b *= h;
  const dynamics::Solution solution = dynamics::solve(data, forces, b);
  data.velocities += solution.x;
  dynamics::move_bodies(data);
  data.time += h;
  report.iterations = solution.iterations;
  report.is_converged = solution.is_converged;
  return report;
}

double PenaltyWorld::time() const { return data_->time; }
std::size_t PenaltyWorld::body_count() const { return data_->bodies.size(); }

Pose PenaltyWorld::pose(std::size_t body) const {
  const auto* rigid = std::get_if<dynamics::RigidState>(&data_->bodies.at(body).state);
  return rigid != nullptr ? rigid->world_from_mesh : Pose{};
}

std::vector<Vec3> PenaltyWorld::vertices(std::size_t body) const {
  const DepthBody shape = dynamics::depth_body(data_->bodies.at(body));
  std::vector<Vec3> all;
  for (const Vec3& v : shape.surface.vertices()) all.push_back(shape.frame_from_surface * v);
  return all;
}

Vec3 PenaltyWorld::centre_of_mass(std::size_t body) const {
  const dynamics::PenaltyState& state = data_->bodies.at(body);
  if (const auto* rigid = std::get_if<dynamics::RigidState>(&state.state)) return rigid->centre();
  const auto& positions = std::get<dynamics::SpringState>(state.state).positions;
  Vec3 sum = Vec3::Zero();
  for (const Vec3& p : positions) sum += p;
  return sum / static_cast<double>(positions.size());
}

Vec3 PenaltyWorld::velocity(std::size_t body) const {
  const dynamics::PenaltyState& state = data_->bodies.at(body);
  if (state.size == 6 && std::holds_alternative<dynamics::RigidState>(state.state)) {
    return data_->velocities.segment<3>(state.first);
  }
  Vec3 sum = Vec3::Zero();
  for (Eigen::Index k = 0; k < state.size; k += 3) {
    sum += data_->velocities.segment<3>(state.first + k);
  }
  return sum * (3.0 / static_cast<double>(state.size));
}

WorldEnergy PenaltyWorld::energy() const {
  WorldEnergy energy;
  dynamics::VecX momentum(data_->velocities.size());
  dynamics::multiply_by_mass(*data_, data_->velocities, momentum);
  energy.kinetic = 0.5 * data_->velocities.dot(momentum);
  for (std::size_t k = 0; k < data_->bodies.size(); ++k) {
    const dynamics::PenaltyState& body = data_->bodies[k];
    const double height = data_->options.gravity.dot(centre_of_mass(k));
    if (const auto* rigid = std::get_if<dynamics::RigidState>(&body.state)) {
      if (!rigid->is_fixed) energy.gravity -= rigid->mass * height;
      continue;
    }
    const auto& state = std::get<dynamics::SpringState>(body.state);
    energy.gravity -= state.vertex_mass * static_cast<double>(state.positions.size()) * height;
    for (const dynamics::SpringRest& rest : state.springs) {
      const double stretch =
          (state.positions[rest.spring.b] - state.positions[rest.spring.a]).norm() - rest.length;
      energy.springs += 0.5 * rest.spring.stiffness * stretch * stretch;
    }
  }
  return energy;
}

}  // namespace graze
