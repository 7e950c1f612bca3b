// SPDX-License-Identifier: MIT
// Question   Which contacts begin and end while a scene is walked through in steps?        [K3, K8]
// Source     Zachwieja 1992, section 3.1: discrete simulation.
// Guarantee  That of query/step_walk for each pair and step; pairs that the broad phase drops are
//            apart.
// Changed    -
#include "graze/query/scene_steps.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>

#include "contact/end_report.h"
#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/base/parallel.h"
#include "query/pair_work.h"
#include "query/step_walk.h"

namespace graze {
namespace {
using query::PairWork;

void move_to_world(const PairWork& work, SceneEvent& event) {
  if (event.report.contacts.empty()) return;
  const PairQuestion question = work.question(event.a, event.b);
  const Pose world_from = work.world_from_frame(event.a, event.b, event.report.time.hi);
  for (Contact& contact : event.report.contacts) {
    query::move_to_surfaces(question, event.report.method, contact);
    query::move_to_world(world_from, contact);
  }
  const double time = event.event.time;
  event.event = reduce_contacts(event.report.contacts, event.report.tolerance);
  event.event.time = time;
}

/// What is undecided is sure up to the lower end.
double time_of(const SceneEvent& event) {
  const Interval& time = event.report.time;
  return event.kind == SceneEvent::Kind::kUndecided ? time.lo : time.hi;
}
}  // namespace

SceneSteps::SceneSteps(PreparedScene scene, double begin, SceneStepOptions options)
    : scene_(std::move(scene)), options_(std::move(options)), time_(begin) {
  refuse_deforming(scene_.scene(), "step");
  const auto& gap = options_.shortest_gap;
  if (gap && !(*gap > 0.0 && std::isfinite(*gap))) {
    throw InputError({"shortest_gap", number_text(*gap) + " s", "a finite time > 0", ""});
  }
}

std::vector<query::PairStep> SceneSteps::walk_pairs(const PairWork& work) {
  const auto& candidates = work.candidates();
  std::vector<query::FollowedPair*> followed;  // made here, so that threads find theirs
  for (const CandidatePair& pair : candidates) followed.push_back(&pairs_[{pair.a, pair.b}]);
  std::vector<query::PairStep> steps(candidates.size());
  const auto walk_one = [&](std::size_t i) {
    PairQuestion question = work.question(candidates[i].a, candidates[i].b);
    question.budget = options_.contact.budget;
    steps[i] = query::walk_step(question, options_, *followed[i]);
  };
  parallel_for(candidates.size(), walk_one, options_.contact.threads);
  return steps;
}

void SceneSteps::count(const std::vector<query::PairStep>& steps) {
  ++counts_.steps;
  counts_.questions += steps.size();
  for (const query::PairStep& step : steps) {
    counts_.handed_over += step.handed_over;
    counts_.by_plane += step.by_plane;
  }
}

void SceneSteps::part_far_pairs(const PairWork& work, std::vector<SceneEvent>& events) {
  std::set<IdPair> near;
  for (const CandidatePair& pair : work.candidates()) near.emplace(pair.a, pair.b);
  for (auto& [pair, followed] : pairs_) {
    if (followed.stand == query::FollowedPair::Stand::kApart || near.contains(pair)) continue;
    followed.stand = query::FollowedPair::Stand::kApart;
    ContactReport report = work.apart(pair.first, pair.second);
    end_separated(report, Interval(work.span().lo));
    events.push_back(
        {SceneEvent::Kind::kApart, pair.first, pair.second, work.span(), std::move(report), {}});
  }
}

std::vector<SceneEvent> SceneSteps::advance_to(double end) {
  if (!(end > time_) || !std::isfinite(end)) {
    throw InputError({"step", "an end of " + number_text(end) + " s",
                      "a time after " + number_text(time_) + " s", ""});
  }
  ContactOptions contact = options_.contact;
  contact.span = Interval(time_, end);
  const PairWork work(scene_, scene_.body_motions(), contact, method_table());
  std::vector<query::PairStep> steps = walk_pairs(work);
  count(steps);
  std::vector<SceneEvent> events;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const CandidatePair& pair = work.candidates()[i];
    for (query::PairStep::News& news : steps[i].news) {
      events.push_back(
          {news.kind, pair.a, pair.b, work.span(), std::move(news.report), std::move(news.event)});
      move_to_world(work, events.back());
    }
  }
  part_far_pairs(work, events);
  std::stable_sort(events.begin(), events.end(), [](const SceneEvent& x, const SceneEvent& y) {
    return time_of(x) < time_of(y);
  });
  time_ = end;
  return events;
}

SceneWalk walk_scene(const PreparedScene& scene, double dt, const SceneStepOptions& options) {
  constexpr double kMostSteps = 1e7;
  SceneWalk walk;
  walk.span = options.contact.span.value_or(scene.scene().span);
  walk.dt = dt;
  const double length = walk.span.hi - walk.span.lo;
  if (!(length > 0.0)) {
    throw InputError({"span", number_text(length) + " s", "a span of some length", ""});
  }
  if (!(dt > 0.0) || !std::isfinite(dt)) {
    throw InputError({"dt", number_text(dt) + " s", "the length of a step, > 0", ""});
  }
  if (length / dt > kMostSteps) {
    throw InputError({"dt", number_text(length / dt) + " steps", "at most ten million", ""});
  }
  SceneSteps steps(scene, walk.span.lo, options);
  const std::atomic<bool>* cancel = options.contact.budget.cancel;
  const BudgetWatch watch(options.contact.budget);
  for (std::size_t i = 1; steps.time() < walk.span.hi; ++i) {
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) break;
    if (watch.elapsed_seconds() >= options.contact.budget.max_seconds) break;
    // Each time from the start: sums of steps would drift.
    const double next = walk.span.lo + static_cast<double>(i) * dt;
    const bool is_last = next > walk.span.hi - 1e-9 * dt;
    auto events = steps.advance_to(is_last ? walk.span.hi : next);
    std::move(events.begin(), events.end(), std::back_inserter(walk.events));
    if (options.contact.progress) {
      options.contact.progress((steps.time() - walk.span.lo) / length);
    }
  }
  walk.span.hi = steps.time();
  walk.counts = steps.counts();
  return walk;
}

}  // namespace graze
