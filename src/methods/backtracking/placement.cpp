// SPDX-License-Identifier: MIT
#include "methods/backtracking/placement.h"

namespace graze::backtracking {

Placement::Placement(const BacktrackingBody& a, const BacktrackingBody& b, VertexMemory& memory)
    : a_(a), b_(b), memory_(memory) {
  const std::size_t count = b.polyhedron.mesh().vertices().size();
  if (memory_.stamp.size() < count) {
    memory_.stamp.resize(count, 0);
    memory_.place.resize(count);
  }
}

void Placement::move_to(double t) {
  time_ = t;
  a_from_b_ = inverse(pose_at(a_.motion, t)) * pose_at(b_.motion, t);
  ++memory_.now;
  poses_ += 2;
}

Vec3 Placement::placed(std::uint32_t id) {
  ++vertex_uses_;
  if (memory_.stamp[id] != memory_.now) {
    memory_.stamp[id] = memory_.now;
    memory_.place[id] = a_from_b_ * b_.polyhedron.mesh().vertices()[id];
    ++transforms_;
  }
  return memory_.place[id];
}

Corners Placement::corners(Side side, TriangleId triangle) {
  const Triangle& t = solid(side).mesh().triangles()[triangle.index()];
  return {vertex(side, t[0]), vertex(side, t[1]), vertex(side, t[2])};
}

Vec3 Placement::normal(Side side, TriangleId triangle) const {
  const Vec3& n = solid(side).plane_of(triangle).normal;
  return side == Side::kA ? n : times(a_from_b_.rotation, n);
}

Placement::Segment Placement::edge(Side side, EdgeId id) {
  const auto& [first, second] = solid(side).edges()[id.index()].vertices;
  return {vertex(side, first.value), vertex(side, second.value)};
}

double Placement::height(const Vec3& point, Side side, TriangleId triangle) {
  const Triangle& t = solid(side).mesh().triangles()[triangle.index()];
  return normal(side, triangle).dot(point - vertex(side, t[0]));
}

}  // namespace graze::backtracking
