// SPDX-License-Identifier: MIT
// Question   What is the tree of boxes, eight to a node, of this soup?                     [C3, C7]
// Source     Gottschalk, Lin, Manocha 1996, section 4 (top down); Wald, Benthin, Boulos 2008.
// Guarantee  A lane's set of real numbers contains every triangle below it. The same tree for any
//            number of threads, compiler and standard library.
// Changed    Built at once, without a binary tree: boxes are fitted to lanes only.
#include "graze/spatial/wide_obb_tree.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/hash.h"
#include "graze/base/parallel.h"
#include "spatial/obb_fit.h"
#include "spatial/wide_division.h"
#include "spatial/wide_lane.h"

namespace graze {

struct WideObbTree::Data {
  TriangleMesh mesh;
  Box root;
  std::vector<WideObbNode> nodes;
  std::vector<std::uint32_t> order;
};

namespace {
constexpr std::size_t kChunkTriangles = 4096;  // up to here a subtree is one task
constexpr int kFreeWideDepth = 40;  // deeper nodes divide by number: 40 + 11 < kMaxObbTreeDepth

void check_wide(const TriangleMesh& mesh, int threads) {
  if (threads < 0) {
    throw InputError({"threads", std::to_string(threads), "0 or more", ""});
  }
  if (mesh.bounds().diagonal() > 1e15) {
    throw InputError({"mesh", "an extent above 1e15", "a smaller one", "choose larger units"});
  }
  if (mesh.triangles().size() >= std::size_t{1} << 31) {
    throw InputError({"mesh", std::to_string(mesh.triangles().size()) + " triangles",
                      "fewer than 2^31", "divide the mesh"});
  }
}

Vec3 middle_of(const std::array<Box, kWideLanes>& boxes, int count) {
  Aabb all;
  for (int k = 0; k < count; ++k) {
    const Box& box = boxes[static_cast<std::size_t>(k)];
    const Vec3 reach = box.axes.cwiseAbs() * box.half_size;
    all.add(box.centre - reach);
    all.add(box.centre + reach);
  }
  return all.centre();
}

/// A subtree: nodes refer to each other by their place in it. Its first node may have other
/// subtrees below its lanes.
struct WideChunk {
  std::vector<WideObbNode> nodes;
  std::array<std::unique_ptr<WideChunk>, kWideLanes> below;

  std::size_t size() const {
    std::size_t sum = nodes.size();
    for (const auto& chunk : below) sum += chunk ? chunk->size() : 0;
    return sum;
  }
};

/// Triangles [begin, end) of the order.
struct WideTask {
  std::size_t begin = 0, end = 0;
  int depth = 0;
  std::size_t size() const { return end - begin; }
};

class WideBuilder {
 public:
  explicit WideBuilder(const TriangleMesh& mesh, int threads)
      : threads_(threads), triangles_(build_triangles(mesh)) {}

  Box fit_all() const { return fit_box(triangles_, Mat3::Identity()); }

  std::unique_ptr<WideChunk> chunk(const WideTask& task, const Mat3& axes) {
    auto chunk = std::make_unique<WideChunk>();
    if (task.size() <= kChunkTriangles) {
      chunk->nodes.reserve(task.size() / 6 + 2);
      add(chunk->nodes, task, axes);
      return chunk;
    }
    const Lanes lanes = divided(task, axes);
    chunk->nodes.push_back(node_of(lanes));
    const auto build = [&](std::size_t k) {
      if (lanes.tasks[k].size() > 1) {
        chunk->below[k] = this->chunk(lanes.tasks[k], lanes.boxes[k].axes);
      }
    };
    parallel_for(static_cast<std::size_t>(lanes.count), build, threads_);
    return chunk;
  }

