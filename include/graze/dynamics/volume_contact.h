// SPDX-License-Identifier: MIT
// Worlds whose bodies may overlap: contact by the overlap's volume, for soft and rigid bodies.
//                                                                                     [V4, V5, V8]
#pragma once
#include <graze/base/id.h>
#include <graze/math/vec.h>

#include <optional>
#include <vector>

namespace graze {

/// How a world keeps its bodies apart. docs/methods/soft_bodies.md has the equations.
enum class ContactMode {
  kExact,    ///< rigid bodies that never touch, on proved ways
  kVolume,   ///< patches of the overlap's volume are rows: restitution and Coulomb's friction
  kPenalty,  ///< pressure that grows with the volume, and viscous friction: as Faure et al. print
             ///< it
  kBarrier,  ///< soft bodies whose surfaces never touch, on proved ways: slow, for work offline
};

/// Of the modes kVolume, kPenalty and kBarrier.
struct VolumeContactOptions {
  int pixels = 32;              ///< of each pair's images, along each axis; 2 to 1024
  int patches = 4;              ///< along each axis of a contact: rows; 1 to 64
  std::optional<double> depth;  ///< that is left alone; default: 1e-3 of the smaller diagonal
  double correction = 0.2;      ///< share of a depth beyond it that a step takes back; in (0, 1]
  bool zoom = true;             ///< draw again where bodies overlap, if that is a small part
  bool guard = true;            ///< ask `linear` whether bodies that are apart pass each other
  bool self_contact = false;    ///< of soft bodies with themselves; not guarded
  double stiffness = 1e7;       ///< kPenalty: pressure by volume; > 0
  double damping = 0.0;         ///< kPenalty: the same times seconds; >= 0
  double viscosity = 0.0;       ///< kPenalty: force / (area * speed); >= 0
  /// kBarrier: from which distance on surfaces push each other; default: 1e-3 of the smaller
  /// diagonal. Features of one body that are nearer at rest push from half of that on.
  std::optional<double> gap = {};
  double tolerance = 1e-6;    ///< of a linear solve's residual, relative; 1e-14 to 0.1
  int max_iterations = 1000;  ///< of conjugate gradients in one solve; >= 1
};

/// Throws InputError if an option is out of range.
void check(const VolumeContactOptions& options);

/// Two bodies that overlap or meet during a step.
struct OverlappingPair {
  BodyId a;  ///< <= b; equal: the body with itself
  BodyId b;
  double volume = 0.0;        ///< at the start of the step's last part; 0: they meet, or parted
  double depth = 0.0;         ///< the deepest patch's volume by its area, scene units
  Vec3 force = Vec3::Zero();  ///< on b, mean of the step
};

/// What a step by volume did beside StepReport's numbers.
struct VolumeStep {
  /// In order of a and b. With the guard on, all other pairs are proved apart all the time.
  std::vector<OverlappingPair> overlaps;
  int pairs_apart = 0;     ///< proved not to touch during the step, by `linear` or by their bounds
  int entered = 0;         ///< pairs that were apart and overlap now, at most as deep as `depth`
  int undecided = 0;       ///< pairs about which `linear` ran out of work
  double time_lost = 0.0;  ///< seconds that the step is shorter than asked, for want of inner steps
  double energy_change = 0.0;  ///< of the world, during the step
  /// How much of it moving overlaps apart and joints together put into gravity and elements.
  /// Without drives, motors and forces the rest of the change is never above 0, but for rounding.
  double correction_work = 0.0;
  int solver_iterations = 0;     ///< of conjugate gradients, all solves
  double solver_residual = 0.0;  ///< the largest of a solve, relative
  bool is_converged = true;      ///< all solves to the tolerance
};

}  // namespace graze
