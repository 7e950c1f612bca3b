// SPDX-License-Identifier: MIT
// What begins and ends while a scene is walked through in steps: the answer.              [K3, K8]
#pragma once
#include <graze/contact/collision_event.h>
#include <graze/contact/contact_report.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace graze {

struct SceneEvent {
  enum class Kind {
    kContact,    ///< a contact begins; report.time is its bracket
    kOverlap,    ///< an overlap at the start of a step, which no step has seen begin
    kTouching,   ///< likewise: nearer than the tolerance, not deeper
    kApart,      ///< the pair parts: in touch at report.time.lo, apart from report.time.hi on
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

/// A whole walk.
struct SceneWalk {
  Interval span{0.0, 0.0};  ///< seconds
  double dt = 0.0;          ///< seconds
  std::vector<SceneEvent> events;
  SceneStepCounts counts;
};

}  // namespace graze
