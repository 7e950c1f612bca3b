// SPDX-License-Identifier: MIT
// First contact of a pair by octrees and swept faces: the method `octree`.
#pragma once
#include "graze/query/choose_method.h"

namespace graze::query {

/// Halves the span where faces may touch until a step moves no point by more than half the
/// tolerance. Conservative.
ContactReport answer_by_octree(const PairQuestion& question);

}  // namespace graze::query
