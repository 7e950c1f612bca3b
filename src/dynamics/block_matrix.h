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

  void set_zero();
  void add(int row, int column, const Mat6& block);
  enum class Symmetry { kNone, kSymmetric };
  /// The solution of this x = rhs; leaves no matrix behind. Empty if a pivot is none. Of a
  /// symmetric matrix half of the blocks are looked at.
  Eigen::VectorXd solve(const Eigen::VectorXd& rhs, Symmetry symmetry);

 private:
  struct Link {
    int body;          // eliminated later
    int lower, upper;  // blocks (body, own) and (own, body)
  };
  void eliminate_symbolically(std::vector<std::vector<int>> neighbours);
  int block_of(int row, int column) const;

  std::vector<int> order_, place_;        // place_: of a body in the order
  std::vector<std::vector<Link>> later_;  // of each body, by number
  std::vector<int> updates_;              // blocks that eliminations change, in their order
  std::vector<Mat6> blocks_;              // the diagonal first
};

}  // namespace graze::dynamics
