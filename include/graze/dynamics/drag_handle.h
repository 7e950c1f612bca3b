// SPDX-License-Identifier: MIT
// Pulls a point of a body towards a target, like a hand; the body slides along what it touches.
// [C12, C13]
#pragma once
#include <graze/dynamics/world.h>

#include <functional>
#include <memory>
#include <optional>

namespace graze {

struct HandleOptions {
  double stiffness = 1e4;              ///< of the spring, force / length; > 0
  std::optional<double> damping = {};  ///< force * s / length; default: critical
  double most_speed = kInfinity;       ///< of the point, in a first-order world; > 0
};

/// In a second-order world this is a spring with a damper, stable at any stiffness. In a
/// first-order world it commands the velocity that brings the point to the target in one step.
class DragHandle : public ResponseController {
 public:
  /// Throws InputError for an option out of range.
  DragHandle(BodyId body, const Vec3& point_body, HandleOptions options = {});

  void set_target(std::optional<Vec3> world) { target_ = world; }  ///< none: let go
  void begin(Objects& objects) override;

  BodyId body() const { return body_; }
  Vec3 point(const World& world) const;  ///< the pulled point, world frame
  /// The spring's force on a hand at the target (a virtual coupling).
  Vec3 force_on_hand(const World& world) const;
  /// The body that pushed hardest against the pull in the reported step.
  std::optional<BodyId> blocker(const World& world, const StepReport& report) const;

 private:
  BodyId body_;
  Vec3 point_body_;
  HandleOptions options_;
  std::optional<Vec3> target_ = {};
};

/// How well a loop kept to real time.
struct HapticTimes {
  std::uint64_t ticks = 0;
  std::uint64_t missed = 0;  ///< ticks that ended after their deadline
  double worst = 0.0;        ///< longest tick, seconds
  double p999 = 0.0;         ///< 99.9 % of ticks are no longer than this, seconds
};

/// Steps the world in real time for `seconds`, one step per tick. `device` receives the time and
/// the force on the hand and returns where the hand is; the handle's body is its god object. Use a
/// first-order world whose step is the tick (1 ms for a device).
HapticTimes run_haptic_loop(World& world, DragHandle& handle, double seconds,
                            const std::function<Vec3(double time, const Vec3& force)>& device);

}  // namespace graze
