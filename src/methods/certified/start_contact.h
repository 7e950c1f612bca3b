// SPDX-License-Identifier: MIT
// Bodies that touch at the start: which touches are allowed to go on, and along which directions.
//                                                                                              [C9]
#pragma once
#include <cstdint>
#include <vector>

#include "methods/certified/contact_direction.h"
#include "methods/certified/lasting_touch.h"

namespace graze::certified {

/// How two trees stand at the start of the span. Looks only when first asked: queries that begin
/// well apart and end apart never do.
///
/// A pair of triangles that touches at the start, or comes near later, may stay near as long as the
/// bodies have been in touch ever since, and one of the start's contact directions keeps it from
/// getting deeper than that direction's threshold: bodies slide, spin and lift freely, are stopped
/// when they press, and land like any other. See docs/methods/certified.md, section 6.
class StartContact {
 public:
  /// `trees.moment` is the start of the span. Keeps references. Of an overlap one pair is enough
  /// unless `all_overlaps`.
  StartContact(const TreesAtInstant& trees, const MovingPair& pair, bool all_overlaps,
               WideTest test, BudgetWatch& watch, Stats& stats)
      : trees_(trees),
        pair_(pair),
        all_overlaps_(all_overlaps),
        test_(test),
        stats_(stats),
        touch_(trees.moment.t, test, watch, stats) {}

  /// What is allowed from here on is asked for times in this window.
  void enter(const WindowInput& window) { touch_.enter(window); }

  bool has_looked() const { return looked_; }
  StartState state();
  const std::vector<NearPair>& overlaps();  ///< deeper than the tolerance at the start: one, or all

  /// How long from `placed` on a direction of the start allows these triangles to be near; 0 if
  /// none does.
  double allowed_for(const TrianglePair& triangles, const PlacedTriangles& placed,
                     const Moment& now, double duration);
  /// The same for an instant.
  bool allows(const NearPair& near, const Moment& now);

 private:
  struct Direction {
    Vec3 n;  ///< from a to b, in the frame of the body it is fixed to
    bool fixed_to_a;
    double threshold;  ///< the separation along n must stay above it
  };

  void look();
  bool finds_overlap_among_few();
  void judge(const NearPair& near);
  void add_direction(const ContactDirection& out, double noise);
  void keep(const Direction& direction);
  double while_in_touch(double t, double duration);

  const TreesAtInstant& trees_;
  const MovingPair& pair_;
  bool all_overlaps_;
  WideTest test_;
  Stats& stats_;
  bool looked_ = false;
  StartState state_ = StartState::kApart;
  std::vector<NearPair> overlaps_;
  std::vector<Direction> directions_;
  LastingTouch touch_;
};

}  // namespace graze::certified
