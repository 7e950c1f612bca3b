// SPDX-License-Identifier: MIT
// The question of a simulator: do these two touch within this step, and what does a response need
// to know?                                                                                  [K3-K8]
#pragma once
#include <graze/methods/backtracking.h>
#include <graze/query/choose_method.h>

#include <cstddef>

namespace graze {

struct StepContactOptions {
  /// On its own, backtracking trusts the ends of the step (answers are `sampled`). With hand-over,
  /// what it cannot prove or decide goes to the certified method (to bisection, if a motion has no
  /// bounds): a step without contact is then always proved.
  bool hand_over = true;
  /// A step is small if nothing moves farther, seen from the other body, than this part of the
  /// thinner body's least extent. Contacts of larger steps are handed over, too. >= 0.
  double small_step = 0.25;
  /// What nearly touches at the event joins it (not the report); see BacktrackingOptions::reach.
  double reach = 0.0;
};

struct StepContact {
  ContactReport report;   ///< `method` is the one that answered; `reason`: why it was handed over
  CollisionEvent event;   ///< for kContact, whichever method answered
  BacktrackingWork work;  ///< of backtracking alone
  bool handed_over = false;
};

/// The first contact of a pair within question.span, taken as one step. Needs closed meshes for
/// backtracking itself; others, paddings and separations are handed over. `cache` is what the pair
/// keeps from step to step; none: every step from scratch.
StepContact step_contact(const PairQuestion& question, BacktrackingCache* cache = nullptr,
                         const StepContactOptions& options = {});

/// The span cut into small steps, each answered by step_contact, up to the first contact. This is
/// how the method `backtracking` answers questions about a whole span. If more than `most_steps`
/// would be needed, the whole span is handed over.
StepContact walk_contact(const PairQuestion& question, std::size_t most_steps = 4096);

}  // namespace graze
