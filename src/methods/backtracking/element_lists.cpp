// SPDX-License-Identifier: MIT
// Question   Which vertices are behind, and through which faces may they have come?        [K3, K5]
// Source     Zachwieja 1992, sections 3.4 and 3.6.1.
// Guarantee  All inside vertices that are connected to a crossing; faces near the chord of the way.
// Changed    The paper takes ends of crossing edges only and misses bevelled corners (its figure
//            2b); here all vertices connected to one count. Faces are culled by a box of the way.
#include "methods/backtracking/element_lists.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

#include "methods/backtracking/box_overlap.h"

namespace graze::backtracking {
namespace {
std::uint64_t key_of(Side side, std::uint32_t id) {
  return (std::uint64_t{side == Side::kB} << 32) | id;
}

/// Flows from vertex to vertex along edges that cross nothing.
class Flood {
 public:
  Flood(const Placement& placement, std::span<const Crossing> crossings) : placement_(placement) {
    std::vector<Crossing> sorted(crossings.begin(), crossings.end());
    for (const Crossing& c : sorted) crossing_.insert(key_of(c.side, c.edge.value));
    std::sort(sorted.begin(), sorted.end(), [](const Crossing& x, const Crossing& y) {
      return std::tuple(x.side, x.edge, x.at) < std::tuple(y.side, y.edge, y.at);
    });
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const bool is_first = i == 0 || !same_edge(sorted[i - 1], sorted[i]);
      const bool is_last = i + 1 == sorted.size() || !same_edge(sorted[i], sorted[i + 1]);
      if (is_first && sorted[i].behind == 0) add_end(sorted[i], 0);
      if (is_last && sorted[i].behind == 1) add_end(sorted[i], 1);
    }
  }

  std::vector<InsideVertex> run() {
    for (std::size_t next = 0; next < found_.size(); ++next) {
      const InsideVertex here = found_[next];
      for (const TriangleId triangle : placement_.solid(here.side).ring(VertexId(here.vertex))) {
        spread(here, triangle);
      }
    }
    return std::move(found_);
  }

 private:
  static bool same_edge(const Crossing& x, const Crossing& y) {
    return x.side == y.side && x.edge == y.edge;
  }

  void add(Side side, std::uint32_t vertex) {
    if (seen_.insert(key_of(side, vertex)).second) found_.push_back({side, vertex});
  }

  void add_end(const Crossing& c, std::size_t end) {
    add(c.side, placement_.solid(c.side).edges()[c.edge.index()].vertices[end].value);
  }

  void spread(const InsideVertex& here, TriangleId triangle) {
    const ClosedPolyhedron& solid = placement_.solid(here.side);
    for (const EdgeId id : solid.edges_of(triangle)) {
      const PolyhedronEdge& edge = solid.edges()[id.index()];
      // Interior edges were not tested, so nothing is known about them.
      if (edge.is_interior || crossing_.contains(key_of(here.side, id.value))) continue;
      for (int end = 0; end < 2; ++end) {
        if (edge.vertices[static_cast<std::size_t>(end)].value == here.vertex) {
          add(here.side, edge.vertices[static_cast<std::size_t>(1 - end)].value);
        }
      }
    }
  }

  const Placement& placement_;
  std::unordered_set<std::uint64_t> crossing_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<InsideVertex> found_;
};

/// A vertex' way in the frame of the other body: a box around it.
struct Way {
  Vec3 begin, end;
  Box box;
};

Way way_of(const Placement& placement, const RelativePoses& poses, const InsideVertex& v,
           double slack) {
  const Vec3& p = placement.solid(v.side).mesh().vertices()[v.vertex];
  Vec3 places[3];
  for (int k = 0; k < 3; ++k) {
    const Pose& a_from_b = poses.a_from_b[k];
    places[k] = v.side == Side::kB ? a_from_b * p : inverse(a_from_b) * p;
  }
  // The middle's distance from the chord, three halves of it: what the way bends is quadratic.
  const double bend = 1.5 * (places[1] - 0.5 * (places[0] + places[2])).norm();
  Aabb box;
  box.add(places[0]);
  box.add(places[2]);
  const Vec3 half = 0.5 * box.size() + Vec3::Constant(bend + slack);
  return {places[0], places[2], {box.centre(), Mat3::Identity(), half}};
}
}  // namespace

std::vector<InsideVertex> inside_vertices(const Placement& placement,
                                          std::span<const Crossing> crossings) {
  return Flood(placement, crossings).run();
}

void add_vertex_elements(const Placement& placement, const RelativePoses& poses,
                         const InsideVertex& vertex, double slack, std::vector<Element>& elements) {
  const BacktrackingBody& facing = placement.body(other(vertex.side));
  const Way way = way_of(placement, poses, vertex, slack);
  const auto heights_allow = [&](TriangleId face) {
    const Plane& plane = facing.polyhedron.plane_of(face);
    return plane.height(way.end) < 0.0 && plane.height(way.begin) >= -slack;
  };
  std::vector<std::uint32_t> todo{0};
  while (!todo.empty()) {
    const ObbNode& node = facing.tree.nodes()[todo.back()];
    todo.pop_back();
    if (!may_overlap(node.box, way.box, Pose{})) continue;
    if (!node.is_leaf()) {
      todo.insert(todo.end(), {node.first, node.first + 1});
      continue;
    }
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const TriangleId face(facing.tree.order()[node.first + i]);
      if (!heights_allow(face)) continue;
      elements.push_back(
          {Element::Kind::kVertexFace, vertex.side, vertex.vertex, face, 0.0, WayOut{}});
    }
  }
}

}  // namespace graze::backtracking
