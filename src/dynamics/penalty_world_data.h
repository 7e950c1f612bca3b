// SPDX-License-Identifier: MIT
// State of a penalty world. Every body owns a range of generalised coordinates: six for a rigid
// body (velocity of the centre of mass, angular velocity), three for each particle.
#pragma once
#include <variant>
#include <vector>

#include "graze/dynamics/penalty_world.h"
#include "graze/query/overlap_force.h"

namespace graze::dynamics {

using VecX = Eigen::VectorXd;

struct RigidState {
  double mass = 1.0;
  Vec3 centre_mesh = Vec3::Zero();  ///< of mass, mesh frame
  Mat3 inertia_mesh = Mat3::Identity();
  Pose world_from_mesh;
  bool is_fixed = false;

  Vec3 centre() const { return world_from_mesh * centre_mesh; }
  Mat3 inertia() const {
    return world_from_mesh.rotation * inertia_mesh * world_from_mesh.rotation.transpose();
  }
};

struct SpringRest {
  Spring spring;
  double length = 0.0;
};

struct SpringState {
  double vertex_mass = 1.0;
  std::vector<Vec3> positions;
  std::vector<SpringRest> springs;
  std::vector<bool> is_pinned;
  bool self_contact = false;
};

struct PenaltyState {
  DepthSurface surface;
  std::variant<RigidState, SpringState> state;
  Eigen::Index first = 0;  ///< of its coordinates
  Eigen::Index size = 0;
};

/// An overlap with its two bodies (one and the same: with itself).
struct PenaltyContact {
  std::size_t a = 0, b = 0;
  OverlapVolume overlap;
};

/// Masses, and what holds: coordinates that do not move are filtered out of every force.
void multiply_by_mass(const PenaltyWorld::Data& data, const VecX& v, VecX& out);
void divide_by_mass(const PenaltyWorld::Data& data, const VecX& f, VecX& out);
void clear_held(const PenaltyWorld::Data& data, VecX& v);

/// Forces at the present positions, and their products with velocities.
class WorldForces {
 public:
  WorldForces(const PenaltyWorld::Data& data, std::vector<PenaltyContact> contacts)
      : data_(data), contacts_(std::move(contacts)) {}

  const std::vector<PenaltyContact>& contacts() const { return contacts_; }

  /// out += gravity, springs and pressures.
  void add_forces(VecX& out) const;
  /// out += stiffness_scale * K v + damping_scale * D v, both never positive.
  void add_products(const VecX& v, double stiffness_scale, double damping_scale, VecX& out) const;

 private:
  void add_spring_forces(const PenaltyState& body, const SpringState& state, VecX& out) const;
  void add_spring_products(const PenaltyState& body, const SpringState& state, const VecX& v,
                           std::array<double, 2> scales, VecX& out) const;
  void add_contact_products(const PenaltyContact& contact, const VecX& v,
                            std::array<double, 2> scales, VecX& out) const;

  const PenaltyWorld::Data& data_;
  std::vector<PenaltyContact> contacts_;
};

/// Solves (M - h D - h^2 K) x = b.
struct Solution {
  VecX x;
  int iterations = 0;
  bool is_converged = true;
};
Solution solve(const PenaltyWorld::Data& data, const WorldForces& forces, const VecX& b);

}  // namespace graze::dynamics

namespace graze {
struct PenaltyWorld::Data {
  PenaltyWorldOptions options;
  std::vector<dynamics::PenaltyState> bodies;
  dynamics::VecX velocities;
  double time = 0.0;
  DepthImages images;
};
}  // namespace graze
