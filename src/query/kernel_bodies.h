// SPDX-License-Identifier: MIT
// The one place where bodies become what kernels take: growth goes with every shape.         [G1]
#pragma once
#include "graze/base/assert.h"
#include "graze/methods/analytic_meshes.h"
#include "graze/methods/backtracking.h"
#include "graze/methods/bisection.h"
#include "graze/methods/certified_surfaces.h"
#include "graze/methods/octree.h"
#include "graze/query/choose_method.h"

namespace graze::query {

inline CertifiedBody certified_body(const MovingShape& moving) {
  return {moving.shape.wide_tree(), moving.frame_from_shape, moving.growth};
}

/// The body at an instant, standing still; a deforming body has its mesh of that instant.
CertifiedBody certified_body_at(const MovingShape& moving, double t);

/// Curved faces are searched as they are, and so is what they meet.
inline bool has_surface(const PairQuestion& question) {
  return !question.deforms() && (question.a.shape.is_surface() || question.b.shape.is_surface());
}
SurfaceBody surface_body(const MovingShape& moving);

/// Keeping a distance is touching a shape that is grown by it.
inline MovingTree moving_tree(const MovingShape& moving, double separation = 0.0) {
  const double growth = separation > 0.0 ? round_up(moving.growth + separation) : moving.growth;
  return {moving.shape.tree(), moving.frame_from_shape, growth};
}

inline SweptBody swept_body(const MovingShape& moving, const SweptPose& sweep) {
  return {moving.shape.octree(), sweep, {}, moving.growth};
}

/// For kernels without growth: their rows in the method table refuse grown shapes.
inline MovingMesh moving_mesh(const MovingShape& moving) {
  GRAZE_ASSERT(moving.growth == 0.0);
  return {moving.shape.tree(), moving.frame_from_shape};
}

inline BacktrackingBody backtracking_body(const MovingShape& moving) {
  GRAZE_ASSERT(moving.growth == 0.0);
  return {*moving.shape.polyhedron(), moving.shape.tree(), moving.frame_from_shape};
}

/// A question whose half-space reaches as far as the other body gets during its span.
class BoundedQuestion {
 public:
  explicit BoundedQuestion(const PairQuestion& question);
  const PairQuestion& get() const { return bounded_ ? *bounded_ : question_; }

 private:
  const PairQuestion& question_;
  std::optional<PairQuestion> bounded_;
};

}  // namespace graze::query
