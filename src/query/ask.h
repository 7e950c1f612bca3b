// SPDX-License-Identifier: MIT
// The questions with the table of methods as an argument, so that tests can bring their own.
#pragma once
#include <span>
#include <vector>

#include "graze/query/choose_method.h"
#include "graze/query/prepared_scene.h"
#include "query/question_memory.h"

namespace graze::query {

PairReport ask_first_contact(const PreparedScene& scene, std::vector<Motion> motions,
                             const ContactOptions& options, std::span<const MethodRow> table,
                             QuestionMemory* memory = nullptr);

std::vector<PairReport> ask_contacts_per_pair(const PreparedScene& scene,
                                              const ContactOptions& options,
                                              std::span<const MethodRow> table,
                                              QuestionMemory* memory = nullptr);

std::vector<PairReport> ask_batch(const PreparedScene& scene,
                                  std::span<const SceneChange> questions,
                                  const ContactOptions& options, std::span<const MethodRow> table);

}  // namespace graze::query
