// SPDX-License-Identifier: MIT
// Question   Which triangles must be drawn for the columns of a region?                      [V1]
// Source     Faure et al. 2008, section 4, who draw all of them.
// Guarantee  Every crossing of a column with the body between keep_lo and keep_hi is drawn, and
//            none is missing on the side that counting begins from.
// Changed    A closed surface's crossings sum to nothing. So the winding at one end of the region
//            is known if the body ends there, and what lies behind the other end is not drawn: the
//            cost follows the contact, not the body.
#include "methods/volume/cull.h"

#include <array>
#include <limits>

namespace graze::volume {
namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Boxes of the surface's frame, seen from the images' frame.
class TurnedBox {
 public:
  explicit TurnedBox(const Pose& pose)
      : pose_(pose),
        spread_(pose.rotation.cwiseAbs()),
        is_identity_(pose.rotation.isIdentity(0.0)) {}

  bool meets(const Aabb& node, const Aabb& box) const {
    if (is_identity_) {
      return Aabb{node.lo + pose_.translation, node.hi + pose_.translation}.overlaps(box);
    }
    const Vec3 centre = pose_ * node.centre();
    const Vec3 half = times(spread_, Vec3(0.5 * (node.hi - node.lo)));
    return ((centre + half).array() >= box.lo.array()).all() &&
           ((centre - half).array() <= box.hi.array()).all();
  }

  Vec3 operator*(const Vec3& p) const {
    return is_identity_ ? Vec3(p + pose_.translation) : pose_ * p;
  }

 private:
  const Pose& pose_;
  Mat3 spread_;
  bool is_identity_;
};

/// On which sides of the box a point is: a triangle whose corners share a side misses the box.
std::uint8_t sides_of(const Vec3& p, const Aabb& box) {
  unsigned sides = 0;
  for (int k = 0; k < 3; ++k) {
    sides |= (p[k] < box.lo[k] ? 1u : 0u) << k | (p[k] > box.hi[k] ? 8u : 0u) << k;
  }
  return static_cast<std::uint8_t>(sides);
}

/// Rounding of node boxes must lose no triangle.
Aabb slightly_grown(const Aabb& box, const DepthBody& body) {
  const Aabb& bounds = body.surface.bounds();
  const double size = bounds.lo.cwiseAbs().maxCoeff() + bounds.hi.cwiseAbs().maxCoeff() +
                      body.frame_from_surface.translation.cwiseAbs().maxCoeff();
  const Vec3 margin = Vec3::Constant(1e-14 * size);
  return {box.lo - margin, box.hi + margin};
}
/// Appends the leaf's triangles that meet the box, and all of its vertices if there is one.
void add_leaf(const DepthSurface& surface, const DepthSurface::Node& leaf,
              const TurnedBox& frame_from_surface, const Aabb& box, Candidates& found) {
  const auto ids = surface.leaf_vertices().subspan(leaf.first_vertex, leaf.vertex_count);
  const auto base = static_cast<std::uint32_t>(found.vertices.size());
  const std::size_t before = found.triangles.size();
  std::array<std::uint8_t, DepthSurface::kMostLeafVertices> sides;
  found.vertices.resize(base + ids.size());
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const Vec3 p = frame_from_surface * surface.vertices()[ids[k]];
    found.vertices[base + k] = p;
    sides[k] = sides_of(p, box);
  }
  for (std::uint32_t k = leaf.first; k < leaf.first + leaf.count; ++k) {
    const auto [a, b, c] = surface.leaf_corners()[k];
    if ((sides[a] & sides[b] & sides[c]) != 0) continue;
    found.triangles.push_back({{base + a, base + b, base + c}, surface.order()[k]});
  }
  if (found.triangles.size() > before) {
    found.vertex_ids.insert(found.vertex_ids.end(), ids.begin(), ids.end());
  } else {
    found.vertices.resize(base);
  }
}
}  // namespace

void collect_candidates(const DepthBody& body, const Aabb& box, Candidates& found) {
  const DepthSurface& surface = body.surface;
  const TurnedBox frame_from_surface(body.frame_from_surface);
  const Aabb grown = slightly_grown(box, body);
  const auto nodes = surface.nodes();
  for (std::uint32_t i = 0; i < nodes.size();) {
    if (!frame_from_surface.meets(surface.boxes()[i], grown)) {
      i = nodes[i].skip;
      continue;
    }
    if (nodes[i].count > 0) add_leaf(surface, nodes[i], frame_from_surface, box, found);
    ++i;
  }
}

Reach reach_of(const DepthBody& body, const Aabb& bounds, const Aabb& region, int axis,
               bool layers_everywhere) {
  Reach reach{region, {}};
  BodyInView& in_view = reach.in_view;
  in_view.is_outside_solid = body.is_outside_solid;
  in_view.keep_lo = -kInfinity;
  in_view.keep_hi = kInfinity;
  const double lo = region.lo[axis], hi = region.hi[axis];
  if (!body.surface.is_closed() || layers_everywhere) {
    reach.box.lo[axis] = -kInfinity;  // nothing can be concluded from a part of the column
    reach.box.hi[axis] = kInfinity;
    return reach;
  }
  const bool ends_below = bounds.lo[axis] >= lo, ends_above = bounds.hi[axis] <= hi;
  in_view.is_complete_below =
      ends_below || (!ends_above && lo - bounds.lo[axis] <= bounds.hi[axis] - hi);
  if (in_view.is_complete_below) {
    if (!ends_below) reach.box.lo[axis] = -kInfinity;
    in_view.keep_hi = hi;
  } else {
    if (!ends_above) reach.box.hi[axis] = kInfinity;
    in_view.keep_lo = lo;
  }
  return reach;
}

}  // namespace graze::volume
