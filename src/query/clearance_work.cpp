// SPDX-License-Identifier: MIT
#include "query/clearance_work.h"

#include <algorithm>

#include "graze/base/error.h"
#include "query/deforming_clearance.h"
#include "query/farthest_between.h"
#include "query/kernel_bodies.h"

namespace graze::query {
namespace {
CertifiedBody checked_body(const Scene& scene, BodyId body, const MovingShape& moving) {
  if (!moving.frame_from_shape.has_bounds()) {
    throw InputError({describe(scene, body) + ".motion", "one without bounds of its derivatives",
                      "a motion that has them, for the smallest distance", ""});
  }
  return query::certified_body(moving);
}

/// By the rule of every question (choose_method.h): deeper than the tolerance.
bool overlaps_at_start(PairQuestion question, double tolerance) {
  question.span = Interval(question.span.lo);
  question.tolerance = tolerance;
  question.min_separation = 0.0;
  return graze::answer(question).outcome == Outcome::kOverlapAtStart;
}

/// How much larger than the exact form what was searched can be. Beside a body that deforms, curved
/// faces are searched as their mesh, grown by its error.
double beyond_exact(const PairQuestion& question) {
  const auto of = [&](const Shape& shape) {
    return shape.outward_error() + (question.deforms() ? 2.0 * shape.mesh_error() : 0.0);
  };
  return of(question.a.shape) + of(question.b.shape);
}
}  // namespace

ClearanceWork::ClearanceWork(const PreparedScene& scene, const ContactOptions& options,
                             ClearancePairs asked)
    : scene_(scene),
      work_(scene, scene.body_motions(), options, method_table()),
      share_(options.tolerance || scene.scene().tolerance ? 0.0 : kShare) {
  const bool skips_still =
      asked == ClearancePairs::kMoving && options.pairs.empty() && !work_.span().is_point();
  if (skips_still)
    add_pairs([](const PairQuestion& pair) { return !pair.a.is_still() || !pair.b.is_still(); });
  if (pairs_.empty()) add_pairs([](const PairQuestion&) { return true; });
}

template <typename Filter>
void ClearanceWork::add_pairs(const Filter& is_asked) {
  const Scene& scene = scene_.scene();
  for (const auto& [a, b] : work_.all_pairs()) {
    const PairQuestion question = work_.question(a, b);
    if (!is_asked(question)) continue;
    pairs_.push_back(
        {a, b, checked_body(scene, a, question.a), checked_body(scene, b, question.b), question});
  }
}

/// The exact forms are inside of what was searched: they may be that much farther apart, unless
/// they overlap by more.
Clearance ClearanceWork::answer(std::size_t pair, const ClearanceAsked& asked) const {
  PairQuestion question = pairs_[pair].question;
  question.span = asked.span;
  question.budget = asked.budget;
  Clearance clearance = answer_solids(pair, question, asked);
  const double error = beyond_exact(question);
  const bool overlaps = clearance.outcome == Outcome::kOverlapAtStart &&
                        overlaps_at_start(question, std::max(error, question.tolerance));
  if (error > 0.0 && !overlaps)
    clearance.distance.hi = round_up(clearance.distance.hi + round_up(error));
  return clearance;
}

Clearance ClearanceWork::answer_solids(std::size_t pair, const PairQuestion& question,
                                       const ClearanceAsked& asked) const {
  const bool may_be_inside = inside_at_start(question).answer != InsideAnswer::kNo;
  if (may_be_inside && overlaps_at_start(question, question.tolerance))
    return overlap(pair, question);
  Clearance clearance = answer_surfaces(pair, question, asked);
  if (may_be_inside) {  // by less than the tolerance
    clearance.distance.lo = 0.0;
    if (clearance.outcome == Outcome::kSeparated) clearance.outcome = Outcome::kContact;
  } else if (clearance.outcome == Outcome::kContact &&
             overlaps_at_start(question, question.tolerance)) {
    return overlap(pair, question);
  }
  const auto jump = inside_after_jump(question, kInfinity);
  if (!jump || jump->inside.answer != InsideAnswer::kYes) return clearance;
  clearance.outcome = Outcome::kContact;
  clearance.distance = {0.0, 0.0};
  clearance.time = jump->time.hi;
  clearance.closest = jump->nearest;
  return clearance;
}

Clearance ClearanceWork::overlap(std::size_t pair, const PairQuestion& question) const {
  PairQuestion start = question;
  start.span = Interval(question.span.lo);
  Clearance overlap = answer_surfaces(pair, start, {.span = start.span, .budget = start.budget});
  overlap.outcome = Outcome::kOverlapAtStart;
  overlap.distance = {0.0, 0.0};
  overlap.closest.distance = 0.0;
  return overlap;
}

Clearance ClearanceWork::answer_surfaces(std::size_t pair, const PairQuestion& question,
                                         const ClearanceAsked& asked) const {
  if (question.deforms()) return deforming_clearance(question, share_);
  return has_surface(question) ? of_faces(question, asked)
                               : of_meshes(pairs_[pair], question, asked);
}

Clearance ClearanceWork::of_faces(const PairQuestion& question, const ClearanceAsked& asked) const {
  const SurfaceBody a = surface_body(question.a), b = surface_body(question.b);
  if (asked.span.is_point())
    return distance_at(a, b, asked.span.lo, question.tolerance, asked.budget);
  return clearance_certified(a, b, options_for(question, asked));
}

Clearance ClearanceWork::of_meshes(const Pair& of, const PairQuestion& question,
                                   const ClearanceAsked& asked) const {
  if (!asked.span.is_point())
    return clearance_certified(of.body_a, of.body_b, options_for(question, asked));
  DistanceOptions options;
  options.farthest = asked.farthest;
  options.likely_nearest = asked.likely;
  options.budget = asked.budget;
  return distance_at(of.body_a, of.body_b, asked.span.lo, options);
}

ClearanceOptions ClearanceWork::options_for(const PairQuestion& question,
                                            const ClearanceAsked& asked) const {
  ClearanceOptions options;
  options.span = asked.span;
  options.tolerance = question.tolerance;
  options.relative_tolerance = share_;
  options.farthest = asked.farthest;
  options.budget = asked.budget;
  return options;
}

Clearance ClearanceWork::unanswered(const Interval& span) const {
  Clearance clearance;
  clearance.outcome = Outcome::kUndecided;
  clearance.distance = {0.0, kInfinity};
  clearance.time = span.lo;
  return clearance;
}

PairClearance ClearanceWork::in_world(std::size_t pair, Clearance clearance) const {
  const Pair& of = pairs_[pair];
  move_to_surfaces(of.question, Method::kCertified, clearance.closest);
  if (clearance.is_bounded()) {
    clearance.closest.distance = clearance.distance.hi;
  }
  move_to_world(work_.world_from_frame(of.a, of.b, clearance.time), clearance.closest);
  return {of.a, of.b, std::move(clearance)};
}

double ClearanceWork::farthest_during(std::size_t pair, const Clearance& answer,
                                      const Interval& span) const {
  const Pair& of = pairs_[pair];
  const Pose a = pose_at(of.body_a.motion, answer.time), b = pose_at(of.body_b.motion, answer.time);
  const PointsOfTwo points{inverse(a) * answer.closest.point_a,
                           inverse(b) * answer.closest.point_b};
  const double between = farthest_between(of.body_a.motion, of.body_b.motion, points, span);
  const auto beyond = [](const CertifiedBody& body, const MovingShape& moving) {
    return body.padding - moving.shape.mesh_error();  // points of curved faces are on them
  };
  const double grown = beyond(of.body_a, of.question.a) + beyond(of.body_b, of.question.b);
  return std::max(0.0, round_up_sum(between - (1.0 - 0x1p-50) * grown));
}

}  // namespace graze::query
