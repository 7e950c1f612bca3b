// SPDX-License-Identifier: MIT
// Forces that undo an overlap: pressure, its stiffness without a matrix, viscous friction.   [V3]
#pragma once
#include <graze/contact/overlap_volume.h>

#include <array>
#include <span>
#include <variant>

namespace graze {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

/// A rigid body's velocity (or shift), or a force on it: a vector and a moment about the origin of
/// the frame of the overlap.
struct RigidVector {
  Vec3 linear = Vec3::Zero();
  Vec3 angular = Vec3::Zero();

  /// Velocity of the body's point that is at p.
  Vec3 at(const Vec3& p) const { return linear + angular.cross(p); }
};

/// The velocity of one side: of a rigid body, or of each vertex.
using SideVelocity = std::variant<RigidVector, std::span<const Vec3>>;
/// Where forces on one side are added up.
using SideForce = std::variant<RigidVector*, std::span<Vec3>>;

/// g . v: how fast the volume grows if this side moves like this.
double volume_rate(const OverlapSide& side, const SideVelocity& velocity);

/// force += scale * g.
void add_gradient(const OverlapSide& side, double scale, const SideForce& force);

/// k V^2 / 2, whose negative gradient the pressure forces are.
double overlap_energy(const OverlapVolume& overlap, double stiffness);

/// forces += -(k V + c dV/dt) g on both sides: eq. 1 of the paper, and a damper beside the spring.
/// `stiffness` is force / (volume * area), `damping` the same times seconds. The net forces are
/// opposite up to rounding.
void add_pressure(const OverlapVolume& overlap, double stiffness, double damping,
                  const std::array<SideVelocity, 2>& velocities,
                  const std::array<SideForce, 2>& forces);

/// forces += -k g (g . shifts): eq. 2, the product of the approximate stiffness with a vector. The
/// matrix is symmetric and never positive; the change of the overlap's outline is left out of it.
void add_stiffness_product(const OverlapVolume& overlap, double stiffness,
                           const std::array<SideVelocity, 2>& shifts,
                           const std::array<SideForce, 2>& forces);

/// -k g g^T of a rigid side about the origin: rows and columns are linear x y z, angular x y z.
Mat6 rigid_stiffness(const OverlapSide& side, double stiffness);

/// forces += viscous friction: at each patch -viscosity * area * relative velocity, without its
/// part along the view. Both forces act at one point (of two soft sides each at its own surface):
/// bodies that turn as one piece do not rub, and no spurious moment arises. Linear in the
/// velocities, symmetric and never positive: its own derivative. `viscosity` is force / (area *
/// speed). Needs DepthOptions::friction_patches.
void add_friction(const OverlapVolume& overlap, double viscosity,
                  const std::array<SideVelocity, 2>& velocities,
                  const std::array<SideForce, 2>& forces);

}  // namespace graze
