// SPDX-License-Identifier: MIT
// Which pairs of moving bodies can touch during a span, and when at the earliest?              [C8]
#pragma once
#include <graze/base/id.h>
#include <graze/broadphase/box_pieces.h>
#include <graze/broadphase/pair_memory.h>
#include <graze/broadphase/shape_parts.h>
#include <graze/contact/candidate_pair.h>
#include <graze/geometry/aabb.h>
#include <graze/motion/motion.h>

#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace graze {

/// What the broad phase knows of a body.
struct MovingBounds {
  Aabb box_body = {};    ///< contains the shape, body frame; empty: the body never touches anything
  Motion motion = {};    ///< parent_from_body; world_from_body without a parent
  double padding = 0.0;  ///< grows the box; >= 0, scene units
  std::optional<BodyId> parent = {};  ///< an earlier body
  /// The same shape as many boxes, used while the body stands still, and as a few, used while it
  /// moves; null: none. Must outlive the question.
  const BoxPieces* pieces = nullptr;
  const std::vector<ShapePart>* parts = nullptr;
  double radius = kInfinity;  ///< no point of the shape is farther from box_body.centre()
};

/// Boxes may meet, pieces or parts do not: the surfaces stay apart, but one body may be inside the
/// other.
struct MayContain {
  BodyId a, b;
  /// Of a body that stands still in the world, from whose surface the other's whole box stays away:
  /// nothing of it is in the other, which is inside it where this ball is.
  struct Still {
    BodyId body;
    Vec3 point = Vec3::Zero();
    double radius = 0.0;
  };
  std::optional<Still> still = {};
};

struct BroadphaseOptions {
  std::function<bool(BodyId, BodyId)> is_checked =
      {};                           ///< pairs to leave out; none: all pairs count
  int slices = 8;                   ///< parts of the span for bodies that move far; 1 to 64
  int threads = 0;                  ///< 0: all cores; the result does not depend on it
  BoxPairMemory* memory = nullptr;  ///< of the frame before; the result does not depend on it
  std::vector<MayContain>* may_contain = nullptr;  ///< filled, if asked for
};

/// Contains every point of the body, padding included, at every instant of the span; in the frame
/// that the motion is written in.
Aabb bounds_during(const MovingBounds& body, const Interval& span);

/// Every pair that touches at some instant of the span is in the result, earliest bound first, ties
/// by body ids. Bodies are numbered by their place in `bodies`.
std::vector<CandidatePair> candidate_pairs(std::span<const MovingBounds> bodies,
                                           const Interval& span,
                                           const BroadphaseOptions& options = {});

}  // namespace graze
