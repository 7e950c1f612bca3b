// SPDX-License-Identifier: MIT
// One column of a view: sorting, counting, and the contacts found in it.
#pragma once
#include <algorithm>

#include "detect/layered_depth/images.h"

namespace graze::layered_depth {

inline int sign_of(const PackedFragment& fragment) { return fragment.is_entering() ? 1 : -1; }

inline void sort_by_depth(std::span<PackedFragment> column) {
  if (column.size() > 24) {
    std::sort(column.begin(), column.end());
    return;
  }
  for (std::size_t k = 1; k < column.size(); ++k) {
    const PackedFragment moving = column[k];
    std::size_t place = k;
    for (; place > 0 && moving < column[place - 1]; --place) column[place] = column[place - 1];
    column[place] = moving;
  }
}

inline void count(ViewImages& images, std::size_t fragments) {
  images.layers = std::max<std::uint64_t>(images.layers, fragments);
  images.fragment_count += fragments;
}

/// Cuts the contact to the region, and adds it if something is left.
inline void add_contact(ViewImages& images, DepthContact contact) {
  const View& view = images.view;
  if (contact.lo < view.lo) {
    contact.lo = view.lo;
    contact.lower = DepthContact::kNone;
  }
  if (contact.hi > view.hi) {
    contact.hi = view.hi;
    contact.upper = DepthContact::kNone;
  }
  if (contact.lo < contact.hi) images.contacts.push_back(contact);
}

}  // namespace graze::layered_depth
