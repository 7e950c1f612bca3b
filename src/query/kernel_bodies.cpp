// SPDX-License-Identifier: MIT
#include "query/kernel_bodies.h"

#include <algorithm>

#include "graze/scene/reach.h"
#include "graze/scene/solidity.h"

namespace graze::query {
namespace {
void bound(MovingShape& endless, const MovingShape& other, const PairQuestion& question) {
  if (!endless.shape.is_unbounded()) return;
  const Aabb box = mesh_bounds(other.shape, other.deformation, question.span);
  const double farthest =
      farthest_point(endless.frame_from_shape, box, other.frame_from_shape, question.span);
  const double margin =
      endless.growth + other.growth + question.min_separation + question.tolerance;
  endless.shape = endless.shape.reaching(2.0 * (farthest + margin));
}
}  // namespace

CertifiedBody certified_body_at(const MovingShape& moving, double t) {
  const Shape then =
      moving.deforms() ? shape_at(moving.shape, moving.deformation, t) : moving.shape;
  return {then.wide_tree(), Motion::still(pose_at(moving.frame_from_shape, t)), moving.growth};
}

SurfaceBody surface_body(const MovingShape& moving) {
  const SurfaceTree* faces = moving.shape.curved();
  const bool is_solid = solidity_of(moving.shape, moving.is_said_hollow).is_solid();
  if (faces == nullptr)
    return {moving.shape.tree(), moving.frame_from_shape, moving.growth, is_solid};
  const double padding = std::max(0.0, round_up_sum(moving.growth - moving.shape.mesh_error()));
  return {*faces, moving.frame_from_shape, padding, is_solid};
}

BoundedQuestion::BoundedQuestion(const PairQuestion& question) : question_(question) {
  if (question.a.shape.is_unbounded() == question.b.shape.is_unbounded()) return;
  bounded_ = question;
  bound(bounded_->a, question.b, question);
  bound(bounded_->b, question.a, question);
}

}  // namespace graze::query
