// SPDX-License-Identifier: MIT
// Triangles drawn into the plane of what a screw does not change: rho, the distance to its line,
// and zeta = z - k phi.                                                                        [C4]
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "graze/math/interval.h"

namespace graze::certified {

/// A point about the line: distance, height, and the two coordinates across the line.
struct About {
  double rho, z;
  double x, y;
};
using Image = std::array<About, 3>;

/// Square of the distance across the line.
inline double across_sq(const About& a, const About& b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// The part of the (rho, zeta) plane that both bodies may reach, divided into cells. With k = 0
/// zeta is the height; otherwise it is taken modulo the pitch and the drawing is a closed band.
struct Grid {
  Interval rho, zeta;
  bool closed = false;
  int cells = 0;
  double largest_bulge = 0.0;  // of a piece of a triangle that is drawn as if it were flat
  double rho_cell = 0.0, rows_per_rho = 0.0, columns_per_zeta = 0.0;

  void divide(int into, double bulge) {
    cells = into;
    rho_cell = (rho.hi - rho.lo) / cells;
    rows_per_rho = cells / (rho.hi - rho.lo);
    columns_per_zeta = cells / (zeta.hi - zeta.lo);
    largest_bulge = bulge * rho_cell;
  }
};

/// Which cells a body meets: one row of bits for each cell of rho.
class Drawing {
 public:
  explicit Drawing(const Grid& grid);
  /// All zeta of `range` at the rho of cell `row`.
  void mark(int row, const Interval& range);
  bool meets(const Drawing& other) const;

 private:
  void fill(int row, int first, int last);

  const Grid& grid_;
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

/// How a body is drawn: every point as a ball of radius `off`, with zeta `swing` either way;
/// triangles whose heights are all beyond `reach` are left out.
struct Pen {
  double k = 0.0;  // rise per rad
  double off = 0.0;
  double swing = 0.0;
  Interval reach;
};

/// Marks every cell that a point of every `stride`-th triangle may be in. False if that takes more
/// than `work` rows and pieces, which are counted down: the drawing is then not complete.
bool draw(const std::vector<Image>& triangles, std::size_t stride, const Pen& pen, const Grid& grid,
          Drawing& drawing, std::int64_t& work);

}  // namespace graze::certified
