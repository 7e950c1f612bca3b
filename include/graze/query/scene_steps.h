// SPDX-License-Identifier: MIT
// A scene walked through in discrete steps: contacts as they begin and end.               [K3, K8]
#pragma once
#include <graze/contact/scene_event.h>
#include <graze/query/prepared_scene.h>
#include <graze/query/step_contact.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace graze {
namespace query {
class PairWork;
struct PairStep;

/// What a walk keeps of a pair from step to step.
struct FollowedPair {
  enum class Stand { kApart, kTouching, kContact };  ///< at the end of the last step
  BacktrackingCache cache = {};
  Stand stand = Stand::kApart;
};
}  // namespace query

struct SceneStepOptions {
  /// Pairs, tolerance and threads are used. A walk also uses span, progress, and the budget's time
  /// and cancellation: it ends between two steps, with the events so far.
  ContactOptions contact = {};
  /// With hand-over, every contact is handed over, however small the step: a simulator may overlook
  /// one, a list of events may not.
  StepContactOptions step = {};
  /// Bodies that part for less than this may be reported as touching throughout; > 0, seconds.
  /// Default: 1/64 of the step.
  std::optional<double> shortest_gap = {};
};

/// Walks forwards. What pairs keep from step to step belongs to it.
class SceneSteps {
 public:
  /// `begin` in seconds. Throws InputError like contacts_per_pair, and for a gap that is not > 0.
  SceneSteps(PreparedScene scene, double begin, SceneStepOptions options = {});

  /// One step from the present time to `end`: each contact and each parting, in order of time.
  /// Throws InputError unless `end` is later.
  std::vector<SceneEvent> advance_to(double end);

  double time() const { return time_; }
  const SceneStepCounts& counts() const { return counts_; }

 private:
  using IdPair = std::pair<BodyId, BodyId>;

  std::vector<query::PairStep> walk_pairs(const query::PairWork& work);
  void count(const std::vector<query::PairStep>& steps);
  void part_far_pairs(const query::PairWork& work, std::vector<SceneEvent>& events);

  PreparedScene scene_;
  SceneStepOptions options_;
  double time_;
  std::map<IdPair, query::FollowedPair> pairs_;
  SceneStepCounts counts_;
};

/// All steps of length `dt` over the span that the options ask about; its last one ends there. If
/// it is cancelled, the walk's span ends with the last step that was done. Throws InputError for a
/// span of no length, and for a dt that is not > 0 or makes more than ten million steps.
SceneWalk walk_scene(const PreparedScene& scene, double dt, const SceneStepOptions& options = {});

}  // namespace graze
