// SPDX-License-Identifier: MIT
// What a world knows about a body besides its shape: role, mass, material, start velocity.   [C11]
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
  kDriven,   ///< follows its motion, whatever pushes it; waits where it is blocked
  kDynamic,  ///< by forces, contacts and joints
};

/// A scene's body in a world. A driven body follows `body.motion`; others start at the pose that it
/// has at the world's time. A body of a world has no parent.
struct WorldBody {
  Body body = {};
  Role role = Role::kDynamic;
  /// kg per volume, or kg per area for a sheet (a mesh that encloses nothing); default: body.mass
  /// counts instead.
  std::optional<double> density = {};
  Vec3 velocity = Vec3::Zero();          ///< of the centre of mass at the start, length / s
  Vec3 angular_velocity = Vec3::Zero();  ///< world frame, rad / s
  /// Directions in which the body cannot move: along x, y, z and about x, y, z of the world.
  std::array<bool, 6> is_locked = {};
  /// Makes this a soft body, which must be dynamic. Its shape is the model's surface, placed by its
  /// motion's pose; its mass is the model's. Locks and torques do not apply. Its world is by
  /// volume.
  std::shared_ptr<const ElasticModel> elastic = {};
  /// A name in WorldOptions::materials or pair_materials; empty: the default one.
  std::string material = {};
};

/// Nodes of a soft body that move with a rigid one.
struct SoftAttachment {
  BodyId soft = {};
  BodyId to = {};                    ///< rigid, in any role
  std::vector<std::uint32_t> nodes;  ///< of the soft body
};

/// How two bodies touch.
struct ContactMaterial {
  double friction = 0.5;     ///< Coulomb's coefficient; >= 0
  double restitution = 0.0;  ///< Newton's coefficient; in [0, 1]
  double rolling = 0.0;      ///< torque against rolling per normal force, a length; >= 0
  double spinning = 0.0;     ///< torque against spinning per normal force, a length; >= 0
};

/// Mass, centre and inertia of a body, body frame.
struct MassModel {
  double mass = 1.0;            ///< kg
  Vec3 centre = Vec3::Zero();   ///< of mass
  Mat3 inertia = Mat3::Zero();  ///< about the centre
};

/// The mass model of a shape that is evenly filled, or evenly covered if it is a sheet. It is exact
/// for spheres and capsules; other rounded meshes count without their rounding. If `density` is
/// given, `mass` is ignored. Throws InputError unless the one that counts is finite and > 0, and
/// for a shape without extent.
MassModel mass_model(const Shape& shape, double mass, std::optional<double> density = {});

/// The point about which the ways of a static or driven body turn: the middle of its bounds, or the
/// origin of a half-space.
Vec3 centre_of_given(const Shape& shape);

}  // namespace graze
