// SPDX-License-Identifier: MIT
// Question   Which (rho, zeta) have the points of a triangle?
// Source     docs/methods/certified.md, section 2 (screws).
// Guarantee  Every cell that a point may be in is marked.
// Changed    -
#include "methods/certified/profile_drawing.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graze/math/sin_cos.h"

namespace graze::certified {
namespace {

constexpr int kMostSplits = 24;  // of one triangle, by halves

/// The largest whole number not above x; |x| <= 1e15.
std::int64_t whole(double x) {
  const auto near = static_cast<std::int64_t>(x);
  return near - (static_cast<double>(near) > x ? 1 : 0);
}

About middle(const About& a, const About& b) {
  const double x = 0.5 * (a.x + b.x), y = 0.5 * (a.y + b.y);
  return {std::sqrt(x * x + y * y), 0.5 * (a.z + b.z), x, y};
}

/// An edge of a flat triangle in the (rho, zeta) plane.
struct Edge {
  double low, high;  // rho
  double zeta_low, zeta_high;
  double slope;
  Edge(double rho_a, double zeta_a, double rho_b, double zeta_b)
      : low(std::min(rho_a, rho_b)),
        high(std::max(rho_a, rho_b)),
        zeta_low(rho_a <= rho_b ? zeta_a : zeta_b),
        zeta_high(rho_a <= rho_b ? zeta_b : zeta_a),
        slope(high > low ? (zeta_high - zeta_low) / (high - low) : 0.0) {}
  double at(double rho) const {
    const double zeta = zeta_low + slope * (rho - low);
    return std::clamp(zeta, std::min(zeta_low, zeta_high), std::max(zeta_low, zeta_high));
  }
};

/// Draws the triangles of one body.
class Artist {
 public:
  Artist(const Grid& grid, const Pen& pen, Drawing& drawing, std::int64_t& work)
      : grid_(grid),
        k_(pen.k),
        off_(pen.off),
        swing_(pen.swing),
        reach_(pen.reach),
        drawing_(drawing),
        work_(work) {}

  void draw(const Image& t, int splits = kMostSplits) {
    if (--work_ <= 0) return;
    const double longest_sq =
        std::max({across_sq(t[0], t[1]), across_sq(t[1], t[2]), across_sq(t[2], t[0])});
    const double farthest = std::max({t[0].rho, t[1].rho, t[2].rho});
    if (farthest + off_ < grid_.rho.lo || !meets_reach(t)) return;
    const double nearest = farthest - std::sqrt(longest_sq);  // no point is nearer to the line
    if (nearest - off_ > grid_.rho.hi) return;
    const double bulge = longest_sq / (6.0 * std::max(nearest, 1e-300));
    const bool has_angle = nearest > 0.5 * farthest && nearest > 4.0 * off_;
    if (!(has_angle && bulge < grid_.largest_bulge) && splits > 0) return draw_halves(t, splits);
    if (has_angle) return draw_flat(t, nearest, bulge);
    draw_box(t, nearest);
  }

 private:
  bool meets_reach(const Image& t) const {
    return std::max({t[0].z, t[1].z, t[2].z}) + off_ >= reach_.lo &&
           std::min({t[0].z, t[1].z, t[2].z}) - off_ <= reach_.hi;
  }

  void draw_halves(const Image& t, int splits) {
    int i = 0;
    for (int j = 1; j < 3; ++j) {
      if (size_sq(t, j) > size_sq(t, i)) i = j;
    }
    const About& from = t[i];
    const About& to = t[(i + 1) % 3];
    const About& tip = t[(i + 2) % 3];
    const About half = middle(from, to);
    draw({from, half, tip}, splits - 1);
    draw({half, to, tip}, splits - 1);
  }

  static double size_sq(const Image& t, int i) { return across_sq(t[i], t[(i + 1) % 3]); }

  int row_of(double rho) const {
    const double row = (rho - grid_.rho.lo) * grid_.rows_per_rho;
    return static_cast<int>(whole(std::clamp(row, -1.0, double(grid_.cells))));
  }

