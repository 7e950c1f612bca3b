// SPDX-License-Identifier: MIT
#include "certify/proved_query.h"

namespace graze::test {

ProvedQuery proved(ContactQuery query, double distance) {
  ProvedQuery result;
  const ObbTree tree_a = build_obb_tree(query.a.mesh, {.threads = 1});
  const ObbTree tree_b = build_obb_tree(query.b.mesh, {.threads = 1});
  result.report = first_contact_certified({WideObbTree(tree_a), query.a.motion},
                                          {WideObbTree(tree_b), query.b.motion},
                                          {.tolerance = query.tolerance,
                                           .min_separation = distance,
                                           .budget = {.max_tests = 20'000'000}});
  result.pair = {{std::make_shared<const CheckedTree>(tree_a), query.a.motion, nullptr},
                 {std::make_shared<const CheckedTree>(tree_b), query.b.motion, nullptr}};
  result.proof = prove_report(result.pair, result.report, {0.0, 1.0}, distance);
  result.query = std::move(query);
  return result;
}

}  // namespace graze::test
