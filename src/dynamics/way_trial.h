// SPDX-License-Identifier: MIT
// Ways on trial: the twists of an island's bodies, and how far apart features are on them.   [C11]
#pragma once
#include <vector>

#include "dynamics/inner_step.h"

namespace graze::dynamics {

/// How far apart features should be at the end of the ways: a skin, or if they are nearer than that
/// at the start, a part of the way to it.
double target_gap(double gap, double skin);

Vec3 middle_of(const ContactCandidate& features);

/// The bodies of an island go with `twists`, all others on their ways.
struct WayTrial {
  WayTrial(const World::Data& world, const std::vector<Way>& ways, const Island& island);

  const std::vector<Way>& ways;
  const Island& island;
  double begin = 0.0, end = 0.0, seconds = 0.0;
  std::vector<int> place;     ///< of each body of the world in the island, or kGiven
  std::vector<Vec6> wishes;   ///< of the island's bodies, if nothing were in their way
  std::vector<Vec6> guesses;  ///< where the search begins
  std::vector<Vec6> twists;

  bool is_many() const { return twists.size() > kManyBodies; }

  // Of any body of the world.
  Vec6 twist(std::size_t body) const;
  Vec6 wish(std::size_t body) const;
  Pose pose(std::size_t body, double t) const;
  PlacedSurface placed(std::size_t body, double t) const;
  Vec3 centre(std::size_t body, const Pose& pose) const;
  /// At a point of the body, at the start.
  Vec6 start_twist(std::size_t body, const Vec3& point) const;

  // Of features of two bodies.
  /// After a part of the way. The gap to a line or point that the other feature has passed is
  /// negative.
  ContactCandidate on_way(const NearPair& near, const ContactCandidate& start, double part) const;
  /// How fast they come nearer at the start.
  double approach(const NearPair& near, const ContactCandidate& features) const;
  /// Gaps are measured to planes and lines, which extend beyond faces and edges. So features that
  /// are not near yet count only if they are about to touch where their gap is used up.
  bool meets(const NearPair& near, const ContactCandidate& start,
             const ContactCandidate& end) const;

  // Of features that the ways met between their ends.
  /// The part of the way after which they count; for round ones, where they are nearest.
  double part_of(const NearPair& near, const MetFeature& met) const;
  /// The gap that they should have there. If it is smaller than a skin at the start, it grows only
  /// a part of the way to the skin. A negative gap at the start is between planes that extend
  /// beyond their faces, and the target is the skin.
  double target_of(const NearPair& near, const MetFeature& met, double part) const;

 private:
  double nearest_part(const NearPair& near, const ContactCandidate& feature) const;
};

}  // namespace graze::dynamics
