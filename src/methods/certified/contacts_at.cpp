// SPDX-License-Identifier: MIT
// Question   Which triangles of two trees are within a distance of each other at an instant?
// Source     The wide test over an interval of no length.
// Guarantee  No pair nearer than the limit by more than rounding is missing.
// Changed    -
#include "methods/certified/contacts_at.h"

#include <algorithm>
#include <utility>

#include "methods/certified/lanes.h"
#include "methods/certified/slot_queue.h"

namespace graze::certified {
namespace {

class ContactSearch {
 public:
  ContactSearch(const TreesAtInstant& trees, double limit, WideTest test, Stats& stats)
      : trees_(trees),
        tree_a_(*trees.tree_a),
        tree_b_(*trees.tree_b),
        from_a_(view(trees.moment.a, trees.moment.b)),
        from_b_(view(trees.moment.b, trees.moment.a)),
        limit_(limit),
        test_(test),
        stats_(stats) {}

  std::vector<NearPair> run(std::size_t most) {
    waiting_.push_back({kWholeTree, kWholeTree});
    while (!waiting_.empty() && found_.size() < most) {
      const WaitingPair pair = waiting_.back();
      waiting_.pop_back();
      expand(pair);
    }
    std::sort(found_.begin(), found_.end(), [](const NearPair& x, const NearPair& y) {
      return std::pair(x.triangle_a, x.triangle_b) < std::pair(y.triangle_a, y.triangle_b);
    });
    return std::move(found_);
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
    test_(own_box, node, seen, {.scale = trees_.scale, .gap = limit_}, result);
    ++stats_.wide_tests;
    for (int lane = 0; lane < kWideLanes && !node.is_empty(lane); ++lane) {
      ++stats_.box_tests;
      if (result.advance[lane] < 1.0f) keep(place_of(wide_node, lane));
    }
  }

  void look_at_leaves(const Lane& a, const Lane& b) {
    const ObbTree& tree_a = trees_.tree_a->binary();
    const ObbTree& tree_b = trees_.tree_b->binary();
    for (std::uint32_t i = 0; i < a.triangles; ++i) {
      for (std::uint32_t j = 0; j < b.triangles; ++j) {
        look_at_triangles(tree_a.order()[a.child + i], tree_b.order()[b.child + j]);
      }
    }
  }

  void look_at_triangles(std::uint32_t triangle_a, std::uint32_t triangle_b) {
    ++stats_.triangle_tests;
    const Corners a = trees_.tree_a->binary().mesh().corners(triangle_a);
    const Corners b = trees_.tree_b->binary().mesh().corners(triangle_b);
    const PlacedTriangles placed = place(a, b, trees_.moment);
    const TriangleDistance distance = triangle_distance(placed.a, placed.b);
    if (distance.distance() > limit_) return;
    found_.push_back({triangle_a, triangle_b, distance});
  }

  const TreesAtInstant& trees_;
  LaneTree tree_a_, tree_b_;
  View from_a_, from_b_;
  double limit_;
  WideTest test_;
  Stats& stats_;
  std::vector<WaitingPair> waiting_;
  std::vector<NearPair> found_;
};

}  // namespace

std::vector<NearPair> near_pairs(const TreesAtInstant& trees, double limit, std::size_t most,
                                 WideTest test, Stats& stats) {
  return ContactSearch(trees, limit, test, stats).run(most);
}

}  // namespace graze::certified
