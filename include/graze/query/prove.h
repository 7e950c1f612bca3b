// SPDX-License-Identifier: MIT
// Makes proofs that the checker in certify/ accepts.                                          [G2]
//
// Nothing here has to be trusted: directions are found by any means, and each is tried with the
// checker's own inequality before it is written down.
#pragma once
#include <graze/certify/check_proof.h>
#include <graze/contact/contact_report.h>

#include <cstdint>
#include <optional>

namespace graze {

struct ProveOptions {
  std::uint64_t max_steps = 50'000'000;  ///< longer proofs are given up
};

/// Steps that prove the pair farther apart than `distance` at every instant of the span; nothing if
/// none were found. Then `reached` (if given) is about where it failed, seconds.
std::optional<ProofSteps> prove_apart(const ProofPair& pair, const Interval& span, double distance,
                                      const ProveOptions& options = {}, double* reached = nullptr);

/// Two points of the pair's triangles and how near they are at time t.
ContactWitness find_witness(const ProofPair& pair, TriangleId a, TriangleId b, double t);

}  // namespace graze
