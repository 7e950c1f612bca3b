// SPDX-License-Identifier: MIT
// A random question with its answer and the proof of it.
#pragma once
#include <optional>

#include "graze/methods/certified.h"
#include "graze/query/prove.h"
#include "support/contact_queries.h"

namespace graze::test {

struct ProvedQuery {
  ContactQuery query;
  ContactReport report;
  ProofPair pair;
  std::optional<PairProof> proof;

  /// Bodies that touch at the start have no proof: there nothing is claimed to keep apart.
  bool starts_apart() const {
    return report.outcome != Outcome::kOverlapAtStart && report.start == StartState::kApart;
  }
};

/// Asks `certified` and proves its answer.
ProvedQuery proved(ContactQuery query, double distance = 0.0);

}  // namespace graze::test
