// SPDX-License-Identifier: MIT
// Question   Which triangles of a node go to which of its eight lanes?                     [C3, C7]
// Source     MacDonald, Booth 1990 (surface rule); Wald, Benthin, Boulos 2008 (the part with the
//            largest surface is divided next).
// Guarantee  None is needed: any division gives a correct tree.
// Changed    Parts hold multiples of eight triangles unless that would cost much more surface: the
//            nodes at the bottom are then full.
#include "spatial/wide_division.h"

#include <algorithm>

#include "spatial/part_plane.h"
#include "spatial/small_division.h"

namespace graze {
namespace {
constexpr std::size_t kParts = kWideLanes;

/// Parts that are divided one after the other, largest surface first.
class Parts {
 public:
  explicit Parts(const OpenPart& whole) { parts_[0] = whole; }

  int count() const { return count_; }
  bool has_room() const { return count_ < kWideLanes; }
  /// The part that gains most, of those above `most` triangles; none: -1.
  int next(std::size_t most) const {
    int best = -1;
    for (int i = 0; i < count_; ++i) {
      if (parts_[i].size() <= most) continue;
      if (best < 0 || parts_[i].surface > parts_[best].surface) best = i;
    }
    return best;
  }
  /// A part whose triangles all fit into free lanes.
  int next_to_open() const {
    for (int i = 0; i < count_; ++i) {
      const std::size_t size = parts_[i].size();
      if (size > 1 && size <= kParts && size - 1 <= static_cast<std::size_t>(kWideLanes - count_)) {
        return i;
      }
    }
    return -1;
  }
  const OpenPart& operator[](int i) const { return parts_[i]; }
  void replace(int i, const OpenPart& first, const OpenPart& second) {
    for (int k = count_; k > i + 1; --k) parts_[k] = parts_[k - 1];
    parts_[i] = first;
    parts_[i + 1] = second;
    ++count_;
  }
  void open_small() {
    for (int i = next_to_open(); i >= 0; i = next_to_open()) {
      const OpenPart part = parts_[i];
      replace(i, {part.begin, part.begin + 1, 0.0}, {part.begin + 1, part.end, 0.0});
    }
  }
  WideDivision division() const {
    WideDivision division;
    division.count = count_;
    for (int i = 0; i < count_; ++i) division.ends[static_cast<std::size_t>(i)] = parts_[i].end;
    return division;
  }

 private:
  OpenPart parts_[kWideLanes];
  int count_ = 1;
};

WideDivision divide_small(std::span<BuildTriangle> triangles, const Mat3& axes) {
  SmallDivision small(triangles, axes);
  Parts parts(small.whole());
  for (int i = parts.next(kParts); i >= 0 && parts.has_room(); i = parts.next(kParts)) {
    const auto [first, second] = small.divide(parts[i]);
    parts.replace(i, first, second);
  }
  parts.open_small();
  std::array<BuildTriangle, kSorted> sorted;
  for (std::size_t i = 0; i < triangles.size(); ++i) sorted[i] = triangles[small.order()[i]];
  std::copy_n(sorted.begin(), triangles.size(), triangles.begin());
  return parts.division();
}

WideDivision divide_large(std::span<BuildTriangle> triangles, const Mat3& axes) {
  Parts parts({0, triangles.size(), kInfinity});
  for (int i = parts.next(kParts); i >= 0 && parts.has_room(); i = parts.next(kParts)) {
    const OpenPart part = parts[i];
    const auto span = triangles.subspan(part.begin, part.size());
    const PartPlane plane = cheapest_part_plane(span, axes);
    std::size_t first = divide_at(span, plane);
    if (plane.cost == kInfinity || first == 0 || first == span.size()) first = span.size() / 2;
    const std::size_t middle = part.begin + first;
    parts.replace(i, {part.begin, middle, plane.surface_below},
                  {middle, part.end, plane.surface_above});
  }
  parts.open_small();
  return parts.division();
}

WideDivision divide_by_number(std::size_t count) {
  WideDivision division;
  division.count = static_cast<int>(std::min(count, kParts));
  for (std::size_t i = 0; i < static_cast<std::size_t>(division.count); ++i) {
    division.ends[i] = count * (i + 1) / static_cast<std::size_t>(division.count);
  }
  return division;
}

}  // namespace

WideDivision divide(std::span<BuildTriangle> triangles, const Mat3& axes, bool by_number) {
  if (by_number || triangles.size() <= kParts) return divide_by_number(triangles.size());
  return triangles.size() <= kSorted ? divide_small(triangles, axes)
                                     : divide_large(triangles, axes);
}

}  // namespace graze
