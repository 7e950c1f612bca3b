// SPDX-License-Identifier: MIT
// One pair followed through one step: each contact and each parting, in order.             [K3, K8]
#pragma once
#include <vector>

#include "graze/query/scene_steps.h"

namespace graze::query {

/// What a step gave for a pair. Reports and events are in the question's frame.
struct PairStep {
  struct News {
    SceneEvent::Kind kind;
    ContactReport report;
    CollisionEvent event;
  };
  std::vector<News> news;    ///< in order of time
  bool handed_over = false;  ///< of the question about the whole step
  bool by_plane = false;     ///< likewise
};

/// Walks through question.span as one step; `pair` is how the pair stood before, and then after.
PairStep walk_step(const PairQuestion& question, const SceneStepOptions& options,
                   FollowedPair& pair);

}  // namespace graze::query
