// SPDX-License-Identifier: MIT
// Equations with a 6 x 6 block for each body and each pair of bodies that touch.             [C11]
#pragma once
#include <utility>
#include <vector>

#include "dynamics/least_constraint.h"

namespace graze::dynamics {

/// Blocks that may be other than zero are told at the start, in both directions; bodies are
/// eliminated in an order that keeps the others few. Pivots are looked for inside of blocks.
class BlockMatrix {
 public:
  BlockMatrix(int bodies, const std::vector<std::pair<int, int>>& links);

  enum class Symmetry { kNone, kSymmetric };
  void set_zero(Symmetry symmetry);
  /// Of a symmetric matrix each block beside the diagonal is told once, on either side of it.
  void add(int row, int column, const Mat6& block);
  /// The solution of this x = rhs; leaves no matrix behind. Empty if a pivot is none.
  Eigen::VectorXd solve(const Eigen::VectorXd& rhs);

 private:
  bool is_symmetric() const { return symmetry_ == Symmetry::kSymmetric; }
  void eliminate_symbolically(std::vector<std::vector<int>> neighbours);
  void list_updates();
  int block_of(int row, int column) const;
  /// What the body that is eliminated adds to the row of its k-th link, by its inverted block.
  Mat6 factor(int own, int k, const Mat6& negative_inverse) const;
  bool eliminate(int own, const int* updates, Eigen::VectorXd& x);

  std::vector<int> order_, place_;       // place_: of a body in the order
  std::vector<std::vector<int>> later_;  // linked bodies that come later, of each body; in order
  std::vector<int> first_upper_;         // block (body, first later one); the others follow
  int links_ = 0;                        // block (later, body) is so far behind (body, later)
  std::vector<int> updates_;             // blocks that eliminations change, in their order
  std::vector<Mat6> blocks_;             // the diagonal first
  Symmetry symmetry_ = Symmetry::kNone;
};

}  // namespace graze::dynamics
