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
  std::vector<double> witness = {};  ///< a configuration in which they touch, if one was seen
};

struct TouchAuditOptions {
  std::size_t samples = 1000;  ///< random configurations within the limits
  std::uint64_t seed = 1;
  /// Pairs with one joint between them are swept once; with two, one joint is swept for so many
  /// values of the other at most that neighbours cover each other. 0: prove nothing.
  std::size_t max_sweeps = 2000;
  double tolerance = 1e-5;  ///< scene units
  int threads = 0;          ///< 0: all cores; answers do not depend on it
};

/// All pairs of links with shapes, in order. Joints without limits are taken over a full turn.
/// Throws InputError like check(robot).
std::vector<LinkPairAudit> audit_touches(const Robot& robot, const TouchAuditOptions& options = {});

}  // namespace graze
