// SPDX-License-Identifier: MIT
#include "dynamics/contact_points.h"

#include <algorithm>
#include <cmath>

namespace graze::dynamics {
namespace {
Pushed pushed(const World& world, ObjectId id) {
  const AcceleratedState state = world.object(id).state();
  Pushed p;
  p.id = id;
  p.matter = world.object(id).matter();
  p.centre = state.pose * state.centre;
  const Mat3& r = state.pose.rotation;
  p.inverse_inertia = r * p.matter.inverse_inertia * r.transpose();
  p.velocity = p.velocity_start = state.velocity;
  p.angular = p.angular_start = state.angular_velocity;
  return p;
}

std::size_t index_of(const World& world, ObjectId id, std::vector<Pushed>& objects) {
  const auto known =
      std::find_if(objects.begin(), objects.end(), [&](const Pushed& p) { return p.id == id; });
  if (known != objects.end()) return static_cast<std::size_t>(known - objects.begin());
  objects.push_back(pushed(world, id));
  return objects.size() - 1;
}
}  // namespace

Vec3 relative_velocity(const PushProblem& problem, const PushPoint& point) {
  const Pushed& a = problem.objects[point.a];
  const Pushed& b = problem.objects[point.b];
  return b.velocity + b.angular.cross(point.arm_b) - a.velocity - a.angular.cross(point.arm_a);
}

void push(PushProblem& problem, PushPoint& point, const Vec3& impulse) {
  Pushed& a = problem.objects[point.a];
  Pushed& b = problem.objects[point.b];
  a.velocity -= a.matter.inverse_mass * impulse;
  a.angular -= a.inverse_inertia * point.arm_a.cross(impulse);
  b.velocity += b.matter.inverse_mass * impulse;
  b.angular += b.inverse_inertia * point.arm_b.cross(impulse);
  point.impulse += impulse;
}

double felt_mass(const PushProblem& problem, const PushPoint& point, const Vec3& direction) {
  const auto ease = [&](const Pushed& p, const Vec3& arm) {
    const Vec3 turn = arm.cross(direction);
    return p.matter.inverse_mass + turn.dot(p.inverse_inertia * turn);
  };
  const double sum =
      ease(problem.objects[point.a], point.arm_a) + ease(problem.objects[point.b], point.arm_b);
  return sum > 0.0 ? 1.0 / sum : 0.0;
}

PushProblem push_problem(const World& world, std::span<const Collision> collisions) {
  PushProblem problem;
  for (const Collision& collision : collisions) {
    const std::size_t a = index_of(world, collision.a, problem.objects);
    const std::size_t b = index_of(world, collision.b, problem.objects);
    const Matter& ma = problem.objects[a].matter;
    const Matter& mb = problem.objects[b].matter;
    for (const LoadedPoint& loaded : collision.event.manifold) {
      PushPoint point;
      point.a = a;
      point.b = b;
      point.arm_a = loaded.point - problem.objects[a].centre;
      point.arm_b = loaded.point - problem.objects[b].centre;
      point.normal = loaded.normal;
      point.restitution = std::min(ma.restitution, mb.restitution);
      point.friction = std::sqrt(ma.friction * mb.friction);
      point.mass = felt_mass(problem, point, point.normal);
      problem.points.push_back(point);
    }
  }
  return problem;
}

}  // namespace graze::dynamics
