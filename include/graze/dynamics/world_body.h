// SPDX-License-Identifier: MIT
// What a world knows of a body beside its shape: role, mass, material, first velocity.       [C11]
#pragma once
#include <graze/elastic/elastic_model.h>
#include <graze/scene/scene.h>

#include <array>
#include <memory>
#include <optional>
#include <string>

namespace graze {

/// How a body of a world moves.
enum class Role {
  kStatic,   ///< never
  kDriven,   ///< follows its motion, whatever pushes it; it waits where it is blocked
  kDynamic,  ///< by forces, contacts and joints
};

/// A body of a scene in a world. `body.motion` is the motion of a driven body; of others its pose
/// at the world's time is where they start. A body of a world has no parent.
struct WorldBody {
  Body body = {};
  Role role = Role::kDynamic;
  /// kg per volume, of a sheet (a mesh that encloses nothing) kg per area; default: body.mass.
  std::optional<double> density = {};
  Vec3 velocity = Vec3::Zero();          ///< of the centre of mass at the start, length / s
  Vec3 angular_velocity = Vec3::Zero();  ///< world frame, rad / s
  /// Directions that nothing moves: along x, y, z and about x, y, z of the world.
  std::array<bool, 6> is_locked = {};
  /// A soft body: dynamic, its shape is the model's surface, its motion's pose places it. Its mass
  /// is the model's; locks and torques do not apply. Makes a world by volume.
  std::shared_ptr<const ElasticModel> elastic = {};
  std::string material = {};  ///< a name of WorldOptions::materials; empty: the default one
};

/// Nodes of a soft body that are parts of a rigid one.
struct SoftAttachment {
  BodyId soft = {};
  BodyId to = {};                    ///< rigid, in any role
  std::vector<std::uint32_t> nodes;  ///< of the soft one
};

/// How two bodies touch.
struct ContactMaterial {
  double friction = 0.5;     ///< Coulomb's coefficient; >= 0
  double restitution = 0.0;  ///< of Newton; in [0, 1]
  double rolling = 0.0;      ///< torque against rolling by normal force: a length; >= 0
  double spinning = 0.0;     ///< torque against spinning by normal force: a length; >= 0
};

/// Mass, centre and inertia of a body, body frame.
struct MassModel {
  double mass = 1.0;            ///< kg
  Vec3 centre = Vec3::Zero();   ///< of mass
  Mat3 inertia = Mat3::Zero();  ///< about the centre
};

/// Of a shape filled evenly (a sphere or capsule exactly, another rounded mesh without its
/// rounding), or covered evenly if it is a sheet. One of `mass` and `density` counts: the density,
/// if given. Throws InputError unless it is finite and > 0, and for a shape without extent.
MassModel mass_model(const Shape& shape, double mass, std::optional<double> density = {});

/// About which point the ways of a body turn that forces do not move: the middle of its bounds; of
/// a half-space its origin.
Vec3 centre_of_given(const Shape& shape);

}  // namespace graze