  std::vector<std::uint32_t> order() const {
    std::vector<std::uint32_t> order(triangles_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = triangles_[i].id;
    return order;
  }

 private:
  struct Lanes {
    std::array<WideTask, kWideLanes> tasks;
    std::array<Box, kWideLanes> boxes;
    int count = 0;
  };

  std::span<BuildTriangle> triangles_of(const WideTask& task) {
    return {triangles_.data() + task.begin, task.size()};
  }

  Lanes divided(const WideTask& task, const Mat3& axes) {
    const WideDivision division = divide(triangles_of(task), axes, task.depth >= kFreeWideDepth);
    Lanes lanes;
    lanes.count = division.count;
    std::size_t begin = task.begin;
    for (std::size_t k = 0; k < static_cast<std::size_t>(division.count); ++k) {
      lanes.tasks[k] = {begin, task.begin + division.ends[k], task.depth + 1};
      begin = lanes.tasks[k].end;
      const auto part = triangles_of(lanes.tasks[k]);
      lanes.boxes[k] = part.size() == 1 ? fit_box(part[0]) : fit_box(part, axes);
    }
    return lanes;
  }

  /// Inner lanes do not know their nodes yet.
  static WideObbNode node_of(const Lanes& lanes) {
    WideObbNode node;
    const Vec3 origin = middle_of(lanes.boxes, lanes.count);
    for (int k = 0; k < 3; ++k) node.origin[k] = origin[k];
    for (int lane = 0; lane < kWideLanes; ++lane) {
      if (lane >= lanes.count) {
        clear_lane(node, lane);
        continue;
      }
      const auto k = static_cast<std::size_t>(lane);
      fill_lane(node, lane, lanes.boxes[k], origin);
      const bool is_leaf = lanes.tasks[k].size() == 1;
      node.child[lane] = is_leaf ? static_cast<std::uint32_t>(lanes.tasks[k].begin) : 0;
      node.triangles[lane] = is_leaf ? 1 : 0;
    }
    return node;
  }

  void add(std::vector<WideObbNode>& nodes, const WideTask& task, const Mat3& axes) {
    const Lanes lanes = divided(task, axes);
    const std::size_t index = nodes.size();
    nodes.push_back(node_of(lanes));
    for (int lane = 0; lane < lanes.count; ++lane) {
      const auto k = static_cast<std::size_t>(lane);
      if (lanes.tasks[k].size() == 1) continue;
      nodes[index].child[lane] = static_cast<std::uint32_t>(nodes.size());
      add(nodes, lanes.tasks[k], lanes.boxes[k].axes);
    }
  }

  int threads_;
  std::vector<BuildTriangle> triangles_;
};

/// Puts a subtree and all below it behind the nodes that are there.
void append(std::vector<WideObbNode>& nodes, std::unique_ptr<WideChunk> chunk) {
  const auto first = static_cast<std::uint32_t>(nodes.size());
  for (WideObbNode& node : chunk->nodes) {
    for (int lane = 0; lane < kWideLanes; ++lane) {
      if (node.triangles[lane] == 0) node.child[lane] += first;
    }
    nodes.push_back(node);
  }
  for (std::size_t k = 0; k < kWideLanes; ++k) {
    if (!chunk->below[k]) continue;
    nodes[first].child[k] = static_cast<std::uint32_t>(nodes.size());
    append(nodes, std::move(chunk->below[k]));
  }
}

}  // namespace

WideObbTree::WideObbTree() {
  static const auto empty = std::make_shared<const Data>();
  data_ = empty;
}

WideObbTree::WideObbTree(const TriangleMesh& mesh, int threads) {
  check_wide(mesh, threads);
  auto data = std::make_shared<Data>();
  data->mesh = mesh;
  if (!mesh.is_empty()) {
    WideBuilder builder(mesh, threads);
    data->root = builder.fit_all();
    auto root = builder.chunk({0, mesh.triangles().size(), 0}, data->root.axes);
    data->order = builder.order();
    data->nodes.reserve(root->size());
    append(data->nodes, std::move(root));
  }
  data_ = std::move(data);
}

const TriangleMesh& WideObbTree::mesh() const { return data_->mesh; }
const Box& WideObbTree::root_box() const { return data_->root; }
std::span<const WideObbNode> WideObbTree::nodes() const { return data_->nodes; }
std::span<const std::uint32_t> WideObbTree::order() const { return data_->order; }

std::size_t WideObbTree::bytes() const {
  return data_->nodes.size() * sizeof(WideObbNode) + data_->order.size() * sizeof(std::uint32_t);
}

std::uint64_t WideObbTree::content_hash() const {
  Hasher hasher;
  hasher.add(data_->mesh.content_hash());
  for (const WideObbNode& node : data_->nodes) {
    for (int lane = 0; lane < kWideLanes; ++lane) {
      for (int k = 0; k < 3; ++k) {
        hasher.add(node.origin[k] + static_cast<double>(node.centre[k][lane]));
        hasher.add(static_cast<double>(node.half_size[k][lane]));
        for (int i = 0; i < 3; ++i) hasher.add(static_cast<double>(node.axes[k][i][lane]));
      }
      hasher.add((std::uint64_t{node.child[lane]} << 32) | node.triangles[lane]);
    }
  }
  for (const std::uint32_t id : data_->order) hasher.add(std::uint64_t{id});
  return hasher.value();
}

}  // namespace graze
