// SPDX-License-Identifier: MIT
// The unknowns of a world by volume, six for each rigid body and three for each soft node, and the
// matrix of implicit Euler, which is applied without being formed. [V4]
#pragma once
#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "elastic/elastic_forces.h"
#include "graze/dynamics/world.h"

namespace graze::dynamics::by_volume {

using VecX = Eigen::VectorXd;
using Mat6 = Eigen::Matrix<double, 6, 6>;

/// Where a body's velocities are stored: linear and angular, or one for each node.
struct Part {
  std::size_t body = 0;
  Eigen::Index first = 0;
  Eigen::Index size = 0;  ///< 6, or 3 for each node
  bool is_soft = false;
  bool is_held = false;  ///< its velocities are given: a static or driven body
};

/// The matrix M + h D + h^2 K, without the unknowns that nothing moves.
class CoupledSystem {
 public:
  /// The elements must be up to date with the present positions.
  CoupledSystem(const World::Data& world, std::span<std::unique_ptr<elastic::ElasticForces>> soft,
                double h);

  const std::vector<Part>& parts() const { return parts_; }
  const Part& part_of(std::size_t body) const { return parts_[body]; }
  Eigen::Index size() const { return size_; }
  double h() const { return h_; }

  /// The velocities of the state.
  VecX velocities() const;
  /// M v0 + h f with the state's velocities v0 and the forces f of gravity, commands and elements;
  /// zero for what is held. If the elements were updated at the ends of the ways h v instead, pass
  /// v: then h^2 K v is added, so that the solution is the next Newton iterate of implicit Euler.
  VecX impulses(const VecX* v = nullptr) const;
  void multiply(const VecX& v, VecX& out) const;
  void multiply_by_mass(const VecX& v, VecX& out) const;
  /// Divides by the diagonal blocks: 3 x 3 for a node, 6 x 6 for a rigid body.
  void divide_by_blocks(const VecX& r, VecX& out) const;
  /// The same as a matrix; zero where nothing can move.
  Eigen::SparseMatrix<double> block_inverse() const;
  /// Puts all 3 x 3 blocks of the matrix, in parts: block (a, b) is the sum of what is put for a
  /// and b. Unknowns that nothing moves are left out, except locked directions of rigid bodies.
  using PutBlock = std::function<void(Eigen::Index a, Eigen::Index b, const Mat3& block)>;
  void each_block(const PutBlock& put) const;
  bool is_held(Eigen::Index unknown) const {
    return is_held_[static_cast<std::size_t>(unknown)] != 0;
  }
  /// Sets v to zero where nothing can move.
  void clear_held(VecX& v) const;
  /// Gives attached nodes the velocities of the bodies that carry them.
  void follow_carriers(VecX& v) const;
  /// Moves forces on attached nodes to the bodies that carry them.
  void load_carriers(VecX& f) const;
  /// Adds a row's coefficients of three unknowns; for an attached node, those of its carrier.
  void put(std::vector<Eigen::Triplet<double>>& entries, int row, Eigen::Index at,
           const Vec3& coefficients) const;
  /// Shifts each soft body that nothing pins, in x, so that the residual r has no net force on it.
  /// This conserves momentum up to rounding, however early the solver stops.
  void remove_drift(VecX& x, VecX& r) const;

 private:
  void build_parts();
  struct Carried {
    Eigen::Index node = 0, carrier = 0;  ///< first unknowns
    Vec3 arm = Vec3::Zero();             ///< from the carrier's centre of mass
  };
  void build_blocks();
  void build_carried();
  Mat6 carried_mass(std::size_t body) const;
  void multiply_all(const VecX& v, VecX& out) const;
  const Carried* carried_at(Eigen::Index node) const;
  void put_carried(Eigen::Index a, Eigen::Index b, const Mat3& block, const PutBlock& put) const;
  void put_masses(const Part& part, const PutBlock& put) const;
  void add_rigid_impulses(const Part& part, VecX& out) const;
  void add_soft_impulses(const Part& part, VecX& out) const;

  const World::Data& world_;
  std::span<std::unique_ptr<elastic::ElasticForces>> soft_;
  double h_;
  Eigen::Index size_ = 0;
  std::vector<Part> parts_;                       // by body
  std::vector<Mat3> node_inverse_;                // of all soft bodies' nodes, in order
  std::vector<Mat6> rigid_mass_, rigid_inverse_;  // by body
  std::vector<std::uint8_t> is_held_;             // by unknown
  std::vector<Carried> carried_;                  // by node
  std::vector<bool> has_held_nodes_;              // by body
};

/// The nodes of a soft part as vectors.
std::span<const Vec3> nodes_in(const VecX& v, const Part& part);
std::span<Vec3> nodes_in(VecX& v, const Part& part);

}  // namespace graze::dynamics::by_volume
