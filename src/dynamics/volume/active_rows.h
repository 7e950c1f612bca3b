// SPDX-License-Identifier: MIT
// The rows that push at an iterate, as A + J^T W J, and an inverse of A's blocks with them.
#pragma once
#include <Eigen/SparseCholesky>

#include "dynamics/volume/contact_rows.h"

namespace graze::dynamics::by_volume {

/// (B + J^T W J)^-1 by Woodbury's formula, where B is the block diagonal of A. Stiff contacts cost
/// no extra iterations, and with rigid bodies alone this is the exact inverse.
class BlockInverse {
 public:
  /// `rows` with positive `weights`.
  BlockInverse(const CoupledSystem& system, Rows rows, const VecX& weights);
  void apply(const VecX& r, VecX& out) const;
  /// out += J^T W J v.
  void add_product(const VecX& v, VecX& out) const;

 private:
  const CoupledSystem& system_;
  Rows rows_;
  VecX weights_;
  Eigen::SparseMatrix<double> by_blocks_;  ///< B^-1 J^T
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> small_;
};

}  // namespace graze::dynamics::by_volume
