// SPDX-License-Identifier: MIT
// Question   Which constraints keep two bodies from overlapping?                               [V8]
// Source     Faure et al. 2008, section 5: "the intersection volume could be seen as a scalar
//            constraint and its gradient as the associated row in the Jacobian matrix".
// Guarantee  In each row the two bodies are pushed against each other with the same force along the
//            same line, to rounding; the pushes of all rows sum to the whole overlap's.
// Changed    One row for each patch of a coarse grid across the contact, so that a wide one can
//            resist tilting. A column is never divided: its two ends are action and reaction. Of a
//            body in itself patches are cells of space, and normals decide which of the two sides
//            is which.
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

struct Column {
  const ViewImages* images = nullptr;
  DepthContact contact;
  DepthFragment lower, upper;
  Vec3 middle = Vec3::Zero();

  const View& view() const { return images->view; }
  double pixel_area() const { return view().pixel_u * view().pixel_v; }
};

/// Adds a column whose lower end is on `side_of_lower`; its length counts in views along `main`.
void add_column(const DepthImages::Data& data, const Column& column, int side_of_lower, int main,
                PatchSum& sum) {
  const View& view = column.view();
  const double volume = column.pixel_area() * (column.contact.hi - column.contact.lo);
  if (view.axis == main) sum.volume += volume;
  sum.weight += volume;
  sum.moment += volume * column.middle;
  for (const bool is_upper : {false, true}) {
    const DepthFragment& f = is_upper ? column.upper : column.lower;
    const int side = is_upper ? 1 - side_of_lower : side_of_lower;
    const double area = is_upper ? column.pixel_area() : -column.pixel_area();
    const Vec3 push = area * Vec3::Unit(view.axis);
    // Any point of the column will do.
    sum.rigid[side] += RigidGradient{push, column.middle.cross(push)};
    const Triangle& vertices = data.bodies[f.body].surface.triangles()[f.triangle.index()];
    for (int k = 0; k < 3; ++k) {
      sum.gradients[side].add(vertices[k], view.axis, area * f.weights[k]);
    }
  }
}

VolumeRow row_of(PatchSum& sum) {
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

/// In which of `cells` along an axis of the region a point lies.
int cell_along(const DepthImages::Data& data, int axis, double at, int cells) {
  const View& along = data.views[static_cast<std::size_t>(axis)].view;
  const double share = (at - along.lo) / (along.hi - along.lo);
  return static_cast<int>(std::clamp(std::floor(share * cells), 0.0, cells - 1.0));
}

/// Columns of a pair that begin and end on its surfaces. No body: the region ends there, and the
/// push has no counterpart.
template <typename Take>
void each_column(const DepthImages::Data& data, const BodyPair& pair, const Take& take) {
  for (const ViewImages& images : data.views) {
    for (const DepthContact& c : images.contacts) {
      if (images.pairs[c.pair] != pair) continue;
      if (c.lower == DepthContact::kNone || c.upper == DepthContact::kNone) continue;
      take(Column{&images, c, described(images, c.lower, c.lo, c.i, c.j),
                  described(images, c.upper, c.hi, c.i, c.j),
                  point_at(images.view, c.i, c.j, 0.5 * (c.lo + c.hi))});
    }
  }
}

class RowBuilder {
 public:
  RowBuilder(const DepthImages::Data& data, BodyPair pair, int cells)
      : data_(data), pair_(pair), cells_(cells) {}

  std::vector<VolumeRow> run() {
    Vec3 push = Vec3::Zero();  // on a, of the whole overlap
    // One body at both ends: a part of it pokes through, and pulls at itself.
    const auto each = [&](const auto& take) {
      each_column(data_, pair_, [&](const Column& column) {
        if (column.lower.body != column.upper.body) take(column);
      });
    };
    each([&](const Column& column) {
      const double area = column.pixel_area();
      push[column.view().axis] += column.upper.body == pair_.first ? area : -area;
    });
    push.cwiseAbs().maxCoeff(&main_);
    each([&](const Column& column) {
      add_column(data_, column, column.lower.body == pair_.first ? 0 : 1, main_,
                 patch_at(column.middle));
    });
    std::vector<VolumeRow> rows;
    for (auto& [patch, sum] : sums_) rows.push_back(row_of(sum));
    return rows;
  }

 private:
  /// The patch of a column's middle, in the plane across the main axis.
  PatchSum& patch_at(const Vec3& middle) {
    const int u = (main_ + 1) % 3, v = (main_ + 2) % 3;
    return sums_[{cell_along(data_, u, middle[u], cells_),
                  cell_along(data_, v, middle[v], cells_)}];
  }

  const DepthImages::Data& data_;
  BodyPair pair_;
  int cells_;
  int main_ = 2;  // the axis along which the bodies push each other most
  std::map<std::array<int, 2>, PatchSum> sums_;
};

/// Rows of a body that is in itself, or turned inside out.
class SelfRows {
 public:
  SelfRows(const DepthImages::Data& data, std::uint32_t body, int cells)
      : data_(data), body_(data.bodies[body]), pair_(body, body), cells_(cells) {}

  std::vector<VolumeRow> run() {
    each_column(data_, pair_, [&](const Column& column) {
      std::array<int, 4> place{};
      for (int axis = 0; axis < 3; ++axis) {
        place[axis] = cell_along(data_, axis, column.middle[axis], cells_);
      }
      place[3] = is_inverted(column) ? 1 : 0;
      patches_[place].push_back(column);
    });
    std::vector<VolumeRow> rows;
    for (const auto& [place, columns] : patches_) rows.push_back(row_of_patch(columns));
    return rows;
  }

 private:
  /// Left before it was entered.
  static bool is_inverted(const Column& column) { return !column.lower.is_entering; }

  double slope(const DepthFragment& f, int axis) const {
    const Triangle& t = body_.surface.triangles()[f.triangle.index()];
    const auto v = body_.surface.vertices();
    const Vec3 normal = (v[t[1]] - v[t[0]]).cross(v[t[2]] - v[t[0]]).normalized();
    return (body_.frame_from_surface.rotation * normal)[axis];
  }

  /// Side 1 is what has to go along the main axis: the bottom of the upper part, which faces down;
  /// where the body is inside out it faces up.
  VolumeRow row_of_patch(const std::vector<Column>& columns) const {
    Vec3 areas = Vec3::Zero();
    for (const Column& column : columns) areas[column.view().axis] += column.pixel_area();
    int main = 2;
    areas.maxCoeff(&main);
    PatchSum sum;
    for (const Column& column : columns) {
      const bool lower_faces_down = slope(column.lower, main) < slope(column.upper, main);
      add_column(data_, column, lower_faces_down != is_inverted(column) ? 1 : 0, main, sum);
    }
    return row_of(sum);
  }

  const DepthImages::Data& data_;
  const DepthBody& body_;
  BodyPair pair_;
  int cells_;
  std::map<std::array<int, 4>, std::vector<Column>> patches_;
};
}  // namespace

std::vector<VolumeRow> rows_of(const DepthImages::Data& data, BodyPair pair, int cells) {
  if (pair.first == pair.second) return SelfRows(data, pair.first, cells).run();
  return RowBuilder(data, pair, cells).run();
}

}  // namespace graze::volume
