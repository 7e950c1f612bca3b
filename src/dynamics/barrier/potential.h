// SPDX-License-Identifier: MIT
// The potential whose minimum is the end of an implicit Euler step with barriers.             [V8]
#pragma once
#include <Eigen/SparseCore>
#include <memory>
#include <vector>

#include "dynamics/barrier/near_contacts.h"

namespace graze::dynamics::barrier {

using by_volume::VecX;

/// A function of all nodes of all soft bodies in one vector, three numbers each.
class Potential {
 public:
  /// Does not change the elements of `parts`.
  Potential(const World::Data& world, const VolumeParts& parts, const Surfaces& surfaces, double h);

  double h() const { return h_; }
  /// The nodes at the start of the step.
  const VecX& start() const { return start_; }
  /// Where everything is with these nodes after a share of the step: driven bodies follow their
  /// motions. Moves the nodes attached to them.
  Placement placed(VecX& x, double share) const;

  void set_rubs(std::vector<Rub> rubs) { rubs_ = std::move(rubs); }
  /// The surfaces at the start of the step, from which sliding is measured.
  void set_first_vertices(std::vector<Vec3> vertices) { first_vertices_ = std::move(vertices); }

  double value(const VecX& x, std::span<const NearContact> contacts,
               std::span<const Vec3> vertices);
  /// Newton's direction at x, and the slope along it, while held nodes and driven surfaces move by
  /// `given` and `given_vertices`. The matrix is never negative; none if it cannot be factored all
  /// the same.
  struct Direction {
    VecX way;
    double slope = 0.0;
  };
  std::optional<Direction> newton(const VecX& x, std::span<const NearContact> contacts,
                                  std::span<const Vec3> vertices, const VecX& given,
                                  std::span<const Vec3> given_vertices);
  /// The gradient of the potential at x; 0 at held nodes.
  VecX slope(const VecX& x, std::span<const NearContact> contacts, std::span<const Vec3> vertices);

 private:
  /// A local term stiffness / 2 (direction . sum weights_i x_i)^2 of the potential.
  struct Row {
    std::array<std::uint32_t, 4> vertices{};
    std::array<double, 4> weights{};
    Vec3 direction = Vec3::Zero();
    double stiffness = 0.0;
  };
  std::span<const Vec3> nodes_of(const VecX& x, std::size_t body) const;
  std::span<Vec3> nodes_of(VecX& x, std::size_t body) const;
  void update(const VecX& x);
  VecX damping(const VecX& way);
  void add_at_vertex(std::uint32_t vertex, const Vec3& slope, VecX& out) const;
  std::vector<Row> rows_of(std::span<const NearContact> contacts, std::span<const Vec3> vertices);
  Eigen::SparseMatrix<double> matrix(const std::vector<Row>& rows);
  void put_row(const Row& row, int number, std::vector<Eigen::Triplet<double>>& out) const;

  const World::Data& world_;
  const Surfaces& surfaces_;
  double h_;
  std::vector<std::shared_ptr<const ElasticModel>> models_;            // by body; none: rigid
  std::vector<std::unique_ptr<elastic::ElasticForces>> now_, before_;  // by body
  std::vector<Eigen::Index> first_;                                    // by body
  std::vector<std::size_t> bodies_;                                    // soft ones
  std::vector<char> is_held_;                                          // by node
  VecX start_, free_, masses_, mass_damping_;                          // by unknown
  std::vector<Rub> rubs_;
  std::vector<Vec3> first_vertices_;
};

}  // namespace graze::dynamics::barrier
