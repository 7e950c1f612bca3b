// SPDX-License-Identifier: MIT
// Question   Which pair of features of a part of two deforming meshes touches first?          [C5]
// Source     Provot 1997: a first contact of surfaces is of a vertex and a face or of two edges.
// Guarantee  Every pair of the part is proved free up to `until`, or is the contact then.
// Changed    The earliest contact found shortens the question for all pairs after it.
#include "methods/linear/part_search.h"

#include <algorithm>

namespace graze::linear {
namespace {
constexpr std::size_t kPartsPerSweep = 64;

class PartSearch {
 public:
  PartSearch(const MeshPair& meshes, double until, const Budget& budget)
      : meshes_(meshes), watch_(budget) {
    result_.until = result_.safe = until;
  }

  void run(const SearchPart& part) {
    result_.stats.box_tests += for_each_feature_pair(
        meshes_.a, meshes_.b, part, [&] { return result_.until; },
        [&](const FeaturePair& pair) { return look_at(pair); });
  }

  PartResult result() && {
    result_.limit = watch_.limit();
    return std::move(result_);
  }

 private:
  /// Looks at one pair of features up to the earliest contact so far; false if out of budget.
  bool look_at(const FeaturePair& pair) {
    if (watch_.spend()) return false;
    LinearCcdOptions options;
    options.tolerance = meshes_.options.tolerance;
    options.until = result_.until;
    options.min_separation = meshes_.options.min_separation;
    const LinearContact touch = first_contact_linear(pair.query, options);
    ++result_.stats.triangle_tests;
    result_.stats.iterations += touch.steps;
    result_.tolerance = std::max(result_.tolerance, touch.tolerance);
    if (touch.outcome == Outcome::kSeparated) return true;
    result_.safe = std::min(result_.safe, touch.time.lo);
    if (touch.outcome == Outcome::kUndecided) return true;
    if (result_.contact && touch.time.hi >= result_.until) return true;
    result_.until = touch.time.hi;
    result_.closing_speed = touch.closing_speed;
    result_.contact = contact_of(pair, touch);
    return true;
  }

  const MeshPair& meshes_;
  BudgetWatch watch_;
  PartResult result_;
};

void add_parts(Sweep sweep, const BoxTree& a, const BoxTree& b, double until,
               std::vector<SearchPart>& parts) {
  for (const NodePair& nodes : split_overlaps(a, b, until, kPartsPerSweep)) {
    parts.push_back({sweep, nodes});
  }
}
}  // namespace

std::vector<SearchPart> parts_of(const MeshPair& meshes) {
  const MeshFeatures &a = meshes.a, &b = meshes.b;
  const double until = meshes.options.until;
  std::vector<SearchPart> parts;
  add_parts(Sweep::kVertexOfA, a.vertex_tree, b.face_tree, until, parts);
  if (!meshes.is_self()) add_parts(Sweep::kVertexOfB, b.vertex_tree, a.face_tree, until, parts);
  add_parts(Sweep::kEdges, a.edge_tree, b.edge_tree, until, parts);
  std::stable_sort(parts.begin(), parts.end(), [](const SearchPart& p, const SearchPart& q) {
    return p.nodes.enter < q.nodes.enter;
  });
  return parts;
}

PartResult search_part(const MeshPair& meshes, const SearchPart& part, double until,
                       const Budget& budget) {
  PartSearch search(meshes, until, budget);
  search.run(part);
  return std::move(search).result();
}

}  // namespace graze::linear
