// SPDX-License-Identifier: MIT
// Question   Which convex set contains a rectangle of a patch?                               [C10]
// Source     Convex hull property of Bezier patches; error of bilinear interpolation.
// Guarantee  Rounding included: nothing of the patch is outside. Point by point, too: S(u, v) is
//            within the slack of the bilinear patch through the corners at (u, v). Cuts along
//            loops and proofs of meshes rest on that.
// Changed    One kind of hull for all: four corners and a radius.
#include "graze/geometry/surface_patch.h"

#include <algorithm>
#include <cmath>

#include "geometry/surface/bernstein_net.h"
#include "geometry/surface/rounded.h"
#include "graze/math/sin_cos.h"

namespace graze {
namespace {

using surface::ControlNet;
using surface::kFrameStretch;
using surface::longest;

ControlNet net_of_patch(const BezierPatch& patch, const Interval& u, const Interval& v) {
  ControlNet net{patch.rows, patch.columns, {}};
  net.points.reserve(patch.points.size());
  for (std::size_t k = 0; k < patch.points.size(); ++k) {
    const Interval weight = patch.weights.empty() ? 1.0 : patch.weights[k];
    net.points.push_back({weight * IntervalVec3(patch.points[k]), weight});
  }
  restrict_columns(net, u);
  restrict_rows(net, v);
  return net;
}

IntervalVec3 points_over(const BezierPatch& patch, const Interval& u, const Interval& v) {
  const ControlNet net = net_of_patch(patch, u, v);
  IntervalVec3 all = place(net.points[0]);
  for (const auto& control : net.points) {
    const IntervalVec3 p = place(control);
    all = {hull(all.x, p.x), hull(all.y, p.y), hull(all.z, p.z)};
  }
  return all;
}

IntervalVec3 points_over(const RevolutionPatch& patch, const Interval& u, const Interval& v) {
  const IntervalVec3 profile = enclose(patch.profile, v);
  const IntervalSinCos turn = sin_cos(u);
  const Mat3& axes = patch.frame.rotation;
  const IntervalVec3 across = turn.cos * Vec3(axes.col(0)) + turn.sin * Vec3(axes.col(1));
  return patch.frame.translation + (profile.x * across + profile.z * Vec3(axes.col(2)));
}

IntervalVec3 points_over(const ExtrusionPatch& patch, const Interval& u, const Interval& v) {
  return enclose(patch.curve, u) + v * patch.direction;
}

IntervalVec3 points_over(const FormulaPatch& patch, const Interval& u, const Interval& v) {
  const Interval uv[2] = {u, v};
  return {patch.xyz[0]->enclose(uv), patch.xyz[1]->enclose(uv), patch.xyz[2]->enclose(uv)};
}

IntervalVec3 points_over(const FunctionPatch& patch, const Interval& u, const Interval& v) {
  return patch.enclose(u, v);
}

/// How far a patch is from the bilinear one through its corners: a part that halving u lessens, and
/// one that halving v does. Corners are not rounded yet.
struct Bulge {
  double u = 0.0, v = 0.0;
};

// The circles are that far from their chords; the chords' ends move along the profile.
Bulge bulge(const RevolutionPatch& patch, const Interval& u, const Interval& v) {
  const double radius = enclose(patch.profile, v).x.magnitude();
  const double m =
      surface::longest_on_ellipse(patch.frame.rotation.col(0), patch.frame.rotation.col(1));
  return {surface::chord_error(u, round_up(m * radius)),
          round_up(piece_of(patch.profile, v).slack * kFrameStretch)};
}

Bulge bulge(const ExtrusionPatch& patch, const Interval& u, const Interval&) {
  return {piece_of(patch.curve, u).slack, 0.0};
}

Bulge bulge(const FormulaPatch& patch, const Interval& u, const Interval& v) {
  const Interval uv[2] = {u, v};
  IntervalVec3 second[2];
  for (int k = 0; k < 3; ++k) {
    const auto& coordinate = *patch.xyz[static_cast<std::size_t>(k)];
    for (int along = 0; along < 2; ++along) {
      second[along][k] = coordinate.derivatives(uv, along).second;
    }
  }
  return {surface::chord_error(u, longest(second[0])), surface::chord_error(v, longest(second[1]))};
}

Bulge bulge(const FunctionPatch& patch, const Interval& u, const Interval& v) {
  const std::array<double, 2> m = patch.second_derivatives(u, v);
  return {surface::chord_error(u, m[0]), surface::chord_error(v, m[1])};
}

// How far the rows, or the columns, are from their chords if there are weights.
double bulge_of_lines(const ControlNet& net, bool along_rows) {
  double most = 0.0;
  for (int i = 0; i < (along_rows ? net.rows : net.columns); ++i) {
    ControlNet line{1, along_rows ? net.columns : net.rows, {}};
    for (int k = 0; k < line.columns; ++k)
      line.points.push_back(along_rows ? net.at(i, k) : net.at(k, i));
    const IntervalVec3 from = place(line.points.front()), to = place(line.points.back());
    most = std::max(most, farthest_from_bilinear(line, {from, to, from, to}));
  }
  return most;
}

void place_corners(const SurfacePatch& patch, SurfaceCell& cell) {
  const Interval &u = cell.region.range[0], &v = cell.region.range[1];
  double radius = 0.0;
  for (std::size_t k = 0; k < 4; ++k) {
    const surface::Rounded corner = surface::rounded(
        enclose(patch, Interval(k % 2 == 0 ? u.lo : u.hi), Interval(k < 2 ? v.lo : v.hi)));
    cell.corners[k] = corner.point;
    radius = std::max(radius, corner.radius);
  }
  cell.count = 4;
  cell.slack = radius;
}

// Control points of the rectangle against the bilinear patch through its corners, which bounds that
// of S at the same parameters if there are no weights; and how much of it is along each parameter.
Bulge bulge_of_net(const ControlNet& net, const SurfaceCell& cell, double& farthest) {
  Bulge sides;
  const auto& c = cell.corners;
  const auto straight = [](const Interval& s, const IntervalVec3& a, const IntervalVec3& b) {
    return (Interval(1.0) - s) * a + s * b;
  };
  for (int i = 0; i < net.rows; ++i) {
    const Interval v = Interval(i) / Interval(std::max(1, net.rows - 1));
    const IntervalVec3 left = place(net.at(i, 0)), right = place(net.at(i, net.columns - 1));
    for (int j = 0; j < net.columns; ++j) {
      const Interval u = Interval(j) / Interval(std::max(1, net.columns - 1));
      const IntervalVec3 p = place(net.at(i, j));
      farthest = std::max(
          farthest, longest(p - straight(v, straight(u, c[0], c[1]), straight(u, c[2], c[3]))));
      sides.u = std::max(sides.u, longest(p - straight(u, left, right)));
      sides.v = std::max(
          sides.v, longest(p - straight(v, place(net.at(0, j)), place(net.at(net.rows - 1, j)))));
    }
  }
  return sides;
}

// Where nothing is known of derivatives: the ball about all points.
void as_ball(const SurfacePatch& patch, SurfaceCell& cell) {
  const IntervalVec3 all = enclose(patch, cell.region.range[0], cell.region.range[1]);
  const bool known = surface::is_finite(all);
  const surface::Rounded ball =
      known ? surface::rounded(all) : surface::Rounded{Vec3::Zero(), kInfinity};
  cell.corners[0] = ball.point;
  cell.count = 1;
  cell.slack = cell.doubt = ball.radius;
  cell.flatter_axis = cell.longer_axis =
      cell.region.range[1].width() > cell.region.range[0].width() ? 1 : 0;
}

void note_axes(const Bulge& sides, SurfaceCell& cell) {
  const auto& c = cell.corners;
  const double along_u = std::max((c[1] - c[0]).squaredNorm(), (c[3] - c[2]).squaredNorm());
  const double along_v = std::max((c[2] - c[0]).squaredNorm(), (c[3] - c[1]).squaredNorm());
  cell.longer_axis = along_v > along_u ? 1 : 0;
  cell.flatter_axis = sides.v == sides.u ? cell.longer_axis : (sides.v > sides.u ? 1 : 0);
  cell.doubt = 2.0 * deviation(cell);
}

}  // namespace

IntervalVec3 enclose(const SurfacePatch& patch, const Interval& u, const Interval& v) {
  return std::visit([&](const auto& kind) { return points_over(kind, u, v); }, patch);
}

SurfaceCell cell_of(const SurfacePatch& patch, const SurfaceRegion& region) {
  const Interval &u = region.range[0], &v = region.range[1];
  SurfaceCell cell;
  cell.region = region;
  place_corners(patch, cell);
  Bulge sides;
  if (const auto* bezier = std::get_if<BezierPatch>(&patch)) {
    const ControlNet net = net_of_patch(*bezier, u, v);
    double farthest = 0.0;
    sides = bulge_of_net(net, cell, farthest);
    const auto& c = cell.corners;
    if (!bezier->weights.empty()) {
      farthest = farthest_from_bilinear(net, {c[0], c[1], c[2], c[3]});
      sides = {bulge_of_lines(net, true), bulge_of_lines(net, false)};
    }
    cell.slack = std::max(cell.slack, farthest);
  } else {
    std::visit(
        [&](const auto& kind) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(kind)>, BezierPatch>) {
            sides = bulge(kind, u, v);
          }
        },
        patch);
    cell.slack = round_up_sum(cell.slack + round_up_sum(sides.u + sides.v));
  }
  if (std::isfinite(cell.slack)) {
    note_axes(sides, cell);
  } else {
    as_ball(patch, cell);
  }
  return cell;
}

}  // namespace graze
