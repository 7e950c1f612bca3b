// SPDX-License-Identifier: MIT
// A hand on a body: pulls one of its points towards a target; the body slides along what it
// touches. [C12, C13]
#pragma once
#include <graze/dynamics/world.h>

#include <functional>
#include <memory>
#include <optional>

namespace graze {

struct HandleOptions {
  double stiffness = 1e4;              ///< of the spring, force / length; > 0
  std::optional<double> damping = {};  ///< force * s / length; default: critical
  double most_speed = kInfinity;       ///< of the point, in a world of first order
};

/// In a world of second order a spring and damper, stable however stiff it is. In a world of first
/// order it pulls as hard as possible: the point is to be at the target after each step.
class DragHandle : public ResponseController {
 public:
  /// Throws InputError for an option out of range.
  DragHandle(BodyId body, const Vec3& point_body, HandleOptions options = {});

  void set_target(std::optional<Vec3> world) { target_ = world; }  ///< none: lets go
  void begin(Objects& objects) override;

  BodyId body() const { return body_; }
  Vec3 point(const World& world) const;  ///< of the body, world frame
  /// Force of the spring on a hand at the target (a virtual coupling).
  Vec3 force_on_hand(const World& world) const;
  /// Who pushes hardest against the pull in the step of the report.
  std::optional<BodyId> blocker(const World& world, const StepReport& report) const;

 private:
  BodyId body_;
  Vec3 point_body_;
  HandleOptions options_;
  std::optional<Vec3> target_ = {};
};

/// How a loop kept its time.
struct HapticTimes {
  std::uint64_t ticks = 0;
  std::uint64_t missed = 0;  ///< ticks that ended after their deadline
  double worst = 0.0;        ///< longest tick, seconds
  double p999 = 0.0;         ///< 99.9 % of ticks are not longer
};

/// Steps the world in real time, one step a tick, for `seconds`. `device` is called with the time
/// and the force on the hand and says where the hand is; the handle's body is its god object. The
/// world is one of first order whose step is the tick (1 ms for a device).
HapticTimes run_haptic_loop(World& world, DragHandle& handle, double seconds,
                            const std::function<Vec3(double time, const Vec3& force)>& device);

}  // namespace graze
