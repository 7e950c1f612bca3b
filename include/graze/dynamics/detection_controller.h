// SPDX-License-Identifier: MIT
// Observes objects and reports their collisions; knows nothing about responses.        [K1, K2, K8]
#pragma once
#include <graze/contact/collision_event.h>
#include <graze/dynamics/object.h>
#include <graze/query/step_contact.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace graze {

/// Two objects that collide within a step.
struct Collision {
  ObjectId a;
  ObjectId b;
  CollisionEvent event;  ///< world frame; event.time in the world's seconds
  ContactReport report;  ///< who found it, and what that is worth
};

struct DetectionOptions {
  /// Backtracking with hand-over by default; any method of the table can be asked instead.
  std::optional<Method> method = {};
  std::optional<double> tolerance = {};  ///< scene units; default: 1e-6 of the smaller diagonal
  /// What nearly touches at an event is part of it, this near as a part of the smaller diagonal: a
  /// box that comes down almost flat rests on all its corners. >= 0.
  double reach = 1e-3;
};

/// How often objects were asked, and what the answers cost. Counts only.
struct DetectionCounts {
  std::uint64_t extents = 0;
  std::uint64_t boundaries = 0;
  std::uint64_t states = 0;
  std::uint64_t pairs = 0;        ///< whose extents met
  std::uint64_t handed_over = 0;  ///< of them, to the certified method
  std::uint64_t by_plane = 0;     ///< of them, proved apart by a remembered or new plane
};

/// Owns what it has learnt: boundaries for good, extents and states for a step, and for each pair
/// what the last step left behind.
class DetectionController {
 public:
  explicit DetectionController(DetectionOptions options = {}) : options_(std::move(options)) {}

  /// The earliest collisions within [now, now + seconds]; all that begin within their tolerance of
  /// each other in time. Empty: every pair is free of new contacts during the whole time. Pairs
  /// that overlap already are left out.
  std::vector<Collision> first_collisions(std::span<const Object> objects, double now,
                                          double seconds);

  /// To be told when states were changed from outside, between two questions at one instant.
  void forget_states() { states_.clear(); }

  const DetectionCounts& counts() const { return counts_; }

 private:
  using ObjectPair = std::pair<ObjectId, ObjectId>;

  std::vector<ObjectPair> pairs_that_meet(std::span<const Object> objects, double seconds);
  const Shape& boundary(std::span<const Object> objects, ObjectId id);
  const AcceleratedState& state(std::span<const Object> objects, ObjectId id);
  StepContact ask(std::span<const Object> objects, const ObjectPair& pair, const Interval& step);

  DetectionOptions options_;
  DetectionCounts counts_;
  std::map<ObjectId, Shape> boundaries_;
  std::map<ObjectId, AcceleratedState> states_;
  std::map<ObjectPair, BacktrackingCache> caches_;
};

}  // namespace graze
