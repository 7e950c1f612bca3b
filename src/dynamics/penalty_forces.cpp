// SPDX-License-Identifier: MIT
// Question   Which forces act in a penalty world, and how do they answer to a motion?   [V3, V4]
// Source     Faure et al. 2008, section 3.3; Baraff and Witkin 1998 for springs.
// Guarantee  Products are with symmetric matrices that are never positive: the system of implicit
//            Euler is positive definite.
// Changed    Springs that are pressed together lose the part of their stiffness that is positive.
#include <algorithm>

#include "dynamics/penalty_world_data.h"

namespace graze::dynamics {
namespace {
/// Copies of one body's coordinates, as overlap forces want them.
struct SideBuffer {
  RigidVector rigid;
  std::vector<Vec3> vertices;
};

Vec3 part(const VecX& v, Eigen::Index at) { return v.segment<3>(at); }

SideVelocity velocity_of(const PenaltyState& body, const VecX& v, SideBuffer& buffer) {
  if (const auto* rigid = std::get_if<RigidState>(&body.state)) {
    const Vec3 spin = part(v, body.first + 3);
    return RigidVector{part(v, body.first) - spin.cross(rigid->centre()), spin};
  }
  buffer.vertices.resize(static_cast<std::size_t>(body.size / 3));
  for (std::size_t k = 0; k < buffer.vertices.size(); ++k) {
    buffer.vertices[k] = part(v, body.first + 3 * static_cast<Eigen::Index>(k));
  }
  return std::span<const Vec3>(buffer.vertices);
}

SideForce force_of(const PenaltyState& body, SideBuffer& buffer) {
  if (std::holds_alternative<RigidState>(body.state)) return &buffer.rigid;
  buffer.vertices.assign(static_cast<std::size_t>(body.size / 3), Vec3::Zero());
  return std::span<Vec3>(buffer.vertices);
}

void add_to(const PenaltyState& body, const SideBuffer& buffer, VecX& out) {
  if (const auto* rigid = std::get_if<RigidState>(&body.state)) {
    out.segment<3>(body.first) += buffer.rigid.linear;
    out.segment<3>(body.first + 3) +=
        buffer.rigid.angular - rigid->centre().cross(buffer.rigid.linear);
    return;
  }
  for (std::size_t k = 0; k < buffer.vertices.size(); ++k) {
    out.segment<3>(body.first + 3 * static_cast<Eigen::Index>(k)) += buffer.vertices[k];
  }
}

/// Runs add(velocities, forces) for the two sides of a contact and adds the forces to `out`.
template <typename Add>
void on_both_sides(const PenaltyWorld::Data& data, const PenaltyContact& contact, const VecX& v,
                   VecX& out, const Add& add) {
  const PenaltyState &a = data.bodies[contact.a], &b = data.bodies[contact.b];
  std::array<SideBuffer, 2> moving, pushed;
  add(std::array<SideVelocity, 2>{velocity_of(a, v, moving[0]), velocity_of(b, v, moving[1])},
      std::array<SideForce, 2>{force_of(a, pushed[0]), force_of(b, pushed[1])});
  add_to(a, pushed[0], out);
  add_to(b, pushed[1], out);
}
}  // namespace

void WorldForces::add_forces(VecX& out) const {
  for (const PenaltyState& body : data_.bodies) {
    if (const auto* rigid = std::get_if<RigidState>(&body.state)) {
      out.segment<3>(body.first) += rigid->mass * data_.options.gravity;
      continue;
    }
    const auto& state = std::get<SpringState>(body.state);
    for (Eigen::Index k = 0; k < body.size; k += 3) {
      out.segment<3>(body.first + k) += state.vertex_mass * data_.options.gravity;
    }
    add_spring_forces(body, state, out);
  }
  const VecX still = VecX::Zero(out.size());
  for (const PenaltyContact& contact : contacts_) {
    on_both_sides(data_, contact, still, out, [&](const auto& velocities, const auto& forces) {
      add_pressure(contact.overlap, data_.options.stiffness, 0.0, velocities, forces);
    });
  }
}

void WorldForces::add_spring_forces(const PenaltyState& body, const SpringState& state,
                                    VecX& out) const {
  for (const SpringRest& rest : state.springs) {
    const Vec3 d = state.positions[rest.spring.b] - state.positions[rest.spring.a];
    const double length = d.norm();
    if (length == 0.0) continue;
    const Vec3 pull = (rest.spring.stiffness * (length - rest.length) / length) * d;
    out.segment<3>(body.first + 3 * rest.spring.a) += pull;
    out.segment<3>(body.first + 3 * rest.spring.b) -= pull;
  }
}

void WorldForces::add_spring_products(const PenaltyState& body, const SpringState& state,
                                      const VecX& v, std::array<double, 2> scales,
                                      VecX& out) const {
  for (const SpringRest& rest : state.springs) {
    const Vec3 d = state.positions[rest.spring.b] - state.positions[rest.spring.a];
    const double length = d.norm();
    if (length == 0.0) continue;
    const Vec3 along = d / length;
    const Eigen::Index a = body.first + 3 * rest.spring.a, b = body.first + 3 * rest.spring.b;
    const Vec3 apart = part(v, b) - part(v, a);
    const Vec3 stretch = along.dot(apart) * along;
    const double sideways = std::max(0.0, 1.0 - rest.length / length);
    const Vec3 pull = scales[0] * rest.spring.stiffness * (stretch + sideways * (apart - stretch)) +
                      scales[1] * rest.spring.damping * stretch;
    out.segment<3>(a) += pull;
    out.segment<3>(b) -= pull;
  }
}

void WorldForces::add_contact_products(const PenaltyContact& contact, const VecX& v,
                                       std::array<double, 2> scales, VecX& out) const {
  const PenaltyWorldOptions& options = data_.options;
  const double along = scales[0] * options.stiffness + scales[1] * options.damping;
  on_both_sides(data_, contact, v, out, [&](const auto& velocities, const auto& forces) {
    add_stiffness_product(contact.overlap, along, velocities, forces);
    if (options.viscosity > 0.0) {
      add_friction(contact.overlap, scales[1] * options.viscosity, velocities, forces);
    }
  });
}

void WorldForces::add_products(const VecX& v, double stiffness_scale, double damping_scale,
                               VecX& out) const {
  const std::array<double, 2> scales{stiffness_scale, damping_scale};
  for (const PenaltyState& body : data_.bodies) {
    if (const auto* state = std::get_if<SpringState>(&body.state)) {
      add_spring_products(body, *state, v, scales, out);
    }
  }
  for (const PenaltyContact& contact : contacts_) add_contact_products(contact, v, scales, out);
}

}  // namespace graze::dynamics
