// SPDX-License-Identifier: MIT
// Question   How near does each pair of a scene come, and when?                            [C9, G1]
// Source     architecture.md, "The questions".
// Guarantee  That of the certified method: at no instant are the bodies nearer than the lower end.
// Changed    -
#include "graze/query/clearance.h"

#include "graze/base/error.h"
#include "graze/base/parallel.h"
#include "graze/detect/certified_ccd.h"
#include "query/pair_work.h"
#include "query/rounds.h"
#include "query/shared_budget.h"

namespace graze {
namespace query {
namespace {
CertifiedBody certified_body(const Scene& scene, BodyId body, const MovingShape& moving) {
  if (!moving.frame_from_shape.has_bounds()) {
    throw InputError({describe(scene, body) + ".motion", "one without bounds of its derivatives",
                      "a motion that has them, for the smallest distance", ""});
  }
  return {moving.shape.wide_tree(), moving.frame_from_shape, moving.growth};
}

Clearance smallest_distance(const Scene& scene, const PairWork& work,
                            const std::pair<BodyId, BodyId>& pair, const Budget& budget) {
  const PairQuestion question = work.question(pair.first, pair.second);
  const CertifiedBody a = certified_body(scene, pair.first, question.a);
  const CertifiedBody b = certified_body(scene, pair.second, question.b);
  if (inside_at_start(question).answer == InsideAnswer::kYes) {
    Clearance overlap = distance_at(a, b, question.span.lo);
    overlap.outcome = Outcome::kOverlapAtStart;
    overlap.distance = {0.0, 0.0};
    overlap.closest.distance = 0.0;
    return overlap;
  }
  if (question.span.lo == question.span.hi) return distance_at(a, b, question.span.lo);
  ClearanceOptions options;
  options.span = question.span;
  options.tolerance = question.tolerance;
  options.budget = budget;
  return clearance_certified(a, b, options);
}

Clearance unanswered(const Interval& span) {
  Clearance clearance;
  clearance.outcome = Outcome::kUndecided;
  clearance.distance = {0.0, std::numeric_limits<double>::max()};
  clearance.time = span.lo;
  return clearance;
}
}  // namespace

std::vector<PairClearance> ask_clearances(const PreparedScene& scene,
                                          const ContactOptions& options) {
  const PairWork work(scene, scene.body_motions(), options, method_table());
  const auto pairs = work.all_pairs();
  const SharedBudget budget(options.budget);
  Progress progress(options.progress, pairs.size());
  std::vector<PairClearance> clearances(pairs.size());
  const auto answer_one = [&](std::size_t i) {
    const auto& [a, b] = pairs[i];
    clearances[i] = {a, b, unanswered(work.span())};
    const Budget share = budget.share(1);
    if (!budget.is_used_up() && share.max_seconds > 0.0) {
      Clearance& clearance = clearances[i].clearance;
      clearance = smallest_distance(scene.scene(), work, pairs[i], share);
      const double distance =
          clearance.closest.distance;  // already without what shapes are grown by
      move_to_surfaces(scene.scene().bodies[a.index()].shape, scene.scene().bodies[b.index()].shape,
                       clearance.closest);
      clearance.closest.distance = distance;
      move_to_world(work.world_from_frame(a, b, clearance.time), clearance.closest);
    }
    progress.add_one();
  };
  parallel_for(pairs.size(), answer_one, options.threads);
  progress.finish();
  return clearances;
}
}  // namespace query

std::vector<PairClearance> clearances_per_pair(const PreparedScene& scene,
                                               const ContactOptions& options) {
  return query::ask_clearances(scene, options);
}

std::vector<PairClearance> clearances_per_pair(const Scene& scene, const ContactOptions& options) {
  return clearances_per_pair(PreparedScene(scene), options);
}

}  // namespace graze
