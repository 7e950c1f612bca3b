// SPDX-License-Identifier: MIT
#include "dynamics/block_matrix.h"

#include <algorithm>

#include "graze/base/assert.h"

namespace graze::dynamics {

BlockMatrix::BlockMatrix(int bodies, std::vector<std::pair<int, int>> links) : bodies_(bodies) {
  if (is_dense()) {
    dense_.resize(6 * bodies, 6 * bodies);
    return;
  }
  for (int i = 0; i < bodies; ++i) blocks_.push_back({i, i});
  for (const auto& [i, j] : links) {
    blocks_.push_back({i, j});
    blocks_.push_back({j, i});
  }
  std::sort(blocks_.begin(), blocks_.end());
  blocks_.erase(std::unique(blocks_.begin(), blocks_.end()), blocks_.end());
  std::vector<Eigen::Triplet<double>> entries;
  for (const auto& [column, row] : blocks_) {
    for (int c = 0; c < 6; ++c) {
      for (int r = 0; r < 6; ++r) entries.emplace_back(6 * row + r, 6 * column + c, 0.0);
    }
  }
  sparse_.resize(6 * bodies, 6 * bodies);
  sparse_.setFromTriplets(entries.begin(), entries.end());
  first_of_column_.assign(static_cast<std::size_t>(bodies) + 1, 0);
  for (const auto& [column, row] : blocks_)
    ++first_of_column_[static_cast<std::size_t>(column) + 1];
  for (int i = 0; i < bodies; ++i) first_of_column_[i + 1] += first_of_column_[i];
}

void BlockMatrix::set_zero() {
  if (is_dense()) {
    dense_.setZero();
  } else {
    std::fill(sparse_.valuePtr(), sparse_.valuePtr() + sparse_.nonZeros(), 0.0);
  }
}

void BlockMatrix::add(int row, int column, const Mat6& block) {
  if (is_dense()) {
    dense_.block<6, 6>(6 * row, 6 * column) += block;
    return;
  }
  const auto first = blocks_.begin() + first_of_column_[column];
  const auto last = blocks_.begin() + first_of_column_[column + 1];
  const auto place = std::lower_bound(first, last, std::pair(column, row));
  GRAZE_ASSERT(place != last && place->second == row);
  const auto within = static_cast<int>(place - first);
  for (int c = 0; c < 6; ++c) {
    double* values = sparse_.valuePtr() + sparse_.outerIndexPtr()[6 * column + c] + 6 * within;
    for (int r = 0; r < 6; ++r) values[r] += block(r, c);
  }
}

Eigen::VectorXd BlockMatrix::solve(const Eigen::VectorXd& rhs, bool is_symmetric) {
  if (is_dense()) {
    if (is_symmetric) return dense_.llt().solve(rhs);
    return dense_.partialPivLu().solve(rhs);
  }
  if (is_symmetric) {
    if (!has_cholesky_pattern_) cholesky_.analyzePattern(sparse_);
    has_cholesky_pattern_ = true;
    cholesky_.factorize(sparse_);
    return cholesky_.info() == Eigen::Success ? Eigen::VectorXd(cholesky_.solve(rhs))
                                              : Eigen::VectorXd();
  }
  if (!has_lu_pattern_) lu_.analyzePattern(sparse_);
  has_lu_pattern_ = true;
  lu_.factorize(sparse_);
  return lu_.info() == Eigen::Success ? Eigen::VectorXd(lu_.solve(rhs)) : Eigen::VectorXd();
}

}  // namespace graze::dynamics
