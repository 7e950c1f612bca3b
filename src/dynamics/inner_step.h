// SPDX-License-Identifier: MIT
// One inner step: solves for the ways, proves them free, and bends them at events.       [C11, K8]
#pragma once
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "dynamics/expected_impulses.h"
#include "dynamics/way.h"
#include "graze/dynamics/response_controller.h"

namespace graze::dynamics {

inline constexpr double kReachInSkins = 7.0;   ///< features within this distance are near
inline constexpr double kTouchInSkins = 1.05;  ///< features within this distance touch

/// Where a contact of the position solve comes from: the features, and when they count.
struct FeatureRow {
  enum class Of : std::uint8_t { kEnd, kStart, kBetween, kForeseen, kMet };
  Of of = Of::kEnd;
  std::size_t index = 0;  ///< of the pair's candidates, of what is foreseen, or of what is met

  auto operator<=>(const FeatureRow&) const = default;
};
/// The impulses of a pair's features along the last ways.
using FeatureImpulses = std::map<FeatureRow, Vec3>;

/// Bodies whose ways depend on each other.
struct Island {
  std::vector<std::size_t> bodies;     ///< dynamic, not held; ascending
  std::vector<const NearPair*> pairs;  ///< with one of these bodies
  std::vector<std::size_t> joints;
};

class InnerStep {
 public:
  InnerStep(World::Data& world, double seconds, StepReport& report);
  void run();

 private:
  struct Event {
    double time = 0.0;  ///< the ways are proved free until then
    Vec3 point = Vec3::Zero(), normal = Vec3::Zero();
  };

  // What is near (near_pairs.cpp).
  void find_near(const std::vector<std::size_t>& bodies, double t);
  /// Watched pairs with one of `bodies`, whose boxes overlap; ascending.
  std::vector<IndexPair> watched_pairs(const std::vector<Aabb>& boxes,
                                       const std::vector<std::size_t>& bodies) const;
  NearPair near_pair(std::size_t a, std::size_t b, double t) const;
  /// The pair with all features within `reach`.
  NearPair searched_pair(std::size_t a, std::size_t b, double t, double reach) const;
  // What bodies may run into (look_ahead.cpp).
  void look_ahead(const std::vector<std::size_t>& bodies);
  double reach_ahead(std::size_t a, std::size_t b, const std::vector<Vec6>& twists) const;
  /// Solves for the ways again, with the features that they met, so that they need not bend there.
  void avoid_events(const std::vector<std::size_t>& bodies);
  /// Adds the features that the ways meet to their pairs. Returns the bodies of the islands
  /// affected.
  std::vector<std::size_t> foresee_events(const std::vector<std::size_t>& bodies);
  bool can_foresee(const IndexPair& pair, const std::vector<char>& is_asked) const;
  std::vector<Island> islands_of(const std::vector<std::size_t>& bodies) const;

  // Ways (position_solve.cpp).
  /// Makes the next solve start from the velocities instead of the last ways.
  void aim_at_velocities(const std::vector<std::size_t>& bodies);
  void solve_ways(const std::vector<std::size_t>& bodies);
  struct Loads {
    std::vector<WorldContact> contacts;
    std::vector<std::pair<std::size_t, double>> joints;  ///< the force at each joint's point
    PairForces forces;
    std::vector<std::pair<IndexPair, ContactCandidate>> pushes;  ///< features that pushed
    std::map<IndexPair, FeatureImpulses> impulses;
  };
  Loads solve_ways(const Island& island);
  void note_pushes(const Island& island, const std::vector<WorldContact>& contacts);

  // Velocities (velocity_solve.cpp).
  void settle(const std::vector<std::size_t>& bodies);
  struct Settled {
    std::vector<Vec6> velocities;
    double residual = 0.0;
    int iterations = 0;
    std::size_t contacts = 0;
    std::vector<WorldImpact> impacts;
    std::vector<std::pair<std::pair<IndexPair, std::size_t>, Vec3>> impulses;  ///< pair, feature
    std::vector<double> joint_impulses;
    PairForces forces;
  };
  void forget_pushes(const std::vector<std::size_t>& bodies);
  /// Lets features that pushed along the ways, but no longer touch, count once more.
  void recall_pushes(const std::vector<std::size_t>& bodies);
  Settled settled(const Island& island) const;
  void note(const Island& island, const Settled& settled);

  // Proofs and events (safety_net.cpp).
  void prove_ways(const std::vector<std::size_t>& bodies);
  std::optional<Event> first_event(std::size_t a, std::size_t b) const;
  std::vector<std::size_t> touched_by(std::size_t a, std::size_t b, double t);
  /// Brings the pairs, and the bodies connected with them, to time t and gives them new ways.
  void bend_ways(const std::vector<IndexPair>& pairs, double t,
                 const std::vector<Detection>& detections);
  void hold(std::size_t body, std::size_t blocker, double t);

  // Controllers (controlled_step.cpp).
  class View;
  friend class View;
  void begin_controllers();
  std::vector<Detection> detections_now() const;
  void ask_detectors();
  void respond(const std::vector<Detection>& detections);
  void bend_ways_at(std::vector<Detection> detections);

  void finish();
  void break_joints();
  void clamp_energy();
  void join(std::size_t a, std::size_t b);
  std::size_t group_of(std::size_t body) const;

  World::Data& world_;
  StepReport& report_;
  double begin_, end_;
  double now_;  ///< of the last event
  std::vector<Way> ways_;
  std::vector<Aabb> swept_;          ///< boxes around the last proved ways; empty at first
  std::vector<std::size_t> movers_;  ///< dynamic bodies
  std::map<IndexPair, NearPair> near_;
  std::map<IndexPair, FeatureImpulses> impulses_;  ///< of the pairs in near_ that were solved for
  std::map<IndexPair, Event> events_;
  std::vector<Detection> detections_;                          ///< of controllers, earliest first
  std::map<std::size_t, double> joint_loads_;                  ///< of the last ways
  std::map<IndexPair, std::vector<ContactCandidate>> pushes_;  ///< on the last ways
  PairForces forces_;               ///< of the contacts in the last solve: the next starts there
  std::vector<std::size_t> group_;  ///< of bodies that affected each other in this inner step
  std::vector<char> is_driven_group_;
};

/// Contains a body from `since` to the end of its way.
Aabb swept_box(const Way& way, double since);
/// The same for a way with another twist.
Aabb swept_box(const Way& way, const Vec6& twist, double since);

/// A bound on the speed at which two bodies with these twists approach each other until the end.
double closing_bound(const Way& a, const Vec6& twist_a, const Way& b, const Vec6& twist_b,
                     double since);

/// Features farther apart than this are not looked at ahead of time: there would be too many.
double farthest_ahead(const World::Data::Entry& a, const World::Data::Entry& b);

/// True if both press at the same place in the same direction.
bool is_at_same_place(const ContactCandidate& x, const ContactCandidate& y, double skin);

/// The twist of a body at `origin`, from its twist at `centre`.
Vec6 twist_at_point(const Vec6& twist, const Vec3& centre, const Vec3& origin);

}  // namespace graze::dynamics
