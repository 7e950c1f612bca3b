// SPDX-License-Identifier: MIT
// One body of a scene moved by hand: it follows a target until something is in its way.  [C11, C12]
#pragma once
#include <graze/query/prepared_scene.h>

#include <memory>
#include <optional>
#include <vector>

namespace graze {

struct DragOptions {
  std::optional<double> time = {};  ///< where all bodies stand, seconds; default: the span's start
  /// The gap that is kept where it can be; > 0, scene units; default: 1e-4 of the body's diagonal.
  /// The body comes nearer than this only where it already was, or for an instant in a corner.
  std::optional<double> skin = {};
  int slides = 2;      ///< most moves in a tick; in [1, 100]
  Budget budget = {};  ///< of each tick
};

/// What is in the way.
struct DragBlocker {
  BodyId body;
  Vec3 point = Vec3::Zero();   ///< on the dragged body, world frame
  Vec3 normal = Vec3::Zero();  ///< unit, from the blocker towards the dragged body
};

enum class DragState {
  kReached,      ///< the target
  kBlocked,      ///< by the blockers
  kOverlapping,  ///< it touches or overlaps another body and cannot be moved with a proof
};

struct DragTick {
  Pose pose;  ///< world from body, now
  DragState state = DragState::kBlocked;
  double gap = 0.0;  ///< proved: nothing is nearer. 0: kOverlapping
  std::vector<DragBlocker> blockers;
  /// How it came here: motions over [0, 1], one after the other, each proved free of contact up to
  /// its end. Rounding between two of them is far smaller than the gap.
  std::vector<Motion> way;
  Stats stats;
};

/// First-order manipulation: the body has no speed of its own. Every tick goes towards the target
/// by the displacement nearest to the wanted one that the contacts allow (Gauss' least constraint,
/// a small quadratic programme), asks the certified method whether the way is free, stops at the
/// last safe time and slides on along what it met. No pose that it gives, and none between two of
/// them, touches anything: proved. One thread at a time.
class Drag {
 public:
  /// Throws InputError for a body without a shape or bounds, one that deforms, hangs on another or
  /// carries others, and for options out of range.
  Drag(const PreparedScene& scene, BodyId body, const DragOptions& options = {});
  ~Drag();
  Drag(Drag&&) noexcept;
  Drag& operator=(Drag&&) noexcept;

  /// Goes towards `target` (world from body) for one tick. Throws InputError unless the target is
  /// orthonormal to 1e-6 and, in a scene with a half-space, at most a hundred sizes of the scene
  /// away.
  DragTick follow(const Pose& target);

  const Pose& pose() const;
  double skin() const;

 private:
  class Hand;
  std::unique_ptr<Hand> hand_;
};

}  // namespace graze
