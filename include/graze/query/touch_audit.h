// SPDX-License-Identifier: MIT
// Which pairs of a robot's links never, always or sometimes touch over all its joints' ranges?
//                                                                                             [G3]
#pragma once
#include <graze/base/budget.h>
#include <graze/contact/link_audit.h>
#include <graze/scene/robot.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace graze {

struct TouchAuditOptions {
  std::size_t samples = 1000;  ///< random configurations within the limits
  std::uint64_t seed = 1;
  /// What a proof of "never" may cost for a pair: one joint is swept over its range while the other
  /// joints between the links are in a cell of their ranges; cells are halved until all are proved,
  /// or sweeps run out. Given up after a sixteenth of it (at least 64) if nothing is proved by
  /// then. 0: prove nothing.
  std::size_t max_sweeps = 2000;
  double tolerance = 1e-5;  ///< scene units
  /// Time and cancellation for the whole audit; max_tests is not used. When it ends, pairs keep
  /// what was seen and proved by then.
  Budget budget = {};
  int threads = 0;                                 ///< 0: all cores; answers do not depend on it
  std::function<void(double done)> progress = {};  ///< called with 0 … 1, from one thread at a time
};

/// All pairs of links with shapes, in order. Joints without limits are taken over a full turn.
/// Throws InputError like check(robot).
std::vector<LinkPairAudit> audit_touches(const Robot& robot, const TouchAuditOptions& options = {});

/// The pairs that audit_touches looks at, in order. Only neighbours are judged yet.
std::vector<LinkPairAudit> pairs_to_audit(const Robot& robot);
/// Judges some of pairs_to_audit, with the same results as if all were judged.
std::vector<LinkPairAudit> audit_touches(const Robot& robot, std::vector<LinkPairAudit> pairs,
                                         const TouchAuditOptions& options);

}  // namespace graze
