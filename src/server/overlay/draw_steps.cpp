// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "graze/base/error.h"
#include "graze/methods/backtracking.h"
#include "server/overlay/overlay.h"

namespace graze::server {
namespace {
BacktrackingBody solid_of(const ViewedPair& viewed, BodyId id) {
  const Body& body = viewed.body(id);
  if (!body.shape.polyhedron() || body.growth() > 0.0) {
    throw InputError({"overlay steps", "'" + body.name + "', not a closed polyhedron",
                      "two closed polyhedra", "choose another pair"});
  }
  return {*body.shape.polyhedron(), body.shape.tree(), world_motion(viewed.scene(), id)};
}

/// The search from a step's end, with the instants that it looked at.
struct TracedStep {
  double end = 0.0;
  std::vector<BacktrackingIteration> iterations;
  BacktrackingResult result;
};

/// The first of steps that end at `time` or later and led to a search.
TracedStep traced_step(const ViewedPair& viewed) {
  const BacktrackingBody a = solid_of(viewed, viewed.a), b = solid_of(viewed, viewed.b);
  const Interval span = viewed.scene().span;
  constexpr int kEnds = 40;
  TracedStep step;
  for (int k = 0; k <= kEnds && step.iterations.empty(); ++k) {
    step.end = viewed.time + (span.hi - viewed.time) * k / kEnds;
    if (step.end <= span.lo) continue;
    BacktrackingOptions options{
        .span = {span.lo, step.end},
        .tolerance = default_tolerance(viewed.body(viewed.a), viewed.body(viewed.b))};
    options.trace = [&](const BacktrackingIteration& one) { step.iterations.push_back(one); };
    step.result = first_contact_by_backtracking(a, b, options);
  }
  return step;
}
}  // namespace

void draw_steps(const ViewedPair& viewed, Drawing& drawing) {
  const TracedStep step = traced_step(viewed);
  if (step.iterations.empty())
    return drawing.say("At no later instant that was looked at do the two intersect.");
  const auto add = [&](Look look, double time) {
    for (const BodyId id : {viewed.a, viewed.b}) {
      if (!world_motion(viewed.scene(), id).is_still()) drawing.add_skin(look, id.index(), time);
    }
  };
  add(Look::kBehind, step.end);
  for (const BacktrackingIteration& one : step.iterations)
    add(one.behind > 0 ? Look::kBehind : Look::kFree, one.time);
  drawing.say(fmt::format(
      "A step that ends at {:.6g} s, {} halvings back to {:.6g} s: {} edges through faces at the "
      "end, {} elements searched, {} vertices moved.",
      step.end, step.iterations.size(), step.iterations.back().time,
      step.result.work.edge_face_pairs, step.result.work.elements, step.result.work.transforms));
}

}  // namespace graze::server
