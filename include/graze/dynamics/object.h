// SPDX-License-Identifier: MIT
// An object of a simulation: it tells what is asked for, no earlier, and takes changes.    [K1, K2]
#pragma once
#include <graze/base/id.h>
#include <graze/geometry/aabb.h>
#include <graze/motion/accelerated_motion.h>
#include <graze/scene/shape.h>

#include <functional>
#include <memory>
#include <string>

namespace graze {

using ObjectId = Id<struct ObjectTag>;  ///< index of an object in its world

/// What a response needs to know of an object. Detection never asks for it.
struct Matter {
  double inverse_mass = 0.0;            ///< 1 / kg; 0: nothing moves it
  Mat3 inverse_inertia = Mat3::Zero();  ///< about the centre of mass, body frame
  double restitution = 0.5;             ///< of two objects the smaller counts; in [0, 1]
  double friction = 0.5;                ///< Coulomb's; of two objects the geometric mean; >= 0
};

/// A change of an object's state; what is not named stays.
struct StateChange {
  Vec3 velocity = Vec3::Zero();              ///< added
  Vec3 angular_velocity = Vec3::Zero();      ///< added
  Vec3 acceleration = Vec3::Zero();          ///< added
  Vec3 angular_acceleration = Vec3::Zero();  ///< added
};

/// Functions that know one object's insides. All but `name` are needed. `extent` is cheap and asked
/// for every object in every step; `boundary` once, when extents meet; `state` then, in every step;
/// `matter` when there is a collision to respond to.
struct Object {
  std::string name;
  /// Contains the object during the next `seconds`, world frame.
  std::function<Aabb(double seconds)> extent;
  /// Shape in the body frame; does not change.
  std::function<Shape()> boundary;
  std::function<AcceleratedState()> state;  ///< now
  std::function<Matter()> matter;
  std::function<void(const StateChange&)> change;
  std::function<void(double seconds)> advance;  ///< moves on by its own state
};

/// A rigid body that an Object can speak for.
struct RigidBody {
  Shape shape = {};
  AcceleratedState state = {};
  Matter matter = {};
};

/// A body of uniform density and the given mass (kg, > 0) at the given pose, at rest. Throws
/// InputError for a mass that is not positive or a mesh without volume.
RigidBody make_rigid_body(const Shape& shape, const Pose& pose, double mass);

/// A body that nothing moves.
RigidBody make_fixed_body(const Shape& shape, const Pose& pose);

/// The object that speaks for `body`, which the caller may read and change as well.
Object rigid_object(std::string name, std::shared_ptr<RigidBody> body);

}  // namespace graze
