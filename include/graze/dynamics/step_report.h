// SPDX-License-Identifier: MIT
// What a step of a world did.                                                            [C11, K8]
#pragma once
#include <graze/base/id.h>
#include <graze/dynamics/volume_contact.h>
#include <graze/dynamics/world_energy.h>
#include <graze/dynamics/world_joint.h>
#include <graze/math/pose.h>

#include <optional>
#include <string>
#include <vector>

namespace graze {

/// A place where two bodies press or hit each other. A step with several inner steps or events may
/// list the same place several times.
struct WorldContact {
  BodyId a;  ///< < b
  BodyId b;
  Vec3 point = Vec3::Zero();    ///< world frame, when the impulse was solved for
  Vec3 normal = Vec3::Zero();   ///< unit, from a towards b
  double gap = 0.0;             ///< between the surfaces, scene units
  Vec3 impulse = Vec3::Zero();  ///< on b
  /// The impulse divided by the step's length: its share of the mean force over the step.
  Vec3 force = Vec3::Zero();
};

/// A blow between bodies with restitution: they met faster than gravity accelerates in one step.
struct WorldImpact {
  BodyId a;
  BodyId b;
  double time = 0.0;  ///< seconds
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< unit, from a towards b
  double speed = 0.0;          ///< of approach; > 0
};

/// A body that stands still for the rest of an inner step: it used up WorldOptions::max_rounds, or
/// it is driven and something that cannot move blocks it.
struct WorldHold {
  BodyId body;
  BodyId blocker;
  double time = 0.0;  ///< from when on, seconds
};

/// Two bodies that overlap.
struct WorldOverlap {
  BodyId a;
  BodyId b;
};

/// Where a body's way bends inside a step. Between two knots (or a knot and an end of the step) its
/// centre of mass moves straight and it turns about a fixed axis, both at constant speed: see
/// motion_of_step.
struct WorldKnot {
  BodyId body;
  double time = 0.0;  ///< seconds
  Pose pose;          ///< world_from_body
};

/// Where the nodes of a soft body are inside a step; between two knots each node moves straight.
struct SoftKnot {
  BodyId body;
  double time = 0.0;            ///< seconds
  std::vector<Vec3> positions;  ///< world frame
};

/// How well Coulomb's law holds in a group of bodies that touch.
struct IslandReport {
  std::vector<BodyId> bodies;
  std::size_t contacts = 0;  ///< rows of the last velocity solve
  /// The imbalance of momentum under the exact law, relative to what the contacts give.
  double residual = 0.0;
  int iterations = 0;  ///< of Newton's method
};

struct StepReport {
  double time = 0.0;     ///< at the end, seconds
  double seconds = 0.0;  ///< length of the step
  int inner_steps = 0;
  int rounds = 0;             ///< events that bent ways
  int clamps = 0;             ///< islands whose energy was reduced
  double residual = 0.0;      ///< the largest of any island
  double smallest_gap = 0.0;  ///< of near pairs at the end, in skins; infinity: no pair is near
  WorldEnergy energy;         ///< at the end
  std::vector<WorldContact> contacts;
  std::vector<WorldImpact> impacts;
  std::vector<WorldHold> holds;
  std::vector<IslandReport> islands;
  std::vector<WorldKnot> knots;      ///< in order of body and time
  std::vector<SoftKnot> soft_knots;  ///< the same for soft bodies
  std::vector<JointId> broken;       ///< joints that broke
  std::vector<BodyId> late;          ///< driven bodies that had to wait
  std::optional<VolumeStep> volume;  ///< only in a world by volume
};

}  // namespace graze
