// SPDX-License-Identifier: MIT
// What continuous integration reads: JUnit's XML and SARIF 2.1.0.                             [G3]
#pragma once
#include <graze/scene/check_result.h>

#include <string>

namespace graze {

/// What the answers were about, and what makes a check fail besides them.
struct CiQuestion {
  std::string file;              ///< JUnit: names the suite; SARIF: where findings are shown
  bool limits_fail = false;      ///< a broken joint limit is an error, not a warning
  std::string why_nothing = {};  ///< why no pair was checked, an error; empty: some were
};

/// A test case for each pair that was reported, one for the joint limits of a robot, and one that
/// fails if nothing was checked.
std::string junit_document(const Scene& scene, const CheckResult& result,
                           const CiQuestion& question);

/// A result for each contact, overlap, undecided pair and broken limit.
std::string sarif_document(const Scene& scene, const CheckResult& result,
                           const CiQuestion& question);

}  // namespace graze
