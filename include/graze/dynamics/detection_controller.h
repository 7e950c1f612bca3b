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

/// Two bodies that come into contact or overlap.
struct Detection {
  BodyId a;
  BodyId b;
  double time = 0.0;     ///< seconds
  CollisionEvent event;  ///< world frame; an overlap has no manifold
  ContactReport report;  ///< the method that found it, and its guarantee
  /// The overlap at `time`, world frame. It does not stop the bodies.
  std::optional<OverlapVolume> overlap = {};
};

/// Wraps the contacts that your own detector found at `time`, in the form that the library's
/// methods use. Points closer to each other than `tolerance` count once.
Detection detected(BodyId a, BodyId b, double time, std::vector<Contact> contacts,
                   double tolerance);

/// Derive your own detector from this class. A world asks it about the pairs it was added for.
class DetectionController {
 public:
  virtual ~DetectionController() = default;
  /// For each pair, the first contact along the ways within objects.span(), or the overlap now.
  virtual std::vector<Detection> detect(const Objects& objects) = 0;
};

struct DetectionOptions {
  /// Any method that applies to the bodies. Backtracking hands what it cannot prove to certified.
  /// kVolume finds present overlaps, not future contacts.
  Method method = Method::kCertified;
  std::optional<double> tolerance = {};  ///< scene units; default: 1e-6 of the smaller diagonal
  /// Backtracking: points this close at an event belong to it; a fraction of the smaller diagonal,
  /// >= 0.
  double reach = 1e-3;
  int pixels = 32;  ///< kVolume: size of each pair's images along each axis
};

/// How often a detector asked for each kind of data, and what it found.
struct DetectionCounts {
  std::uint64_t extents = 0;
  std::uint64_t boundaries = 0;
  std::uint64_t pairs = 0;     ///< whose extents met
  std::uint64_t contacts = 0;  ///< contacts or overlaps found
};

/// Uses one of the library's methods as a detector. Keeps what it learns about a pair for the next
/// step.
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
