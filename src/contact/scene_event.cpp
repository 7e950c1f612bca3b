// SPDX-License-Identifier: MIT
#include "graze/contact/scene_event.h"

namespace graze {

std::string_view name(SceneEvent::Kind kind) {
  switch (kind) {
    case SceneEvent::Kind::kContact:
      return "contact";
    case SceneEvent::Kind::kOverlap:
      return "overlap";
    case SceneEvent::Kind::kTouching:
      return "touching";
    case SceneEvent::Kind::kApart:
      return "apart";
    case SceneEvent::Kind::kUndecided:
      return "undecided";
  }
  return "";
}

}  // namespace graze
