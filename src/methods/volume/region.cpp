// SPDX-License-Identifier: MIT
// Question   Over which box, with which pixels, are the images drawn?                        [V1]
// Source     Faure et al. 2008, section 4: the intersection of the bounding boxes.
// Guarantee  Positions inside the images fit into 38 bits, so that edge functions are exact.
// Changed    Bounds of a turned body are tight to 1e-9: a search in its tree for extreme vertices.
#include "methods/volume/region.h"

#include <algorithm>
#include <cmath>

namespace graze::volume {
namespace {
/// The largest of row . p + offset over the vertices, rounded as `pose * p` is.
class ExtremeSearch {
 public:
  ExtremeSearch(const DepthBody& body, int axis, double sign)
      : surface_(body.surface), pose_(body.frame_from_surface), axis_(axis), sign_(sign) {}

  /// Not less than the largest, and at most `slack` more: equal extremes are not all looked at.
  double run(double slack) {
    const auto nodes = surface_.nodes();
    std::uint32_t node = 0;
    while (nodes[node].count == 0) {  // a good one to begin with
      const std::uint32_t left = node + 1, right = nodes[left].skip;
      node = bound(surface_.boxes()[left]) < bound(surface_.boxes()[right]) ? right : left;
    }
    look_at(nodes[node]);
    for (std::uint32_t i = 0; i < nodes.size();) {
      if (bound(surface_.boxes()[i]) <= best_ + slack) {
        i = nodes[i].skip;
        continue;
      }
      if (nodes[i].count > 0) look_at(nodes[i]);
      ++i;
    }
    return sign_ * (best_ + slack);
  }

 private:
  double bound(const Aabb& box) const {
    double sum = sign_ * pose_.translation[axis_];
    double size = std::abs(sum);
    for (int k = 0; k < 3; ++k) {
      const double slope = sign_ * pose_.rotation(axis_, k);
      const double term = slope * (slope > 0.0 ? box.hi[k] : box.lo[k]);
      sum += term;
      size += std::abs(term);
    }
    return sum + 1e-15 * size;  // a few roundings
  }

  void look_at(const DepthSurface::Node& leaf) {
    for (const std::uint32_t v :
         surface_.leaf_vertices().subspan(leaf.first_vertex, leaf.vertex_count)) {
      best_ = std::max(best_, sign_ * (pose_ * surface_.vertices()[v])[axis_]);
    }
  }

  const DepthSurface& surface_;
  const Pose& pose_;
  int axis_;
  double sign_;
  double best_ = -std::numeric_limits<double>::infinity();
};

Aabb meet(const Aabb& a, const Aabb& b) { return {a.lo.cwiseMax(b.lo), a.hi.cwiseMin(b.hi)}; }

Aabb everything() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return {Vec3::Constant(-kInfinity), Vec3::Constant(kInfinity)};
}
}  // namespace

Aabb frame_bounds(const DepthBody& body) {
  if (body.surface.triangles().empty()) return {};
  const Aabb& own = body.surface.bounds();
  const Pose& pose = body.frame_from_surface;
  if (pose.rotation.isIdentity(0.0)) return {own.lo + pose.translation, own.hi + pose.translation};
  const double slack = 1e-9 * own.diagonal();
  Aabb box;
  for (int axis = 0; axis < 3; ++axis) {
    box.lo[axis] = ExtremeSearch(body, axis, -1.0).run(slack);
    box.hi[axis] = ExtremeSearch(body, axis, 1.0).run(slack);
  }
  return box;
}

Aabb region_of(std::span<const DepthBody> bodies, std::span<const Aabb> bounds, bool self_overlap) {
  const auto solid = [&](std::size_t i) {
    return bodies[i].is_outside_solid ? everything() : bounds[i];
  };
  Aabb region;
  for (std::size_t a = 0; a < bodies.size(); ++a) {
    if (self_overlap && !bodies[a].is_outside_solid) region.add(bounds[a]);
    for (std::size_t b = a + 1; b < bodies.size(); ++b) {
      const Aabb common = meet(solid(a), solid(b));
      if (!common.is_empty() && common.size().allFinite()) region.add(common);
    }
  }
  return region;
}

Aabb widened(const Aabb& region, std::span<const Aabb> bounds, const std::array<int, 3>& pixels) {
  double extent = region.size().maxCoeff();
  double farthest = std::max(region.lo.cwiseAbs().maxCoeff(), region.hi.cwiseAbs().maxCoeff());
  for (const Aabb& box : bounds) {
    if (!box.is_empty()) extent = std::max(extent, box.size().maxCoeff());
  }
  const double least = std::max({0x1p-30 * extent, 0x1p-48 * farthest, 1e-290});
  Aabb wide = region;
  for (int k = 0; k < 3; ++k) {
    const double missing = least * pixels[k] - (wide.hi[k] - wide.lo[k]);
    if (missing <= 0.0) continue;
    wide.lo[k] -= 0.5 * missing;
    wide.hi[k] += 0.5 * missing;
  }
  return wide;
}

std::array<int, 3> pixel_counts(const Aabb& region, const DepthOptions& options) {
  if (!options.pixel_size) return options.pixels;
  std::array<int, 3> counts{};
  for (int k = 0; k < 3; ++k) {
    const double wanted = std::ceil((region.hi[k] - region.lo[k]) / *options.pixel_size);
    counts[k] = static_cast<int>(std::clamp(wanted, 1.0, 4096.0));
  }
  return counts;
}

View make_view(int axis, const Aabb& region, const std::array<int, 3>& pixels,
               std::span<const Aabb> bounds) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  View view;
  view.axis = axis;
  view.columns = pixels[u];
  view.rows = pixels[v];
  view.pixel_u = (region.hi[u] - region.lo[u]) / pixels[u];
  view.pixel_v = (region.hi[v] - region.lo[v]) / pixels[v];
  view.first_u = region.lo[u] + 0.5 * view.pixel_u;
  view.first_v = region.lo[v] + 0.5 * view.pixel_v;
  view.lo = region.lo[axis];
  view.hi = region.hi[axis];
  double farthest = 1.0;  // of any vertex from column (0, 0), in pixels
  for (const Aabb& box : bounds) {
    if (box.is_empty()) continue;
    farthest = std::max({farthest, (box.hi[u] - view.first_u) / view.pixel_u,
                         (view.first_u - box.lo[u]) / view.pixel_u,
                         (box.hi[v] - view.first_v) / view.pixel_v,
                         (view.first_v - box.lo[v]) / view.pixel_v});
  }
  view.subpixel_bits = std::clamp(36 - std::ilogb(farthest), 2, 16);
  return view;
}

}  // namespace graze::volume

namespace graze {
Aabb overlap_region(std::span<const DepthBody> bodies, bool self_overlap) {
  std::vector<Aabb> bounds;
  for (const DepthBody& body : bodies) bounds.push_back(volume::frame_bounds(body));
  return volume::region_of(bodies, bounds, self_overlap);
}
}  // namespace graze
