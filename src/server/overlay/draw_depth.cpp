// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "graze/query/overlap_volume.h"
#include "server/overlay/overlay.h"

namespace graze::server {
namespace {
constexpr std::uint32_t kLevels = 4;  // 16, 32, 64, 128 pixels along each side

/// The part of a column that lies in both, a little narrower than its pixel.
Box column_box(const DepthImages::View& view, const DepthContact& contact) {
  const int u = (view.axis + 1) % 3, v = (view.axis + 2) % 3;
  Box box;
  box.centre[u] = view.first_u + contact.i * view.pixel_u;
  box.centre[v] = view.first_v + contact.j * view.pixel_v;
  box.centre[view.axis] = 0.5 * (contact.lo + contact.hi);
  box.half_size[u] = 0.42 * view.pixel_u;
  box.half_size[v] = 0.42 * view.pixel_v;
  box.half_size[view.axis] = 0.5 * (contact.hi - contact.lo);
  return box;
}

/// Forces of a pressure on the vertices that bound the overlap; the longest is `length` long.
void add_forces(const ViewedPair& viewed, BodyId id, const OverlapSide& side, double length,
                Drawing& drawing) {
  double most = 0.0;
  for (const VertexGradient& one : side.vertices) most = std::max(most, one.gradient.norm());
  const Pose pose = viewed.world_from(id);
  const auto vertices = viewed.body(id).shape.mesh().vertices();
  for (const VertexGradient& one : side.vertices) {
    if (one.vertex.index() >= vertices.size() || one.gradient.norm() < 0.05 * most) continue;
    drawing.add_arrow(Look::kForce, pose * vertices[one.vertex.index()],
                      -one.gradient * (length / most));
  }
}
}  // namespace

void draw_depth(const ViewedPair& viewed, Drawing& drawing) {
  const std::uint32_t level = std::min(viewed.level, kLevels - 1);
  const std::vector<DepthBody> all = OverlapScene(viewed.prepared).bodies_at(viewed.time);
  const std::array<DepthBody, 2> two{all[viewed.a.index()], all[viewed.b.index()]};
  const int pixels = 16 << level, axis = 2;
  DepthImages images;
  images.draw(two, with_pixels(pixels));
  drawing.set_levels(kLevels);
  const OverlapVolume overlap = images.overlap(0, 1);
  if (overlap.is_empty())
    return drawing.say("The two do not overlap here: play on until they do, then look again.");
  for (const DepthContact& contact : images.contacts(axis))
    drawing.add_box(Look::kNear, column_box(images.view(axis), contact));
  const double length =
      std::min(viewed.body(viewed.a).shape.diagonal(), viewed.body(viewed.b).shape.diagonal());
  add_forces(viewed, viewed.a, overlap.sides[0], 0.15 * length, drawing);
  add_forces(viewed, viewed.b, overlap.sides[1], 0.15 * length, drawing);
  drawing.add_arrow(Look::kFirst, overlap.centre, overlap.way_out_of_a() * 0.4 * length);
  drawing.add_arrow(Look::kSecond, overlap.centre, -overlap.way_out_of_a() * 0.4 * length);
  drawing.say(
      fmt::format("{0} x {0} x {0} pixels: {1} columns in both along {2}, overlap volume "
                  "{3:.4g} {4}³ (three views differ by {5:.1g}), about {6:.3g} {4} deep.",
                  pixels, drawing.box_count(), "xyz"[axis], overlap.volume, viewed.scene().units,
                  overlap.error, overlap.depth()));
}

}  // namespace graze::server
