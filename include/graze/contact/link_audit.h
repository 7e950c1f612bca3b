// SPDX-License-Identifier: MIT
// Whether two links of a robot never, always or sometimes touch: the answer.                   [G3]
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace graze {

enum class TouchVerdict {
  kAdjacent,      ///< neighbours: may touch by construction, not looked at
  kNeverProved,   ///< apart in every configuration within the limits, proved
  kNeverSeen,     ///< apart in all samples
  kSometimes,     ///< touches in one configuration (`witness`) and not in another
  kAlwaysSeen,    ///< touches in all samples
  kAlwaysProved,  ///< the two do not move relative to each other, and touch
  kNotLooked,     ///< the budget ran out before any configuration was decided
};

std::string_view name(TouchVerdict verdict);

struct LinkPairAudit {
  std::size_t a = 0, b = 0;  ///< links, a < b
  TouchVerdict verdict = TouchVerdict::kNeverSeen;
  std::size_t joints = 0;            ///< moved joints that lie between them
  std::size_t touched = 0;           ///< of the samples
  std::size_t samples = 0;           ///< that were decided for this pair
  std::vector<double> witness = {};  ///< a configuration in which they touch, if one was met
  double proved_share = 0.0;  ///< of all values of those joints: apart there, proved (kNever...)
  std::size_t sweeps = 0;     ///< that the proof took, or after which it was given up
};

}  // namespace graze
