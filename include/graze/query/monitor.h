// SPDX-License-Identifier: MIT
// Watches moving bodies: which faces of which are about to touch?                          [O6, O8]
#pragma once
#include <graze/contact/monitor_event.h>
#include <graze/methods/octree.h>
#include <graze/query/choose_method.h>
#include <graze/scene/observation.h>
#include <graze/scene/scene.h>

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace graze {

struct MonitorOptions {
  double horizon = 1.0;               ///< how far it looks ahead, seconds; > 0
  int steps = 4;                      ///< parts of the horizon, 1 to 64: more give sharper times
  int depth = 4;                      ///< levels of the bodies' octrees, 0 to 10
  std::optional<double> margin = {};  ///< nearer than this counts; default: default_tolerance
  /// Motions may leave the estimate by this acceleration, length / s^2; >= 0. A body last seen t
  /// seconds ago is then taken to be anywhere within t^2 / 2 times this of its estimate.
  double acceleration = 0.0;
  double window = 0.0;  ///< velocities from the observations of this many last seconds; 0: two
  /// Limits of a cycle's work: node and face tests, and wall-clock seconds. Beyond them answers get
  /// coarser, on the safe side. Only a limit of tests gives equal answers everywhere. The default
  /// is some seconds: fine meshes in long steps have more pairs of faces than anyone can list.
  std::uint64_t tests_per_cycle = 20'000'000;
  double seconds_per_cycle = std::numeric_limits<double>::infinity();
  bool updates = false;  ///< send events also for what is still announced
  /// Called with a pair that may touch and a part of the horizon, min_separation included. What it
  /// calls separated is not announced.
  std::function<ContactReport(const PairQuestion&)> confirm = {};
  int threads = 0;  ///< 0: all cores; answers do not depend on it
};

/// Confirms with the best method that gives proofs.
std::function<ContactReport(const PairQuestion&)> confirm_by_proof();

/// What a cycle cost.
struct CycleReport {
  std::size_t near_pairs = 0;    ///< whose boxes meet during the horizon
  std::size_t coarse_pairs = 0;  ///< that were answered more coarsely
  SweepCounts counts;
  double seconds = 0.0;  ///< wall-clock
};

/// Keeps what it has seen; one caller at a time. Never silent about a contact that happens with the
/// motions as estimated (and within `acceleration` of them): it is announced before it happens, or
/// in the next cycle if it could not be foreseen. Bodies that were never observed stand at the pose
/// that their motion has at the start of the scene's span. Meshes that are not closed are watched
/// as surfaces. Bodies joined to one another, and pairs that may touch, are not watched.
class OctreeMonitor {
 public:
  /// Throws InputError if an option is out of range, or like check(scene).
  explicit OctreeMonitor(const Scene& scene, const MonitorOptions& options = {});
  ~OctreeMonitor();
  OctreeMonitor(OctreeMonitor&&) noexcept;
  OctreeMonitor& operator=(OctreeMonitor&&) noexcept;

  /// As often as you like, for any bodies; times of one body ascend. Throws InputError for a time
  /// that does not ascend, a pose whose matrix is not a rotation to 1e-6 (smaller errors are
  /// corrected), or a wrong number of vertices.
  void observe(const Observation& seen);

  /// Looks at [last cycle, now] as observed and at [now, now + horizon] as estimated. Events are
  /// sorted by bodies; withdrawals come last. Throws InputError if `now` is before the last cycle.
  std::vector<MonitorEvent> cycle(double now);

  /// What is announced after the last cycle.
  std::vector<MonitorEvent> announced() const;
  const CycleReport& last_cycle() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graze
