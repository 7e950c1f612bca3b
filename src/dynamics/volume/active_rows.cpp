// SPDX-License-Identifier: MIT
#include "dynamics/volume/active_rows.h"

namespace graze::dynamics::by_volume {

BlockInverse::BlockInverse(const CoupledSystem& system, Rows rows, const VecX& weights)
    : system_(system), rows_(std::move(rows)), weights_(weights) {
  if (rows_.rows() == 0) return;
  by_blocks_ = system.block_inverse() * Eigen::SparseMatrix<double>(rows_.transpose());
  Eigen::SparseMatrix<double> small = rows_ * by_blocks_;
  for (Eigen::Index k = 0; k < rows_.rows(); ++k) small.coeffRef(k, k) += 1.0 / weights_[k];
  small_.compute(small);
}

void BlockInverse::apply(const VecX& r, VecX& out) const {
  system_.divide_by_blocks(r, out);
  if (rows_.rows() == 0) return;
  const VecX along = rows_ * out;
  out -= by_blocks_ * small_.solve(along);
}

void BlockInverse::add_product(const VecX& v, VecX& out) const {
  if (rows_.rows() == 0) return;
  const VecX along = weights_.cwiseProduct(rows_ * v);
  VecX pushes = rows_.transpose() * along;
  system_.clear_held(pushes);
  out += pushes;
}

}  // namespace graze::dynamics::by_volume
