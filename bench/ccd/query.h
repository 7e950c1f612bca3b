// SPDX-License-Identifier: MIT
// What every method of the comparison is asked, and what it answers.                    [C4-C9,
// C13]
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "graze/contact/contact_report.h"
#include "graze/geometry/triangle_mesh.h"
#include "graze/motion/motion.h"
#include "graze/spatial/wide_obb_tree.h"

namespace graze::bench {

/// How the trees of all bodies made from now on are divided; the library's default unless it is
/// called.
void divide_trees_by(ObbSplit split);

/// A mesh with the trees that our methods search, all from one binary tree of single triangles.
struct Body {
  explicit Body(const TriangleMesh& mesh);
  TriangleMesh mesh;
  ObbTree tree;
  WideObbTree wide;    ///< eight children to a node
  WideObbTree binary;  ///< the same layout with two: counts of the binary tree
};

/// Body a stands at the identity, b moves.
struct Query {
  Motion motion;
  Interval span{0.0, 1.0};
};

/// Queries of one kind between the same two bodies.
struct QueryClass {
  std::string name;
  Body a;
  Body b;
  double tolerance = 1e-4;
  std::vector<Query> queries;
};

struct Answer {
  Outcome outcome = Outcome::kUndecided;
  Interval time{0.0, 0.0};  ///< of a contact; a method that gives one time gives it twice
  std::uint64_t boxes = 0, wide = 0, triangles = 0;  ///< tests; 0 where the method does not count
};

/// Least distance to keep, and limits, of our own methods. Work is limited by tests, not by time:
/// on a busy machine a clock would change answers and hashes.
struct Limits {
  double min_separation = 0.0;
  std::uint64_t max_tests = 200'000'000;
};

Answer ask_certified(const QueryClass& among, const Query& query, const Limits& limits = {});
Answer ask_certified_binary(const QueryClass& among, const Query& query);
Answer ask_bisection(const QueryClass& among, const Query& query);

}  // namespace graze::bench
