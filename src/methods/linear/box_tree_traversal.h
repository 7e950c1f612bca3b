// SPDX-License-Identifier: MIT
// The pairs of items of two trees of moving boxes that overlap at some time.
#pragma once
#include <algorithm>
#include <array>

#include "methods/linear/box_tree.h"

namespace graze::linear {

struct NodePair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  double enter = 0.0;  ///< the boxes are disjoint before
};

template <typename Until, typename Visit>
class OverlapWalk {
 public:
  OverlapWalk(const BoxTree& a, const BoxTree& b, Until until, Visit visit)
      : a_(a), b_(b), same_(&a == &b), until_(until), visit_(visit) {}

  /// Everything below one pair of nodes.
  std::uint64_t run(const NodePair& start) {
    stack_.push_back(start);
    while (!stack_.empty()) {
      const NodePair pair = stack_.back();
      stack_.pop_back();
      if (pair.enter > until_()) continue;
      if (is_leaf_pair(pair) ? !visit_items(pair) : !expand(pair)) break;
    }
    return tests_;
  }

  /// Pairs of nodes that together have all pairs of items, about `count` if there are so many; the
  /// earliest first.
  std::vector<NodePair> split(std::size_t count) {
    if (a_.nodes.empty() || b_.nodes.empty()) return {};
    push({0, 0, 0.0});
    for (std::size_t next = 0; next < stack_.size() && stack_.size() < count;) {
      const NodePair pair = stack_[next];
      if (is_leaf_pair(pair)) {
        ++next;
        continue;
      }
      stack_.erase(stack_.begin() + static_cast<std::ptrdiff_t>(next));
      expand(pair);
    }
    std::stable_sort(stack_.begin(), stack_.end(),
                     [](const NodePair& p, const NodePair& q) { return p.enter < q.enter; });
    return stack_;
  }

  std::uint64_t tests() const { return tests_; }

 private:
  bool is_leaf_pair(const NodePair& pair) const {
    return a_.nodes[pair.a].count > 0 && b_.nodes[pair.b].count > 0;
  }

  void push(NodePair pair) {
    ++tests_;
    const Interval times = overlap_time(a_.nodes[pair.a].box, b_.nodes[pair.b].box, until_());
    if (times.lo > times.hi) return;
    pair.enter = times.lo;
    stack_.push_back(pair);
  }

  /// Pushes the later ones first, so that the stack returns the earliest.
  bool expand(const NodePair& pair) {
    const BoxNode &a = a_.nodes[pair.a], &b = b_.nodes[pair.b];
    const std::size_t before = stack_.size();
    if (same_ && pair.a == pair.b) {
      push({a.first, a.first, 0.0});
      push({a.first, a.first + 1, 0.0});
      push({a.first + 1, a.first + 1, 0.0});
    } else if (b.count > 0 || (a.count == 0 && is_larger(a.box, b.box))) {
      push({a.first, pair.b, 0.0});
      push({a.first + 1, pair.b, 0.0});
    } else {
      push({pair.a, b.first, 0.0});
      push({pair.a, b.first + 1, 0.0});
    }
    std::sort(stack_.begin() + static_cast<std::ptrdiff_t>(before), stack_.end(),
              [](const NodePair& p, const NodePair& q) { return p.enter > q.enter; });
    return true;
  }

  static bool is_larger(const MovingBox& a, const MovingBox& b) {
    return a.start.diagonal() > b.start.diagonal();
  }

  bool visit_items(const NodePair& pair) {
    const BoxNode &a = a_.nodes[pair.a], &b = b_.nodes[pair.b];
    const bool within = same_ && pair.a == pair.b;
    for (std::uint32_t i = 0; i < a.count; ++i) {
      for (std::uint32_t k = within ? i + 1 : 0; k < b.count; ++k) {
        const std::uint32_t item_a = a_.items[a.first + i], item_b = b_.items[b.first + k];
        ++tests_;
        const Interval times = overlap_time(a_.boxes[item_a], b_.boxes[item_b], until_());
        if (times.lo <= times.hi && !visit_(item_a, item_b)) return false;
      }
    }
    return true;
  }

  const BoxTree& a_;
  const BoxTree& b_;
  bool same_;
  Until until_;
  Visit visit_;
  std::vector<NodePair> stack_;
  std::uint64_t tests_ = 0;
};

/// Calls visit(item_a, item_b) for the pairs below `start` whose boxes overlap at some t in
/// [0, until()], the earlier child first; stops when visit returns false. `until` is asked again
/// for every pair, so that a contact found makes the rest cheap. If both trees are the same object
/// each unordered pair of two items comes once. Returns the number of pairs of boxes tested.
template <typename Until, typename Visit>
std::uint64_t for_each_overlap(const BoxTree& a, const BoxTree& b, const NodePair& start,
                               Until until, Visit visit) {
  if (a.nodes.empty() || b.nodes.empty()) return 0;
  return OverlapWalk<Until, Visit>(a, b, until, visit).run(start);
}

/// Of all pairs of items.
template <typename Until, typename Visit>
std::uint64_t for_each_overlap(const BoxTree& a, const BoxTree& b, Until until, Visit visit) {
  return for_each_overlap(a, b, NodePair{}, until, visit);
}

/// Pairs of nodes to share out: see OverlapWalk::split.
inline std::vector<NodePair> split_overlaps(const BoxTree& a, const BoxTree& b, double until,
                                            std::size_t count) {
  const auto end = [until] { return until; };
  const auto visit = [](std::uint32_t, std::uint32_t) { return true; };
  return OverlapWalk<decltype(end), decltype(visit)>(a, b, end, visit).split(count);
}

}  // namespace graze::linear
