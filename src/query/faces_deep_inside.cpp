// SPDX-License-Identifier: MIT
#include "query/faces_deep_inside.h"

#include <algorithm>

#include "methods/certified/surface_depth.h"
#include "query/kernel_bodies.h"
#include "query/prove_touch.h"
#include "scene/deep_inside.h"
#include "scene/located.h"

namespace graze::query {
namespace {
constexpr std::uint64_t kMostSteps = 400'000;  // half bytes of a proof that is not kept
constexpr std::uint64_t kMostTries = 60'000;   // of directions in it

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
ProofBody proof_body_of(const MovingShape& moving, const PlacedShape& at) {
  const auto* curved = std::get_if<SurfaceForm>(&at.shape.form());
  if (curved != nullptr)
    return {nullptr, moving.frame_from_shape, nullptr,
            std::make_shared<const CheckedFaces>(*curved->surface)};
  return {std::make_shared<const CheckedTree>(at.shape.tree()), moving.frame_from_shape, nullptr};
}

/// As certificates prove it, at an instant; most bodies in touch are known to be shallow by that.
bool is_shallow_by_proof(const PairQuestion& question, const PlacedShape& a, const PlacedShape& b,
                         double depth, Budget budget) {
  budget.max_tests = std::min(budget.max_tests, kMostTries);
  const ProofPair pair{proof_body_of(question.a, a), proof_body_of(question.b, b)};
  for (const bool is_a : {true, false}) {
    const PlacedShape &sunk = is_a ? a : b, &solid = is_a ? b : a;
    if ((is_a ? pair.a : pair.b).faces == nullptr) continue;
    if (solid.is_said_hollow || solid.shape.closure().closure != Closure::kClosed) continue;
    ProveOptions options{.shapes = ProofShapes::kFaces, .max_half_bytes = kMostSteps};
    options.sunk = is_a ? SunkBody::kA : SunkBody::kB;
    options.depth = depth;
    options.is_outside = outside_of(solid.shape, sunk.shape, is_a);
    options.doubt = solid.shape.mesh_error();
    options.budget = budget;
    if (prove_touch(pair, Interval(question.span.lo), 0.0, options)) return true;
  }
  return false;
}
}  // namespace

Inside find_faces_deep_inside(const PairQuestion& question, const PlacedShape& a,
                              const PlacedShape& b, const Budget& budget) {
  const double depth = question.tolerance;
  BudgetWatch watch(budget);
  const Inside by_meshes = find_deep_inside(a, b, round_up_sum(depth + mesh_errors(a, b)), budget);
  if (by_meshes.answer == InsideAnswer::kYes) return by_meshes;
  Budget left = budget;
  left.max_seconds -= watch.elapsed_seconds();
  if (find_inside(a, b).answer == InsideAnswer::kNo &&
      is_shallow_by_proof(question, a, b, depth, left))
    return {InsideAnswer::kNo, false};
  using certified::Depth;
  const Depth of_a = depth_in(question.a, a, question.b, b, depth, watch);
  if (of_a == Depth::kDeep) return {InsideAnswer::kYes, true};
  const Depth of_b = depth_in(question.b, b, question.a, a, depth, watch);
  if (of_b == Depth::kDeep) return {InsideAnswer::kYes, false};
  const bool is_shallow = of_a == Depth::kShallow && of_b == Depth::kShallow;
  return {is_shallow ? InsideAnswer::kNo : InsideAnswer::kUnsure, false};
}

}  // namespace graze::query
