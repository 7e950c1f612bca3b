// SPDX-License-Identifier: MIT
// Is a rational number in an interval?
#pragma once
#include <gmpxx.h>
#include <graze/math/interval.h>

namespace graze {
inline bool holds(const Interval& enclosure, const mpq_class& truth) {
  return mpq_class(enclosure.lo) <= truth && truth <= mpq_class(enclosure.hi);
}
}  // namespace graze
