// SPDX-License-Identifier: MIT
// Question   Which pixels does a triangle cover, and how deep is it there?                   [V1]
// Source     Pineda 1988, edge functions; the rule for samples on an edge is a symbolic shift of
//            the sample by (e, e^2), which for pictures is called the top-left rule.
// Guarantee  Coverage is exact for positions rounded to 2^-bits of a pixel. Triangles that share an
//            edge share its rounded ends, so each column crosses a closed surface a balanced number
//            of times: the surface's boundary is empty, and no sample lies on the shifted edges.
// Changed    Edge functions are divided by the pixel's size and rounded down, which keeps their
//            sign at every sample and makes them small enough for doubles, on any processor.
#include "methods/volume/triangle_setup.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace graze::volume {
namespace {
__extension__ using Wide = __int128;

typedef double Two __attribute__((vector_size(16)));
typedef std::int64_t TwoWhole __attribute__((vector_size(16)));
typedef std::int32_t TwoShort __attribute__((vector_size(8)));

constexpr Two kRounder = {0x1.8p52, 0x1.8p52};  // adding it leaves a whole number in the low bits

constexpr int kStripBits = 16;

Two both(double x) { return Two{x, x}; }

using Three = std::array<std::int64_t, 3>;

SampleBox larger(SampleBox a, SampleBox b) { return a > b ? a : b; }

template <typename Number>
Number twice_area(const TriangleSetup& g) {
  return Number{g.x[1] - g.x[0]} * (g.y[2] - g.y[0]) - Number{g.x[2] - g.x[0]} * (g.y[1] - g.y[0]);
}

template <typename Number>
EdgeFunction edge_between(const TriangleSetup& g, int from, int to, int bits) {
  const std::int64_t dx = g.x[to] - g.x[from], dy = g.y[to] - g.y[from];
  // The function at sample (i, j) is 2^bits (dx j - dy i) + offset. It must be > 0, or >= 0 on an
  // edge that the shifted sample is inside of.
  const bool takes_zero = dy < 0 || (dy == 0 && dx > 0);
  const Number offset = Number{dy} * g.x[from] - Number{dx} * g.y[from] - (takes_zero ? 0 : 1);
  if constexpr (sizeof(Number) > sizeof(std::int64_t)) {
    // Larger than any dx j - dy i: only the sign matters there.
    const Number limit = Number{1} << 52;
    return {dx, dy, static_cast<std::int64_t>(std::clamp<Number>(offset >> bits, -limit, limit))};
  }
  return {dx, dy, static_cast<std::int64_t>(offset >> bits)};
}

/// Seen from the side where depth grows, the corners of a face that looks that way turn left: there
/// the solid ends. Faces that look back are drawn with two corners swapped.
int second_corner(const TriangleSetup& t) { return t.twice_area < 0.0 ? 2 : 1; }

/// Of a grid so fine that quotients stay below 2^52, positions of 30 bits need no wide numbers.
bool is_wide(const TriangleSetup& t, int bits) {
  return bits != kStripBits || t.extent >= 1u << 29;
}

template <typename Number>
std::array<EdgeFunction, 3> edges_around(const TriangleSetup& c, int bits) {
  const int second = second_corner(c), third = 3 - second;
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

void place_vertices(std::span<const Vec3> vertices, const PixelGrid& grid, PixelVertices& placed) {
  placed.positions.resize(vertices.size());
  placed.boxes.resize(vertices.size());
  const Two origin{grid.first_u, grid.first_v}, scale{grid.scale_u, grid.scale_v};
  const Two lowest = both(-1.0), one = both(1.0), almost_one = both(1.0 - grid.pixel);
  const Two highest{grid.columns - grid.pixel, grid.rows - grid.pixel};
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    const Two xy = Two{vertices[k][grid.u], vertices[k][grid.v]};
    const Two rounded = (xy - origin) * scale + kRounder;
    const auto position = std::bit_cast<TwoWhole>(rounded) - std::bit_cast<TwoWhole>(kRounder);
    placed.positions[k] = {position[0], position[1]};
    // In pixels, and not far outside of the image. Exact from here: whole numbers of 2^-bits.
    Two p = (rounded - kRounder) * both(grid.pixel);
    p = p < lowest ? lowest : p;
    p = p > highest ? highest : p;
    const auto last = __builtin_convertvector(p + one, TwoShort) - 1;
    const auto first = __builtin_convertvector(p + almost_one, TwoShort);
    placed.boxes[k] = SampleBox{-first[0], last[0], -first[1], last[1]};
  }
}

std::size_t find_seen(const PixelVertices& vertices, std::span<const CandidateTriangle> triangles,
                      std::vector<SeenTriangle>& seen) {
  seen.resize(std::max(seen.size(), triangles.size() + 1));
  std::size_t count = 0;
  for (std::uint32_t k = 0; k < triangles.size(); ++k) {
    const auto [a, b, c] = triangles[k].corners;
    const SampleBox box = larger(larger(vertices.boxes[a], vertices.boxes[b]), vertices.boxes[c]);
    seen[count] = {box, k};  // written anyway: a branch would be mispredicted
    count += (box[0] + box[1] >= 0) & (box[2] + box[3] >= 0) ? 1 : 0;
  }
  return count;
}

bool set_up(const PixelVertices& vertices, const CandidateTriangle& triangle, SampleBox box,
            int bits, TriangleSetup& setup) {
  setup.i_first = -box[0];
  setup.i_last = box[1];
  setup.j_first = -box[2];
  setup.j_last = box[3];
  for (int k = 0; k < 3; ++k) {
    const auto& position = vertices.positions[triangle.corners[k]];
    setup.x[k] = position[0] - (std::int64_t{setup.i_first} << bits);
    setup.y[k] = position[1] - (std::int64_t{setup.j_first} << bits);
  }
  std::int64_t all = 0;
  for (int k = 0; k < 3; ++k) {
    all |= (setup.x[k] ^ (setup.x[k] >> 63)) | (setup.y[k] ^ (setup.y[k] >> 63));
  }
  setup.extent = static_cast<std::uint64_t>(all);
  // Rounding keeps the sign: whole numbers do not become 0.
  setup.twice_area = is_wide(setup, bits) ? static_cast<double>(twice_area<Wide>(setup))
                                          : static_cast<double>(twice_area<std::int64_t>(setup));
  return setup.twice_area != 0.0;
}

std::array<EdgeFunction, 3> edges_of(const TriangleSetup& setup, int bits) {
  return is_wide(setup, bits) ? edges_around<Wide>(setup, bits)
                              : edges_around<std::int64_t>(setup, bits);
}

bool is_strip(const TriangleSetup& t, int bits) {
  return bits == kStripBits && t.extent < 1u << 22 &&
         std::min(t.i_last - t.i_first, t.j_last - t.j_first) < 8;
}

// Edges as in edge_between, without a branch. Then |dx|, |dy| <= 2^23 and |c| <= 2^30: over at most
// 2^6 + 8 pixels no sum leaves 32 bits.
Strip strip_of(const TriangleSetup& t) {
  const int columns = t.i_last - t.i_first + 1, rows = t.j_last - t.j_first + 1;
  const int second = second_corner(t);
  const int corners[] = {0, second, 3 - second, 0};
  Strip strip;
  strip.goes_along_i = rows < columns;
  strip.edges.width = std::min(rows, columns);
  strip.edges.length = std::max(rows, columns);
  for (int k = 0; k < 3; ++k) {
    const std::int64_t x = t.x[corners[k]], y = t.y[corners[k]];
    const std::int64_t dx = t.x[corners[k + 1]] - x, dy = t.y[corners[k + 1]] - y;
    const std::int64_t takes_zero = dy - (dx > 0 ? 1 : 0) < 0 ? 1 : 0;
    const std::int64_t offset = dy * x - dx * y - 1 + takes_zero;
    strip.edges.first[k] = static_cast<std::int32_t>(offset >> kStripBits);
    strip.edges.across[k] = static_cast<std::int32_t>(strip.goes_along_i ? dx : -dy);
    strip.edges.along[k] = static_cast<std::int32_t>(strip.goes_along_i ? -dy : dx);
  }
  return strip;
}

DepthPlane fill_plane(const Candidates& candidates, const CandidateTriangle& triangle,
                      const PixelGrid& grid, const TriangleSetup& setup, TriangleRecord& record) {
  const auto edge = [&](const Three& x, int k) { return static_cast<double>(x[k] - x[0]); };
  // Whole numbers of 2^-bits: the quotient of lengths by areas is in pixels after one scaling.
  const double inverse = 1.0 / (setup.twice_area * grid.pixel);
  record.x0 = setup.i_first + static_cast<double>(setup.x[0]) * grid.pixel;
  record.y0 = setup.j_first + static_cast<double>(setup.y[0]) * grid.pixel;
  record.w1x = edge(setup.y, 2) * inverse;
  record.w1y = -edge(setup.x, 2) * inverse;
  record.w2x = -edge(setup.y, 1) * inverse;
  record.w2y = edge(setup.x, 1) * inverse;
  record.is_entering = setup.twice_area < 0.0;
  const auto z = [&](int k) { return candidates.vertices[triangle.corners[k]][grid.axis]; };
  const double z0 = z(0), z1 = z(1), z2 = z(2);
  DepthPlane plane;
  plane.x0 = record.x0;
  plane.y0 = record.y0;
  plane.z0 = z0;
  plane.gx = record.w1x * (z1 - z0) + record.w2x * (z2 - z0);
  plane.gy = record.w1y * (z1 - z0) + record.w2y * (z2 - z0);
  plane.lo = std::min(z0, std::min(z1, z2));
  plane.hi = std::max(z0, std::max(z1, z2));
  return plane;
}

}  // namespace graze::volume
