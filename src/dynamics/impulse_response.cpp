// SPDX-License-Identifier: MIT
// Question   Which impulses let colliding objects bounce, rub and rest?                        [K1]
// Source     Momentum transfer (Zachwieja 1992, section 3.2; Moore, Wilhelms 1988) at the points of
//            the reduced manifold, solved by projected Gauss-Seidel; Coulomb friction; sums over
//            simultaneous collisions (section 4.3); normal forces of what rests (section 4.2).
// Guarantee  Equal and opposite impulses at one point: momenta are conserved. Impulses are scaled
//            down, all alike, where they would add energy.
// Changed    -
#include "graze/dynamics/impulse_response.h"

#include <algorithm>
#include <cmath>

#include "dynamics/contact_points.h"

namespace graze {
namespace {
using dynamics::push_problem;
using dynamics::Pushed;
using dynamics::PushPoint;
using dynamics::PushProblem;

void push_normally(PushProblem& problem, PushPoint& point) {
  const double speed = point.normal.dot(relative_velocity(problem, point));
  const double present = point.normal.dot(point.impulse);
  const double wanted = std::max(0.0, present + point.mass * (point.target - speed));
  push(problem, point, (wanted - present) * point.normal);
}

/// Takes the sliding away, as far as Coulomb's cone allows.
void rub(PushProblem& problem, PushPoint& point) {
  const Vec3 velocity = relative_velocity(problem, point);
  const Vec3 sliding = velocity - point.normal.dot(velocity) * point.normal;
  const double speed = sliding.norm();
  if (!(speed > 1e-12)) return;
  const Vec3 along = sliding / speed;
  const double normal = point.normal.dot(point.impulse);
  const Vec3 present = point.impulse - normal * point.normal;
  Vec3 wanted = present - felt_mass(problem, point, along) * speed * along;
  const double limit = point.friction * normal;
  if (wanted.norm() > limit) wanted *= limit / wanted.norm();
  push(problem, point, wanted - present);
}

/// Energy after all impulses times s is E0 + linear s + square s^2: the largest s in [0, 1] that
/// adds none.
double harmless_scale(const PushProblem& problem) {
  double linear = 0.0, square = 0.0;
  for (const PushPoint& point : problem.points) {
    const Pushed& a = problem.objects[point.a];
    const Pushed& b = problem.objects[point.b];
    const Vec3 before = b.velocity_start + b.angular_start.cross(point.arm_b) - a.velocity_start -
                        a.angular_start.cross(point.arm_a);
    linear += point.impulse.dot(before);
    square += 0.5 * point.impulse.dot(relative_velocity(problem, point) - before);
  }
  if (!(square > 0.0) || linear + square <= 0.0) return 1.0;
  return std::clamp(-linear / square, 0.0, 1.0);
}

void apply(World& world, const PushProblem& problem, double scale) {
  for (const Pushed& p : problem.objects) {
    StateChange change;
    change.velocity = scale * (p.velocity - p.velocity_start);
    change.angular_velocity = scale * (p.angular - p.angular_start);
    world.change(p.id, change);
  }
}

/// The same problem for accelerations: no point may accelerate into its contact.
void support(World& world, std::span<const Collision> collisions, const ImpulseOptions& options) {
  PushProblem problem = push_problem(world, collisions);
  std::erase_if(problem.points, [&](const PushPoint& point) {
    const double speed = point.normal.dot(relative_velocity(problem, point));
    return point.mass == 0.0 || std::abs(speed) > options.resting_speed;
  });
  if (problem.points.empty()) return;
  for (Pushed& p : problem.objects) {
    const AcceleratedState state = world.object(p.id).state();
    p.velocity = p.velocity_start = state.acceleration;
    p.angular = p.angular_start = state.angular_acceleration;
  }
  for (int i = 0; i < options.iterations; ++i) {
    for (PushPoint& point : problem.points) push_normally(problem, point);
  }
  for (const Pushed& p : problem.objects) {
    StateChange change;
    change.acceleration = p.velocity - p.velocity_start;
    change.angular_acceleration = p.angular - p.angular_start;
    world.change(p.id, change);
  }
}
}  // namespace

void ImpulseResponse::respond(World& world, std::span<const Collision> collisions) {
  PushProblem problem = push_problem(world, collisions);
  std::erase_if(problem.points, [](const PushPoint& point) { return point.mass == 0.0; });
  for (PushPoint& point : problem.points) {
    const double closing = -point.normal.dot(relative_velocity(problem, point));
    point.target = closing > options_.resting_speed ? point.restitution * closing : 0.0;
  }
  for (int i = 0; i < options_.iterations; ++i) {
    for (PushPoint& point : problem.points) push_normally(problem, point);
    for (PushPoint& point : problem.points) rub(problem, point);
  }
  apply(world, problem, harmless_scale(problem));
  support(world, collisions, options_);
}

void Gravity::begin_step(World& world, double) {
  for (std::size_t i = 0; i < world.objects().size(); ++i) {
    if (world.objects()[i].matter().inverse_mass == 0.0) continue;
    world.change(ObjectId(i), {Vec3::Zero(), Vec3::Zero(), acceleration_, Vec3::Zero()});
  }
}

}  // namespace graze
