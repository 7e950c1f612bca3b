// SPDX-License-Identifier: MIT
// Question   Which constraints keep two bodies from overlapping?                             [V8]
// Source     Faure et al. 2008, section 5: "the intersection volume could be seen as a scalar
//            constraint and its gradient as the associated row in the Jacobian matrix".
// Guarantee  Volumes and gradients of all cells sum to those of the whole overlap.
// Changed    One row for each cell of a coarse grid, so that a wide contact can resist tilting.
#include <cmath>
#include <map>

#include "detect/layered_depth/gradient_sum.h"
#include "detect/layered_depth/overlap.h"

namespace graze::layered_depth {
namespace {
struct CellSum {
  double volume = 0.0;  // three times: once for each view
  Vec3 moment = Vec3::Zero();
  std::array<GradientSum, 2> gradients;
  std::array<RigidGradient, 2> rigid;
};

class RowBuilder {
 public:
  RowBuilder(const DepthImages::Data& data, BodyPair pair, int cells)
      : data_(data), pair_(pair), cells_(cells) {}

  std::vector<VolumeRow> run() {
    for (const ViewImages& images : data_.views) {
      for (const DepthContact& c : images.contacts) {
        if (images.pairs[c.pair] == pair_) add(images, c);
      }
    }
    std::vector<VolumeRow> rows;
    for (auto& [cell, sum] : sums_) rows.push_back(row_of(sum));
    return rows;
  }

 private:
  int cell_along(double x, double lo, double hi) const {
    const double place = std::floor((x - lo) / (hi - lo) * cells_);
    return static_cast<int>(std::clamp(place, 0.0, cells_ - 1.0));
  }

  CellSum& cell(const View& view, int i, int j, int k) {
    std::array<int, 3> place{};
    place[(view.axis + 1) % 3] = i * cells_ / view.columns;
    place[(view.axis + 2) % 3] = j * cells_ / view.rows;
    place[view.axis] = k;
    return sums_[place];
  }

  /// An interval is shared out to the cells that it crosses; each end belongs to the cell it is in.
  void add(const ViewImages& images, const DepthContact& c) {
    const View& view = images.view;
    const int first = cell_along(c.lo, view.lo, view.hi), last = cell_along(c.hi, view.lo, view.hi);
    const double step = (view.hi - view.lo) / cells_;
    for (int k = first; k <= last; ++k) {
      const double lo = k == first ? c.lo : view.lo + k * step;
      const double hi = k == last ? c.hi : view.lo + (k + 1) * step;
      CellSum& sum = cell(view, c.i, c.j, k);
      const double volume = view.pixel_u * view.pixel_v * (hi - lo);
      sum.volume += volume;
      sum.moment += volume * point_at(view, c.i, c.j, 0.5 * (lo + hi));
    }
    add_end(images, c, false, cell(view, c.i, c.j, first));
    add_end(images, c, true, cell(view, c.i, c.j, last));
  }

  void add_end(const ViewImages& images, const DepthContact& c, bool upper, CellSum& sum) {
    const std::uint32_t record = upper ? c.upper : c.lower;
    if (record == DepthContact::kNone) return;
    const View& view = images.view;
    const DepthFragment f = described(images, record, upper ? c.hi : c.lo, c.i, c.j);
    const double area = (upper ? 1.0 : -1.0) * view.pixel_u * view.pixel_v;
    const int side = f.body == pair_.first ? 0 : 1;
    const Vec3 push = area * Vec3::Unit(view.axis);
    sum.rigid[side] += RigidGradient{push, point_at(view, c.i, c.j, f.depth).cross(push)};
    const Triangle& vertices = data_.bodies[f.body].surface.triangles()[f.triangle.index()];
    for (int k = 0; k < 3; ++k) {
      sum.gradients[side].add(vertices[k], view.axis, area * f.weights[k]);
    }
  }

  static VolumeRow row_of(CellSum& sum) {
    VolumeRow row;
    row.volume = sum.volume / 3.0;
    row.centre = sum.moment / sum.volume;
    for (int side = 0; side < 2; ++side) {
      row.sides[side] = {sum.gradients[side].take(), sum.rigid[side]};
    }
    // Both sides know the way; where a cell cuts the overlap they differ.
    const Vec3 push = 0.5 * (sum.rigid[0].linear - sum.rigid[1].linear);
    row.area = push.norm();
    if (row.area > 0.0) {
      row.normal = push / row.area;
      row.tangents[0] = row.normal.unitOrthogonal();
      row.tangents[1] = row.normal.cross(row.tangents[0]);
    }
    return row;
  }

  const DepthImages::Data& data_;
  BodyPair pair_;
  int cells_;
  std::map<std::array<int, 3>, CellSum> sums_;
};
}  // namespace

std::vector<VolumeRow> rows_of(const DepthImages::Data& data, BodyPair pair, int cells) {
  return RowBuilder(data, pair, cells).run();
}

}  // namespace graze::layered_depth
