// SPDX-License-Identifier: MIT
// The search of the paper's method over one piece of time.                                [C4-C7]
#pragma once
#include <limits>
#include <set>
#include <vector>

#include "graze/methods/bisection.h"
#include "methods/bisection/elementary_search.h"
#include "methods/bisection/near_triangles.h"

namespace graze::bisection {

/// A contact of two triangles: none of theirs before time.lo; within tolerance at time.hi.
struct Candidate {
  Interval time;
  NearTriangles triangles;
};

struct SearchResult {
  std::vector<Candidate> candidates;
  double undecided_from = kInfinity;  ///< no statement is made from here on
  bool is_out_of_budget = false;
};

using NodePair = std::array<std::uint32_t, 2>;

/// Trees are searched from the pairs `front`, all over `span`. The bodies are disjoint at span.lo.
class BisectionSearch {
 public:
  BisectionSearch(TreePair& pair, const SearchLimits& limits, const BisectionOptions& options,
                  BudgetWatch& watch, Stats& stats)
      : pair_(pair),
        limits_(limits),
        options_(options),
        watch_(watch),
        stats_(stats),
        elementary_(pair.motion, limits, watch, stats) {}

  SearchResult run(const Interval& span, const std::vector<NodePair>& front);

  /// From now on records where the search stops descending; `front` has it afterwards.
  void keep_front() { keeps_front_ = true; }
  std::vector<NodePair> front() const;

 private:
  struct Entry {
    NodePair nodes;
    Interval span;
  };

  void visit(const Entry& entry);
  bool are_apart_during(const BoxPair& boxes, const Interval& span);
  bool overlap_at_an_end(const BoxPair& boxes, const Interval& span);
  void descend(const Entry& entry);
  void push_children(const Entry& entry, NodePair first, NodePair second);
  void look_at_leaves(const Entry& entry);
  void look_at_triangles(const NearTriangles& triangles, const Interval& span);
  double centre_distance_sq(const NodePair& nodes, double t);

  TreePair& pair_;
  SearchLimits limits_;
  BisectionOptions options_;
  BudgetWatch& watch_;
  Stats& stats_;
  ElementarySearch elementary_;
  std::vector<Entry> todo_;
  SearchResult result_;
  double current_collision_time_ = kInfinity;
  bool keeps_front_ = false;
  std::set<NodePair> visited_, opened_;
};

}  // namespace graze::bisection
