// SPDX-License-Identifier: MIT
// Rigid bodies that move, touch, slide and hit, and never pass each other.                [C11, K8]
//
// Resting bodies keep a small distance, the skin. `certified` proves every way free before a body
// takes it. docs/methods/rigid_world.md has the equations.
#pragma once
#include <graze/dynamics/response_controller.h>
#include <graze/dynamics/step_report.h>
#include <graze/dynamics/world_body.h>
#include <graze/dynamics/world_joint.h>
#include <graze/dynamics/world_state.h>

#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace graze {

struct WorldOptions {
  double step = 1.0 / 60.0;  ///< seconds per step(); > 0
  Vec3 gravity{0.0, 0.0, -9.81};
  /// true: forces change velocities. false (a first-order world): a body moves with its commanded
  /// velocity as far as it can, and stands still without a command.
  bool second_order = true;
  std::optional<double> skin = {};  ///< scene units; default: 1e-4 of the pair's smaller diagonal
  ContactMaterial material = {};    ///< for bodies without a material
  std::map<std::string, ContactMaterial> materials = {};
  /// For pairs of material names, in either order. Other pairs get the geometric mean of the
  /// frictions, the smaller restitution, and the larger rolling and spinning resistance.
  std::map<std::pair<std::string, std::string>, ContactMaterial> pair_materials = {};
  /// Pairs of body or group names that pass through each other.
  std::vector<std::pair<std::string, std::string>> may_touch = {};
  int max_inner_steps = 8;  ///< per step, where near bodies turn fast; >= 1
  int max_rounds = 12;      ///< events of one body in an inner step before it is held; >= 1
  ContactMode contact = ContactMode::kExact;  ///< with a soft body, kExact means kVolume
  VolumeContactOptions volume = {};           ///< for worlds by volume
  bool clamp_energy = true;  ///< remove energy that a step without drives has added
  int threads = 1;           ///< 0: all cores; results do not depend on it
};

/// Ids of bodies and joints never change, and those of removed ones are not used again. Results
/// depend only on bodies, options, commands and state.
class World {
 public:
  /// Throws InputError if an option is out of range.
  explicit World(WorldOptions options = {});
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Throws InputError for a body that check(Scene) refuses, that deforms, has a parent, a name
  /// already in use, an unknown material, no mass, or a motion without bounds; and for a dynamic
  /// half-space.
  BodyId add(WorldBody body);
  void remove(BodyId body);  ///< also removes its joints
  /// Throws InputError for unknown or equal bodies, a zero axis, or a number out of range.
  JointId add(const WorldJoint& joint);
  void remove(JointId joint);
  void enable(JointId joint, bool is_enabled);
  void set_motor(JointId joint, std::optional<JointMotor> motor);

  /// Lets nodes of a soft body move with a rigid one, from where they are now. The two bodies then
  /// pass through each other. Throws InputError for other kinds of bodies, and for a node that does
  /// not exist, is pinned, or is already attached.
  void attach(const SoftAttachment& attachment);

  /// Leaves the pairs of these names (of bodies or groups) to the detector instead of the rigid
  /// solver. The responses decide what happens at its contacts.
  void add(std::shared_ptr<DetectionController> detector,
           std::vector<std::pair<std::string, std::string>> pairs);
  void add(std::shared_ptr<ResponseController> response);

  /// True if bodies may overlap: the mode is not kExact, or a body is soft. Such a world has no
  /// controllers and no first order, and no joints in the modes kPenalty and kBarrier. Its steps
  /// may start with overlaps, except in kBarrier, where bodies must be soft, static or driven.
  bool is_by_volume() const;

  /// Pairs that overlap now: their surfaces meet, or one body is inside the other, a solid.
  std::vector<WorldOverlap> overlaps() const;
  /// Moves dynamic bodies until nothing overlaps. Of each pair the lighter body (both if equal)
  /// moves along the line between the centres of their bounds, in steps of a tenth of its diagonal;
  /// out of a half-space it moves along the normal. False if pairs are left after 200 rounds.
  bool separate();

  /// Takes one step. Unless the world is by volume, the first step after bodies were added or
  /// placed looks for overlaps and throws InputError if there are any: call separate() or move them
  /// first.
  StepReport step();

  // Commands last until they are changed.
  void set_force(BodyId body, const Vec3& force, const Vec3& torque = Vec3::Zero());
  void set_force_at(BodyId body, const Vec3& force, const Vec3& point_world);
  /// For a first-order world: the velocity of the centre of mass and the angular velocity.
  void set_command(BodyId body, const Vec3& velocity, const Vec3& angular_velocity);
  void set_second_order(bool is_second_order);
  void set_gravity(const Vec3& gravity);
  void set_motion(BodyId body, const Motion& motion);  ///< of a driven body

  double time() const { return state().time; }
  const WorldOptions& options() const;
  const WorldState& state() const;
  /// Throws InputError unless the state has as many bodies, joints and nodes as this world.
  void restore(const WorldState& state);
  /// Puts a body in a new place, with these velocities.
  void place(BodyId body, const Pose& pose, const Vec3& velocity = Vec3::Zero(),
             const Vec3& angular_velocity = Vec3::Zero());

  std::size_t body_count() const;  ///< ids given so far, including removed bodies
  bool is_there(BodyId body) const;
  bool is_there(JointId joint) const;
  const WorldBody& body(BodyId body) const;
  const WorldJoint& joint(JointId joint) const;
  const MassModel& mass(BodyId body) const;  ///< of a dynamic body
  const BodyState& state(BodyId body) const { return state().bodies[body.index()]; }
  /// The surface of any body where it is now, world frame.
  std::vector<Vec3> vertices(BodyId body) const;
  std::optional<BodyId> find(std::string_view name) const;
  double skin(BodyId a, BodyId b) const;  ///< the distance at which the two rest, scene units
  WorldEnergy energy() const;
  Vec3 momentum() const;          ///< of the dynamic bodies
  Vec3 angular_momentum() const;  ///< about the origin

  struct Data;  // src/dynamics/world_data.h
  const Data& data() const { return *data_; }

 private:
  std::unique_ptr<Data> data_;
};

/// The way of a body during the last step, as it was proved free: from the pose `begin` at
/// `span.lo` through its knots to `end` at `span.hi`. `centre` is its centre of mass, body frame.
Motion motion_of_step(const Pose& begin, std::span<const WorldKnot> knots, const Pose& end,
                      const Vec3& centre, const Interval& span);

}  // namespace graze
