// SPDX-License-Identifier: MIT
// What each switch of the published bisection method costs and gives, on one pair.            [C7]
#pragma once
#include <graze/contact/bisection_variant.h>
#include <graze/methods/bisection.h>
#include <graze/query/first_contact.h>

#include <vector>

namespace graze {

struct BisectionComparison {
  BodyId a, b;
  double tolerance = 0.0;                  ///< scene units
  ObbTreeReport tree_a, tree_b;            ///< what the trees are like
  std::vector<BisectionVariant> variants;  ///< all switches first
};

/// Only pairs, span, tolerance and budget of the options are used; k is the method's subdivision
/// constant. Throws InputError for deforming bodies and unless the question is about one pair.
BisectionComparison compare_bisection(const Scene& scene, const ContactOptions& options,
                                      double k = 0.2);

}  // namespace graze
