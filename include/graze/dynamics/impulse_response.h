// SPDX-License-Identifier: MIT
// A response to collisions by impulses: restitution, friction, and support of what rests.      [K1]
#pragma once
#include <graze/dynamics/world.h>

namespace graze {

struct ImpulseOptions {
  /// Slower approaches do not bounce and are supported: the accelerations into the contact are
  /// taken away for the rest of the step. Length / s, >= 0.
  double resting_speed = 0.05;
  int iterations = 20;  ///< over all points of all collisions; >= 1
};

/// Transfers momentum at the points of the events' manifolds. Linear and angular momentum of a pair
/// are conserved (up to rounding, if both can move); kinetic energy never grows.
class ImpulseResponse : public Controller {
 public:
  explicit ImpulseResponse(ImpulseOptions options = {}) : options_(options) {}
  void respond(World& world, std::span<const Collision> collisions) override;

 private:
  ImpulseOptions options_;
};

/// The same acceleration for everything that can be moved.
class Gravity : public Controller {
 public:
  explicit Gravity(const Vec3& acceleration = {0.0, 0.0, -9.81}) : acceleration_(acceleration) {}
  void begin_step(World& world, double seconds) override;

 private:
  Vec3 acceleration_;
};

}  // namespace graze
