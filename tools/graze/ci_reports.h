// SPDX-License-Identifier: MIT
// What continuous integration reads: JUnit's XML and SARIF 2.1.0.                             [G3]
#pragma once
#include <string>

#include "check_result.h"

namespace graze::tool {

/// A test case for each pair that was reported, one for the joint limits of a robot, and one that
/// fails if nothing was checked.
std::string junit_document(const std::string& name, const Scene& scene, const CheckResult& result);

/// A result for each contact, overlap, doubt and broken limit; `file` is where they are shown.
std::string sarif_document(const std::string& file, const Scene& scene, const CheckResult& result);

}  // namespace graze::tool
