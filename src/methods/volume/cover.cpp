// SPDX-License-Identifier: MIT
// Question   Which pixels of a row have no negative edge function?                           [V1]
// Source     Pineda 1988.
// Guarantee  Whole numbers: exact, and the same on every machine.
// Changed    Here by division; narrow triangles look at eight pixels at once (cover_kernel.h).
#include <algorithm>

#include "methods/volume/triangle_setup.h"

namespace graze::volume {
namespace {
struct PixelRange {
  std::int64_t first, last;
};

/// First i >= 0 with value - slope i >= 0 for a slope < 0.
std::int64_t first_not_negative(std::int64_t value, std::int64_t slope) {
  return value >= 0 ? 0 : (value + slope + 1) / slope;  // both negative: ceil(value / slope)
}

/// Where each edge function changes its sign, by division.
PixelRange covered_part(const std::array<EdgeFunction, 3>& edges, int j, int last) {
  PixelRange range{0, last};
  for (const EdgeFunction& e : edges) {
    const std::int64_t value = e.dx * j + e.c;  // at i = 0; falls by dy for each i
    if (e.dy > 0) {
      if (value < 0) return {0, -1};
      range.last = std::min(range.last, value / e.dy);
    } else if (e.dy < 0) {
      range.first = std::max(range.first, first_not_negative(value, e.dy));
    } else if (value < 0) {
      return {0, -1};
    }
  }
  return range;
}
}  // namespace

std::size_t cover(const TriangleSetup& t, int bits, PixelSpan* spans) {
  const std::array<EdgeFunction, 3> edges = edges_of(t, bits);
  std::size_t count = 0;
  for (int j = 0; j <= t.j_last - t.j_first; ++j) {
    const PixelRange range = covered_part(edges, j, t.i_last - t.i_first);
    if (range.first > range.last) continue;
    spans[count++] = {t.j_first + j, t.i_first + static_cast<std::int32_t>(range.first),
                      static_cast<std::int32_t>(range.last - range.first + 1)};
  }
  return count;
}

}  // namespace graze::volume
