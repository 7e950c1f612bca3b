// SPDX-License-Identifier: MIT
// A scene walked through in discrete steps: contacts as they begin and end.               [K3, K8]
#pragma once
#include <graze/query/prepared_scene.h>
#include <graze/query/step_contact.h>

#include <cstdint>
#include <map>
#include <string_view>
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

struct SceneEvent {
  enum class Kind {
    kContact,    ///< a contact begins
    kOverlap,    ///< an overlap that no step has seen begin
    kApart,      ///< the pair is free again during the whole step
    kUndecided,  ///< the method gave up; see report.reason
  };
  Kind kind = Kind::kContact;
  BodyId a;
  BodyId b;
  Interval step;         ///< seconds
  ContactReport report;  ///< world frame
  CollisionEvent event;  ///< for kContact; world frame
};
std::string_view name(SceneEvent::Kind kind);

struct SceneStepCounts {
  std::uint64_t steps = 0;
  std::uint64_t questions = 0;    ///< pairs whose swept boxes met in a step
  std::uint64_t by_plane = 0;     ///< of them: proved free by one plane
  std::uint64_t handed_over = 0;  ///< of them: answered by the certified method
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

}  // namespace graze
