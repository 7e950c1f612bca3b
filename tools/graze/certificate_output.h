// SPDX-License-Identifier: MIT
// Writes the proofs of what a verb answered.
#pragma once
#include <string>
#include <vector>

#include "graze/query/prove_scene.h"

namespace graze::tool {

/// Proves the reports, pair by pair, into a file. Pairs without a proof are listed on standard
/// error. Returns a line for people: how many, how long.
std::string write_certificate(const std::string& path, const ProofScene& scene,
                              const std::vector<AnsweredPairs>& answers);

}  // namespace graze::tool
