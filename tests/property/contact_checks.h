// SPDX-License-Identifier: MIT
// Whether answers of the methods are true, and consistent with one another.                    [C9]
#pragma once
#include <string>

#include "graze/methods/bisection.h"
#include "graze/methods/certified.h"
#include "property/contact_truth.h"

namespace graze::test {

/// A query with its trees, asked in several ways.
struct AskedQuery {
  ContactQuery query;
  WideObbTree wide_a, wide_b;

  explicit AskedQuery(ContactQuery query);
  ContactReport certified(const CertifiedOptions& options = {}) const;  ///< the query's tolerance
  ContactReport bisection(std::uint64_t max_tests) const;
};

/// The same question told otherwise.
AskedQuery swapped(const AskedQuery& asked);
AskedQuery moved(const AskedQuery& asked, const Pose& frame);  ///< both bodies, by one pose
AskedQuery reversed(const AskedQuery& asked);                  ///< in time

/// What is wrong with an answer; empty if nothing is. `instants` are looked at besides those next
/// to the answer's own times.
std::string what_is_wrong(const ContactTruth& truth, const ContactQuery& query,
                          const ContactReport& report, const std::vector<Instant>& instants);

/// Equal bits: outcome, times, first contact and counts of work.
bool same_bits(const ContactReport& x, const ContactReport& y);

}  // namespace graze::test
