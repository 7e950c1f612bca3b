// SPDX-License-Identifier: MIT
// Equations with a 6 x 6 block for each body and each pair of bodies that touch.             [C11]
#pragma once
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>
#include <utility>
#include <vector>

#include "dynamics/least_constraint.h"

namespace graze::dynamics {

/// Blocks that may be other than zero are told at the start. Few bodies: dense.
class BlockMatrix {
 public:
  BlockMatrix(int bodies, std::vector<std::pair<int, int>> links);

  void set_zero();
  void add(int row, int column, const Mat6& block);
  /// The solution of this x = rhs; of symmetric positive definite equations if `is_symmetric`.
  /// Empty if there is none.
  Eigen::VectorXd solve(const Eigen::VectorXd& rhs, bool is_symmetric);

 private:
  bool is_dense() const { return bodies_ <= kMostDense; }
  static constexpr int kMostDense = 12;

  int bodies_;
  Eigen::MatrixXd dense_;
  Eigen::SparseMatrix<double> sparse_;
  std::vector<std::pair<int, int>> blocks_;  // column, row: sorted
  std::vector<int> first_of_column_;         // in blocks_
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> cholesky_;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu_;
  bool has_cholesky_pattern_ = false, has_lu_pattern_ = false;
};

}  // namespace graze::dynamics
