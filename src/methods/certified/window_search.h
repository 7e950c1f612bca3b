// SPDX-License-Identifier: MIT
// Best-first walk over two moving trees within one window of time. Contacts and smallest distances
// are found with it.                                                                        [C4-C7]
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "graze/base/budget.h"
#include "graze/contact/contact_report.h"
#include "methods/certified/lanes.h"
#include "methods/certified/slot_queue.h"
#include "methods/certified/window_input.h"

namespace graze::certified {

/// A time of the grid: both bodies, and what each sees of the other, once it is asked.
struct SlotMoment {
  Moment moment;
  int slot;
  bool is_seen[2];
  View seen[2];  ///< by a, by b
};

/// Memory that searches reuse; holds no answer between them.
struct SearchMemory {
  SearchMemory() { moment_of_slot.fill(-1); }
  void clear();

  SlotQueue queue;
  std::vector<SlotMoment> moments;  ///< more than are in use, because making one is expensive
  std::size_t moments_in_use = 0;
  std::array<std::int32_t, SlotQueue::kSlots + 1> moment_of_slot;
};

/// Two triangles at an instant of the search.
struct Look {
  const TrianglePair& triangles;
  const PlacedTriangles& placed;
  const Moment& now;
  TriangleDistance near;
  Candidate candidate;  ///< what they are, if they are what is sought
};

/// Proves everything farther apart than `gap_` up to `hi_`. What is sought lowers one of the two.
class WindowSearch {
 public:
  WindowSearch(const WindowInput& input, WideTest test, SearchMemory& memory, BudgetWatch& watch,
               Stats& stats);

  void run();

  bool is_complete() const { return why_incomplete_ == Undecided::kNo; }
  Undecided why_incomplete() const { return why_incomplete_; }
  double sure_until() const { return sure_until_; }  ///< nothing new is so near before

 protected:
  ~WindowSearch() = default;

  /// When to look at these triangles again; from `hi_` on never. Asked before `hi_`.
  virtual double next_look(const Look& look) = 0;
  /// Whether nothing is left to do. Asked beyond `pause_after_` wide tests.
  virtual bool ends_early() { return false; }

  void try_first(std::uint32_t triangle_a, std::uint32_t triangle_b);
  /// Up to when the triangles are proved farther apart than `gap_`; ends the search if not at all.
  double apart_until(const Look& look);
  double later(const Moment& now, double step) const;
  double stop(Undecided why);

  const WindowInput& input_;
  BudgetWatch& watch_;
  Stats& stats_;
  double hi_;   ///< what is later than this does not matter
  double gap_;  ///< nor what is farther apart
  double sure_until_;
  double pause_after_ = std::numeric_limits<double>::infinity();

 private:
  double slot_time(int slot) const;
  int slot_before(double t) const;
  const Moment& moment(int slot) { return slot_moment(slot).moment; }
  SlotMoment& slot_moment(int slot);
  const View& view_of(SlotMoment& now, bool own_is_a);
  void push_lanes(int slot, const WideResult& result, double duration, WaitingPair pair,
                  bool own_is_a);

  void expand(int slot, WaitingPair pair);
  void open(int slot, Place own_place, std::uint32_t wide_node, bool own_is_a);
  void look_at_leaves(const Moment& moment, const Lane& a, const Lane& b);
  void look_at_triangles(const Moment& moment, std::uint32_t triangle_a, std::uint32_t triangle_b);
  double look_at(const TrianglePair& triangles, const PlacedTriangles& placed, const Moment& now,
                 const Candidate& candidate);
  bool turns_far(const Moment& now) const;
  double apart_for(const Look& look) const;
  double finely_apart_for(const Look& look) const;

  LaneTree tree_a_, tree_b_;
  WideTest test_;
  SearchMemory& memory_;
  double cell_;  ///< seconds between slots
  bool coarse_;  ///< a cell is so much more than rounding that steps can be counted in cells
  Undecided why_incomplete_ = Undecided::kNo;
};

}  // namespace graze::certified
