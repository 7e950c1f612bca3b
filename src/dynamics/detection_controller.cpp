// SPDX-License-Identifier: MIT
// Question   Which objects collide first within a step?                                    [K1, K2]
// Source     Zachwieja 1992, sections 3.2 to 3.4; collisions at one time together, section 4.3.
// Guarantee  That of the method asked; by default a step without collisions is proved free.
// Changed    Extents are of the whole step, so that nothing is lost between its ends.
#include "graze/dynamics/detection_controller.h"

#include <algorithm>

#include "graze/broadphase/overlapping_pairs.h"

namespace graze {
namespace {
double smaller_diagonal(const Shape& a, const Shape& b) {
  return std::min(a.diagonal(), b.diagonal());
}

/// Two contacts are one event if the earlier pair has not moved farther than its tolerance when the
/// later one meets.
bool is_simultaneous(const Collision& first, const Collision& later) {
  const double gap = later.event.time - first.event.time;
  const double speed = std::max({first.report.closing_speed, later.report.closing_speed, 0.0});
  return gap * speed <= std::max(first.report.tolerance, later.report.tolerance);
}
}  // namespace

std::vector<DetectionController::ObjectPair> DetectionController::pairs_that_meet(
    std::span<const Object> objects, double seconds) {
  std::vector<Aabb> extents;
  for (const Object& object : objects) extents.push_back(object.extent(seconds));
  counts_.extents += extents.size();
  std::vector<ObjectPair> pairs;
  for (const auto& [i, j] : overlapping_pairs(extents)) {
    pairs.emplace_back(ObjectId(i), ObjectId(j));
  }
  return pairs;
}

const Shape& DetectionController::boundary(std::span<const Object> objects, ObjectId id) {
  const auto known = boundaries_.find(id);
  if (known != boundaries_.end()) return known->second;
  ++counts_.boundaries;
  return boundaries_.emplace(id, objects[id.index()].boundary()).first->second;
}

const AcceleratedState& DetectionController::state(std::span<const Object> objects, ObjectId id) {
  const auto known = states_.find(id);
  if (known != states_.end()) return known->second;
  ++counts_.states;
  return states_.emplace(id, objects[id.index()].state()).first->second;
}

StepContact DetectionController::ask(std::span<const Object> objects, const ObjectPair& pair,
                                     const Interval& step) {
  const auto moving = [&](ObjectId id) {
    return MovingShape{boundary(objects, id), accelerated_motion(state(objects, id), step)};
  };
  PairQuestion question;
  question.a = moving(pair.first);
  question.b = moving(pair.second);
  question.span = step;
  question.tolerance =
      options_.tolerance.value_or(1e-6 * smaller_diagonal(question.a.shape, question.b.shape));
  question.all_contacts = true;
  const double reach = options_.reach * smaller_diagonal(question.a.shape, question.b.shape);
  if (!options_.method) return step_contact(question, &caches_[pair], {.reach = reach});
  StepContact answer;
  answer.report = graze::answer(question, {.method = options_.method});
  answer.event = reduce_contacts(answer.report.contacts, answer.report.tolerance);
  answer.event.time = answer.report.time.lo;
  return answer;
}

std::vector<Collision> DetectionController::first_collisions(std::span<const Object> objects,
                                                             double now, double seconds) {
  forget_states();
  std::vector<Collision> found;
  for (const ObjectPair& pair : pairs_that_meet(objects, seconds)) {
    if (boundary(objects, pair.first).mesh().is_empty() ||
        boundary(objects, pair.second).mesh().is_empty()) {
      continue;
    }
    ++counts_.pairs;
    StepContact answer = ask(objects, pair, {now, now + seconds});
    counts_.handed_over += answer.handed_over;
    counts_.by_plane += answer.work.separated_by_plane;
    if (answer.report.outcome != Outcome::kContact) continue;
    found.push_back({pair.first, pair.second, std::move(answer.event), std::move(answer.report)});
  }
  std::stable_sort(found.begin(), found.end(), [](const Collision& x, const Collision& y) {
    return x.event.time < y.event.time;
  });
  const auto later = std::find_if(found.begin(), found.end(), [&](const Collision& c) {
    return !is_simultaneous(found.front(), c);
  });
  found.erase(later, found.end());
  return found;
}

}  // namespace graze
