// SPDX-License-Identifier: MIT
// A small world that undoes overlaps by pressure: rigid and mass-spring bodies under implicit Euler
// at fixed time steps. Bodies may start overlapped.                                     [V4, V5]
#pragma once
#include <graze/dynamics/world_energy.h>
#include <graze/query/overlap_volume.h>

#include <array>
#include <memory>
#include <vector>

namespace graze {

struct PenaltyRigidBody {
  TriangleMesh mesh = {};  ///< closed; its mass is spread evenly over the volume
  Pose world_from_mesh = {};
  double mass = 1.0;                     ///< > 0
  bool is_fixed = false;                 ///< does not move whatever pushes it
  Vec3 velocity = Vec3::Zero();          ///< of the centre of mass
  Vec3 angular_velocity = Vec3::Zero();  ///< world frame, rad/s
};

struct Spring {
  std::uint32_t a = 0, b = 0;  ///< vertices
  double stiffness = 100.0;    ///< force per length; > 0
  double damping = 1.0;        ///< force per speed, along the spring; >= 0
};

struct PenaltySpringBody {
  TriangleMesh mesh = {};            ///< closed; its positions are in the world
  double mass = 1.0;                 ///< shared evenly by the vertices; > 0
  std::vector<Spring> springs = {};  ///< their rest length is that of the mesh
  std::vector<bool> is_pinned = {};  ///< by vertex; empty: none
  bool self_contact = false;
  Vec3 velocity = Vec3::Zero();
};

/// Springs along all edges, and from each vertex to the one opposite through the centre, so that a
/// closed surface keeps its form.
std::vector<Spring> springs_of(const TriangleMesh& mesh, double stiffness, double damping);

struct PenaltyWorldOptions {
  double time_step = 0.01;  ///< seconds; > 0
  Vec3 gravity{0.0, 0.0, -9.81};
  double stiffness = 1e7;  ///< pressure is stiffness * volume: force / (volume * area); > 0
  double damping = 0.0;    ///< the same times seconds; >= 0
  double viscosity = 0.0;  ///< of friction: force / (area * speed); >= 0
  std::array<int, 3> pixels{32, 32, 32};  ///< of each pair's images
  double solver_tolerance = 1e-6;         ///< of the residual, relative
  int max_iterations = 200;               ///< of conjugate gradients
};

/// What one step did.
struct PenaltyStep {
  int contacts = 0;             ///< pairs that overlapped at its beginning
  double overlap_volume = 0.0;  ///< their sum
  int iterations = 0;           ///< of conjugate gradients
  bool is_converged = true;     ///< to the tolerance, within max_iterations
};

/// Bodies are numbered in the order in which they are added. Deterministic. Not safe to share
/// between threads while it steps.
class PenaltyWorld {
 public:
  /// Throws InputError if an option is out of range.
  explicit PenaltyWorld(const PenaltyWorldOptions& options = {});
  ~PenaltyWorld();
  PenaltyWorld(PenaltyWorld&&) noexcept;
  PenaltyWorld& operator=(PenaltyWorld&&) noexcept;

  /// Throws InputError for a mesh that is open or has no volume, or a mass out of range.
  std::size_t add(PenaltyRigidBody body);
  /// Throws InputError for an open mesh, a mass or spring out of range.
  std::size_t add(PenaltySpringBody body);

  /// Advances by one time step.
  PenaltyStep step();

  double time() const;
  std::size_t body_count() const;
  /// Of a rigid body's mesh; the identity for a mass-spring body, whose vertices are in the world.
  Pose pose(std::size_t body) const;
  /// Positions in the world.
  std::vector<Vec3> vertices(std::size_t body) const;
  Vec3 centre_of_mass(std::size_t body) const;
  Vec3 velocity(std::size_t body) const;  ///< of the centre of mass
  WorldEnergy energy() const;

  struct Data;  // src/dynamics/penalty_world_data.h

 private:
  std::unique_ptr<Data> data_;
};

}  // namespace graze
