// SPDX-License-Identifier: MIT
// A scene walked through in discrete steps: contacts as they begin and end.               [K3, K8]
#pragma once
#include <graze/contact/scene_event.h>
#include <graze/query/prepared_scene.h>
#include <graze/query/step_contact.h>

#include <map>
#include <utility>
#include <vector>

namespace graze {
namespace query {
class PairWork;
}

struct SceneStepOptions {
  ContactOptions contact = {};  ///< pairs, tolerance and threads count; all else is left alone
  StepContactOptions step = {};
};

/// Walks forwards. What pairs keep from step to step belongs to it.
class SceneSteps {
 public:
  /// `begin` in seconds. Throws InputError like contacts_per_pair.
  SceneSteps(PreparedScene scene, double begin, SceneStepOptions options = {});

  /// One step from the present time to `end`; its events in order of time. Throws InputError unless
  /// `end` is later.
  std::vector<SceneEvent> advance_to(double end);

  double time() const { return time_; }
  const SceneStepCounts& counts() const { return counts_; }

 private:
  using IdPair = std::pair<BodyId, BodyId>;
  struct PairState {
    BacktrackingCache cache;
    bool touches = false;
  };

  std::vector<StepContact> ask(const query::PairWork& work);
  void count(const std::vector<StepContact>& answers);
  void part_far_pairs(const query::PairWork& work, std::vector<SceneEvent>& events);

  PreparedScene scene_;
  SceneStepOptions options_;
  double time_;
  std::map<IdPair, PairState> pairs_;
  SceneStepCounts counts_;
};

/// All steps of length `dt` over the span that the options ask about; its last one ends there.
/// Throws InputError for a span of no length, and for a dt that is not > 0 or makes more than ten
/// million steps.
SceneWalk walk_scene(const PreparedScene& scene, double dt, const SceneStepOptions& options = {});

}  // namespace graze
