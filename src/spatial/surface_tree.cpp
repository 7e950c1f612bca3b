// SPDX-License-Identifier: MIT
#include "graze/spatial/surface_tree.h"

#include <algorithm>

namespace graze {
namespace {

constexpr int kDeepestCell = 40;

class CellBuilder {
 public:
  CellBuilder(const Surface& surface, const SurfaceTreeOptions& options)
      : surface_(surface), options_(options) {
    coarse_ = options.coarse * surface.bounds().diagonal();
    share_ = options.most_nodes / (2 * std::max<std::size_t>(1, surface.faces().size()));
  }

  std::vector<SurfaceNode> build() {
    std::vector<std::uint32_t> roots;
    for (std::uint32_t face = 0; face < surface_.faces().size(); ++face) {
      const SurfaceFace& form = surface_.faces()[face];
      left_ = share_;
      const std::uint32_t root = add({cell_of(form, whole_region(form)), face}, 0);
      if (root != SurfaceNode::kNone) roots.push_back(root);
    }
    if (!roots.empty()) join(roots);
    return std::move(nodes_);
  }

 private:
  bool is_coarse(const SurfaceCell& cell) const {
    return deviation(cell) > coarse_ || (cell.around_axis && cell.doubt > coarse_);
  }

  // Children before their parent.
  std::uint32_t add(SurfaceNode node, int depth) {
    if (node.cell.count == 0) return SurfaceNode::kNone;
    if (left_ > 0 && depth < kDeepestCell && is_coarse(node.cell)) {
      --left_;
      const auto halves = opened(surface_, node, false);
      std::array<std::uint32_t, 2> made{add(halves[0], depth + 1), add(halves[1], depth + 1)};
      if (made[0] == SurfaceNode::kNone) std::swap(made[0], made[1]);
      if (made[0] == SurfaceNode::kNone) return SurfaceNode::kNone;  // nothing is in either half
      if (made[1] == SurfaceNode::kNone) return made[0];
      node.children = made;
    }
    nodes_.push_back(node);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  // A ball about two nodes, until one is left.
  std::uint32_t join(std::span<std::uint32_t> parts) {
    if (parts.size() == 1) return parts[0];
    Aabb centres;
    for (const std::uint32_t part : parts) centres.add(nodes_[part].cell.corners[0]);
    Eigen::Index axis = 0;
    centres.size().maxCoeff(&axis);
    const auto middle = parts.begin() + static_cast<std::ptrdiff_t>(parts.size() / 2);
    std::nth_element(parts.begin(), middle, parts.end(), [&](std::uint32_t p, std::uint32_t q) {
      const double x = nodes_[p].cell.corners[0][axis], y = nodes_[q].cell.corners[0][axis];
      return x != y ? x < y : p < q;
    });
    SurfaceNode node;
    node.children = {join({parts.begin(), middle}), join({middle, parts.end()})};
    enclose_children(node);
    nodes_.push_back(node);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  void enclose_children(SurfaceNode& node) const {
    Aabb box;
    for (const std::uint32_t child : node.children) {
      const SurfaceCell& cell = nodes_[child].cell;
      for (int k = 0; k < cell.count; ++k) {
        const Vec3& corner = cell.corners[static_cast<std::size_t>(k)];
        box.add(Vec3(corner - Vec3::Constant(cell.slack)));
        box.add(Vec3(corner + Vec3::Constant(cell.slack)));
      }
    }
    const Vec3 centre = box.centre();
    node.cell.corners[0] = centre;
    node.cell.count = 1;
    node.cell.slack = node.cell.doubt =
        (1.0 + 0x1p-40) * (box.hi - centre).cwiseMax(centre - box.lo).norm() +
        0x1p-48 * (box.lo.norm() + box.hi.norm());
  }

  const Surface& surface_;
  const SurfaceTreeOptions& options_;
  double coarse_ = 0.0;
  std::size_t share_ = 0, left_ = 0;
  std::vector<SurfaceNode> nodes_;
};

}  // namespace

SurfaceTree::SurfaceTree() : nodes_(std::make_shared<const std::vector<SurfaceNode>>()) {}

SurfaceTree::SurfaceTree(Surface surface, const SurfaceTreeOptions& options)
    : surface_(std::move(surface)),
      nodes_(std::make_shared<const std::vector<SurfaceNode>>(
          CellBuilder(surface_, options).build())) {}

std::array<SurfaceNode, 2> opened(const Surface& surface, const SurfaceNode& node, bool by_length) {
  const SurfaceFace& face = surface.faces()[node.face];
  const int axis = by_length ? node.cell.longer_axis : node.cell.flatter_axis;
  std::array<SurfaceNode, 2> result;
  const auto regions = halves(node.cell.region, axis);
  for (std::size_t k = 0; k < 2; ++k) {
    result[k].cell = cell_of(face, regions[k]);
    result[k].face = node.face;
  }
  return result;
}

}  // namespace graze
