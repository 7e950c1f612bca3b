// SPDX-License-Identifier: MIT
// Points at which impulses act, and what an impulse does to the two objects of a point.       [K1]
#pragma once
#include <vector>

#include "graze/dynamics/world.h"

namespace graze::dynamics {

/// An object as impulses see it.
struct Pushed {
  ObjectId id;
  Matter matter;
  Vec3 centre;             ///< world frame
  Mat3 inverse_inertia;    ///< world frame
  Vec3 velocity, angular;  ///< present ones: velocities, or accelerations
  Vec3 velocity_start, angular_start;
};

/// Where two objects push each other.
struct PushPoint {
  std::size_t a = 0, b = 0;  ///< indices of Pushed
  Vec3 arm_a, arm_b;         ///< from the centres to the point
  Vec3 normal;               ///< from a towards b
  double mass = 0.0;         ///< that a normal impulse feels; 0: nothing moves
  double restitution = 0.0, friction = 0.0;
  double target = 0.0;          ///< separating speed wanted along the normal
  Vec3 impulse = Vec3::Zero();  ///< on b; the opposite acts on a
};

struct PushProblem {
  std::vector<Pushed> objects;
  std::vector<PushPoint> points;
};

/// All points of the collisions' manifolds, with velocities as they are.
PushProblem push_problem(const World& world, std::span<const Collision> collisions);

/// Velocity of b's point against a's.
Vec3 relative_velocity(const PushProblem& problem, const PushPoint& point);

/// Adds an impulse on b at the point and the opposite on a.
void push(PushProblem& problem, PushPoint& point, const Vec3& impulse);

/// The mass that an impulse along the unit direction feels; 0 if nothing can move.
double felt_mass(const PushProblem& problem, const PushPoint& point, const Vec3& direction);

}  // namespace graze::dynamics
