// SPDX-License-Identifier: MIT
// Question   Which constraints keep two bodies from overlapping?                             [V8]
// Source     Faure et al. 2008, section 5: "the intersection volume could be seen as a scalar
//            constraint and its gradient as the associated row in the Jacobian matrix".
// Guarantee  In each row the two bodies are pushed against each other with the same force along the
//            same line, to rounding; the pushes of all rows sum to the whole overlap's.
// Changed    One row for each patch of a coarse grid across the contact, so that a wide one can
//            resist tilting. A column is never divided: its two ends are action and reaction.
#include <cmath>
#include <map>

#include "methods/volume/gradient_sum.h"
#include "methods/volume/overlap.h"

namespace graze::volume {
namespace {
struct PatchSum {
  double volume = 0.0;  // of the columns along the main axis
  double weight = 0.0;  // of all columns: for the centre
  Vec3 moment = Vec3::Zero();
  std::array<GradientSum, 2> gradients;
  std::array<RigidGradient, 2> rigid;
};

class RowBuilder {
 public:
  RowBuilder(const DepthImages::Data& data, BodyPair pair, int cells)
      : data_(data), pair_(pair), cells_(cells) {}

  std::vector<VolumeRow> run() {
    Vec3 push = Vec3::Zero();  // on a, of the whole overlap
    each_column([&](const ViewImages& images, const Column& column) {
      const double area = images.view.pixel_u * images.view.pixel_v;
      push[images.view.axis] += column.upper.body == pair_.first ? area : -area;
    });
    push.cwiseAbs().maxCoeff(&main_);
    each_column([&](const ViewImages& images, const Column& column) { add(images, column); });
    std::vector<VolumeRow> rows;
    for (auto& [patch, sum] : sums_) rows.push_back(row_of(sum));
    return rows;
  }

 private:
  struct Column {
    DepthContact contact;
    DepthFragment lower, upper;
  };

  /// Those that begin on one body and end on the other. One body twice: a part of it pokes through,
  /// and pulls at itself. No body: the region ends there, and the push has no counterpart.
  template <typename Take>
  void each_column(const Take& take) const {
    for (const ViewImages& images : data_.views) {
      for (const DepthContact& c : images.contacts) {
        if (images.pairs[c.pair] != pair_) continue;
        if (c.lower == DepthContact::kNone || c.upper == DepthContact::kNone) continue;
        const Column column{c, described(images, c.lower, c.lo, c.i, c.j),
                            described(images, c.upper, c.hi, c.i, c.j)};
        if (column.lower.body != column.upper.body) take(images, column);
      }
    }
  }

  /// The patch of a column's middle, in the plane across the main axis.
  PatchSum& patch_at(const Vec3& middle) {
    std::array<int, 2> place{};
    for (int k = 0; k < 2; ++k) {
      const int axis = (main_ + 1 + k) % 3;
      const View& along = data_.views[static_cast<std::size_t>(axis)].view;
      const double share = (middle[axis] - along.lo) / (along.hi - along.lo);
      place[static_cast<std::size_t>(k)] =
          static_cast<int>(std::clamp(std::floor(share * cells_), 0.0, cells_ - 1.0));
    }
    return sums_[place];
  }

  void add(const ViewImages& images, const Column& column) {
    const View& view = images.view;
    const DepthContact& c = column.contact;
    const Vec3 middle = point_at(view, c.i, c.j, 0.5 * (c.lo + c.hi));
    PatchSum& sum = patch_at(middle);
    const double volume = view.pixel_u * view.pixel_v * (c.hi - c.lo);
    if (view.axis == main_) sum.volume += volume;
    sum.weight += volume;
    sum.moment += volume * middle;
    add_end(view, middle, column.lower, -1.0, sum);
    add_end(view, middle, column.upper, 1.0, sum);
  }

  void add_end(const View& view, const Vec3& middle, const DepthFragment& f, double way,
               PatchSum& sum) const {
    const double area = way * view.pixel_u * view.pixel_v;
    const int side = f.body == pair_.first ? 0 : 1;
    const Vec3 push = area * Vec3::Unit(view.axis);
    sum.rigid[side] += RigidGradient{push, middle.cross(push)};  // any point of the column will do
    const Triangle& vertices = data_.bodies[f.body].surface.triangles()[f.triangle.index()];
    for (int k = 0; k < 3; ++k) {
      sum.gradients[side].add(vertices[k], view.axis, area * f.weights[k]);
    }
  }

  static VolumeRow row_of(PatchSum& sum) {
    VolumeRow row;
    row.volume = sum.volume;
    row.centre = sum.moment / sum.weight;
    for (int side = 0; side < 2; ++side) {
      row.sides[side] = {sum.gradients[side].take(), sum.rigid[side]};
    }
    const Vec3& push = sum.rigid[0].linear;
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
  int main_ = 2;  // the axis along which the bodies push each other most
  std::map<std::array<int, 2>, PatchSum> sums_;
};
}  // namespace

std::vector<VolumeRow> rows_of(const DepthImages::Data& data, BodyPair pair, int cells) {
  return RowBuilder(data, pair, cells).run();
}

}  // namespace graze::volume
