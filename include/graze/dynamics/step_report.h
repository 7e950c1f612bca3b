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

/// A place where two bodies press or hit each other.
struct WorldContact {
  BodyId a;  ///< < b
  BodyId b;
  Vec3 point = Vec3::Zero();    ///< world frame, at the end of the step
  Vec3 normal = Vec3::Zero();   ///< unit, from a towards b
  double gap = 0.0;             ///< of the surfaces, scene units
  Vec3 impulse = Vec3::Zero();  ///< on b, over the whole step
  /// The impulse by the step's length: the force of a lasting contact, the mean force of a blow.
  Vec3 force = Vec3::Zero();
};

/// A blow: two bodies met faster than gravity makes them in a step.
struct WorldImpact {
  BodyId a;
  BodyId b;
  double time = 0.0;  ///< seconds
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< unit, from a towards b
  double speed = 0.0;          ///< of approach, > 0
};

/// A body that stands still for the rest of a step, since the work allowed was used up.
struct WorldHold {
  BodyId body;
  BodyId blocker;
  double time = 0.0;  ///< since when, seconds
};

/// Two bodies that overlap.
struct WorldOverlap {
  BodyId a;
  BodyId b;
};

/// Where a body's way bends inside a step. Between two knots (and the step's ends) its centre of
/// mass goes straight and it turns about a fixed axis, both uniformly: see motion_of_step.
struct WorldKnot {
  BodyId body;
  double time = 0.0;  ///< seconds
  Pose pose;          ///< world_from_body
};

/// Where the nodes of a soft body are inside a step; between two of these each goes straight.
struct SoftKnot {
  BodyId body;
  double time = 0.0;            ///< seconds
  std::vector<Vec3> positions;  ///< world frame
};

/// How well Coulomb's law holds in a group of bodies that touch.
struct IslandReport {
  std::vector<BodyId> bodies;
  std::size_t contacts = 0;  ///< rows of the last velocity solve
  /// What is missing to a balance of momentum under the exact law, as a part of what contacts give.
  double residual = 0.0;
  int iterations = 0;  ///< of Newton's method
};

struct StepReport {
  double time = 0.0;     ///< at the end, seconds
  double seconds = 0.0;  ///< length
  int inner_steps = 0;
  int rounds = 0;             ///< events that bent ways
  int clamps = 0;             ///< islands whose energy had to be taken back
  double residual = 0.0;      ///< the largest of the islands'
  double smallest_gap = 0.0;  ///< of all near pairs at the end, in skins; infinity: none is near
  WorldEnergy energy;         ///< at the end
  std::vector<WorldContact> contacts;
  std::vector<WorldImpact> impacts;
  std::vector<WorldHold> holds;
  std::vector<IslandReport> islands;
  std::vector<WorldKnot> knots;      ///< in order of body and time
  std::vector<SoftKnot> soft_knots;  ///< the same of soft bodies
  std::vector<JointId> broken;       ///< joints that broke
  std::vector<BodyId> late;          ///< driven bodies that wait
  std::optional<VolumeStep> volume;  ///< of a world by volume
};

}  // namespace graze
