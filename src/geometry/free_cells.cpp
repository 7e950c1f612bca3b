// SPDX-License-Identifier: MIT
// Question   Is a point that is not near the surface inside or outside?                    [K5, G1]
// Source     A grid; cells that triangles do not meet, joined through their sides.
// Guarantee  Exact: the winding number changes only at the surface, and no triangle meets the
//            closed cells of one part.
// Changed    -
#include "geometry/free_cells.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {
constexpr double kCellsAlongLongest = 30.0;
/// In cells. A place in cells is a difference and a product of doubles, and at most 33: it is off
/// by less than 1e-13.
constexpr double kSlack = 1e-9;
/// Of the distance from the origin: centres of cells then round by less than 1e-4 cells.
constexpr double kSmallestShare = 1e-9;
/// A mesh whose triangles cover more cells than this has no free ones worth finding.
constexpr std::size_t kMarksPerCell = 64, kMarksPerTriangle = 16;

enum Mark : std::uint8_t { kOpen, kNearSurface, kInsideCell, kOutsideCell };

std::size_t cells_of(const std::array<int, 3>& lo, const std::array<int, 3>& hi) {
  std::size_t count = 1;
  for (int k = 0; k < 3; ++k) count *= static_cast<std::size_t>(hi[k] - lo[k] + 1);
  return count;
}
}  // namespace

FreeCells::FreeCells(const TriangleMesh& mesh,
                     const std::function<PointPlace(const Vec3&)>& place_of) {
  lay_out(mesh.bounds());
  if (!mark_triangles(mesh)) marks_.clear();
  name_parts(place_of);
}

/// One layer of cells around the mesh is outside.
void FreeCells::lay_out(const Aabb& bounds) {
  const double size = bounds.size().maxCoeff();
  const double far = bounds.lo.cwiseAbs().cwiseMax(bounds.hi.cwiseAbs()).maxCoeff();
  if (!(size > 1e-150 && size < 1e150 && size > kSmallestShare * far)) return;
  cells_per_length_ = kCellsAlongLongest / size;
  origin_ = bounds.lo.array() - size / kCellsAlongLongest;
  std::size_t count = 1;
  for (int k = 0; k < 3; ++k) {
    counts_[k] = 3 + static_cast<int>(std::floor(bounds.size()[k] * cells_per_length_));
    count *= static_cast<std::size_t>(counts_[k]);
  }
  marks_.assign(count, kOpen);
}

FreeCells::Range FreeCells::range_of(const Aabb& box) const {
  Range range{};
  const Vec3 lo = in_cells(box.lo), hi = in_cells(box.hi);
  for (int k = 0; k < 3; ++k) {
    range.lo[k] = std::max(0, static_cast<int>(std::floor(lo[k] - kSlack)));
    range.hi[k] = std::min(counts_[k] - 1, static_cast<int>(std::floor(hi[k] + kSlack)));
  }
  return range;
}

bool FreeCells::mark_triangles(const TriangleMesh& mesh) {
  std::size_t left = kMarksPerCell * marks_.size() + kMarksPerTriangle * mesh.triangles().size();
  for (std::size_t i = 0; i < mesh.triangles().size() && !marks_.empty(); ++i) {
    Aabb box;
    for (const Vec3& corner : mesh.corners(i)) box.add(corner);
    const Range range = range_of(box);
    const std::size_t covered = cells_of(range.lo, range.hi);
    if (covered > left) return false;
    left -= covered;
    Cell cell{};
    for (cell[0] = range.lo[0]; cell[0] <= range.hi[0]; ++cell[0]) {
      for (cell[1] = range.lo[1]; cell[1] <= range.hi[1]; ++cell[1]) {
        for (cell[2] = range.lo[2]; cell[2] <= range.hi[2]; ++cell[2])
          marks_[index_of(cell)] = kNearSurface;
      }
    }
  }
  return true;
}

void FreeCells::name_parts(const std::function<PointPlace(const Vec3&)>& place_of) {
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    if (marks_[i] != kOpen) continue;
    fill(i, place_of(centre_of(i)) == PointPlace::kInside ? kInsideCell : kOutsideCell);
  }
}

/// The open cell and all that are joined to it through sides.
void FreeCells::fill(std::size_t first, std::uint8_t mark) {
  std::vector<std::size_t> reached{first};
  marks_[first] = mark;
  while (!reached.empty()) {
    const Cell here = cell_of(reached.back());
    reached.pop_back();
    for (int side = 0; side < 6; ++side) {
      Cell beside = here;
      int& place = beside[side / 2];
      place += side % 2 == 0 ? 1 : -1;
      if (place < 0 || place >= counts_[side / 2]) continue;
      const std::size_t index = index_of(beside);
      if (marks_[index] != kOpen) continue;
      marks_[index] = mark;
      reached.push_back(index);
    }
  }
}

std::size_t FreeCells::index_of(const Cell& cell) const {
  const auto at = [&](int k) { return static_cast<std::size_t>(cell[k]); };
  return (at(0) * static_cast<std::size_t>(counts_[1]) + at(1)) *
             static_cast<std::size_t>(counts_[2]) +
         at(2);
}

FreeCells::Cell FreeCells::cell_of(std::size_t index) const {
  const auto y = static_cast<std::size_t>(counts_[1]), z = static_cast<std::size_t>(counts_[2]);
  return {static_cast<int>(index / (y * z)), static_cast<int>(index / z % y),
          static_cast<int>(index % z)};
}

Vec3 FreeCells::centre_of(std::size_t index) const {
  const Cell cell = cell_of(index);
  return origin_ + Vec3(cell[0] + 0.5, cell[1] + 0.5, cell[2] + 0.5) / cells_per_length_;
}

PointPlace FreeCells::place_of(const Vec3& point, double radius) const {
  if (marks_.empty()) return PointPlace::kOnSurface;
  const Vec3 place = in_cells(point);
  const double reach = radius * cells_per_length_ * (1.0 + kSlack) + kSlack;
  Cell cell{};
  for (int k = 0; k < 3; ++k) {
    const double lo = std::floor(place[k] - reach);
    const bool is_in_one = lo >= 0.0 && lo < counts_[k] && std::floor(place[k] + reach) == lo;
    if (!is_in_one) return PointPlace::kOnSurface;
    cell[k] = static_cast<int>(lo);
  }
  const std::uint8_t mark = marks_[index_of(cell)];
  if (mark == kNearSurface) return PointPlace::kOnSurface;
  return mark == kInsideCell ? PointPlace::kInside : PointPlace::kOutside;
}

}  // namespace graze
