// SPDX-License-Identifier: MIT
#include "methods/certified/surface_cells.h"

#include <algorithm>

namespace graze::certified {
namespace {

constexpr std::array<std::uint32_t, 2> kNotOpened{SurfaceNode::kNone, SurfaceNode::kNone};
constexpr double kSmallestCell = 0x1p-46;  // of the body: nothing is gained below its rounding

double radius_of(const Aabb& box) {
  return box.is_empty()
             ? 0.0
             : box.lo.cwiseAbs().cwiseMax(box.hi.cwiseAbs()).norm() * (1.0 + kManyRoundings);
}

}  // namespace

SurfaceCells::SurfaceCells(const SurfaceBody& body)
    : surface_(std::get_if<SurfaceTree>(&body.shape)), mesh_(std::get_if<ObbTree>(&body.shape)) {
  radius_ = radius_of(surface_ != nullptr ? surface_->surface().bounds() : mesh_->mesh().bounds());
  if (surface_ != nullptr) opened_.assign(surface_->nodes().size(), kNotOpened);
}

bool SurfaceCells::is_empty() const {
  return surface_ != nullptr ? surface_->nodes().empty() : mesh_->nodes().empty();
}

std::uint32_t SurfaceCells::root() const {
  return surface_ != nullptr ? static_cast<std::uint32_t>(surface_->nodes().size() - 1) : 0;
}

const SurfaceNode& SurfaceCells::node(std::uint32_t cell) const {
  const auto nodes = surface_->nodes();
  return cell < nodes.size() ? nodes[cell] : own_[cell - nodes.size()];
}

Hull SurfaceCells::triangle_hull(std::uint32_t triangle) const {
  const auto corners = mesh_->mesh().corners(triangle);
  Hull hull;
  hull.count = 3;
  for (std::size_t k = 0; k < 3; ++k) {
    hull.points[k] = corners[k];
    hull.extent = std::max(hull.extent, (hull.points[k] - hull.points[0]).norm());
  }
  return hull;
}

Hull SurfaceCells::box_hull(const ObbNode& node) const {
  Hull hull;
  hull.count = 8;
  for (std::size_t k = 0; k < 8; ++k) {
    const Vec3 signs(k & 1u ? 1.0 : -1.0, k & 2u ? 1.0 : -1.0, k & 4u ? 1.0 : -1.0);
    hull.points[k] = node.box.centre + node.box.axes * signs.cwiseProduct(node.box.half_size);
  }
  hull.slack = 0x1p-49 * (node.box.centre.norm() + node.box.radius());  // rounding of corners
  hull.doubt = kInfinity;
  hull.extent = node.box.radius();
  hull.loose = hull.extent > 0.0 ? hull.extent : kInfinity;  // a point: open it at once
  hull.can_open = true;
  return hull;
}

Hull SurfaceCells::hull(std::uint32_t cell) const {
  if (mesh_ != nullptr) {
    const auto nodes = mesh_->nodes();
    if (cell < nodes.size()) return box_hull(nodes[cell]);
    return triangle_hull(mesh_->order()[cell - nodes.size()]);
  }
  const SurfaceCell& known = node(cell).cell;
  Hull hull;
  hull.count = known.count;
  for (std::size_t k = 0; k < static_cast<std::size_t>(known.count); ++k) {
    hull.points[k] = known.corners[k];
  }
  hull.slack = known.slack;
  hull.doubt = known.doubt;
  hull.loose = 0.5 * known.doubt;
  hull.extent = known.count == 1 ? known.slack : extent(known) + known.slack;
  hull.can_open = hull.extent > kSmallestCell * radius_;
  if (const std::uint32_t face = node(cell).face; face != SurfaceNode::kNone)
    hull.side = surface_->surface().faces()[face].flipped ? -1.0 : 1.0;
  return hull;
}

std::vector<std::uint32_t> SurfaceCells::parts(std::uint32_t cell, bool by_length) {
  std::vector<std::uint32_t> result;
  if (mesh_ != nullptr) {
    const auto nodes = mesh_->nodes();
    const ObbNode& box = nodes[cell];
    if (!box.is_leaf()) return {box.first, box.first + 1};
    for (std::uint32_t k = 0; k < box.count; ++k) {
      result.push_back(static_cast<std::uint32_t>(nodes.size()) + box.first + k);
    }
    return result;
  }
  const auto first_own = static_cast<std::uint32_t>(surface_->nodes().size());
  auto children =
      cell < first_own && opened_[cell] != kNotOpened ? opened_[cell] : node(cell).children;
  if (children == kNotOpened) {
    const auto halves = opened(surface_->surface(), node(cell), by_length);
    for (std::size_t k = 0; k < 2; ++k) {
      children[k] = first_own + static_cast<std::uint32_t>(own_.size());
      own_.push_back(halves[k]);
    }
    (cell < first_own ? opened_[cell] : own_[cell - first_own].children) = children;
  }
  for (const std::uint32_t child : children) {
    if (node(child).cell.count > 0) result.push_back(child);
  }
  return result;
}

std::optional<SurfacePoint> SurfaceCells::point(std::uint32_t cell,
                                                const std::array<double, 8>& shares) const {
  if (surface_ != nullptr) {
    const SurfaceNode& known = node(cell);
    if (known.face == SurfaceNode::kNone) return std::nullopt;
    return point_near(surface_->surface().faces()[known.face], known.cell,
                      {shares[0], shares[1], shares[2], shares[3]});
  }
  if (cell < mesh_->nodes().size()) return std::nullopt;
  const Hull triangle = hull(cell);
  SurfacePoint result;
  for (std::size_t k = 0; k < 3; ++k) result.point += shares[k] * triangle.points[k];
  result.error = 16.0 * kUnitRoundoff * radius_;
  return result;
}

SurfacePlace SurfaceCells::place(std::uint32_t cell, const SurfacePoint& point) const {
  if (surface_ == nullptr) return {mesh_->order()[cell - mesh_->nodes().size()], {}, {}};
  const SurfaceFace& there = *face(cell);
  return {node(cell).face, there.name, face_parameters(there, point.uv)};
}

const SurfaceFace* SurfaceCells::face(std::uint32_t cell) const {
  if (surface_ == nullptr || node(cell).face == SurfaceNode::kNone) return nullptr;
  return &surface_->surface().faces()[node(cell).face];
}

}  // namespace graze::certified
