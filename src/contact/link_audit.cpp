// SPDX-License-Identifier: MIT
#include "graze/contact/link_audit.h"

namespace graze {

std::string_view name(TouchVerdict verdict) {
  switch (verdict) {
    case TouchVerdict::kAdjacent:
      return "adjacent";
    case TouchVerdict::kNeverProved:
      return "never (proved)";
    case TouchVerdict::kNeverSeen:
      return "never (in samples)";
    case TouchVerdict::kSometimes:
      return "sometimes";
    case TouchVerdict::kAlwaysSeen:
      return "always (in samples)";
    case TouchVerdict::kAlwaysProved:
      return "always (proved)";
    case TouchVerdict::kNotLooked:
      return "not looked at";
  }
  return "";
}

}  // namespace graze
