// SPDX-License-Identifier: MIT
// A proof that two links never touch, as far as it gets.                                      [G3]
#pragma once
#include "query/touch_audit/link_sweeps.h"

namespace graze::query {

struct NeverProof {
  bool is_complete = false;  ///< apart in every configuration within the limits
  double share = 0.0;        ///< of all values of the joints between them: proved apart there
  std::size_t sweeps = 0;    ///< that were asked for
  std::optional<std::vector<double>> witness = {};  ///< a configuration that touches after all
};

NeverProof prove_never(const Robot& robot, const LinkSweeps& sweeps, const LinkPair& pair,
                       const TouchAuditOptions& options);

}  // namespace graze::query
