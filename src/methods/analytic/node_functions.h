// SPDX-License-Identifier: MIT
// From the functions of two bodies to those of any two boxes that ride on them.
#pragma once
#include <graze/geometry/box.h>

#include "methods/analytic/pair_functions.h"

namespace graze::analytic {

/// `bodies` are the functions of two bodies, set up for boxes around each; `a` and `b` are boxes
/// within those, written about their centres. The result is good for proofs that they are apart.
void node_functions(const PairFunctions& bodies, const Box& a, const Box& b, PairFunctions& result);

}  // namespace graze::analytic
