// SPDX-License-Identifier: MIT
// Question   Which edges of one solid go through which faces of the other at an instant?       [K3]
// Source     Zachwieja 1992, section 3.4.
// Guarantee  Boxes never lose a pair; the edge/face test itself is rounded.
// Changed    Extents of faces and edges are boxes of the trees; an edge is tested with the first of
//            its two triangles only; edges inside flat sides are left out here already.
#include "methods/backtracking/crossings.h"

#include <algorithm>

#include "methods/backtracking/box_overlap.h"
#include "methods/backtracking/edge_pair.h"

namespace graze::backtracking {
namespace {
using NodePair = std::pair<std::uint32_t, std::uint32_t>;
constexpr std::size_t kFrontGrowth = 4;  // a front that has grown this much is made again

class Look {
 public:
  Look(Placement& placement, BacktrackingCache* cache, BudgetWatch& watch, Stats& stats)
      : placement_(placement),
        a_(placement.body(Side::kA).tree),
        b_(placement.body(Side::kB).tree),
        cache_(cache),
        watch_(watch),
        stats_(stats) {}

  std::vector<Crossing> run() {
    std::vector<NodePair> todo = begin();
    const bool is_new = todo.size() == 1;
    while (!todo.empty() && !watch_.spend()) {
      const NodePair pair = todo.back();
      todo.pop_back();
      visit(pair, todo);
    }
    if (cache_ != nullptr) keep_front(is_new, todo);
    return std::move(found_);
  }

 private:
  std::vector<NodePair> begin() const {
    if (cache_ == nullptr || cache_->front.empty()) return {{0, 0}};
    const bool has_grown = cache_->front.size() > kFrontGrowth * cache_->front_when_new + 64;
    return has_grown ? std::vector<NodePair>{{0, 0}} : cache_->front;
  }

  void keep_front(bool is_new, const std::vector<NodePair>& left) {
    cache_->front = std::move(front_);
    cache_->front.insert(cache_->front.end(), left.begin(), left.end());
    if (is_new) cache_->front_when_new = cache_->front.size();
  }

  void visit(const NodePair& pair, std::vector<NodePair>& todo) {
    const ObbNode& na = a_.nodes()[pair.first];
    const ObbNode& nb = b_.nodes()[pair.second];
    ++stats_.box_tests;
    const bool apart = !may_overlap(na.box, nb.box, placement_.a_from_b());
    const bool are_leaves = na.is_leaf() && nb.is_leaf();
    if ((apart || are_leaves) && cache_ != nullptr) front_.push_back(pair);
    if (apart) return;
    if (are_leaves) return test_leaves(na, nb);
    const bool opens_a = nb.is_leaf() || (!na.is_leaf() && na.box.radius() >= nb.box.radius());
    if (opens_a) {
      todo.insert(todo.end(), {{na.first, pair.second}, {na.first + 1, pair.second}});
    } else {
      todo.insert(todo.end(), {{pair.first, nb.first}, {pair.first, nb.first + 1}});
    }
  }

  void test_leaves(const ObbNode& na, const ObbNode& nb) {
    for (std::uint32_t i = 0; i < na.count; ++i) {
      for (std::uint32_t j = 0; j < nb.count; ++j) {
        ++stats_.triangle_tests;
        const TriangleId ta(a_.order()[na.first + i]), tb(b_.order()[nb.first + j]);
        test_edges(Side::kA, ta, tb);
        test_edges(Side::kB, tb, ta);
      }
    }
  }

  void test_edges(Side side, TriangleId owner, TriangleId face) {
    const ClosedPolyhedron& solid = placement_.solid(side);
    for (const EdgeId edge : solid.edges_of(owner)) {
      const PolyhedronEdge& e = solid.edges()[edge.index()];
      if (!e.is_interior && e.triangles[0] == owner) test_edge(side, edge, face);
    }
  }

  void test_edge(Side side, EdgeId edge, TriangleId face) {
    const auto [p, q] = placement_.edge(side, edge);
    const double hp = placement_.height(p, other(side), face);
    const double hq = placement_.height(q, other(side), face);
    if ((hp < 0.0) == (hq < 0.0)) return;
    const double at = hp / (hp - hq);
    const Corners corners = placement_.corners(other(side), face);
    const Vec3 n = placement_.normal(other(side), face);
    const Vec3 point = p + at * (q - p);
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& c = corners[k];
      if (n.dot((corners[(k + 1) % 3] - c).cross(point - c)) < 0.0) return;
    }
    const double depth = crossing_depth(placement_, side, edge, face);
    found_.push_back({side, edge, face, at, hp < 0.0 ? 0 : 1, depth});
  }

  Placement& placement_;
  const ObbTree& a_;
  const ObbTree& b_;
  BacktrackingCache* cache_;
  BudgetWatch& watch_;
  Stats& stats_;
  std::vector<NodePair> front_;
  std::vector<Crossing> found_;
};
}  // namespace

double crossing_depth(Placement& placement, Side side, EdgeId edge, TriangleId face) {
  const Side facing = other(side);
  const auto [p, q] = placement.edge(side, edge);
  double depth = -std::min(placement.height(p, facing, face), placement.height(q, facing, face));
  const ClosedPolyhedron& solid = placement.solid(facing);
  for (const EdgeId id : solid.edges_of(face)) {
    if (solid.edges()[id.index()].is_interior) continue;
    const EdgePair pair = edge_pair(placement, side, edge, id);
    if (pair.can_touch) depth = std::min(depth, pair.distance());
  }
  return depth;
}

std::vector<Crossing> find_crossings(Placement& placement, BacktrackingCache* cache,
                                     BudgetWatch& watch, Stats& stats) {
  return Look(placement, cache, watch, stats).run();
}

}  // namespace graze::backtracking
