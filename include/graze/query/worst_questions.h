// SPDX-License-Identifier: MIT
// Many questions about one scene: which of them end worst?                                    [C8]
#pragma once
#include <graze/query/prepared_scene.h>

#include <span>
#include <vector>

namespace graze {

/// A question of a batch and its answer.
struct RankedAnswer {
  std::size_t question = 0;  ///< counted from 0
  PairReport first;
  double distance = 0.0;  ///< scene units, proved, of one that stays apart; 0: it was not asked for
};

/// The scene as a question has it.
Scene changed_scene(const Scene& scene, const SceneChange& change);

/// The first contact of every question. Those that touch come first, soonest after their start
/// first; then what is undecided; then the others by their smallest distance, which is asked for if
/// fewer than `shown` questions come before them. Throws InputError like first_contacts.
std::vector<RankedAnswer> worst_questions(const PreparedScene& scene,
                                          std::span<const SceneChange> questions,
                                          const ContactOptions& options, std::size_t shown);

}  // namespace graze
