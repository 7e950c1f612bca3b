// SPDX-License-Identifier: MIT
// Worlds whose bodies may overlap: contact by the volume of the overlap, for soft and rigid bodies.
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
  kVolume,   ///< contact rows from patches of the overlap: restitution and Coulomb friction
  kPenalty,  ///< pressure that grows with the volume, viscous friction (Faure et al.)
  kBarrier,  ///< soft bodies whose surfaces never touch, on proved ways; slow, for offline use
};

/// Options of the modes kVolume, kPenalty and kBarrier.
struct VolumeContactOptions {
  int pixels = 32;              ///< size of each pair's images along each axis; 2 to 1024
  int patches = 4;              ///< along each axis of a contact, one row each; 1 to 64
  std::optional<double> depth;  ///< tolerated overlap; default: 1e-3 of the smaller diagonal
  double correction = 0.2;      ///< share of the excess depth that a step removes; in (0, 1]
  bool zoom = true;             ///< redraw the images closer if the overlap is a small part of them
  bool guard = true;            ///< ask `linear` whether separate bodies pass each other
  bool self_contact = false;    ///< of soft bodies with themselves; not guarded
  double stiffness = 1e7;       ///< kPenalty: pressure per volume; > 0
  double damping = 0.0;         ///< kPenalty: stiffness * seconds; >= 0
  double viscosity = 0.0;       ///< kPenalty: force / (area * speed); >= 0
  /// kBarrier: surfaces closer than this push each other; default: 1e-3 of the smaller diagonal.
  /// Within one body it is at most half of the smallest distance at rest.
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
  double volume = 0.0;        ///< at the start of the last inner step; 0: they only meet, or parted
  double depth = 0.0;         ///< volume / area of the deepest patch, scene units
  Vec3 force = Vec3::Zero();  ///< on b, mean over the step
};

/// What a step by volume did, beyond the numbers in StepReport.
struct VolumeStep {
  /// Sorted by a and b. With the guard on, all other pairs are proved apart throughout the step.
  std::vector<OverlappingPair> overlaps;
  int pairs_apart = 0;     ///< proved not to touch during the step, by `linear` or by their bounds
  int entered = 0;         ///< pairs that were apart and now overlap, no deeper than `depth`
  int undecided = 0;       ///< pairs for which `linear` used up its work limit
  double time_lost = 0.0;  ///< seconds not simulated: inner steps ran out, or nothing could move
  double energy_change = 0.0;  ///< of the world, during the step
  /// The part of energy_change caused by moving overlaps apart and joints together. Without drives,
  /// motors and forces the rest is never positive, apart from rounding.
  double correction_work = 0.0;
  int solver_iterations = 0;     ///< of conjugate gradients, in all solves
  double solver_residual = 0.0;  ///< the largest of any solve, relative
  bool is_converged = true;      ///< all solves reached the tolerance
};

}  // namespace graze
