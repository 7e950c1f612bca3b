// SPDX-License-Identifier: MIT
// The contacts of a world by volume as rows over its unknowns.                                [V8]
#pragma once
#include <Eigen/SparseCore>
#include <vector>

#include "dynamics/joint_rows.h"
#include "dynamics/volume/coupled_system.h"
#include "graze/contact/overlap_volume.h"
#include "graze/methods/volume.h"

namespace graze::dynamics::by_volume {

using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// One patch of an overlap, or one point where two bodies are about to meet.
struct PatchContact {
  std::size_t a = 0, b = 0;  ///< bodies
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< unit, from a towards b
  std::array<Vec3, 2> tangents{};
  double depth = 0.0;     ///< volume / area
  double friction = 0.0;  ///< Coulomb's coefficient
  double restitution = 0.0;
};

/// A row of a joint.
struct LinkRow {
  std::size_t joint = 0;
  JointRow row;
};

/// Rows 3 k, 3 k + 1 and 3 k + 2 give the velocity of b relative to a along the normal and the
/// tangents of contact k; it is zero if both move as one rigid piece. The rows of joints follow.
struct ContactSet {
  std::vector<PatchContact> contacts;
  std::vector<LinkRow> links;
  Rows rows;
};

/// How far each row yields to its impulse: a millionth of what the diagonal blocks do. Zero where
/// nothing can move.
std::vector<double> row_compliances(const CoupledSystem& system, const Rows& rows);

/// Collects contacts and their coefficients.
class RowCollector {
 public:
  RowCollector(const World::Data& world, const CoupledSystem& system,
               std::span<const std::unique_ptr<elastic::ElasticForces>> soft)
      : world_(world), system_(system), soft_(soft) {}

  /// Adds a patch unless it has no area. `row` is in the world frame.
  void add(std::size_t a, std::size_t b, const VolumeRow& row, const ContactMaterial& material);
  /// The same for bodies that are pushed as a whole, which does not strain a soft body.
  void add_whole(std::size_t a, std::size_t b, const VolumeRow& row,
                 const ContactMaterial& material);
  ContactSet finish();

 private:
  struct NodeShare {
    std::uint32_t node = 0;
    double share = 0.0;
  };
  void add_normal(int row, std::size_t body, const OverlapSide& side, double by_area);
  void add_tangent(int row, std::size_t body, const std::vector<NodeShare>& shares,
                   const Vec3& point, const Vec3& direction);
  std::vector<NodeShare> shares_of(std::size_t body, const OverlapSide& side,
                                   const Vec3& normal) const;
  Vec3 middle_of(std::size_t body, const std::vector<NodeShare>& shares) const;
  void move_middle(std::size_t body, std::vector<NodeShare>& shares, const Vec3& point) const;
  void put_whole(int row, std::size_t body, const Vec3& point, const Vec3& direction);
  void put(int row, Eigen::Index at, const Vec3& coefficients);
  void put_rigid(int row, std::size_t body, const Vec3& linear, const Vec3& moment_about_origin);

  const World::Data& world_;
  const CoupledSystem& system_;
  std::span<const std::unique_ptr<elastic::ElasticForces>> soft_;
  std::vector<PatchContact> contacts_;
  std::vector<Eigen::Triplet<double>> entries_;
};

}  // namespace graze::dynamics::by_volume
