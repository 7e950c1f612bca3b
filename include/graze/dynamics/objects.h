// SPDX-License-Identifier: MIT
// Bodies as controllers see them: they compute data on request and accept changes.       [K1, K2]
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

/// A change of a body's state. Changes by several controllers add up.
struct StateChange {
  /// Added to the velocity now; in a first-order world, added to the command until the span ends.
  Vec3 velocity = Vec3::Zero();
  Vec3 angular_velocity = Vec3::Zero();
  Vec3 force = Vec3::Zero();   ///< at the centre of mass, until the span ends
  Vec3 torque = Vec3::Zero();  ///< until the span ends
};

/// All bodies during a span. A world hands one to its controllers; tests may write their own.
/// Extents are cheap. Ask for a boundary only when extents meet, and for a state only when there is
/// a contact.
class Objects {
 public:
  virtual ~Objects() = default;

  virtual std::size_t count() const = 0;
  virtual Interval span() const = 0;  ///< from now to the end of the ways, seconds
  /// Contains the body during the span, world frame; empty if the body was removed or has no
  /// surface.
  virtual Aabb extent(BodyId body) const = 0;
  /// Whether this detector should check the pair.
  virtual bool is_asked(BodyId a, BodyId b) const = 0;
  virtual const Body& boundary(BodyId body) const = 0;     ///< shape and padding
  virtual Motion way(BodyId body) const = 0;               ///< where it goes if nothing happens
  virtual BodyState state(BodyId body) const = 0;          ///< now
  virtual const MassModel* matter(BodyId body) const = 0;  ///< null: impulses do not move it
  virtual Vec3 acceleration(BodyId body) const = 0;        ///< by gravity and the forces so far
  virtual ContactMaterial material(BodyId a, BodyId b) const = 0;
  virtual bool is_second_order() const = 0;

  /// What all detectors find along the ways, earliest first.
  virtual std::vector<Detection> detect() const = 0;
  virtual void change(BodyId body, const StateChange& change) = 0;
};

/// The pairs that this detector should check and whose extents meet, a < b, ascending. Asks only
/// for extents.
std::vector<std::pair<BodyId, BodyId>> pairs_that_meet(const Objects& objects);

}  // namespace graze
