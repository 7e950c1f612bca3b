// SPDX-License-Identifier: MIT
// The contacts of a pair for the solve of the ways: which features count, when, and how far apart
// they are to be.                                                                             [C11]
#pragma once
#include <map>

#include "dynamics/way_trial.h"

namespace graze::dynamics {

/// Candidates that come too near between the ends of the ways, and the part of the way after which
/// they are nearest.
using Bulges = std::map<std::pair<const NearPair*, std::size_t>, double>;

/// Contacts of one pair, and where each comes from.
struct PairRows {
  SolverPair pair;
  std::vector<FeatureRow> features;

  void add(const SolverContact& contact, FeatureRow feature) {
    pair.contacts.push_back(contact);
    features.push_back(feature);
  }
};

/// What a row is about.
const ContactCandidate& feature_of(const NearPair& near, FeatureRow row);

class PairRowsMaker {
 public:
  /// Features that come nearer than at `bounce_speed` bounce: they get no rows.
  PairRowsMaker(const WayTrial& trial, double bounce_speed, const Bulges& bulges,
                const NearPair& near);

  /// Of the ends and middles of the ways.
  const PairRows& later() const { return later_; }
  /// Of the start: the lever arms are those of the start, although twists refer to the middle.
  const PairRows& at_start() const { return at_start_; }

 private:
  void set_pairs();
  void add_candidate(std::size_t index, double bounce_speed, const Bulges& bulges);
  void add_at_end(const ContactCandidate& start, double target, FeatureRow row);
  void add_between(const ContactCandidate& start, double part, FeatureRow row);
  void add_at_start(const ContactCandidate& start, FeatureRow row);
  void add_met(const MetFeature& met, FeatureRow row);
  SolverContact contact(const ContactCandidate& there, double lack, double seconds) const;
  /// True if the gap stays far beyond its target, as solved for and as wished.
  bool is_far(const ContactCandidate& then, double target, double seconds) const;

  const WayTrial& trial_;
  const NearPair& near_;
  double middle_;
  PlacedSurface a_mid_, b_mid_, a_end_, b_end_;
  Vec6 relative_ = Vec6::Zero();  ///< of b to a, at the origin, as tried
  Vec6 change_ = Vec6::Zero();    ///< from there to what is wished
  PairRows later_, at_start_;
};

}  // namespace graze::dynamics
