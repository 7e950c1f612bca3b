// SPDX-License-Identifier: MIT
// The answer for one pair of a scene's bodies.                                                [G1]
#pragma once
#include <graze/contact/contact_report.h>

namespace graze {

struct PairReport {
  BodyId a;
  BodyId b;
  ContactReport report;  ///< points and normals in the world frame at time.hi
};

}  // namespace graze
