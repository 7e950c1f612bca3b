// SPDX-License-Identifier: MIT
// Answers for one pair of a scene's bodies.                                                   [G1]
#pragma once
#include <graze/contact/clearance.h>
#include <graze/contact/contact_intervals.h>
#include <graze/contact/contact_report.h>

namespace graze {

/// They touch, or they overlap from the start.
inline bool touches(Outcome outcome) {
  return outcome == Outcome::kContact || outcome == Outcome::kOverlapAtStart;
}

struct PairReport {
  BodyId a;
  BodyId b;
  ContactReport report;  ///< points and normals in the world frame at time.hi
};

struct PairClearance {
  BodyId a;
  BodyId b;
  Clearance clearance;  ///< closest points in the world frame at its time
};

struct PairIntervals {
  BodyId a;
  BodyId b;
  ContactIntervals contacts;
};

}  // namespace graze
