// SPDX-License-Identifier: MIT
// The 15 functions of a pair of boxes in whole numbers: exact answers about spans of time. Written
// from the definition of the axes; shares nothing with the method but the formula.
#pragma once
#include <gmpxx.h>

#include <vector>

#include "analytic_boxes/box_pairs.h"

namespace graze::test {

/// All numbers of the pair rounded to multiples of 2^-12, so that exact ones stay short.
RelativeBoxPair on_grid(RelativeBoxPair pair);

class ExactPair {
 public:
  explicit ExactPair(const RelativeBoxPair& pair);

  /// Exactly: some axis keeps them apart at every t in [lo, hi]; all axes overlap at every t. False
  /// if that is not so, or not found by halving 60 times.
  bool apart_during(double lo, double hi) const;
  bool overlap_during(double lo, double hi) const;

 private:
  using Lane = std::vector<mpz_class>;  // Bernstein coefficients times one common number
  struct Part {
    std::vector<Lane> v;  // 3 i + j
    Lane weight;
    std::vector<Lane> centre;  // 3 faces of a, 3 of b, 9 edge pairs
  };
  static Part cut(const Part& part, double lo, double hi);
  static std::pair<Part, Part> halves(const Part& part);
  Lane radius(const std::vector<Lane>& v, const Lane& weight, std::size_t axis) const;
  bool is_apart(const Part& part) const;
  bool is_overlap(const Part& part) const;
  template <typename Test>
  bool during(const Part& part, const Test& test, int depth) const;

  Part whole_;
  mpz_class half_a_[3], half_b_[3];
};

}  // namespace graze::test
