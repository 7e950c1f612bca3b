// SPDX-License-Identifier: MIT
#include "query/faces_deep_inside.h"

#include "methods/certified/surface_depth.h"
#include "query/kernel_bodies.h"
#include "scene/deep_inside.h"
#include "scene/located.h"

namespace graze::query {
namespace {
double mesh_errors(const PlacedShape& a, const PlacedShape& b) {
  return round_up_sum(a.shape.mesh_error() + b.shape.mesh_error());
}

/// The mesh of the solid is near its faces: what is farther from it than both meshes may be off is
/// where the mesh says.
PointPlace place_by_mesh(const Vec3& p, double radius, const PlacedShape& inner,
                         const PlacedShape& outer) {
  const Located at = located(p, inner.at, outer.at);
  const double ball = round_up_sum(radius + round_up_sum(at.error + outer.shape.mesh_error()));
  return outer.shape.locator().place_of(at.point, ball);
}

certified::Depth depth_in(const MovingShape& inner, const PlacedShape& inner_at,
                          const MovingShape& outer, const PlacedShape& outer_at, double depth,
                          BudgetWatch& watch) {
  const SurfaceBody inner_body = surface_body(inner), outer_body = surface_body(outer);
  if (!outer_body.is_solid || outer_at.shape.closure().closure != Closure::kClosed)
    return certified::Depth::kShallow;
  const auto place_of = [&](const Vec3& p, double radius) {
    return place_by_mesh(p, radius, inner_at, outer_at);
  };
  return certified::depth_of({inner_body, outer_body, inner_at.at, outer_at.at, depth, place_of,
                              outer_at.shape.mesh_error()},
                             watch);
}
}  // namespace

Inside find_faces_deep_inside(const PairQuestion& question, const PlacedShape& a,
                              const PlacedShape& b, const Budget& budget) {
  const double depth = question.tolerance;
  const Inside by_meshes = find_deep_inside(a, b, round_up_sum(depth + mesh_errors(a, b)), budget);
  if (by_meshes.answer == InsideAnswer::kYes) return by_meshes;
  BudgetWatch watch(budget);
  using certified::Depth;
  const Depth of_a = depth_in(question.a, a, question.b, b, depth, watch);
  if (of_a == Depth::kDeep) return {InsideAnswer::kYes, true};
  const Depth of_b = depth_in(question.b, b, question.a, a, depth, watch);
  if (of_b == Depth::kDeep) return {InsideAnswer::kYes, false};
  const bool is_shallow = of_a == Depth::kShallow && of_b == Depth::kShallow;
  return {is_shallow ? InsideAnswer::kNo : InsideAnswer::kUnsure, false};
}

}  // namespace graze::query
