// SPDX-License-Identifier: MIT
// Question   Which forces undo an overlap, and how do they change with a small motion?         [V3]
// Source     Faure et al. 2008, section 3.3, equations (1) and (2), and viscous friction.
// Guarantee  Forces on the two sides are opposite up to rounding, as gradients and patches are.
// Changed    A damper besides the spring: -c g (g . v).
#include "graze/query/overlap_force.h"

namespace graze {
namespace {
/// Velocity of a rigid side at p, of a soft one at its end of the patch.
Vec3 velocity_at(const SideVelocity& velocity, const FrictionPatch::End& end, const Vec3& p) {
  if (const auto* rigid = std::get_if<RigidVector>(&velocity)) return rigid->at(p);
  const auto& vertices = std::get<std::span<const Vec3>>(velocity);
  Vec3 sum = Vec3::Zero();
  for (int k = 0; k < 3; ++k) sum += end.weights[k] * vertices[end.vertices[k]];
  return sum;
}

struct PatchForce {
  Vec3 force, point;
};

void add_force_at(const SideForce& side, const FrictionPatch::End& end, const PatchForce& at) {
  if (const auto* rigid = std::get_if<RigidVector*>(&side)) {
    (*rigid)->linear += at.force;
    (*rigid)->angular += at.point.cross(at.force);
    return;
  }
  const auto& vertices = std::get<std::span<Vec3>>(side);
  for (int k = 0; k < 3; ++k) vertices[end.vertices[k]] += end.weights[k] * at.force;
}

/// Where the two sides rub: one point for both, or bodies that turn as one piece would slide at the
/// patch. A soft side is known at its surface only; the rigid one is asked there.
Vec3 rubbing_point(const std::array<SideVelocity, 2>& velocities, const FrictionPatch& patch) {
  const auto is_rigid = [&](int k) { return std::holds_alternative<RigidVector>(velocities[k]); };
  if (is_rigid(0) && is_rigid(1)) return 0.5 * (patch.ends[0].point + patch.ends[1].point);
  return patch.ends[is_rigid(0) ? 1 : 0].point;
}
}  // namespace

double volume_rate(const OverlapSide& side, const SideVelocity& velocity) {
  if (const auto* rigid = std::get_if<RigidVector>(&velocity)) {
    return side.rigid.linear.dot(rigid->linear) + side.rigid.angular.dot(rigid->angular);
  }
  const auto& vertices = std::get<std::span<const Vec3>>(velocity);
  double sum = 0.0;
  for (const VertexGradient& v : side.vertices) sum += v.gradient.dot(vertices[v.vertex.index()]);
  return sum;
}

void add_gradient(const OverlapSide& side, double scale, const SideForce& force) {
  if (const auto* rigid = std::get_if<RigidVector*>(&force)) {
    (*rigid)->linear += scale * side.rigid.linear;
    (*rigid)->angular += scale * side.rigid.angular;
    return;
  }
  const auto& vertices = std::get<std::span<Vec3>>(force);
  for (const VertexGradient& v : side.vertices) vertices[v.vertex.index()] += scale * v.gradient;
}

double overlap_energy(const OverlapVolume& overlap, double stiffness) {
  return 0.5 * stiffness * overlap.volume * overlap.volume;
}

void add_pressure(const OverlapVolume& overlap, double stiffness, double damping,
                  const std::array<SideVelocity, 2>& velocities,
                  const std::array<SideForce, 2>& forces) {
  const double rate =
      volume_rate(overlap.sides[0], velocities[0]) + volume_rate(overlap.sides[1], velocities[1]);
  const double pressure = stiffness * overlap.volume + damping * rate;
  for (int side = 0; side < 2; ++side) add_gradient(overlap.sides[side], -pressure, forces[side]);
}

void add_stiffness_product(const OverlapVolume& overlap, double stiffness,
                           const std::array<SideVelocity, 2>& shifts,
                           const std::array<SideForce, 2>& forces) {
  const double growth =
      volume_rate(overlap.sides[0], shifts[0]) + volume_rate(overlap.sides[1], shifts[1]);
  for (int side = 0; side < 2; ++side) {
    add_gradient(overlap.sides[side], -stiffness * growth, forces[side]);
  }
}

Mat6 rigid_stiffness(const OverlapSide& side, double stiffness) {
  Vec6 g;
  g << side.rigid.linear, side.rigid.angular;
  return -stiffness * g * g.transpose();
}

void add_friction(const OverlapVolume& overlap, double viscosity,
                  const std::array<SideVelocity, 2>& velocities,
                  const std::array<SideForce, 2>& forces) {
  for (const FrictionPatch& patch : overlap.patches) {
    const Vec3 point = rubbing_point(velocities, patch);
    Vec3 relative = velocity_at(velocities[0], patch.ends[0], point) -
                    velocity_at(velocities[1], patch.ends[1], point);
    relative[patch.axis] = 0.0;
    const Vec3 force = -viscosity * patch.area * relative;
    add_force_at(forces[0], patch.ends[0], {force, point});
    add_force_at(forces[1], patch.ends[1], {-force, point});
  }
}

}  // namespace graze
