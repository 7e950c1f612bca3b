// SPDX-License-Identifier: MIT
#include "graze/contact/monitor_event.h"

namespace graze {

std::string_view name(MonitorEventKind kind) {
  switch (kind) {
    case MonitorEventKind::kAnnounced:
      return "announced";
    case MonitorEventKind::kUpdated:
      return "updated";
    case MonitorEventKind::kWithdrawn:
      return "withdrawn";
  }
  return "";
}

}  // namespace graze
