// SPDX-License-Identifier: MIT
#include "dynamics/volume/trembling.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "dynamics/volume/volume_parts.h"

namespace graze::dynamics::by_volume {
namespace {
/// The velocities of the nodes without their common rigid motion.
std::vector<Vec3> without_rigid_motion(std::span<const Vec3> x, std::span<const Vec3> v,
                                       std::span<const double> masses) {
  double mass = 0.0;
  Vec3 centre = Vec3::Zero(), mean = Vec3::Zero(), turning = Vec3::Zero();
  for (std::size_t n = 0; n < x.size(); ++n) {
    mass += masses[n];
    centre += masses[n] * x[n];
    mean += masses[n] * v[n];
  }
  centre /= mass;
  mean /= mass;
  Mat3 inertia = Mat3::Zero();
  for (std::size_t n = 0; n < x.size(); ++n) {
    const Vec3 arm = x[n] - centre;
    turning += masses[n] * arm.cross(v[n] - mean);
    inertia += masses[n] * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
  }
  const Vec3 spin = inertia.completeOrthogonalDecomposition().solve(turning);
  std::vector<Vec3> rest;
  for (std::size_t n = 0; n < x.size(); ++n) {
    rest.push_back(v[n] - mean - spin.cross(x[n] - centre));
  }
  return rest;
}

/// True if nodes of the body are attached to a body that is not static.
bool is_carried(const World::Data& world, std::size_t body) {
  return std::ranges::any_of(world.attached, [&](const World::Data::AttachedNode& n) {
    return n.soft == body && world.bodies[n.to].body.role != Role::kStatic;
  });
}

/// The trembling of a body; empty if none may be taken.
std::vector<Vec3> trembling_of(const World::Data& world, std::size_t body, std::span<const Vec3> x,
                               std::span<const Vec3> v) {
  if (is_carried(world, body)) return {};
  const ElasticModel& model = *world.bodies[body].body.elastic;
  if (!model.pinned.empty() || is_attached(world, body)) return {v.begin(), v.end()};
  return without_rigid_motion(x, v, model.masses);
}

double kinetic_of(const std::vector<Vec3>& v, const std::vector<double>& masses) {
  double kinetic = 0.0;
  for (std::size_t n = 0; n < v.size(); ++n) kinetic += 0.5 * masses[n] * v[n].squaredNorm();
  return kinetic;
}
}  // namespace

double calm(const World::Data& world, std::size_t body, std::span<const Vec3> x, std::span<Vec3> v,
            double energy) {
  const std::vector<Vec3> trembling = trembling_of(world, body, x, v);
  const double kinetic = kinetic_of(trembling, world.bodies[body].body.elastic->masses);
  if (!(kinetic > 0.0)) return 0.0;
  const double taken = 1.0 - std::sqrt(std::max(0.0, 1.0 - energy / kinetic));
  for (std::size_t n = 0; n < trembling.size(); ++n) v[n] -= taken * trembling[n];
  return std::min(energy, kinetic);
}

double calm_all(World::Data& world, double energy) {
  const auto is_soft = [&](std::size_t i) {
    return world.bodies[i].is_there && world.bodies[i].body.elastic != nullptr;
  };
  std::vector<double> kinetic(world.bodies.size(), 0.0);
  double all = 0.0;
  for (std::size_t i = 0; i < kinetic.size(); ++i) {
    if (!is_soft(i)) continue;
    const SoftState& soft = world.state.soft[i];
    kinetic[i] = kinetic_of(trembling_of(world, i, soft.positions, soft.velocities),
                            world.bodies[i].body.elastic->masses);
    all += kinetic[i];
  }
  if (!(all > 0.0)) return 0.0;
  double taken = 0.0;
  for (std::size_t i = 0; i < kinetic.size(); ++i) {
    if (!(kinetic[i] > 0.0)) continue;
    SoftState& soft = world.state.soft[i];
    taken += calm(world, i, soft.positions, soft.velocities, energy * kinetic[i] / all);
  }
  return taken;
}

}  // namespace graze::dynamics::by_volume
