// SPDX-License-Identifier: MIT
// Implicit Euler's matrix as L L^T, for systems of some thousand unknowns.                    [V4]
#pragma once
#include <Eigen/SparseCholesky>
#include <span>
#include <utility>
#include <vector>

#include "dynamics/volume/contact_rows.h"

namespace graze::dynamics::by_volume {

/// The matrix of a coupled system, with ones for what nothing moves. Which blocks it has is looked
/// at again only when they change.
class SystemFactor {
 public:
  /// Few enough unknowns that factors cost less than many solves by conjugate gradients.
  static bool is_for(const CoupledSystem& system);

  void compute(const CoupledSystem& system);
  /// A^-1 r; zero where nothing moves.
  VecX solve(const VecX& r) const;
  /// L^-1 J^T of some rows: its square is J A^-1 J^T.
  Eigen::MatrixXd half(const Rows& rows, std::span<const int> chosen) const;
  /// A^-1 J^T x, from y = L^-1 J^T x.
  VecX finish(const VecX& y) const;

 private:
  using Sparse = Eigen::SparseMatrix<double>;
  /// Rows of one place follow each other: a few at a time need few columns of the factor.
  static constexpr std::size_t kFew = 12;
  using Few = Eigen::Matrix<double, Eigen::Dynamic, kFew, Eigen::RowMajor>;
  struct Block {
    Eigen::Index a = 0, b = 0;
    Mat3 values = Mat3::Zero();
  };
  void put_half(const Rows& rows, std::span<const int> chosen, Few& y) const;
  void list_places(const std::vector<Block>& blocks);
  bool has_places_for(const std::vector<Block>& blocks, Eigen::Index size) const;
  const Sparse& lower() const { return factor_.matrixL().nestedExpression(); }

  Sparse matrix_;  ///< its lower half
  std::vector<std::pair<Eigen::Index, Eigen::Index>> keys_;
  std::vector<int> places_;  ///< of each block's first number
  std::vector<char> is_held_;
  Eigen::SimplicialLLT<Sparse> factor_;
};

}  // namespace graze::dynamics::by_volume
