// SPDX-License-Identifier: MIT
// A second checker of proofs that shares nothing with the first but the data: MPFI with 128 bits,
// formulas of motions over intervals instead of bounds of derivatives, vertices instead of boxes.
#pragma once
#include "graze/certify/check_proof.h"

namespace graze::test {

/// True only if the claim is true. Slow: for meshes of some dozen triangles.
bool second_check(const PairProof& proof, const ProofPair& pair);

}  // namespace graze::test
