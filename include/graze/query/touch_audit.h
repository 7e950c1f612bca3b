// SPDX-License-Identifier: MIT
// Which pairs of a robot's links never, always or sometimes touch over all its joints' ranges?
//                                                                                             [G3]
#pragma once
#include <graze/scene/robot.h>

#include <cstdint>
#include <vector>

namespace graze {

enum class TouchVerdict {
  kAdjacent,      ///< neighbours: may touch by construction, not looked at
  kNeverProved,   ///< apart in every configuration within the limits, proved
  kNeverSeen,     ///< apart in all samples
  kSometimes,     ///< touches in one configuration (`witness`) and not in another
  kAlwaysSeen,    ///< touches in all samples
  kAlwaysProved,  ///< does not move against each other, and touches
};

std::string_view name(TouchVerdict verdict);

struct LinkPairAudit {
  std::size_t a = 0, b = 0;  ///< links, a < b
  TouchVerdict verdict = TouchVerdict::kNeverSeen;
  std::size_t joints = 0;            ///< moved joints that lie between them
  std::size_t touched = 0;           ///< of the samples
  std::vector<double> witness = {};  ///< a configuration in which they touch, if one was met
  double proved_share = 0.0;  ///< of all values of those joints: apart there, proved (kNever...)
  std::size_t sweeps = 0;     ///< that the proof took or was given up after
};

struct TouchAuditOptions {
  std::size_t samples = 1000;  ///< random configurations within the limits
  std::uint64_t seed = 1;
  /// What a proof of "never" may cost for a pair: one joint is swept over its range while the other
  /// joints between the links are in a cell of their ranges; cells are halved until all are proved,
  /// or sweeps run out. Given up after a sixteenth of it (at least 64) if nothing is proved by
  /// then. 0: prove nothing.
  std::size_t max_sweeps = 2000;
  double tolerance = 1e-5;  ///< scene units
  int threads = 0;          ///< 0: all cores; answers do not depend on it
};

/// All pairs of links with shapes, in order. Joints without limits are taken over a full turn.
/// Throws InputError like check(robot).
std::vector<LinkPairAudit> audit_touches(const Robot& robot, const TouchAuditOptions& options = {});

}  // namespace graze
