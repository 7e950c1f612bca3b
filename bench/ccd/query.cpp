// SPDX-License-Identifier: MIT
#include "ccd/query.h"

#include "graze/methods/bisection.h"
#include "graze/methods/certified.h"

namespace graze::bench {
namespace {
ObbSplit tree_split = ObbTreeOptions().split;

Answer answer_of(const ContactReport& report) {
  return {report.outcome, report.time, report.stats.box_tests, report.stats.wide_tests,
          report.stats.triangle_tests};
}

Answer ask(const WideObbTree& a, const WideObbTree& b, const Query& query, double tolerance,
           const Limits& limits) {
  CertifiedOptions options;
  options.span = query.span;
  options.tolerance = tolerance;
  options.min_separation = limits.min_separation;
  options.budget.max_tests = limits.max_tests;
  return answer_of(first_contact_certified({a, Motion()}, {b, query.motion}, options));
}
}  // namespace

void divide_trees_by(ObbSplit split) { tree_split = split; }

Body::Body(const TriangleMesh& of)
    : mesh(of), tree(build_obb_tree(of, {.split = tree_split})), wide(tree), binary(tree, 2) {}

Answer ask_certified(const QueryClass& among, const Query& query, const Limits& limits) {
  return ask(among.a.wide, among.b.wide, query, among.tolerance, limits);
}

Answer ask_certified_binary(const QueryClass& among, const Query& query) {
  return ask(among.a.binary, among.b.binary, query, among.tolerance, {});
}

Answer ask_bisection(const QueryClass& among, const Query& query) {
  BisectionOptions options;
  options.span = query.span;
  options.tolerance = among.tolerance;
  options.budget.max_tests = Limits().max_tests;
  return answer_of(
      first_contact_bisection({among.a.tree, Motion()}, {among.b.tree, query.motion}, options));
}

}  // namespace graze::bench
