// SPDX-License-Identifier: MIT
// When two triangles of moving bodies are nearest, from an instant on downhill.               [C9]
#pragma once
#include "methods/certified/window_input.h"

namespace graze::certified {

/// A time of the window at which the two are not farther apart than at `from`, and as near as they
/// get along the way down, up to about the tolerance. No proof: a way to a small distance.
NearInstant closest_instant(const WindowInput& input, const NearInstant& from);

}  // namespace graze::certified
