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

struct Grid {
  std::array<std::int64_t, 3> x, y;  // corners, in 2^-bits of a pixel; pixel (0, 0) at the origin
};

Grid on_grid(const FrameTriangle& t, const View& view) {
  const int u = (view.axis + 1) % 3, v = (view.axis + 2) % 3;
  const double unit = std::ldexp(1.0, view.subpixel_bits);
  const double scale_u = unit / view.pixel_u, scale_v = unit / view.pixel_v;
  Grid grid;
  for (int k = 0; k < 3; ++k) {
    grid.x[k] = nearest((t.corners[k][u] - view.first_u) * scale_u);
    grid.y[k] = nearest((t.corners[k][v] - view.first_v) * scale_v);
  }
  return grid;
}

struct Range {
  int first, last;
};

Range samples_between(const std::array<std::int64_t, 3>& x, int bits, int count) {
  const auto [lo, hi] = std::minmax({x[0], x[1], x[2]});
  const std::int64_t unit = std::int64_t{1} << bits;
  const std::int64_t first = std::max<std::int64_t>((lo + unit - 1) >> bits, 0);
  const std::int64_t last = std::min<std::int64_t>(hi >> bits, count - 1);
  // An image has at most 4096 pixels; beyond it, any empty range does.
  if (first > last) return {0, -1};
  return {static_cast<int>(first), static_cast<int>(last)};
}

Wide twice_area(const Grid& g) {
  return Wide{g.x[1] - g.x[0]} * (g.y[2] - g.y[0]) - Wide{g.x[2] - g.x[0]} * (g.y[1] - g.y[0]);
}

EdgeFunction edge_between(const Grid& g, int from, int to, int bits) {
  const std::int64_t dx = g.x[to] - g.x[from], dy = g.y[to] - g.y[from];
  // The function at sample (i, j) is 2^bits (dx j - dy i) + offset. It must be > 0, or >= 0 on an
  // edge that the shifted sample is inside of.
  const bool takes_zero = dy < 0 || (dy == 0 && dx > 0);
  const Wide offset = Wide{dy} * g.x[from] - Wide{dx} * g.y[from] - (takes_zero ? 0 : 1);
  const Wide limit = Wide{1} << 52;  // larger than any dx j - dy i: only the sign matters there
  const Wide scaled = std::clamp(offset >> bits, -limit, limit);
  return {dx, dy, static_cast<std::int64_t>(scaled)};
}

struct PixelPlane {
  double x0, y0;                   // corner 0, pixels
  double dx1, dy1, dx2, dy2, det;  // edges from it, and their cross product
};

PixelPlane pixel_plane(const Grid& g, Wide area, int bits) {
  const double pixel = std::ldexp(1.0, -bits);
  const auto edge = [&](std::int64_t to, std::int64_t from) {
    return static_cast<double>(to - from) * pixel;
  };
  return {static_cast<double>(g.x[0]) * pixel,
          static_cast<double>(g.y[0]) * pixel,
          edge(g.x[1], g.x[0]),
          edge(g.y[1], g.y[0]),
          edge(g.x[2], g.x[0]),
          edge(g.y[2], g.y[0]),
          static_cast<double>(area) * (pixel * pixel)};
}

void fill_plane(const FrameTriangle& t, int axis, const PixelPlane& p, TriangleRecord& record) {
  const double z0 = t.corners[0][axis], z1 = t.corners[1][axis], z2 = t.corners[2][axis];
  const double dz1 = z1 - z0, dz2 = z2 - z0;
  record.x0 = p.x0;
  record.y0 = p.y0;
  record.z0 = z0;
  record.gx = (dz1 * p.dy2 - dz2 * p.dy1) / p.det;
  record.gy = (dz2 * p.dx1 - dz1 * p.dx2) / p.det;
  record.lo = std::min(z0, std::min(z1, z2));
  record.hi = std::max(z0, std::max(z1, z2));
}
}  // namespace

bool set_up(const FrameTriangle& triangle, const View& view, TriangleSetup& setup) {
  const int bits = view.subpixel_bits;
  const Grid grid = on_grid(triangle, view);
  const Range i = samples_between(grid.x, bits, view.columns);
  if (i.first > i.last) return false;
  const Range j = samples_between(grid.y, bits, view.rows);
  if (j.first > j.last) return false;
  const Wide area = twice_area(grid);
  if (area == 0) return false;
  // Seen from the side where depth grows, the corners of a face that looks that way turn left:
  // there the solid ends. Faces that look back are drawn with two corners swapped.
  const bool is_entering = area < 0;
  const int second = is_entering ? 2 : 1, third = 3 - second;
  setup.edges = {edge_between(grid, 0, second, bits), edge_between(grid, second, third, bits),
                 edge_between(grid, third, 0, bits)};
  setup.i_first = i.first;
  setup.i_last = i.last;
  setup.j_first = j.first;
  setup.j_last = j.last;
  setup.record.is_entering = is_entering;
  fill_plane(triangle, view.axis, pixel_plane(grid, area, bits), setup.record);
  return true;
}

Vec3 weight_sums(const FrameTriangle& triangle, const View& view, double count, double sum_i,
                 double sum_j) {
  const Grid grid = on_grid(triangle, view);
  const PixelPlane p = pixel_plane(grid, twice_area(grid), view.subpixel_bits);
  const double x = sum_i - count * p.x0, y = sum_j - count * p.y0;
  const double w1 = (x * p.dy2 - y * p.dx2) / p.det;
  const double w2 = (y * p.dx1 - x * p.dy1) / p.det;
  return {count - w1 - w2, w1, w2};
}

}  // namespace graze::layered_depth
