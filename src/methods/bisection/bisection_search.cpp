// SPDX-License-Identifier: MIT
// Question   When do two trees first touch during a piece of time?                          [C4-C7]
// Source     Redon, Kheddar, Coquillart 2002, sections 4 and 6.
// Guarantee  Every pair of triangles is proved apart up to the earliest candidate's upper end, or
//            is a candidate, or counts as undecided from its time on.
// Changed    Recursion is a stack of (pair of boxes, time interval), earlier half on top, so that a
//            search that runs out of budget knows how far it is sure.
#include "methods/bisection/bisection_search.h"

#include <algorithm>

#include "methods/bisection/subdivision_test.h"

namespace graze::bisection {

SearchResult BisectionSearch::run(const Interval& span, const std::vector<NodePair>& front) {
  for (std::size_t i = front.size(); i-- > 0;) todo_.push_back({front[i], span});
  while (!todo_.empty()) {
    Entry entry = todo_.back();
    todo_.pop_back();
    if (keeps_front_) visited_.insert(entry.nodes);
    if (options_.pass_current_collision_time) {
      if (entry.span.lo >= current_collision_time_) continue;
      entry.span.hi = std::min(entry.span.hi, current_collision_time_);
    }
    if (watch_.spend()) {
      result_.undecided_from = std::min(result_.undecided_from, entry.span.lo);
      result_.is_out_of_budget = true;
      continue;  // what waits is undecided from its own beginning
    }
    pair_.motion.forget_if_many();
    visit(entry);
  }
  return std::move(result_);
}

std::vector<NodePair> BisectionSearch::front() const {
  std::vector<NodePair> front;
  std::set_difference(visited_.begin(), visited_.end(), opened_.begin(), opened_.end(),
                      std::back_inserter(front));
  return front;
}

void BisectionSearch::visit(const Entry& entry) {
  ++stats_.box_tests;
  const BoxPair boxes = pair_.boxes(entry.nodes[0], entry.nodes[1]);
  if (are_apart_during(boxes, entry.span)) return;
  const EndPoses poses{pair_.motion.at(entry.span.lo), pair_.motion.at(entry.span.hi)};
  const double middle = entry.span.middle();
  const bool is_divisible = entry.span.lo < middle && middle < entry.span.hi;
  const SubdivisionTest test{options_.k, limits_.clearance, limits_.tolerance};
  if (is_divisible && test.should_subdivide(boxes, poses)) {
    todo_.push_back({entry.nodes, upper_half(entry.span)});
    todo_.push_back({entry.nodes, lower_half(entry.span)});
    return;
  }
  descend(entry);
}

bool BisectionSearch::are_apart_during(const BoxPair& boxes, const Interval& span) {
  if (options_.discrete_pretest && overlap_at_an_end(boxes, span)) return false;
  return are_separated(boxes, pair_.motion.over(span), {limits_.clearance, options_.partial_axes});
}

bool BisectionSearch::overlap_at_an_end(const BoxPair& boxes, const Interval& span) {
  const AxisChoice choice{limits_.clearance, options_.partial_axes};
  return !are_separated(boxes, pair_.motion.at(span.lo), choice) ||
         !are_separated(boxes, pair_.motion.at(span.hi), choice);
}

void BisectionSearch::descend(const Entry& entry) {
  const auto [a, b] = entry.nodes;
  const ObbNode& node_a = pair_.a.nodes()[a];
  const ObbNode& node_b = pair_.b.nodes()[b];
  if (node_a.is_leaf() && node_b.is_leaf()) {
    look_at_leaves(entry);
  } else if (pair_.opens_a(a, b)) {
    push_children(entry, {node_a.first, b}, {node_a.first + 1, b});
  } else {
    push_children(entry, {a, node_b.first}, {a, node_b.first + 1});
  }
}

void BisectionSearch::push_children(const Entry& entry, NodePair first, NodePair second) {
  if (keeps_front_) opened_.insert(entry.nodes);
  if (options_.directional_traversal &&
      centre_distance_sq(second, entry.span.lo) < centre_distance_sq(first, entry.span.lo)) {
    std::swap(first, second);
  }
  todo_.push_back({second, entry.span});
  todo_.push_back({first, entry.span});
}

double BisectionSearch::centre_distance_sq(const NodePair& nodes, double t) {
  const BoxPair boxes = pair_.boxes(nodes[0], nodes[1]);
  const RelativeEnclosure& pose = pair_.motion.at(t);
  return (pose.rotation * boxes.centre_b + pose.position - boxes.centre_a).squaredNorm();
}

void BisectionSearch::look_at_leaves(const Entry& entry) {
  const ObbNode& a = pair_.a.nodes()[entry.nodes[0]];
  const ObbNode& b = pair_.b.nodes()[entry.nodes[1]];
  for (std::uint32_t i = 0; i < a.count; ++i) {
    for (std::uint32_t j = 0; j < b.count; ++j) {
      look_at_triangles({pair_.a.order()[a.first + i], pair_.b.order()[b.first + j], {}},
                        entry.span);
    }
  }
}

void BisectionSearch::look_at_triangles(const NearTriangles& triangles, const Interval& span) {
  Interval left = span;
  if (options_.pass_current_collision_time) {
    if (left.lo >= current_collision_time_) return;
    left.hi = std::min(left.hi, current_collision_time_);
  }
  const TrianglePair corners = pair_.triangles(triangles.triangle_a, triangles.triangle_b);
  const ElementaryResult found = elementary_.first_contact(corners, left);
  if (found.contact) {
    result_.candidates.push_back({found.contact->time, triangles});
    current_collision_time_ = std::min(current_collision_time_, found.contact->time.hi);
  }
  if (!found.undecided_from) return;
  result_.undecided_from = std::min(result_.undecided_from, *found.undecided_from);
  result_.is_out_of_budget = result_.is_out_of_budget || watch_.exhausted();
}

}  // namespace graze::bisection
