// SPDX-License-Identifier: MIT
// The ids of the first two bodies of a scene.
#pragma once
#include <graze/scene/scene.h>

namespace graze {
inline const BodyId kA{0}, kB{1};
}  // namespace graze
