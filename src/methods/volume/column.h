// SPDX-License-Identifier: MIT
// One column of a view: sorting, counting, and the contacts found in it.
#pragma once
#include <algorithm>

#include "methods/volume/images.h"

namespace graze::volume {

inline int sign_of(const PackedFragment& fragment) { return fragment.is_entering() ? 1 : -1; }

/// Of two bodies, 0 and 1.
inline bool has_both(std::span<const PackedFragment> column) {
  std::uint32_t any = 0, all = 1;
  for (const PackedFragment& f : column) {
    any |= f.body();
    all &= f.body();
  }
  return any != all;
}

/// Few fragments: each goes to as many as are before it. No branch to mispredict.
template <std::size_t kSize>
void sort_few(PackedFragment* column) {
  PackedFragment copy[kSize];
  unsigned place[kSize] = {};
  for (std::size_t k = 0; k < kSize; ++k) copy[k] = column[k];
  for (std::size_t a = 0; a < kSize; ++a) {
    for (std::size_t b = a + 1; b < kSize; ++b) {
      const unsigned is_swapped = copy[b] < copy[a] ? 1 : 0;
      place[a] += is_swapped;
      place[b] += 1 - is_swapped;
    }
  }
  for (std::size_t k = 0; k < kSize; ++k) column[place[k]] = copy[k];
}

inline void sort_by_depth(std::span<PackedFragment> column) {
  switch (column.size()) {
    case 0:
    case 1:
      return;
    case 2:
      return sort_few<2>(column.data());
    case 3:
      return sort_few<3>(column.data());
    case 4:
      return sort_few<4>(column.data());
    case 5:
      return sort_few<5>(column.data());
    case 6:
      return sort_few<6>(column.data());
    default:
      std::sort(column.begin(), column.end());  // short ones by insertion
  }
}

/// The column's fragments, by depth; where only common columns count, none if one body is missing.
/// They live in `buffer`.
inline std::span<PackedFragment> sorted_column(const ViewImages& images, std::size_t c,
                                               std::vector<PackedFragment>& buffer) {
  const std::size_t size = images.fragments.copy_column(c, buffer);
  const std::span<PackedFragment> column{buffer.data(), size};
  if (images.only_common_columns && !has_both(column)) return {};
  sort_by_depth(column);
  return column;
}

inline void count(ViewImages& images, std::size_t fragments) {
  images.layers = std::max<std::uint64_t>(images.layers, fragments);
  images.fragment_count += fragments;
}

/// Cuts the contact to the region. False if nothing is left.
inline bool cut(const View& view, DepthContact& contact) {
  if (contact.lo < view.lo) {
    contact.lo = view.lo;
    contact.lower = DepthContact::kNone;
  }
  if (contact.hi > view.hi) {
    contact.hi = view.hi;
    contact.upper = DepthContact::kNone;
  }
  return contact.lo < contact.hi;
}

}  // namespace graze::volume
