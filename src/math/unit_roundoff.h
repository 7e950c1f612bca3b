// SPDX-License-Identifier: MIT
// The short name that error bounds are written with.
#pragma once
#include <graze/math/interval.h>

namespace graze {
inline constexpr double kU = kUnitRoundoff;
}  // namespace graze
