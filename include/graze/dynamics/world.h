// SPDX-License-Identifier: MIT
// Rigid bodies that move, touch, slide and hit, and never pass each other.                [C11, K8]
//
// Bodies rest at a distance, the skin, and every way that a body takes is proved free by
// `certified` before it is taken. docs/methods/rigid_world.md has the equations.
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
  double step = 1.0 / 60.0;  ///< seconds of one step(); > 0
  Vec3 gravity{0.0, 0.0, -9.81};
  /// true: forces change velocities. false (a world of first order): a body moves with its
  /// commanded velocity as far as it can and stands when nothing is commanded.
  bool second_order = true;
  std::optional<double> skin = {};  ///< scene units; default: 1e-4 of the pair's smaller diagonal
  ContactMaterial material = {};    ///< of bodies without a material
  std::map<std::string, ContactMaterial> materials = {};
  /// For pairs of names (in either order). Else the friction of a pair is the geometric mean, the
  /// restitution the smaller one, of rolling and spinning the larger.
  std::map<std::pair<std::string, std::string>, ContactMaterial> pair_materials = {};
  /// Pairs of body or group names that do not see each other.
  std::vector<std::pair<std::string, std::string>> may_touch = {};
  int max_inner_steps = 8;  ///< of a step, where bodies that touch turn or slide fast; >= 1
  int max_rounds = 12;      ///< events of one body in an inner step before it is held; >= 1
  ContactMode contact = ContactMode::kExact;  ///< with a soft body: kVolume instead of kExact
  VolumeContactOptions volume = {};           ///< of worlds by volume
  bool clamp_energy = true;  ///< take back energy that a step without drives has made
  int threads = 1;           ///< 0: all cores; results do not depend on it
};

/// Numbers of bodies and joints never change; a removed one leaves its number empty. Results are a
/// function of bodies, options, commands and state alone.
class World {
 public:
  /// Throws InputError if an option is out of range.
  explicit World(WorldOptions options = {});
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Throws InputError for a body that is wrong alone (see check(Scene)), has a parent, a taken
  /// name, an unknown material or no mass, or a motion without bounds; and for a dynamic
  /// half-space.
  BodyId add(WorldBody body);
  void remove(BodyId body);  ///< and its joints
  /// Throws InputError for unknown or equal bodies, or a number out of range.
  JointId add(const WorldJoint& joint);
  void remove(JointId joint);
  void enable(JointId joint, bool is_enabled);
  void set_motor(JointId joint, std::optional<JointMotor> motor);

  /// Nodes of a soft body that go where a rigid one goes, from where they are now. The two do not
  /// see each other. Throws InputError for other bodies, or a node that is not there, pinned or
  /// attached already.
  void attach(const SoftAttachment& attachment);

  /// The rigid solver leaves pairs of these names (of bodies or groups) to the detector; what
  /// happens at its contacts is up to the responses.
  void add(std::shared_ptr<DetectionController> detector,
           std::vector<std::pair<std::string, std::string>> pairs);
  void add(std::shared_ptr<ResponseController> response);

  /// Bodies may overlap: the mode is not kExact, or one is soft. Such a world has no controllers
  /// and no first order, in the modes kPenalty and kBarrier no joints; its steps start with
  /// overlaps, too, but for kBarrier, whose bodies are soft, static or driven.
  bool is_by_volume() const;

  /// Pairs that overlap now: surfaces that cross, or one inside the other, a solid.
  std::vector<WorldOverlap> overlaps() const;
  /// Moves dynamic bodies until nothing overlaps: of each pair the lighter (both if equal) goes
  /// straight along the line between the centres of their bounds, in steps of a tenth of its
  /// diagonal; out of a half-space along its normal. False if pairs are left after 200 rounds.
  bool separate();

  /// One step. The first step after bodies were added looks for overlaps; it throws InputError if
  /// there are any: separate() or move them before.
  StepReport step();

  // Commands: they last until they are changed.
  void set_force(BodyId body, const Vec3& force, const Vec3& torque = Vec3::Zero());
  void set_force_at(BodyId body, const Vec3& force, const Vec3& point_world);
  /// For the world of first order: velocity of the centre of mass and angular velocity.
  void set_command(BodyId body, const Vec3& velocity, const Vec3& angular_velocity);
  void set_second_order(bool is_second_order);
  void set_gravity(const Vec3& gravity);
  void set_motion(BodyId body, const Motion& motion);  ///< of a driven body

  double time() const { return state().time; }
  const WorldOptions& options() const;
  const WorldState& state() const;
  /// Throws InputError unless it has the numbers of this world's bodies, joints and nodes.
  void restore(const WorldState& state);
  /// Puts a body in a new place, with these velocities.
  void place(BodyId body, const Pose& pose, const Vec3& velocity = Vec3::Zero(),
             const Vec3& angular_velocity = Vec3::Zero());

  std::size_t body_count() const;  ///< numbers given so far
  bool is_there(BodyId body) const;
  bool is_there(JointId joint) const;
  const WorldBody& body(BodyId body) const;
  const WorldJoint& joint(JointId joint) const;
  const MassModel& mass(BodyId body) const;  ///< of a dynamic body
  const BodyState& state(BodyId body) const { return state().bodies[body.index()]; }
  /// The surface of any body where it is now, world frame.
  std::vector<Vec3> vertices(BodyId body) const;
  std::optional<BodyId> find(std::string_view name) const;
  double skin(BodyId a, BodyId b) const;  ///< at which the two rest, scene units
  WorldEnergy energy() const;
  Vec3 momentum() const;          ///< of the dynamic bodies
  Vec3 angular_momentum() const;  ///< about the origin

  struct Data;  // src/dynamics/world_data.h
  const Data& data() const { return *data_; }

 private:
  std::unique_ptr<Data> data_;
};

/// The way of a body during the last step, as it was proved free: from its pose `begin` at time
/// `span.lo` through its knots to `end` at `span.hi`. `centre` is that of mass, body frame.
Motion motion_of_step(const Pose& begin, std::span<const WorldKnot> knots, const Pose& end,
                      const Vec3& centre, const Interval& span);

}  // namespace graze
