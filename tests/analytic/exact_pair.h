// SPDX-License-Identifier: MIT
// The 15 functions of a pair of boxes in whole numbers: exact answers about spans of time. Written
// from the definition of the axes; shares nothing with the method but the formula.
#pragma once
#include <gmpxx.h>

#include <vector>

#include "analytic/box_pairs.h"
#include "support/sturm.h"

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

  /// What is exactly so in a bracket between an instant apart and one of overlap. Every axis'
  /// |C| - R is a polynomial there if C and all V keep their signs; its roots are counted.
  enum class Bracket {
    kOneSimpleChange,  ///< one change of phase: each axis that is positive at the end apart has one
                       ///< root, of multiplicity one, all others have none
    kOneChange,        ///< likewise, but some root is multiple or several axes end in it
    kSeveralRoots,     ///< some axis has more roots, or an even number where it need not have any
    kSignsChange,      ///< some C or V has a root: not polynomials
    kWrongEnds,        ///< not apart and overlapping at the ends: an error
  };
  /// Apart at `apart`, overlapping at `overlap`, in either order of time. Roots are counted by
  /// Descartes' rule where that is exact (none or one), else by Sturm's; or always by Sturm's.
  Bracket classify(double apart, double overlap, bool by_sturm) const;

 private:
  using Lane = std::vector<mpz_class>;  // Bernstein coefficients times one common number
  struct Part {
    std::vector<Lane> v;  // 3 i + j
    Lane weight;
    std::vector<Lane> centre;  // 3 faces of a, 3 of b, 9 edge pairs
  };
  static Part cut(const Part& part, double lo, double hi);
  static std::pair<Part, Part> halves(const Part& part);
  /// |C| - R of one axis with these signs of C and V, monomial coefficients.
  RationalPolynomial axis_function(std::size_t axis, const Part& signs) const;
  Lane radius(const std::vector<Lane>& v, const Lane& weight, std::size_t axis) const;
  bool is_apart(const Part& part) const;
  bool is_overlap(const Part& part) const;
  template <typename Test>
  bool during(const Part& part, const Test& test, int depth) const;

  Part whole_;
  mpz_class half_a_[3], half_b_[3];
};

}  // namespace graze::test
