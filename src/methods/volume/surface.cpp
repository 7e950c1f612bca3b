// SPDX-License-Identifier: MIT
// Question   Which triangles of a surface come near a box, and how does that follow its vertices?
// Source     A binary tree of boxes, median split; Faure et al. 2008 draw all triangles.      [V1]
// Guarantee  A box contains the triangles below it: exact minima and maxima, no rounding.
// Changed    Leaves are patches that list their vertices once: a refit reads each vertex about one
//            and a half times, not six, and what is done to corners is done to vertices instead.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "graze/base/error.h"
#include "graze/methods/volume_surface.h"

namespace graze {
namespace {
constexpr std::uint32_t kLeafTriangles = 64;
static_assert(3 * kLeafTriangles <= DepthSurface::kMostLeafVertices);

bool edges_are_balanced(std::span<const Triangle> triangles) {
  // One key an edge, its direction in the lowest bit: equal edges come side by side.
  std::vector<std::uint64_t> uses;
  uses.reserve(3 * triangles.size());
  for (const Triangle& t : triangles) {
    for (int k = 0; k < 3; ++k) {
      const std::uint64_t from = t[k], to = t[(k + 1) % 3];
      if (from == to) continue;
      uses.push_back((std::min(from, to) << 32 | std::max(from, to)) << 1 | (from < to ? 1u : 0u));
    }
  }
  std::sort(uses.begin(), uses.end());
  for (std::size_t begin = 0, end; begin < uses.size(); begin = end) {
    std::int64_t balance = 0;
    for (end = begin; end < uses.size() && uses[end] >> 1 == uses[begin] >> 1; ++end) {
      balance += (uses[end] & 1u) != 0 ? 1 : -1;
    }
    if (balance != 0) return false;
  }
  return true;
}

class TreeBuilder {
 public:
  using Node = DepthSurface::Node;

  TreeBuilder(std::span<const Vec3> vertices, std::span<const Triangle> triangles)
      : triangles_(triangles), seen_(vertices.size(), 0), place_(vertices.size(), 0) {
    leaf_corners_.reserve(triangles.size());
    order_.resize(triangles.size());
    std::iota(order_.begin(), order_.end(), 0u);
    for (const Triangle& t : triangles) {
      centres_.push_back(vertices[t[0]] / 3 + vertices[t[1]] / 3 + vertices[t[2]] / 3);
    }
    if (!triangles.empty()) build(0, static_cast<std::uint32_t>(triangles.size()));
  }

  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> leaf_vertices_;
  std::vector<DepthSurface::LeafCorners> leaf_corners_;

 private:
  void build(std::uint32_t begin, std::uint32_t end) {
    const std::size_t node = nodes_.size();
    nodes_.emplace_back();
    if (end - begin <= kLeafTriangles) {
      fill_leaf(nodes_[node], begin, end);
    } else {
      const std::uint32_t middle = split(begin, end);
      build(begin, middle);
      build(middle, end);
    }
    nodes_[node].skip = static_cast<std::uint32_t>(nodes_.size());
  }

  std::uint32_t split(std::uint32_t begin, std::uint32_t end) {
    Aabb box;
    for (std::uint32_t i = begin; i < end; ++i) box.add(centres_[order_[i]]);
    const Vec3 size = box.size();
    const int axis =
        size.x() >= size.y() ? (size.x() >= size.z() ? 0 : 2) : (size.y() >= size.z() ? 1 : 2);
    const std::uint32_t middle = begin + (end - begin + 1) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](std::uint32_t a, std::uint32_t b) {
                       const double za = centres_[a][axis], zb = centres_[b][axis];
                       return za != zb ? za < zb : a < b;
                     });
    return middle;
  }

  void fill_leaf(Node& leaf, std::uint32_t begin, std::uint32_t end) {
    std::sort(order_.begin() + begin, order_.begin() + end);
    leaf.first = begin;
    leaf.count = end - begin;
    leaf.first_vertex = static_cast<std::uint32_t>(leaf_vertices_.size());
    ++leaf_number_;
    for (std::uint32_t i = begin; i < end; ++i) {
      auto& corners = leaf_corners_.emplace_back();
      for (int k = 0; k < 3; ++k) corners[k] = place_in_leaf(leaf, triangles_[order_[i]][k]);
    }
    leaf.vertex_count = static_cast<std::uint32_t>(leaf_vertices_.size()) - leaf.first_vertex;
  }

  std::uint8_t place_in_leaf(const Node& leaf, std::uint32_t v) {
    if (std::exchange(seen_[v], leaf_number_) != leaf_number_) {
      place_[v] = static_cast<std::uint8_t>(leaf_vertices_.size() - leaf.first_vertex);
      leaf_vertices_.push_back(v);
    }
    return place_[v];
  }

