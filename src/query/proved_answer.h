// SPDX-License-Identifier: MIT
// The surest answer for a pair: by certified, or by bisection where a motion has no bounds.
#pragma once
#include "graze/query/choose_method.h"

namespace graze::query {

ContactReport proved_answer(const PairQuestion& question);

}  // namespace graze::query
