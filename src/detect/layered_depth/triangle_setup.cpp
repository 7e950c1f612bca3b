// SPDX-License-Identifier: MIT
// Question   Which pixels does a triangle cover, and how deep is it there?                   [V1]
// Source     Pineda 1988, edge functions; the rule for samples on an edge is a symbolic shift of
//            the sample by (e, e^2), which for pictures is called the top-left rule.
// Guarantee  Coverage is exact for positions rounded to 2^-bits of a pixel. Triangles that share an
//            edge share its rounded ends, so each column crosses a closed surface a balanced number
//            of times: the surface's boundary is empty, and no sample lies on the shifted edges.
// Changed    Edge functions are divided by the pixel's size and rounded down, which keeps their
//            sign at every sample and makes them small enough for doubles, on any processor.
#include "detect/layered_depth/triangle_setup.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace graze::layered_depth {
namespace {
__extension__ using Wide = __int128;

constexpr double kRounder = 0x1.8p52;  // adding it leaves the nearest whole number in the low bits

std::int64_t nearest(double x) {
  return std::bit_cast<std::int64_t>(x + kRounder) - std::bit_cast<std::int64_t>(kRounder);
}

using Three = std::array<std::int64_t, 3>;

struct Range {
  int first, last;
};

inline Range samples_between(const Three& x, int bits, int count) {
  const std::int64_t lo = std::min(x[0], std::min(x[1], x[2]));
  const std::int64_t hi = std::max(x[0], std::max(x[1], x[2]));
  const std::int64_t unit = std::int64_t{1} << bits;
  const std::int64_t first = std::max<std::int64_t>((lo + unit - 1) >> bits, 0);
  const std::int64_t last = std::min<std::int64_t>(hi >> bits, count - 1);
  // An image has at most 4096 pixels; beyond it, any empty range does.
  if (first > last) return {0, -1};
  return {static_cast<int>(first), static_cast<int>(last)};
}

template <typename Number>
Number twice_area(const TriangleSetup& g) {
  return Number{g.x[1] - g.x[0]} * (g.y[2] - g.y[0]) - Number{g.x[2] - g.x[0]} * (g.y[1] - g.y[0]);
}

/// Positions of at most 30 bits, of a grid so fine that quotients stay below 2^52: no wide numbers.
bool is_narrow(const TriangleSetup& g, int bits) {
  std::uint64_t all = 0;
  for (int k = 0; k < 3; ++k) {
    all |= static_cast<std::uint64_t>(g.x[k] + (1 << 29)) |
           static_cast<std::uint64_t>(g.y[k] + (1 << 29));
  }
  return bits == 16 && all < (1u << 30);
}

template <typename Number>
EdgeFunction edge_between(const TriangleSetup& g, int from, int to, int bits) {
  const std::int64_t dx = g.x[to] - g.x[from], dy = g.y[to] - g.y[from];
  // The function at sample (i, j) is 2^bits (dx j - dy i) + offset. It must be > 0, or >= 0 on an
  // edge that the shifted sample is inside of.
  const bool takes_zero = dy < 0 || (dy == 0 && dx > 0);
  const Number offset = Number{dy} * g.x[from] - Number{dx} * g.y[from] - (takes_zero ? 0 : 1);
  const Number limit = Number{1} << 52;  // larger than any dx j - dy i: only the sign matters there
  const Number scaled = std::clamp<Number>(offset >> bits, -limit, limit);
  return {dx, dy, static_cast<std::int64_t>(scaled)};
}

template <typename Number>
std::array<EdgeFunction, 3> edges_around(const TriangleSetup& c, int second, int bits) {
  const int third = 3 - second;
  return {edge_between<Number>(c, 0, second, bits), edge_between<Number>(c, second, third, bits),
          edge_between<Number>(c, third, 0, bits)};
}
}  // namespace

PixelGrid::PixelGrid(const View& view)
    : axis(view.axis),
      u((view.axis + 1) % 3),
      v((view.axis + 2) % 3),
      columns(view.columns),
      rows(view.rows),
      bits(view.subpixel_bits),
      first_u(view.first_u),
      first_v(view.first_v),
      scale_u(std::ldexp(1.0, view.subpixel_bits) / view.pixel_u),
      scale_v(std::ldexp(1.0, view.subpixel_bits) / view.pixel_v),
      pixel(std::ldexp(1.0, -view.subpixel_bits)) {}

bool set_up(const FrameTriangle& triangle, const PixelGrid& grid, TriangleSetup& setup) {
  for (int k = 0; k < 3; ++k) {
    setup.x[k] = nearest((triangle.corners[k][grid.u] - grid.first_u) * grid.scale_u);
  }
  const Range i = samples_between(setup.x, grid.bits, grid.columns);
  if (i.first > i.last) return false;
  for (int k = 0; k < 3; ++k) {
    setup.y[k] = nearest((triangle.corners[k][grid.v] - grid.first_v) * grid.scale_v);
  }
  const Range j = samples_between(setup.y, grid.bits, grid.rows);
  if (j.first > j.last) return false;
  const bool is_wide = !is_narrow(setup, grid.bits);
  // Rounding keeps the sign: whole numbers do not become 0.
  setup.twice_area = is_wide ? static_cast<double>(twice_area<Wide>(setup))
                             : static_cast<double>(twice_area<std::int64_t>(setup));
  if (setup.twice_area == 0.0) return false;
  // Seen from the side where depth grows, the corners of a face that looks that way turn left:
  // there the solid ends. Faces that look back are drawn with two corners swapped.
  const int second = setup.twice_area < 0.0 ? 2 : 1;
  setup.edges = is_wide ? edges_around<Wide>(setup, second, grid.bits)
                        : edges_around<std::int64_t>(setup, second, grid.bits);
  setup.i_first = i.first;
  setup.i_last = i.last;
  setup.j_first = j.first;
  setup.j_last = j.last;
  return true;
}

void fill_plane(const FrameTriangle& t, const PixelGrid& grid, const TriangleSetup& setup,
                TriangleRecord& record) {
  const auto edge = [&](const Three& x, int k) { return static_cast<double>(x[k] - x[0]); };
  // Whole numbers of 2^-bits: the quotient of lengths by areas is in pixels after one scaling.
  const double inverse = 1.0 / (setup.twice_area * grid.pixel);
  record.x0 = static_cast<double>(setup.x[0]) * grid.pixel;
  record.y0 = static_cast<double>(setup.y[0]) * grid.pixel;
  record.w1x = edge(setup.y, 2) * inverse;
  record.w1y = -edge(setup.x, 2) * inverse;
  record.w2x = -edge(setup.y, 1) * inverse;
  record.w2y = edge(setup.x, 1) * inverse;
  const double z0 = t.corners[0][grid.axis], z1 = t.corners[1][grid.axis],
               z2 = t.corners[2][grid.axis];
  record.z0 = z0;
  record.gx = record.w1x * (z1 - z0) + record.w2x * (z2 - z0);
  record.gy = record.w1y * (z1 - z0) + record.w2y * (z2 - z0);
  record.lo = std::min(z0, std::min(z1, z2));
  record.hi = std::max(z0, std::max(z1, z2));
  record.is_entering = setup.twice_area < 0.0;
}

}  // namespace graze::layered_depth
