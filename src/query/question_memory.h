// SPDX-License-Identifier: MIT
// What one question leaves for the next about the same bodies, a frame later.
#pragma once
#include <optional>
#include <utility>

#include "graze/base/id.h"
#include "graze/broadphase/pair_memory.h"

namespace graze::query {

struct QuestionMemory {
  BoxPairMemory boxes;
  std::optional<std::pair<BodyId, BodyId>> touched;  ///< first of all pairs; a < b
};

}  // namespace graze::query
