// SPDX-License-Identifier: MIT
#include "graze/query/worst_questions.h"

#include <algorithm>
#include <limits>

#include "graze/query/clearance_curve.h"

namespace graze {
namespace {
/// 0: touches, 1: undecided, 2: apart.
int badness(const RankedAnswer& answer) {
  const Outcome outcome = answer.first.report.outcome;
  return outcome == Outcome::kSeparated ? 2 : outcome == Outcome::kUndecided ? 1 : 0;
}

double smallest_distance(const PreparedScene& scene, const ContactOptions& options) {
  double distance = std::numeric_limits<double>::infinity();
  for (const ClearanceCell& cell : clearance_curve(scene, options, 2).cells)
    distance = std::min(distance, cell.nearest.clearance.distance.lo);
  return distance;
}
}  // namespace

Scene changed_scene(const Scene& scene, const SceneChange& change) {
  Scene changed = scene;
  for (const MotionChange& one : change.motions)
    changed.bodies[one.body.index()].motion = one.motion;
  changed.span = change.span.value_or(changed.span);
  return changed;
}

std::vector<RankedAnswer> worst_questions(const PreparedScene& scene,
                                          std::span<const SceneChange> questions,
                                          const ContactOptions& options, std::size_t shown) {
  std::vector<RankedAnswer> answers;
  for (const PairReport& report : first_contacts(scene, questions, options))
    answers.push_back({answers.size(), report});
  const auto bad =
      std::ranges::count_if(answers, [](const RankedAnswer& one) { return badness(one) < 2; });
  if (static_cast<std::size_t>(bad) < shown) {
    for (RankedAnswer& one : answers) {
      if (badness(one) < 2) continue;
      const PreparedScene changed(changed_scene(scene.scene(), questions[one.question]));
      one.distance = smallest_distance(changed, options);
    }
  }
  const auto key = [&](const RankedAnswer& one) {
    const int kind = badness(one);
    const Interval span = questions[one.question].span.value_or(scene.scene().span);
    return std::pair(kind, kind == 2 ? one.distance : one.first.report.time.lo - span.lo);
  };
  std::stable_sort(answers.begin(), answers.end(),
                   [&](const auto& p, const auto& q) { return key(p) < key(q); });
  return answers;
}

}  // namespace graze
