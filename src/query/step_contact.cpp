// SPDX-License-Identifier: MIT
// Question   Do two bodies touch within a step, by backtracking where that is reliable?        [K8]
// Source     Zachwieja 1992 for the method; its restrictions (section 3.9) are what is handed over.
// Guarantee  With the hand-over: kSeparated is proved; kContact is kProved if certified gave it,
//            else kSampled (free at time.lo, in touch at time.hi).
// Changed    -
#include "graze/query/step_contact.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "contact/end_report.h"
#include "query/kernel_bodies.h"
#include "query/proved_answer.h"

namespace graze {
namespace {
/// How far a body's box moves at most during the span, seen from the other body. Sampled: it only
/// chooses the size of steps.
double relative_travel(const PairQuestion& question) {
  constexpr int kSamples = 16;
  const Aabb box = question.b.shape.mesh().bounds();
  double travel = 0.0;
  std::array<Vec3, 8> before;
  for (int i = 0; i <= kSamples; ++i) {
    const double s = static_cast<double>(i) / kSamples;
    const double t = (1.0 - s) * question.span.lo + s * question.span.hi;
    const Pose a_from_b =
        inverse(pose_at(question.a.frame_from_shape, t)) * pose_at(question.b.frame_from_shape, t);
    double farthest = 0.0;
    for (std::size_t k = 0; k < 8; ++k) {
      const Vec3 corner =
          a_from_b * Vec3((k & 1) ? box.hi.x() : box.lo.x(), (k & 2) ? box.hi.y() : box.lo.y(),
                          (k & 4) ? box.hi.z() : box.lo.z());
      if (i > 0) farthest = std::max(farthest, (corner - before[k]).norm());
      before[k] = corner;
    }
    travel += farthest;
  }
  return travel;
}

double least_extent(const Shape& shape) {
  return 2.0 * shape.tree().nodes()[0].box.half_size.minCoeff();
}

double small_travel(const PairQuestion& question, double small_step) {
  return small_step * std::min(least_extent(question.a.shape), least_extent(question.b.shape));
}

/// Why backtracking cannot be asked at all; kNo if it can.
Undecided obstacle(const PairQuestion& question) {
  if (question.a.growth > 0.0 || question.b.growth > 0.0 || question.min_separation > 0.0) {
    return Undecided::kGrown;
  }
  if (question.a.shape.mesh().is_empty() || question.b.shape.mesh().is_empty())
    return Undecided::kEmpty;
  if (!question.a.shape.polyhedron() || !question.b.shape.polyhedron()) {
    return Undecided::kNotClosed;
  }
  return Undecided::kNo;
}

/// Why an answer of backtracking is not enough; empty if it is.
std::string doubt_about(const StepContact& answer, const PairQuestion& question,
                        const StepContactOptions& options) {
  const ContactReport& report = answer.report;
  switch (report.outcome) {
    case Outcome::kSeparated:
      return report.guarantee == Guarantee::kProved ? "" : "both ends are free, the way between?";
    case Outcome::kContact:
      return relative_travel(question) <= small_travel(question, options.small_step)
                 ? ""
                 : "a large step";
    case Outcome::kOverlapAtStart:
    case Outcome::kUndecided:
      return explanation(report);
  }
  return "";
}

/// The certified method's answer, reduced to an event.
void hand_over(const PairQuestion& question, const std::string& why, StepContact& answer) {
  PairQuestion all = question;
  all.all_contacts = true;
  const Stats spent = answer.report.stats;
  answer.report = query::proved_answer(all);
  answer.report.stats += spent;
  answer.handed_over = true;
  if (explanation(answer.report).empty())
    answer.report.reason = "handed over by backtracking: " + why;
  if (answer.report.outcome != Outcome::kContact) return;
  answer.event = reduce_contacts(answer.report.contacts, answer.report.tolerance);
  answer.event.time = answer.report.time.lo;
}

StepContact backtracked(const PairQuestion& question, BacktrackingCache* cache, double reach) {
  BacktrackingOptions options;
  options.span = question.span;
  options.tolerance = question.tolerance;
  options.budget = question.budget;
  options.reach = reach;
  BacktrackingResult result = first_contact_by_backtracking(
      query::backtracking_body(question.a), query::backtracking_body(question.b), options, cache);
  return {std::move(result.report), std::move(result.event), result.work, false};
}

StepContact impossible(const PairQuestion& question, Undecided why) {
  StepContact answer;
  answer.report = separated_report(Method::kBacktracking, Guarantee::kSampled, question.span,
                                   question.tolerance);
  end_undecided(answer.report, question.span, why);
  return answer;
}
}  // namespace

StepContact step_contact(const PairQuestion& asked, BacktrackingCache* cache,
                         const StepContactOptions& options) {
  const query::BoundedQuestion bounded(asked);
  const PairQuestion& question = bounded.get();
  const Undecided why = obstacle(question);
  const bool can_ask = why == Undecided::kNo;
  StepContact answer =
      can_ask ? backtracked(question, cache, options.reach) : impossible(question, why);
  if (!options.hand_over) return answer;
  const std::string doubt = doubt_about(answer, question, options);
  if (!doubt.empty()) hand_over(question, doubt, answer);
  if (cache != nullptr && answer.report.outcome == Outcome::kSeparated) {
    cache->apart_at = question.span.hi;
  }
  return answer;
}

namespace {
Interval step_of(const Interval& span, std::size_t i, std::size_t count) {
  const double part = (span.hi - span.lo) / static_cast<double>(count);
  const double begin = span.lo + static_cast<double>(i) * part;
  return {begin, i + 1 == count ? span.hi : span.lo + static_cast<double>(i + 1) * part};
}

/// A later step's answer as one for all steps so far.
StepContact continued(const StepContact& before, StepContact step) {
  step.report.stats += before.report.stats;
  step.work += before.work;
  step.handed_over = step.handed_over || before.handed_over;
  step.report.guarantee = std::max(step.report.guarantee, before.report.guarantee);
  step.report.start = before.report.start;
  return step;
}
}  // namespace

StepContact walk_contact(const PairQuestion& question, std::size_t most_steps) {
  double steps = 1.0;
  if (obstacle(question) == Undecided::kNo) {
    const double small = small_travel(question, StepContactOptions{}.small_step);
    steps = std::max(1.0, std::ceil(relative_travel(question) / small));
  }
  StepContact whole;
  if (!(steps <= static_cast<double>(most_steps))) {
    hand_over(question, "too many small steps", whole);
    return whole;
  }
  BacktrackingCache cache;
  const auto count = static_cast<std::size_t>(steps);
  for (std::size_t i = 0; i < count; ++i) {
    PairQuestion step = question;
    step.span = step_of(question.span, i, count);
    const StepContact answer = step_contact(step, &cache);
    whole = i == 0 ? answer : continued(whole, answer);
    if (whole.report.outcome != Outcome::kSeparated) return whole;
  }
  whole.report.time = question.span;
  return whole;
}

}  // namespace graze
