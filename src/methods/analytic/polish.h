// SPDX-License-Identifier: MIT
// Wide brackets made narrow, in double-double numbers.
#pragma once
#include "methods/analytic/pair_functions.h"

namespace graze::analytic {

/// Narrows every unsure stretch between apart and overlap that is wider than 2^-31, where its
/// functions are polynomials with one root: stretches next to it grow, and stay proved.
void polish(const RelativeBoxes& boxes, const PairFunctions& functions, Scan& scan);

}  // namespace graze::analytic
