// SPDX-License-Identifier: MIT
// Observes objects and reports contacts; knows nothing about responses.                [K1, K2, K8]
#pragma once
#include <graze/contact/collision_event.h>
#include <graze/contact/overlap_volume.h>
#include <graze/dynamics/objects.h>
#include <graze/methods/backtracking.h>
#include <graze/methods/volume.h>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace graze {

/// Two bodies that come into contact, or that overlap.
struct Detection {
  BodyId a;
  BodyId b;
  double time = 0.0;     ///< seconds
  CollisionEvent event;  ///< world frame; without a manifold if it is an overlap
  ContactReport report;  ///< who found it, and what that is worth
  /// What overlaps at `time`: nobody has to go back for it. World frame.
  std::optional<OverlapVolume> overlap = {};
};

/// Contacts that a detector of your own found, as the library's methods would report them: sampled,
/// at that instant. Points nearer to each other than `tolerance` count once.
Detection detected(BodyId a, BodyId b, double time, std::vector<Contact> contacts,
                   double tolerance);

/// A user's own derives from it. A world asks it about the pairs it was added for.
class DetectionController {
 public:
  virtual ~DetectionController() = default;
  /// The first contact of each pair along the ways within objects.span(), or its overlap now.
  virtual std::vector<Detection> detect(const Objects& objects) = 0;
};

struct DetectionOptions {
  /// Any method of the table that applies to the bodies; backtracking hands over to certified what
  /// it cannot prove. kVolume: overlaps now, not contacts to come.
  Method method = Method::kCertified;
  std::optional<double> tolerance = {};  ///< scene units; default: 1e-6 of the smaller diagonal
  /// Backtracking: what nearly touches at an event is part of it, this near as a part of the
  /// smaller diagonal. >= 0.
  double reach = 1e-3;
  int pixels = 32;  ///< kVolume: of each pair's images along each axis
};

/// What a detector asked for. Counts only.
struct DetectionCounts {
  std::uint64_t extents = 0;
  std::uint64_t boundaries = 0;
  std::uint64_t pairs = 0;     ///< whose extents met
  std::uint64_t contacts = 0;  ///< found
};

/// A method of the library as a detector. Keeps what it learns of a pair for the next step.
class MethodDetector : public DetectionController {
 public:
  explicit MethodDetector(DetectionOptions options = {}) : options_(options) {}
  std::vector<Detection> detect(const Objects& objects) override;
  const DetectionCounts& counts() const { return counts_; }

 private:
  using BodyPair = std::pair<BodyId, BodyId>;
  const Body& boundary(const Objects& objects, BodyId id);
  std::optional<Detection> contact(const Objects& objects, const BodyPair& pair);
  std::optional<Detection> overlap(const Objects& objects, const BodyPair& pair);

  DetectionOptions options_;
  DetectionCounts counts_;
  std::map<BodyId, Body> boundaries_;
  std::map<BodyId, DepthSurface> surfaces_;
  std::map<BodyPair, BacktrackingCache> caches_;
  DepthImages images_;
};

}  // namespace graze
