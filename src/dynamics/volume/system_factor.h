// SPDX-License-Identifier: MIT
// The matrix of implicit Euler as L L^T, for systems of a few thousand unknowns.              [V4]
#pragma once
#include <Eigen/SparseCholesky>
#include <span>
#include <utility>
#include <vector>

#include "dynamics/volume/contact_rows.h"

namespace graze::dynamics::by_volume {

/// The factors of a coupled system's matrix, with ones on the diagonal for what nothing moves. The
/// pattern of its blocks is analysed again only when it changes.
class SystemFactor {
 public:
  /// True if there are so few unknowns that factors cost less than many conjugate-gradient solves.
  static bool is_for(const CoupledSystem& system);

  void compute(const CoupledSystem& system);
  /// A^-1 r; zero where nothing can move.
  VecX solve(const VecX& r) const;
  /// H = L^-1 J^T for the chosen rows, so that H^T H = J A^-1 J^T.
  Eigen::MatrixXd half(const Rows& rows, std::span<const int> chosen) const;
  /// A^-1 J^T x, from y = L^-1 J^T x.
  VecX finish(const VecX& y) const;

 private:
  using Sparse = Eigen::SparseMatrix<double>;
  /// Rows at the same place follow each other, so a few at a time need few columns of the factor.
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
  std::vector<int> places_;  ///< of the first number of each block
  std::vector<char> is_held_;
  Eigen::SimplicialLLT<Sparse> factor_;
};

}  // namespace graze::dynamics::by_volume
