// SPDX-License-Identifier: MIT
#include "graze/geometry/surface.h"

#include <algorithm>
#include <cmath>

#include "geometry/surface/axis_cell.h"
#include "geometry/surface/cut_cell.h"
#include "geometry/surface/rounded.h"
#include "graze/base/error.h"

namespace graze {
namespace {

void check_face(const SurfaceFace& face) {
  const auto* patch = std::get_if<PatchFace>(&face.form);
  if (patch == nullptr) return;
  check(patch->patch);
  for (const Interval& range : {patch->u, patch->v}) {
    if (range.is_finite() && range.lo < range.hi) continue;
    throw InputError({"face " + face.name, "an empty range of a parameter", "lo < hi, finite", ""});
  }
}

Aabb bounds_of(const SurfaceCell& cell) {
  Aabb bounds;
  const Vec3 slack = Vec3::Constant(cell.slack);
  for (int k = 0; k < cell.count; ++k) {
    const Vec3& corner = cell.corners[static_cast<std::size_t>(k)];
    const Vec3 rounding = 0x1p-51 * (corner.cwiseAbs() + slack);
    bounds.add(Vec3(corner - slack - rounding));
    bounds.add(Vec3(corner + slack + rounding));
  }
  return bounds;
}

// Coarse cells are large; a few of them bound the face well enough. What lies within the bounds so
// far needs no closer look.
void add_bounds(const SurfaceFace& face, const SurfaceRegion& region, int depth, Aabb& bounds) {
  const SurfaceCell cell = cell_of(face, region);
  if (cell.count == 0) return;
  const bool is_finite = std::isfinite(cell.slack);
  const Aabb around = is_finite ? bounds_of(cell) : Aabb{};
  if (is_finite && bounds.contains(around.lo) && bounds.contains(around.hi)) return;
  if (depth > 0) {
    for (const SurfaceRegion& half : halves(cell.region, cell.flatter_axis)) {
      add_bounds(face, half, depth - 1, bounds);
    }
    return;
  }
  if (!is_finite) {
    throw InputError({"face " + face.name, "points that are not bounded over its range",
                      "a finite face", "choose a smaller range of its parameters"});
  }
  bounds.add(around);
}

SurfaceCell cell_of_patch(const PatchFace& face, const SurfaceRegion& region) {
  const TrimPlace place =
      face.trim ? face.trim->classify(region.range[0], region.range[1]) : TrimPlace::kInside;
  SurfaceCell cell;
  cell.region = region;
  if (place == TrimPlace::kOutside) return cell;
  cell = cell_of(face.patch, region);
  if (const auto* turned = std::get_if<RevolutionPatch>(&face.patch))
    surface::flatten_about_axis(*turned, cell);
  if (place == TrimPlace::kBoundary) surface::cut_along_loops(*face.trim, cell);
  return cell;
}

std::optional<SurfacePoint> point_at(const PatchFace& face, double u, double v) {
  if (face.trim && face.trim->classify(u, v) != TrimPlace::kInside) return std::nullopt;
  const IntervalVec3 there = enclose(face.patch, u, v);
  if (!surface::is_finite(there)) return std::nullopt;
  const surface::Rounded point = surface::rounded(there);
  return SurfacePoint{point.point, point.radius, {u, v}};
}

/// At the edge of a face the mean of the corners may lie outside it: then try points nearer to
/// their middle.
std::optional<SurfacePoint> cut_point_near(const PatchFace& face, const SurfaceCell& cell,
                                           const std::array<double, 4>& weights) {
  for (const double share : {0.0, 0x1p-20, 0x1p-10, 0x1p-6, 0x1p-4, 0.25, 0.5, 1.0}) {
    std::array<double, 2> at{0.0, 0.0};
    for (std::size_t k = 0; k < 4; ++k) {
      const double weight = weights[k] + share * (0.25 - weights[k]);
      for (std::size_t axis = 0; axis < 2; ++axis) at[axis] += weight * cell.cut_at[k][axis];
    }
    if (auto found = point_at(face, at[0], at[1])) return found;
  }
  return std::nullopt;
}

std::optional<SurfacePoint> patch_point_near(const PatchFace& face, const SurfaceCell& cell,
                                             const std::array<double, 4>& weights) {
  const Interval &u = cell.region.range[0], &v = cell.region.range[1];
  const auto in = [](const Interval& range, double share) {
    return std::clamp(range.lo + share * (range.hi - range.lo), range.lo, range.hi);
  };
  if (cell.is_cut) {
    if (auto found = cut_point_near(face, cell, weights)) return found;
  }
  const bool ball = cell.count == 1;
  const double s = ball ? 0.5 : weights[1] + weights[3], t = ball ? 0.5 : weights[2] + weights[3];
  auto found = point_at(face, in(u, s), in(v, t));
  for (int k = 0; !found && face.trim && k < 25; ++k) {
    found = point_at(face, in(u, 0.25 * (k % 5)), in(v, 0.25 * (k / 5)));
  }
  return found;
}

}  // namespace

Surface::Surface() : faces_(std::make_shared<const std::vector<SurfaceFace>>()) {}

Surface::Surface(std::vector<SurfaceFace> faces) {
  for (const SurfaceFace& face : faces) {
    check_face(face);
    add_bounds(face, whole_region(face), 8, bounds_);
  }
  faces_ = std::make_shared<const std::vector<SurfaceFace>>(std::move(faces));
}

SurfaceRegion whole_region(const SurfaceFace& face) {
  if (const auto* patch = std::get_if<PatchFace>(&face.form)) return {{patch->u, patch->v, 0.0}};
  const Aabb& box = std::get<ImplicitSurface>(face.form).bounds;
  return {{Interval(box.lo.x(), box.hi.x()), Interval(box.lo.y(), box.hi.y()),
           Interval(box.lo.z(), box.hi.z())}};
}

SurfaceCell cell_of(const SurfaceFace& face, const SurfaceRegion& region) {
  if (const auto* patch = std::get_if<PatchFace>(&face.form)) return cell_of_patch(*patch, region);
  return cell_of(std::get<ImplicitSurface>(face.form), region);
}

std::optional<SurfacePoint> point_near(const SurfaceFace& face, const SurfaceCell& cell,
                                       const std::array<double, 4>& weights) {
  if (const auto* patch = std::get_if<PatchFace>(&face.form)) {
    return patch_point_near(*patch, cell, weights);
  }
  Vec3 p = cell.corners[0];
  if (cell.count == 4) {
    p = weights[0] * p;
    for (std::size_t k = 1; k < 4; ++k) p += weights[k] * cell.corners[k];
  }
  return point_near(std::get<ImplicitSurface>(face.form), p, cell.slack);
}

std::array<double, 2> face_parameters(const SurfaceFace& face, const std::array<double, 2>& uv) {
  const auto* patch = std::get_if<PatchFace>(&face.form);
  if (patch == nullptr || !face.part_of) return uv;
  const auto mapped = [](double x, const Interval& from, const Interval& to) {
    return to.lo + (to.hi - to.lo) * ((x - from.lo) / (from.hi - from.lo));
  };
  return {mapped(uv[0], patch->u, (*face.part_of)[0]), mapped(uv[1], patch->v, (*face.part_of)[1])};
}

std::array<SurfaceRegion, 2> halves(const SurfaceRegion& region, int axis) {
  std::array<SurfaceRegion, 2> both{region, region};
  const auto k = static_cast<std::size_t>(axis);
  both[0].range[k] = lower_half(region.range[k]);
  both[1].range[k] = upper_half(region.range[k]);
  return both;
}

}  // namespace graze
