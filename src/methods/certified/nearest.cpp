// SPDX-License-Identifier: MIT
// Question   Which triangles of two trees are nearest to each other at an instant?
// Source     Best-first search over pairs of boxes (Hjaltason, Samet 1999), eight at a time.
// Guarantee  `lower` is proved: a pair of boxes is dropped only where a bound of its distance,
//            rounding included, is not below the distance of triangles already seen.
// Changed    The nearest child is followed at once while nothing is known, so that there soon is a
//            distance to beat; a child never counts as nearer than its parent.
#include "methods/certified/nearest.h"

#include <algorithm>
#include <tuple>

#include "methods/certified/lanes.h"
#include "methods/certified/slot_queue.h"

namespace graze::certified {
namespace {

/// Boxes that wait, and how far they are apart at least, in scaled lengths. The order is total, so
/// that every C++ library's heap gives the same bits.
struct WaitingBoxes {
  float lower;
  WaitingPair pair;
  friend bool operator>(const WaitingBoxes& x, const WaitingBoxes& y) {
    return std::tie(x.lower, x.pair.a, x.pair.b) > std::tie(y.lower, y.pair.a, y.pair.b);
  }
};

/// A heap that keeps its memory from search to search.
class NearestFirst {
 public:
  void clear() { waiting_.clear(); }
  bool is_empty() const { return waiting_.empty(); }
  void push(const WaitingBoxes& boxes) {
    waiting_.push_back(boxes);
    std::push_heap(waiting_.begin(), waiting_.end(), std::greater<>());
  }
  WaitingBoxes pop() {
    std::pop_heap(waiting_.begin(), waiting_.end(), std::greater<>());
    const WaitingBoxes nearest = waiting_.back();
    waiting_.pop_back();
    return nearest;
  }

 private:
  std::vector<WaitingBoxes> waiting_;
};

class NearestSearch {
 public:
  NearestSearch(const TreesAtInstant& trees, double limit, BoxDistanceTest test, BudgetWatch& watch,
                Stats& stats)
      : trees_(trees),
        tree_a_(*trees.tree_a),
        tree_b_(*trees.tree_b),
        from_a_(view(trees.moment.a, trees.moment.b)),
        from_b_(view(trees.moment.b, trees.moment.a)),
        setting_{trees.scale, from_a_.position_error},
        test_(test),
        watch_(watch),
        stats_(stats),
        waiting_(memory()) {
    waiting_.clear();
    set_limit(limit);
    found_.lower = limit;
  }

  void look_at_triangles(std::uint32_t triangle_a, std::uint32_t triangle_b) {
    ++stats_.triangle_tests;
    const PlacedCorners placed =
        place_corners(trees_.tree_a->mesh().corners(triangle_a),
                      trees_.tree_b->mesh().corners(triangle_b), trees_.moment);
    const TriangleDistance near = triangle_distance(placed.a, placed.b);
    const double distance = near.distance();
    const double error = near.intersecting ? 0.0 : placed.distance_error;
    found_.lower = std::min(found_.lower, distance - error);
    if (!(distance < limit_)) return;
    found_.pair = {triangle_a, triangle_b, near};
    found_.error = error;
    set_limit(distance);
  }

  Nearest run() {
    follow({-BoxDistances::kNoBox, {kWholeTree, kWholeTree}});
    while (!waiting_.is_empty() && limit_ > 0.0) {
      const WaitingBoxes nearest = waiting_.pop();
      if (!(nearest.lower < scaled_limit_)) break;
      if (watch_.spend()) {  // what waits is not nearer than this
        found_.lower = std::min(found_.lower, round_down(nearest.lower / trees_.scale));
        break;
      }
      follow(nearest);
    }
    found_.lower = std::max(0.0, found_.lower);
    return found_;
  }

 private:
  static NearestFirst& memory() {
    thread_local NearestFirst kept;
    return kept;
  }

  void set_limit(double limit) {
    limit_ = limit;
    scaled_limit_ = static_cast<float>(trees_.scale * limit * (1.0 + 0x1p-22));  // not below it
  }

  // Down to triangles as long as there is nothing to compare with, one level otherwise.
  void follow(WaitingBoxes boxes) {
    while (true) {
      const Lane a = lane_at(tree_a_, boxes.pair.a);
      const Lane b = lane_at(tree_b_, boxes.pair.b);
      if (a.is_leaf && b.is_leaf) return look_at_leaves(a, b);
      const std::optional<WaitingBoxes> next =
          opens_second(a, b) ? open(boxes, b.child, true) : open(boxes, a.child, false);
      if (!next) return;
      boxes = *next;
    }
  }

  // All children that may matter wait, but the nearest if it is to be followed.
  std::optional<WaitingBoxes> open(const WaitingBoxes& boxes, std::uint32_t wide_node,
                                   bool own_is_a) {
    const LaneBox own = own_is_a ? box_at(tree_a_, boxes.pair.a) : box_at(tree_b_, boxes.pair.b);
    const WideObbNode& node = (own_is_a ? tree_b_ : tree_a_).nodes[wide_node];
    BoxDistances distances;
    test_(own, node, own_is_a ? from_a_ : from_b_, setting_, distances);
    ++stats_.wide_tests;
    const int lanes = lanes_of(node);
    stats_.box_tests += static_cast<unsigned>(lanes);
    const int first = static_cast<int>(std::min_element(distances.lower, distances.lower + lanes) -
                                       distances.lower);
    std::optional<WaitingBoxes> next;
    for (int lane = 0; lane < lanes; ++lane) {
      const float lower = std::max(distances.lower[lane], boxes.lower);
      if (!(lower < scaled_limit_)) continue;
      const Place place = place_of(wide_node, lane);
      const WaitingBoxes child{
          lower, own_is_a ? WaitingPair{boxes.pair.a, place} : WaitingPair{place, boxes.pair.b}};
      if (lane == first && !found_.pair) {
        next = child;
      } else {
        waiting_.push(child);
      }
    }
    return next;
  }

  void look_at_leaves(const Lane& a, const Lane& b) {
    const auto order_a = trees_.tree_a->order();
    const auto order_b = trees_.tree_b->order();
    for (std::uint32_t i = 0; i < a.triangles; ++i) {
      for (std::uint32_t j = 0; j < b.triangles; ++j) {
        look_at_triangles(order_a[a.child + i], order_b[b.child + j]);
      }
    }
  }

  const TreesAtInstant& trees_;
  LaneTree tree_a_, tree_b_;
  View from_a_, from_b_;
  DistanceSetting setting_;
  BoxDistanceTest test_;
  BudgetWatch& watch_;
  Stats& stats_;
  NearestFirst& waiting_;
  double limit_ = 0.0;
  float scaled_limit_ = 0.0f;
  Nearest found_;
};

}  // namespace

Nearest nearest_pair(const TreesAtInstant& trees, const NearestHint& hint, BoxDistanceTest test,
                     BudgetWatch& watch, Stats& stats) {
  NearestSearch search(trees, hint.limit, test, watch, stats);
  if (hint.likely) search.look_at_triangles(hint.likely->a.value, hint.likely->b.value);
  return search.run();
}

}  // namespace graze::certified
