// SPDX-License-Identifier: MIT
// Bodies as controllers see them: they tell what is asked for, no earlier, and take changes. [K1,
// K2]
#pragma once
#include <graze/dynamics/world_body.h>
#include <graze/dynamics/world_state.h>
#include <graze/geometry/aabb.h>
#include <graze/motion/motion.h>

#include <span>
#include <utility>
#include <vector>

namespace graze {

struct Detection;

/// A change of a body's state. Changes of several controllers add up.
struct StateChange {
  /// Added now; in a world of first order to the command, until the span ends.
  Vec3 velocity = Vec3::Zero();
  Vec3 angular_velocity = Vec3::Zero();
  Vec3 force = Vec3::Zero();   ///< at the centre of mass, until the span ends
  Vec3 torque = Vec3::Zero();  ///< until the span ends
};

/// All bodies during a span: a world hands one to its controllers, tests may write their own.
/// Extents are cheap. A boundary is worth asking for when extents meet, a state when there is a
/// contact.
class Objects {
 public:
  virtual ~Objects() = default;

  virtual std::size_t count() const = 0;
  virtual Interval span() const = 0;  ///< from now to the end of the ways, seconds
  /// Contains the body during the span, world frame; empty: there is no body of that number.
  virtual Aabb extent(BodyId body) const = 0;
  /// This detector is to look at the pair.
  virtual bool is_asked(BodyId a, BodyId b) const = 0;
  virtual const Body& boundary(BodyId body) const = 0;     ///< shape and padding
  virtual Motion way(BodyId body) const = 0;               ///< where it goes if nothing happens
  virtual BodyState state(BodyId body) const = 0;          ///< now
  virtual const MassModel* matter(BodyId body) const = 0;  ///< null: nothing moves it
  virtual Vec3 acceleration(BodyId body) const = 0;        ///< by gravity and forces, until now
  virtual ContactMaterial material(BodyId a, BodyId b) const = 0;
  virtual bool is_second_order() const = 0;

  /// What all detectors find along the ways, earliest first. A response does not see who found it.
  virtual std::vector<Detection> detect() const = 0;
  virtual void change(BodyId body, const StateChange& change) = 0;
};

/// Pairs that are asked about and whose extents meet, a < b, ascending. Asks for extents alone.
std::vector<std::pair<BodyId, BodyId>> pairs_that_meet(const Objects& objects);

}  // namespace graze
