// SPDX-License-Identifier: MIT
// A walk over all pairs of triangles of two trees whose boxes are near each other at an instant.
#pragma once
#include <vector>

#include "methods/certified/contacts_at.h"
#include "methods/certified/lanes.h"
#include "methods/certified/slot_queue.h"

namespace graze::certified {

/// Calls visit(triangle_a, triangle_b) for every pair that may be as near as `limit`; the walk ends
/// when it returns false.
template <typename Visit>
class NearWalk {
 public:
  NearWalk(const TreesAtInstant& trees, double limit, WideTest test, Stats& stats,
           const Visit& visit)
      : tree_a_(*trees.tree_a),
        tree_b_(*trees.tree_b),
        order_a_(trees.tree_a->order()),
        order_b_(trees.tree_b->order()),
        from_a_(view(trees.moment.a, trees.moment.b)),
        from_b_(view(trees.moment.b, trees.moment.a)),
        setting_{.scale = trees.scale, .gap = limit},
        test_(test),
        stats_(stats),
        visit_(visit) {}

  void run() {
    waiting_.push_back({kWholeTree, kWholeTree});
    while (!waiting_.empty() && goes_on_) {
      const WaitingPair pair = waiting_.back();
      waiting_.pop_back();
      expand(pair);
    }
  }

 private:
  void expand(WaitingPair pair) {
    const Lane a = lane_at(tree_a_, pair.a);
    const Lane b = lane_at(tree_b_, pair.b);
    if (a.is_leaf && b.is_leaf) return look_at_leaves(a, b);
    if (opens_second(a, b)) {
      open(box_at(tree_a_, pair.a), from_a_, tree_b_, b.child, [&](Place place) {
        waiting_.push_back({pair.a, place});
      });
    } else {
      open(box_at(tree_b_, pair.b), from_b_, tree_a_, a.child, [&](Place place) {
        waiting_.push_back({place, pair.b});
      });
    }
  }

  template <typename Keep>
  void open(const LaneBox& own_box, const View& seen, const LaneTree& tree, std::uint32_t wide_node,
            const Keep& keep) {
    const WideObbNode& node = tree.nodes[wide_node];
    WideResult result;
    test_(own_box, node, seen, setting_, result);
    ++stats_.wide_tests;
    for (int lane = 0; lane < kWideLanes && !node.is_empty(lane); ++lane) {
      ++stats_.box_tests;
      if (result.advance[lane] < 1.0f) keep(place_of(wide_node, lane));
    }
  }

  void look_at_leaves(const Lane& a, const Lane& b) {
    for (std::uint32_t i = 0; i < a.triangles; ++i) {
      for (std::uint32_t j = 0; j < b.triangles && goes_on_; ++j) {
        ++stats_.triangle_tests;
        goes_on_ = visit_(order_a_[a.child + i], order_b_[b.child + j]);
      }
    }
  }

  LaneTree tree_a_, tree_b_;
  std::span<const std::uint32_t> order_a_, order_b_;
  View from_a_, from_b_;
  QuerySetting setting_;
  WideTest test_;
  Stats& stats_;
  const Visit& visit_;
  bool goes_on_ = true;
  std::vector<WaitingPair> waiting_;
};

template <typename Visit>
void for_each_near(const TreesAtInstant& trees, double limit, WideTest test, Stats& stats,
                   const Visit& visit) {
  NearWalk<Visit>(trees, limit, test, stats, visit).run();
}

}  // namespace graze::certified
