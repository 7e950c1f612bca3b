// SPDX-License-Identifier: MIT
// How near two bodies come, one of which deforms.                                             [C9]
#pragma once
#include "graze/contact/clearance.h"
#include "graze/query/choose_method.h"

namespace graze::query {

/// In the frame of the question. The bracket is at most as wide as the question's tolerance or
/// `share` of the distance, whichever is more.
Clearance deforming_clearance(const PairQuestion& question, double share);

}  // namespace graze::query
