// SPDX-License-Identifier: MIT
// Question   Which contacts begin and end while a scene is walked through in steps?        [K3, K8]
// Source     Zachwieja 1992, section 3.1: discrete simulation.
// Guarantee  That of step_contact for each pair and step; pairs that the broad phase drops are
//            apart.
// Changed    -
#include "graze/query/scene_steps.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "graze/base/error.h"
#include "graze/base/parallel.h"
#include "query/pair_work.h"

namespace graze {
namespace {
using query::PairWork;

/// What an answer says about a pair that did or did not touch before; none: nothing new.
std::optional<SceneEvent::Kind> news(const ContactReport& report, bool touched) {
  switch (report.outcome) {
    case Outcome::kContact:
      if (!touched) return SceneEvent::Kind::kContact;
      break;
    case Outcome::kOverlapAtStart:
      if (!touched) return SceneEvent::Kind::kOverlap;
      break;
    case Outcome::kSeparated:
      if (touched && report.start == StartState::kApart) return SceneEvent::Kind::kApart;
      break;
    case Outcome::kUndecided:
      return SceneEvent::Kind::kUndecided;
  }
  return std::nullopt;
}

void move_to_world(const PairWork& work, SceneEvent& event) {
  if (event.report.contacts.empty()) return;
  const Pose world_from = work.world_from_frame(event.a, event.b, event.report.time.hi);
  for (Contact& contact : event.report.contacts) query::move_to_world(world_from, contact);
  const double time = event.event.time;
  event.event = reduce_contacts(event.report.contacts, event.report.tolerance);
  event.event.time = time;
}

double time_of(const SceneEvent& event) {
  return event.kind == SceneEvent::Kind::kContact ? event.report.time.hi : event.step.lo;
}
}  // namespace

SceneSteps::SceneSteps(PreparedScene scene, double begin, SceneStepOptions options)
    : scene_(std::move(scene)), options_(std::move(options)), time_(begin) {}

std::vector<StepContact> SceneSteps::ask(const query::PairWork& work) {
  const auto& candidates = work.candidates();
  std::vector<PairState*> states;  // made here, so that threads find theirs
  for (const CandidatePair& pair : candidates) states.push_back(&pairs_[{pair.a, pair.b}]);
  std::vector<StepContact> answers(candidates.size());
  const auto ask_one = [&](std::size_t i) {
    const PairQuestion question = work.question(candidates[i].a, candidates[i].b);
    answers[i] = step_contact(question, &states[i]->cache, options_.step);
  };
  parallel_for(candidates.size(), ask_one, options_.contact.threads);
  return answers;
}

void SceneSteps::count(const std::vector<StepContact>& answers) {
  ++counts_.steps;
  counts_.questions += answers.size();
  for (const StepContact& answer : answers) {
    counts_.handed_over += answer.handed_over;
    counts_.by_plane += answer.work.separated_by_plane;
  }
}

void SceneSteps::part_far_pairs(const query::PairWork& work, std::vector<SceneEvent>& events) {
  std::set<IdPair> near;
  for (const CandidatePair& pair : work.candidates()) near.emplace(pair.a, pair.b);
  for (auto& [pair, state] : pairs_) {
    if (!state.touches || near.contains(pair)) continue;
    state.touches = false;
    events.push_back({SceneEvent::Kind::kApart,
                      pair.first,
                      pair.second,
                      work.span(),
                      work.apart(pair.first, pair.second),
                      {}});
  }
}

std::vector<SceneEvent> SceneSteps::advance_to(double end) {
  if (!(end > time_) || !std::isfinite(end)) {
    throw InputError({"step", "an end of " + std::to_string(end) + " s",
                      "a time after " + std::to_string(time_) + " s", ""});
  }
  ContactOptions contact = options_.contact;
  contact.span = Interval(time_, end);
  const PairWork work(scene_, scene_.body_motions(), contact, method_table());
  std::vector<StepContact> answers = ask(work);
  count(answers);
  std::vector<SceneEvent> events;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const CandidatePair& pair = work.candidates()[i];
    PairState& state = pairs_[{pair.a, pair.b}];
    const auto kind = news(answers[i].report, state.touches);
    if (!kind) continue;
    state.touches = *kind != SceneEvent::Kind::kApart;
    events.push_back({*kind, pair.a, pair.b, work.span(), std::move(answers[i].report),
                      std::move(answers[i].event)});
    move_to_world(work, events.back());
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
    throw InputError({"span", std::to_string(length) + " s", "a span of some length", ""});
  }
  if (!(dt > 0.0) || !std::isfinite(dt)) {
    throw InputError({"dt", std::to_string(dt) + " s", "the length of a step, > 0", ""});
  }
  if (length / dt > kMostSteps) {
    throw InputError({"dt", std::to_string(length / dt) + " steps", "at most ten million", ""});
  }
  SceneSteps steps(scene, walk.span.lo, options);
  for (std::size_t i = 1; steps.time() < walk.span.hi; ++i) {
    // Each time from the start: sums of steps would drift.
    const double next = walk.span.lo + static_cast<double>(i) * dt;
    const bool is_last = next > walk.span.hi - 1e-9 * dt;
    auto events = steps.advance_to(is_last ? walk.span.hi : next);
    std::move(events.begin(), events.end(), std::back_inserter(walk.events));
  }
  walk.counts = steps.counts();
  return walk;
}

}  // namespace graze
