// SPDX-License-Identifier: MIT
// Writes the proofs of what `check` answered.
#pragma once
#include <string>
#include <vector>

#include "graze/query/prepared_scene.h"

namespace graze::tool {

/// Proves the reports, pair by pair, into a file. Pairs without a proof are told on standard error.
/// Gives a line for people: how many, how long.
std::string write_certificate(const std::string& path, const PreparedScene& scene,
                              const std::vector<PairReport>& reports,
                              const ContactOptions& options);

}  // namespace graze::tool
