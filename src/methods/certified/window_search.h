// SPDX-License-Identifier: MIT
// Best-first search for the first contact of two moving trees within one window of time. [C4-C7]
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "graze/base/budget.h"
#include "graze/contact/contact_report.h"
#include "methods/certified/lanes.h"
#include "methods/certified/slot_queue.h"
#include "methods/certified/triangle_pair.h"

namespace graze::certified {

class ProfileShortcut;
class StartContact;

/// How two bodies move during `window`, on which both motions are smooth.
struct TimeWindow {
  MovingPair pair;
  Interval window;
  Interval piece;             ///< from the window's start on: both motions are smooth there
  bool rest_is_free = false;  ///< set by whoever knows: the piece needs no more windows
};

/// And two trees.
struct WindowInput : TimeWindow {
  const WideObbTree* tree_a = nullptr;
  const WideObbTree* tree_b = nullptr;
  double scale = 1.0;               ///< a power of two that brings lengths to about one
  double relative_tolerance = 0.0;  ///< of a smallest distance, beyond `padding`
  double padding = 0.0;

  /// What may be left open of a smallest distance.
  double slack_of(double distance) const {
    return std::max(pair.tolerance, relative_tolerance * (distance - padding));
  }
};

/// The earliest contact found so far. Nothing touches before `t`, once the search has ended.
struct Candidate {
  double t = 0.0;
  std::uint32_t triangle_a = 0, triangle_b = 0;
};

/// How near two triangles are at an instant.
struct NearInstant {
  Candidate at;
  double distance = std::numeric_limits<double>::infinity();
};

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
  std::vector<SlotMoment> moments;  ///< more than are in use: they are large to make
  std::size_t moments_in_use = 0;
  std::array<std::int32_t, SlotQueue::kSlots + 1> moment_of_slot;
};

class WindowSearch {
 public:
  WindowSearch(const WindowInput& input, WideTest test, StartContact& start, SearchMemory& memory,
               BudgetWatch& watch, Stats& stats);

  /// A pair of triangles that may touch early: makes a good upper bound before the search begins.
  void try_first(std::uint32_t triangle_a, std::uint32_t triangle_b);

  /// To be tried when the search takes long.
  void use(ProfileShortcut& shortcut);

  void run();

  /// Instead of contacts, look for the smallest distance: whatever is found nearer than `nearest`
  /// by more than the tolerance takes its place. With `nearest` the best known so far.
  void seek_nearest(NearInstant& nearest);

  const std::optional<Candidate>& contact() const { return contact_; }
  bool is_complete() const { return why_incomplete_ == Undecided::kNo; }
  Undecided why_incomplete() const { return why_incomplete_; }
  double sure_until() const { return sure_until_; }    ///< nothing new touches before
  bool rest_is_free() const { return rest_is_free_; }  ///< nor until the end of the piece

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
  std::optional<double> step(const TrianglePair& triangles, const PlacedTriangles& placed,
                             const Moment& now, const Candidate& candidate);
  void note_distance(const Candidate& candidate, double distance);
  bool turns_far(const Moment& now, double square) const;
  double apart_for(const TrianglePair& triangles, const PlacedTriangles& placed,
                   const TriangleDistance& near, const Moment& now) const;
  double finely_apart_for(const TrianglePair& triangles, const PlacedTriangles& placed,
                          const Moment& now) const;
  bool shortcut_proves_rest();
  void stop(Undecided why) { why_incomplete_ = why; }

  const WindowInput& input_;
  LaneTree tree_a_, tree_b_;
  WideTest test_;
  StartContact& start_;
  SearchMemory& memory_;
  BudgetWatch& watch_;
  Stats& stats_;
  double cell_;  ///< seconds between slots
  bool coarse_;  ///< a cell is so much more than rounding that steps can be counted in cells
  double hi_;    ///< what is later than this does not matter
  double gap_;   ///< contact is at this distance
  std::optional<Candidate> contact_;
  NearInstant* nearest_ = nullptr;  ///< sought instead of a contact
  ProfileShortcut* shortcut_ = nullptr;
  double shortcut_after_ = std::numeric_limits<double>::infinity();  ///< wide tests
  bool rest_is_free_ = false;
  Undecided why_incomplete_ = Undecided::kNo;
  double sure_until_;
};

}  // namespace graze::certified
