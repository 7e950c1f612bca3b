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
constexpr std::uint64_t kMostSteps = 4'000'000;  // half bytes of a proof that is not kept
constexpr std::uint64_t kMostTries = 600'000;    // of directions in it

double mesh_errors(const PlacedShape& a, const PlacedShape& b) {
  return round_up_sum(a.shape.mesh_error() + b.shape.mesh_error());
}

/// The solid's mesh is near its faces: a point farther from it than the errors of both meshes is
/// where the mesh says.
PointPlace place_by_mesh(const Vec3& p, double radius, const PlacedShape& inner,
                         const PlacedShape& outer) {
  const Located at = located(p, inner.at, outer.at);
  const double ball = round_up_sum(radius + round_up_sum(at.error + outer.shape.mesh_error()));
  return outer.shape.locator().place_of(at.point, ball);
}

ProofBody proof_body_of(const MovingShape& moving, const PlacedShape& at) {
  const auto* curved = std::get_if<SurfaceForm>(&at.shape.form());
  if (curved != nullptr)
    return {nullptr, moving.frame_from_shape, nullptr,
            std::make_shared<const CheckedFaces>(*curved->surface)};
  return {std::make_shared<const CheckedTree>(at.shape.tree()), moving.frame_from_shape, nullptr};
}

/// As certificates prove it, at an instant; most bodies in touch are known to be shallow by that.
bool is_shallow_by_proof(const PairQuestion& question, bool is_a, const PlacedShape& sunk,
                         const PlacedShape& solid, const std::vector<bool>& known, Budget budget) {
  const ProofPair pair{proof_body_of(question.a, is_a ? sunk : solid),
                       proof_body_of(question.b, is_a ? solid : sunk)};
  if ((is_a ? pair.a : pair.b).faces == nullptr || solid.is_said_hollow) return false;
  if (solid.shape.closure().closure != Closure::kClosed) return false;
  ProveOptions options{.shapes = ProofShapes::kFaces, .max_half_bytes = kMostSteps};
  options.sunk = is_a ? SunkBody::kA : SunkBody::kB;
  options.depth = question.tolerance;
  options.is_outside = outside_of(solid.shape, sunk.shape, is_a);
  options.doubt = solid.shape.mesh_error();
  options.budget = budget;
  options.budget.max_tests = std::min(budget.max_tests, kMostTries);
  return prove_touch(pair, Interval(question.span.lo), 0.0, options, known).has_value();
}

/// Of one body in the other.
certified::Depth depth_in(const PairQuestion& question, bool is_a, const PlacedShape& inner,
                          const PlacedShape& outer, bool may_be_proved, const Budget& budget,
                          BudgetWatch& watch) {
  const SurfaceBody inner_body = surface_body(is_a ? question.a : question.b);
  const SurfaceBody outer_body = surface_body(is_a ? question.b : question.a);
  if (!outer_body.is_solid || outer.shape.closure().closure != Closure::kClosed)
    return certified::Depth::kShallow;
  const auto place_of = [&](const Vec3& p, double radius) {
    return place_by_mesh(p, radius, inner, outer);
  };
  certified::DepthQuestion asked{inner_body,
                                 outer_body,
                                 inner.at,
                                 outer.at,
                                 question.tolerance,
                                 place_of,
                                 outer.shape.mesh_error()};
  asked.shallow_faces = certified::faces_shallow_about_lines(asked, watch);
  Budget left = budget;
  left.max_seconds -= watch.elapsed_seconds();
  if (may_be_proved && is_shallow_by_proof(question, is_a, inner, outer, asked.shallow_faces, left))
    return certified::Depth::kShallow;
  return certified::depth_of(asked, watch);
}
}  // namespace

Inside find_faces_deep_inside(const PairQuestion& question, const PlacedShape& a,
                              const PlacedShape& b, const Budget& budget) {
  using certified::Depth;
  const double depth = question.tolerance;
  BudgetWatch watch(budget);
  const Inside by_meshes = find_deep_inside(a, b, round_up_sum(depth + mesh_errors(a, b)), budget);
  if (by_meshes.answer == InsideAnswer::kYes) return by_meshes;
  const bool may_be_proved = find_inside(a, b).answer == InsideAnswer::kNo;
  bool is_unsure = false;
  // A thin part may be deep in a body that is not deep in it: both are asked about.
  for (const bool is_a : {true, false}) {
    const PlacedShape &inner = is_a ? a : b, &outer = is_a ? b : a;
    const Depth found = depth_in(question, is_a, inner, outer, may_be_proved, budget, watch);
    if (found == Depth::kDeep) return {InsideAnswer::kYes, is_a};
    is_unsure = is_unsure || found != Depth::kShallow;
  }
  return {is_unsure ? InsideAnswer::kUnsure : InsideAnswer::kNo, false};
}

}  // namespace graze::query
