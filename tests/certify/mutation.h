// SPDX-License-Identifier: MIT
// Ways to spoil a proof.
#pragma once
#include <random>

#include "certify/proved_query.h"

namespace graze::test {

/// Changes the steps or the claim a little: flipped bits, moved, copied, lost and swapped parts,
/// cut ends, later ends, shifted spans, larger distances. Gives the name of what it did.
const char* mutate(PairProof& proof, std::mt19937_64& random);

}  // namespace graze::test
