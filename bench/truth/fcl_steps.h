// SPDX-License-Identifier: MIT
// FCL on a motion of any angle: as a user would, cut into steps of less than a radian.        [G2]
#pragma once
#include <memory>

#include "ccd/query.h"

namespace graze::bench {

class FclSteps {
 public:
  FclSteps(const TriangleMesh& a, const TriangleMesh& b);
  ~FclSteps();

  /// collide() at evenly spaced poses.
  Answer sample(const Query& query, int samples) const;
  /// continuousCollide() by conservative advancement, step by step; `is_screw`: CCDM_SCREW, else
  /// CCDM_LINEAR.
  Answer advance(const Query& query, bool is_screw) const;

 private:
  struct Models;
  std::unique_ptr<Models> models_;
};

}  // namespace graze::bench
