// SPDX-License-Identifier: MIT
// Operations on intervals: each result contains every real result of its operands.           [C2]
#pragma once
#include <graze/math/interval.h>

namespace graze {

inline Interval operator-(const Interval& a) { return {-a.hi, -a.lo}; }

inline Interval operator+(const Interval& a, const Interval& b) {
  return {round_down(a.lo + b.lo), round_up(a.hi + b.hi)};
}

inline Interval operator-(const Interval& a, const Interval& b) {
  return {round_down(a.lo - b.hi), round_up(a.hi - b.lo)};
}

}  // namespace graze
