// SPDX-License-Identifier: MIT
// Question   What are the boxes of the same tree once its vertices have moved?                 [C3]
// Source     None.
// Guarantee  As for building: every box contains its triangles.
// Changed    Boxes are fitted to triangles, not to child boxes: as tight as a new build's.
#include <chrono>
#include <cmath>

#include "graze/base/error.h"
#include "graze/base/parallel.h"
#include "spatial/obb_fit.h"
#include "spatial/obb_tree_data.h"

namespace graze {
namespace {
void check_same_triangles(const TriangleMesh& old_mesh, const TriangleMesh& mesh) {
  const auto a = old_mesh.triangles();
  const auto b = mesh.triangles();
  if (a.size() != b.size() || !std::equal(a.begin(), a.end(), b.begin())) {
    throw InputError({"refit_obb_tree", "a mesh with other triangles",
                      "the triangles of the tree's mesh", "build a new tree"});
  }
  if (mesh.is_empty()) return;
  const Vec3 largest = mesh.bounds().lo.cwiseAbs().cwiseMax(mesh.bounds().hi.cwiseAbs());
  if (largest.maxCoeff() <= kLargestTreeCoordinate) return;
  throw InputError({"refit_obb_tree", "a coordinate above 1e100", "at most 1e100", ""});
}

struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// The part of the order that each node covers: leaves know theirs, parents join (children come
/// later in the array).
std::vector<Range> ranges_of(const std::vector<ObbNode>& nodes) {
  std::vector<Range> ranges(nodes.size());
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const ObbNode& node = nodes[i];
    ranges[i] = node.is_leaf()
                    ? Range{node.first, node.first + node.count}
                    : Range{std::min(ranges[node.first].begin, ranges[node.first + 1].begin),
                            std::max(ranges[node.first].end, ranges[node.first + 1].end)};
  }
  return ranges;
}

std::vector<BuildTriangle> in_order(const ObbTree::Data& data) {
  std::vector<BuildTriangle> triangles(data.order.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto corners = data.mesh.corners(data.order[i]);
    for (std::size_t k = 0; k < 3; ++k) triangles[i].corners[k] = corners[k];
    triangles[i].id = data.order[i];
  }
  return triangles;
}
}  // namespace

ObbTree refit_obb_tree(const ObbTree& tree, const TriangleMesh& mesh, int threads) {
  check_same_triangles(tree.mesh(), mesh);
  const auto start = std::chrono::steady_clock::now();
  ObbTree::Data data;
  data.mesh = mesh;
  data.nodes.assign(tree.nodes().begin(), tree.nodes().end());
  data.order.assign(tree.order().begin(), tree.order().end());
  const std::vector<BuildTriangle> triangles = in_order(data);
  const std::vector<Range> ranges = ranges_of(data.nodes);
  const double scale = sample_scale(mesh.bounds());
  const auto fit = [&](std::size_t i) {
    Box& box = data.nodes[i].box;  // its old axes are a candidate: motion is often small
    box = fit_box({triangles.data() + ranges[i].begin, triangles.data() + ranges[i].end}, scale,
                  box.axes);
  };
  parallel_for(data.nodes.size(), fit, threads);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  return finish_obb_tree(std::move(data), time.count());
}

}  // namespace graze
