// SPDX-License-Identifier: MIT
// Our own partition: every standard library then leaves the same order.                      [C3]
#pragma once
#include <cstddef>
#include <span>
#include <utility>

namespace graze {

/// Puts those for which `is_first` holds in front; how many.
template <typename T, typename Predicate>
std::size_t partition_in_place(std::span<T> items, const Predicate& is_first) {
  std::size_t low = 0, high = items.size();
  while (true) {
    while (low < high && is_first(items[low])) ++low;
    while (low < high && !is_first(items[high - 1])) --high;
    if (low == high) return low;
    std::swap(items[low++], items[--high]);
  }
}

}  // namespace graze
