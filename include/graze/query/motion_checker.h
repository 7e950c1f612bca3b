// SPDX-License-Identifier: MIT
// For planners: is the straight motion of a robot's joints from q0 to q1 free, proved?     [C8, G3]
#pragma once
#include <graze/query/prepared_scene.h>
#include <graze/scene/robot.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace graze {

struct MotionCheckerOptions {
  std::vector<std::string> joints = {};  ///< those that q0 and q1 give; default: all moved joints
  double tolerance = 1e-5;  ///< nearer than this may count as contact; > 0, scene units
  double margin = 0.0;      ///< contact is where the distance falls to this; >= 0, scene units
  bool earliest = false;    ///< look for the earliest contact; else any contact decides
  Budget budget = {};       ///< of each check
};

/// The answer for one motion; s runs from 0 at q0 to 1 at q1.
struct MotionCheck {
  /// kSeparated: free at every s, the first included. kContact: not free; with `contact` 0 the pair
  /// touches at q0 already. kOverlapAtStart: not free from q0 on; only `earliest` distinguishes
  /// it from a contact on the way. kUndecided: budget used up.
  Outcome outcome = Outcome::kUndecided;
  double safe = 0.0;     ///< free for all s < safe, proved; 0 unless `earliest` or free
  double contact = 1.0;  ///< an s at which `pair` is within tolerance, if not free
  std::optional<std::pair<BodyId, BodyId>> pair = {};
  Stats stats = {};

  bool is_free() const { return outcome == Outcome::kSeparated; }
};

/// What one check leaves for the next: the pair that touched is asked first. One for each thread.
struct MotionWarmStart {
  std::optional<std::pair<BodyId, BodyId>> pair = {};
};

/// A robot in its world, prepared: trees built, rules prepared, closed obstacles known. Pairs of
/// the world's bodies among each other are not checked. Immutable, cheap to copy, safe to use from
/// every thread; answers do not depend on warm starts except for which contact is named.
class MotionChecker {
 public:
  /// `placement.values` are those of joints that are not in `options.joints`. Throws InputError.
  MotionChecker(Robot robot, Scene world = {}, const RobotPlacement& placement = {},
                const MotionCheckerOptions& options = {});

  /// Throws InputError unless both have one finite value for each of joints().
  MotionCheck check(std::span<const double> q0, std::span<const double> q1,
                    MotionWarmStart* warm = nullptr) const;
  /// The same for one configuration.
  MotionCheck check(std::span<const double> q, MotionWarmStart* warm = nullptr) const;
  /// The same for many edges: q0 and q1 of the first, of the second, … (N x 2 x joints). On
  /// `threads` threads (0: all cores); the answers do not depend on it. Throws InputError if the
  /// number of values is not a multiple, and like check.
  std::vector<MotionCheck> check_edges(std::span<const double> edges, int threads = 0) const;

  const std::vector<std::size_t>& joints() const;  ///< indices of the robot's joints, in the order
                                                   ///< of q
  const Robot& robot() const;
  const RobotBodies& bodies() const;
  const PreparedScene& scene() const;  ///< with the robot at rest

 private:
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace graze
