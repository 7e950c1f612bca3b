// SPDX-License-Identifier: MIT
// One way to run the published bisection method, and what came of it.                         [C7]
#pragma once
#include <graze/contact/contact_report.h>

#include <string>

namespace graze {

struct BisectionVariant {
  std::string name;  ///< "all switches, k = 0.2", "without the discrete pre-test"
  ContactReport report;
  double cpu_seconds = 0.0;
};

}  // namespace graze
