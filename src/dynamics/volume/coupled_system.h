// SPDX-License-Identifier: MIT
// The unknowns of a world by volume: six for each rigid body, three for each node of a soft one;
// and the matrix of implicit Euler, applied without being formed. [V4]
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

/// Where a body's velocities are: of the centre of mass and angular, or of each node.
struct Part {
  std::size_t body = 0;
  Eigen::Index first = 0;
  Eigen::Index size = 0;  ///< 6, or 3 for each node
  bool is_soft = false;
  bool is_held = false;  ///< static and driven bodies: their velocities are given
};

/// (M + h D + h^2 K), block by block on its diagonal, with everything that nothing moves left out.
class CoupledSystem {
 public:
  /// Elements must have been updated at the present positions.
  CoupledSystem(const World::Data& world, std::span<std::unique_ptr<elastic::ElasticForces>> soft,
                double h);

  const std::vector<Part>& parts() const { return parts_; }
  const Part& part_of(std::size_t body) const { return parts_[body]; }
  Eigen::Index size() const { return size_; }
  double h() const { return h_; }

  /// Of the state.
  VecX velocities() const;
  /// M v0 + h f, with the state's velocities: of gravity, forces, elements; zero for what is held.
  /// Where elements were updated at the ends of the ways h v instead: with h^2 K v, so that the
  /// solution is Newton's next for implicit Euler.
  VecX impulses(const VecX* v = nullptr) const;
  void multiply(const VecX& v, VecX& out) const;
  void multiply_by_mass(const VecX& v, VecX& out) const;
  /// By the diagonal's blocks: 3 x 3 of a node, 6 x 6 of a rigid body.
  void divide_by_blocks(const VecX& r, VecX& out) const;
  /// The same as a matrix; zero where nothing moves.
  Eigen::SparseMatrix<double> block_inverse() const;
  /// All blocks of the matrix, in parts: block (a, b), of three unknowns each, is a sum of what is
  /// put for a and b. Nothing is put for what nothing moves, but locked directions of a rigid body.
  using PutBlock = std::function<void(Eigen::Index a, Eigen::Index b, const Mat3& block)>;
  void each_block(const PutBlock& put) const;
  bool is_held(Eigen::Index unknown) const {
    return is_held_[static_cast<std::size_t>(unknown)] != 0;
  }
  /// Zero where nothing moves.
  void clear_held(VecX& v) const;
  /// Velocities of attached nodes are those of what carries them.
  void follow_carriers(VecX& v) const;
  /// What acts on an attached node acts on what carries it.
  void load_carriers(VecX& f) const;
  /// Adds a coefficient of three unknowns of a row; of an attached node those of its carrier.
  void put(std::vector<Eigen::Triplet<double>>& entries, int row, Eigen::Index at,
           const Vec3& coefficients) const;
  /// Of each soft body that nothing pins: changes x by a shift of the body after which the residual
  /// r holds no net force. So momentum is kept to rounding, however early the solver stops.
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
