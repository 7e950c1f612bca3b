// SPDX-License-Identifier: MIT
// Linear equations with a 6 x 6 block for each body and each pair of bodies that touch.      [C11]
#pragma once
#include <utility>
#include <vector>

#include "dynamics/least_constraint.h"

namespace graze::dynamics {

/// `links` names the pairs of bodies whose two blocks may be nonzero. Bodies are eliminated in an
/// order that keeps further blocks few. Pivots are searched only inside blocks.
class BlockMatrix {
 public:
  BlockMatrix(int bodies, const std::vector<std::pair<int, int>>& links);

  enum class Symmetry { kNone, kSymmetric };
  void set_zero(Symmetry symmetry);
  /// For a symmetric matrix, add each off-diagonal block once, on either side of the diagonal.
  void add(int row, int column, const Mat6& block);
  /// Solves this * x = rhs and destroys the matrix. Empty if a pivot is zero or not finite.
  Eigen::VectorXd solve(const Eigen::VectorXd& rhs);

 private:
  bool is_symmetric() const { return symmetry_ == Symmetry::kSymmetric; }
  void eliminate_symbolically(std::vector<std::vector<int>> neighbours);
  void list_updates();
  int block_of(int row, int column) const;
  /// The factor by which eliminating body `own` changes the row of its k-th link.
  Mat6 factor(int own, int k, const Mat6& negative_inverse) const;
  bool eliminate(int own, const int* updates, Eigen::VectorXd& x);

  std::vector<int> order_, place_;       // place_: of each body in the order
  std::vector<std::vector<int>> later_;  // by body: linked bodies that come later, in order
  std::vector<int> first_upper_;         // block (body, first later one); the others follow
  int links_ = 0;                        // offset from block (body, later) to block (later, body)
  std::vector<int> updates_;             // blocks that eliminations change, in order
  std::vector<Mat6> blocks_;             // the diagonal first
  Symmetry symmetry_ = Symmetry::kNone;
};

}  // namespace graze::dynamics
