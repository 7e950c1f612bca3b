// SPDX-License-Identifier: MIT
// --may-touch: pairs that may touch, for the whole span or a part of it.                      [G3]
#pragma once
#include <string>
#include <vector>

#include "graze/scene/timed_touch.h"

namespace graze::tool {

/// "A:B" or "A:B@FROM:TO"; * and ? in names stand for any letters and one. Adds both to the scene's
/// rules and returns the timed ones: the caller asks about their pairs over the rest of the span.
/// Throws InputError if a name matches no body.
std::vector<TimedTouch> allow_touch(Scene& scene, const std::vector<std::string>& texts);

}  // namespace graze::tool
