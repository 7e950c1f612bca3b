// SPDX-License-Identifier: MIT
// What a monitor says: two bodies are about to touch, or no longer.                           [O6]
#pragma once
#include <graze/contact/contact_report.h>
#include <graze/contact/face_pair.h>

#include <optional>
#include <string_view>
#include <vector>

namespace graze {

enum class MonitorEventKind {
  kAnnounced,  ///< may touch within the horizon; was not announced before
  kUpdated,    ///< still announced, as seen in this cycle
  kWithdrawn,  ///< surely does not touch within the horizon any more
};

struct MonitorEvent {
  MonitorEventKind kind = MonitorEventKind::kAnnounced;
  BodyId a;  ///< < b
  BodyId b;
  double time = 0.0;  ///< of the cycle, seconds
  /// With the motions as estimated, surely no touch before this; seconds of scene time. Not after
  /// `time` if they may have touched since the last cycle. Of a withdrawal: the end of the horizon.
  double earliest = 0.0;
  bool is_coarse = false;  ///< the budget of the cycle ended before faces were compared
  bool is_inside = false;  ///< one solid is inside the other; their surfaces stay apart
  /// Faces that may touch in the first part of the horizon where any may, by earliest; not complete
  /// if is_coarse. Faces of a body that deforms keep their numbers.
  std::vector<FacePair> faces;
  std::optional<ContactReport> confirmed;  ///< of that part, if the monitor has a way to confirm

  double lead() const { return earliest - time; }  ///< seconds of warning
};

std::string_view name(MonitorEventKind kind);

}  // namespace graze