  std::span<const Triangle> triangles_;
  std::vector<Vec3> centres_;
  std::vector<std::uint32_t> seen_;  // by vertex: the last leaf that lists it
  std::vector<std::uint8_t> place_;  // and where
  std::uint32_t leaf_number_ = 0;
};

/// x - x is 0 for a finite x, NaN for any other; twelve sums run side by side.
bool are_finite(std::span<const Vec3> positions) {
  double sums[12] = {};
  std::size_t k = 0;
  for (; k + 4 <= positions.size(); k += 4) {
    const double* x = positions[k].data();
    for (int lane = 0; lane < 12; ++lane) sums[lane] += x[lane] - x[lane];
  }
  for (; k < positions.size(); ++k) sums[0] += (positions[k] - positions[k]).sum();
  for (const double sum : sums) {
    if (std::isnan(sum)) return false;
  }
  return true;
}

typedef double Two __attribute__((vector_size(16)));

/// A box that grows by points: x and y side by side.
struct GrowingBox {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Two lo{kInfinity, kInfinity}, hi{-kInfinity, -kInfinity};
  double lo_z = kInfinity, hi_z = -kInfinity;

  void add(const Vec3& p) {
    const Two xy{p.x(), p.y()};
    lo = xy < lo ? xy : lo;
    hi = xy > hi ? xy : hi;
    lo_z = p.z() < lo_z ? p.z() : lo_z;
    hi_z = p.z() > hi_z ? p.z() : hi_z;
  }
  Aabb box() const { return {{lo[0], lo[1], lo_z}, {hi[0], hi[1], hi_z}}; }
};

/// Even and odd vertices apart, so that no long chain of operations waits for itself.
Aabb box_of(const Vec3* positions, std::span<const std::uint32_t> vertices) {
  GrowingBox even, odd;
  std::size_t k = 0;
  for (; k + 2 <= vertices.size(); k += 2) {
    even.add(positions[vertices[k]]);
    odd.add(positions[vertices[k + 1]]);
  }
  if (k < vertices.size()) even.add(positions[vertices[k]]);
  Aabb box = even.box();
  box.add(odd.box());
  return box;
}

/// One finite position for each vertex.
void check_positions(std::span<const Vec3> positions, std::size_t vertices) {
  if (positions.size() != vertices) {
    throw InputError({"positions", std::to_string(positions.size()) + " of them",
                      std::to_string(vertices) + ", one for each vertex", ""});
  }
  if (!are_finite(positions)) {
    throw InputError({"positions", "one that is not finite", "finite numbers", ""});
  }
}
}  // namespace

DepthSurface::DepthSurface() : DepthSurface(TriangleMesh()) {}

DepthSurface::DepthSurface(const TriangleMesh& mesh) : placement_(std::make_shared<Placement>()) {
  Topology topology;
  topology.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
  TreeBuilder builder(mesh.vertices(), mesh.triangles());
  topology.order = std::move(builder.order_);
  topology.nodes = std::move(builder.nodes_);
  topology.leaf_vertices = std::move(builder.leaf_vertices_);
  topology.leaf_corners = std::move(builder.leaf_corners_);
  topology.is_closed = edges_are_balanced(topology.triangles);
  topology_ = std::make_shared<const Topology>(std::move(topology));
  placement_->positions.assign(mesh.vertices().begin(), mesh.vertices().end());
  refit();
}

DepthSurface::Placement& DepthSurface::own_placement() {
  if (placement_.use_count() > 1) placement_ = std::make_shared<Placement>();
  return *placement_;
}

void DepthSurface::move_vertices(std::vector<Vec3> positions) {
  check_positions(positions, vertices().size());
  own_placement().positions = std::move(positions);
  refit();
}

void DepthSurface::move_vertices(std::span<const Vec3> positions) {
  check_positions(positions, vertices().size());
  own_placement().positions.assign(positions.begin(), positions.end());
  refit();
}

void DepthSurface::refit() {
  Placement& placement = *placement_;
  const std::vector<Node>& nodes = topology_->nodes;
  placement.boxes.resize(nodes.size());
  const Vec3* positions = placement.positions.data();
  const std::uint32_t* vertices = topology_->leaf_vertices.data();
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const Node& node = nodes[i];
    Aabb box;
    if (node.count == 0) {
      box = placement.boxes[i + 1];
      box.add(placement.boxes[nodes[i + 1].skip]);
    } else {
      box = box_of(positions, {vertices + node.first_vertex, node.vertex_count});
    }
    placement.boxes[i] = box;
  }
  placement.bounds = nodes.empty() ? Aabb{} : placement.boxes[0];
}

}  // namespace graze