  // rho is convex with second derivatives up to 1 / rho, those of phi are up to 1 / rho^2: over a
  // triangle whose edges are at most L across the line a function with second derivatives up to H
  // is within H L^2 / 6 of the linear one through the corners.
  void draw_flat(const Image& t, double nearest, double bulge) {
    const double swing =
        swing_ + off_ + std::abs(k_) * (bulge + std::numbers::pi / 2.0 * off_) / nearest;
    double rho[3], zeta[3];
    const double phi = k_ == 0.0 ? 0.0 : graze::atan2(t[0].y, t[0].x);
    for (int i = 0; i < 3; ++i) {
      rho[i] = t[i].rho;
      const double turn = k_ == 0.0 ? 0.0
                                    : graze::atan2(t[0].x * t[i].y - t[0].y * t[i].x,
                                                   t[0].x * t[i].x + t[0].y * t[i].y);
      zeta[i] = t[i].z - k_ * (phi + turn);
    }
    const Edge edges[3] = {{rho[0], zeta[0], rho[1], zeta[1]},
                           {rho[1], zeta[1], rho[2], zeta[2]},
                           {rho[2], zeta[2], rho[0], zeta[0]}};
    const double lowest = std::min({rho[0], rho[1], rho[2]}) - bulge - off_;
    const double highest = std::max({rho[0], rho[1], rho[2]}) + off_;
    const int first = std::max(row_of(lowest), 0);
    const int last = std::min(row_of(highest), grid_.cells - 1);
    work_ -= std::max(last - first, 0);
    for (int row = first; row <= last; ++row) {
      const double begin = grid_.rho.lo + row * grid_.rho_cell;
      const Interval slab{begin - off_, begin + grid_.rho_cell + bulge + off_};
      const Interval range = range_over(slab, edges);
      if (range.lo <= range.hi) drawing_.mark(row, {range.lo - swing, range.hi + swing});
    }
  }

  // The zeta of the flat triangle's part with rho in `slab`.
  static Interval range_over(const Interval& slab, const Edge (&edges)[3]) {
    Interval range{kInfinity, -kInfinity};
    for (const Edge& edge : edges) {
      if (edge.high < slab.lo || edge.low > slab.hi) continue;
      const double from = edge.low < slab.lo ? edge.at(slab.lo) : edge.zeta_low;
      const double to = edge.high > slab.hi ? edge.at(slab.hi) : edge.zeta_high;
      range = {std::min({range.lo, from, to}), std::max({range.hi, from, to})};
    }
    return range;
  }

  // Next to the line, where phi is anything.
  void draw_box(const Image& t, double nearest) {
    const int first = std::max(row_of(nearest - off_), 0);
    const double highest = std::max({t[0].rho, t[1].rho, t[2].rho}) + off_;
    const int last = std::min(row_of(highest), grid_.cells - 1);
    const Interval z{std::min({t[0].z, t[1].z, t[2].z}) - off_,
                     std::max({t[0].z, t[1].z, t[2].z}) + off_};
    work_ -= std::max(last - first, 0);
    for (int row = first; row <= last; ++row) {
      drawing_.mark(row, k_ == 0.0 ? z : grid_.zeta);
    }
  }

  const Grid& grid_;
  double k_, off_, swing_;
  Interval reach_;
  Drawing& drawing_;
  std::int64_t& work_;
};

}  // namespace

Drawing::Drawing(const Grid& grid)
    : grid_(grid), words_(grid.cells / 64), bits_(std::size_t(grid.cells) * words_) {}

void Drawing::mark(int row, const Interval& range) {
  const double from = (range.lo - grid_.zeta.lo) * grid_.columns_per_zeta;
  const double to = (range.hi - grid_.zeta.lo) * grid_.columns_per_zeta;
  if (!grid_.closed) {
    fill(row, static_cast<int>(whole(std::clamp(from, 0.0, double(grid_.cells)))),
         static_cast<int>(whole(std::clamp(to, -1.0, double(grid_.cells - 1)))));
  } else if (!(to - from < grid_.cells - 2) || !(std::abs(from) < 1e15)) {
    fill(row, 0, grid_.cells - 1);
  } else {
    const std::int64_t lo = whole(from), hi = whole(to);
    const int first = static_cast<int>(lo & (grid_.cells - 1));  // cells are a power of two
    const int last = first + static_cast<int>(hi - lo);
    fill(row, first, std::min(last, grid_.cells - 1));
    fill(row, 0, last - grid_.cells);
  }
}

bool Drawing::meets(const Drawing& other) const {
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    if ((bits_[i] & other.bits_[i]) != 0) return true;
  }
  return false;
}

void Drawing::fill(int row, int first, int last) {
  for (int word = first / 64; first <= last && word <= last / 64; ++word) {
    const int from = std::max(first - 64 * word, 0), to = std::min(last - 64 * word, 63);
    const std::uint64_t mask = (~std::uint64_t{0} >> (63 - to)) & (~std::uint64_t{0} << from);
    bits_[std::size_t(row) * words_ + static_cast<std::size_t>(word)] |= mask;
  }
}

bool draw(const std::vector<Image>& triangles, std::size_t stride, const Pen& pen, const Grid& grid,
          Drawing& drawing, std::int64_t& work) {
  Artist artist(grid, pen, drawing, work);
  for (std::size_t i = 0; i < triangles.size() && work > 0; i += stride) artist.draw(triangles[i]);
  return work > 0;
}

}  // namespace graze::certified
