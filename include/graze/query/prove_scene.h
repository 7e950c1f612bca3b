// SPDX-License-Identifier: MIT
// Proofs of the answers about a scene.                                                        [G2]
#pragma once
#include <graze/certify/check_certificate.h>
#include <graze/contact/pair_report.h>
#include <graze/query/prepared_scene.h>

#include <functional>

namespace graze {

/// Answers with the options of their question.
struct AnsweredPairs {
  std::vector<PairReport> reports;
  ContactOptions options;
};

/// The result for one report.
struct ProvedReport {
  PairReport report;
  std::optional<PairProof> proof;
  NoProof reason = NoProof::kNotFound;  ///< why there is no proof
};

/// Proves each report and passes it on, in order; a few hundred are in memory at a time. Of the
/// options, span, min_separation and threads are used; they must be those of the reports' question.
/// The budget's seconds are for each report; after a cancel no more are passed on.
void prove_reports(const ProofScene& scene, std::span<const PairReport> reports,
                   const ContactOptions& options,
                   const std::function<void(const ProvedReport&)>& take);

/// The answer of `first_contact`, as a report for every checked pair: none touches before its time.
std::vector<PairReport> reports_until(const Scene& scene, const PairReport& first,
                                      const ContactOptions& options);

}  // namespace graze
