// SPDX-License-Identifier: MIT
#include "spatial/node_builder.h"

#include <algorithm>
#include <string>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "spatial/choose_frame.h"
#include "spatial/obb_fit.h"
#include "spatial/obb_split.h"

namespace graze {
namespace {
constexpr int kFreeDepth = 56;  // deeper nodes split at the median: 56 + 32 < kMaxObbTreeDepth

std::vector<BuildTriangle> gather(const TriangleMesh& mesh) {
  std::vector<BuildTriangle> triangles;
  triangles.reserve(mesh.triangles().size());
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto corners = mesh.corners(i);
    triangles.push_back({{corners[0], corners[1], corners[2]}, static_cast<double>(i)});
  }
  return triangles;
}

}  // namespace

void check_build(const TriangleMesh& mesh, const ObbTreeOptions& options) {
  if (options.leaf_triangles < 1 || options.leaf_triangles > 16) {
    throw InputError(
        {"ObbTreeOptions.leaf_triangles", std::to_string(options.leaf_triangles), "1 to 16", ""});
  }
  if (options.threads < 0) {
    throw InputError({"ObbTreeOptions.threads", std::to_string(options.threads), "0 or more", ""});
  }
  if (mesh.is_empty()) return;
  const double largest =
      std::max(mesh.bounds().lo.cwiseAbs().maxCoeff(), mesh.bounds().hi.cwiseAbs().maxCoeff());
  if (largest > kLargestTreeCoordinate) {
    throw InputError({"mesh", "a coordinate of magnitude " + number_text(largest), "at most 1e100",
                      "scale the mesh"});
  }
  if (mesh.triangles().size() >= std::size_t{1} << 31) {
    throw InputError({"mesh", std::to_string(mesh.triangles().size()) + " triangles",
                      "fewer than 2^31", "divide the mesh"});
  }
}

NodeBuilder::NodeBuilder(const TriangleMesh& mesh, const ObbTreeOptions& options)
    : options_(options), scale_(sample_scale(mesh.bounds())), triangles_(gather(mesh)) {}

std::size_t NodeBuilder::make(const BuildTask& task, const Mat3& parent_axes, ObbNode& node) {
  const std::span<BuildTriangle> triangles(triangles_.data() + task.begin, task.count());
  if (task.count() <= static_cast<std::size_t>(options_.leaf_triangles)) {
    node.box = fit_box(triangles, scale_, parent_axes);
    node.first = static_cast<std::uint32_t>(task.begin);
    node.count = static_cast<std::uint32_t>(task.count());
    return task.end;
  }
  const NodeSample sample(triangles, scale_);
  node.box = fit_box_along(triangles, choose_frame(sample, parent_axes));
  node.first = static_cast<std::uint32_t>(task.below);
  node.count = 0;
  const ObbSplit rule = task.depth < kFreeDepth ? options_.split : ObbSplit::kMedian;
  return task.begin + split_triangles(triangles, sample, node.box, rule);
}

void NodeBuilder::build(const BuildTask& task, const Mat3& parent_axes,
                        std::vector<ObbNode>& nodes) {
  ObbNode& node = nodes[task.node];
  const std::size_t middle = make(task, parent_axes, node);
  if (node.is_leaf()) return;
  const auto [first, second] = task.divided(middle);
  build(first, node.box.axes, nodes);
  build(second, node.box.axes, nodes);
}

std::vector<std::uint32_t> NodeBuilder::order() const {
  std::vector<std::uint32_t> order(triangles_.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = static_cast<std::uint32_t>(triangles_[i].id);
  return order;
}

}  // namespace graze
