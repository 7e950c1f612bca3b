// SPDX-License-Identifier: MIT
// Two solids at one instant, in the frame of the first: only what is asked for is transformed. [K4]
#pragma once
#include <cstdint>
#include <vector>

#include "graze/geometry/exact_predicates.h"
#include "graze/methods/backtracking.h"

namespace graze::backtracking {

/// Which of the two bodies.
enum class Side : std::uint8_t { kA, kB };
inline Side other(Side side) { return side == Side::kA ? Side::kB : Side::kA; }

/// Where the vertices of b are at the current instant. Kept between questions so that a question
/// costs nothing for vertices it never asks for.
struct VertexMemory {
  std::vector<std::uint64_t> stamp;
  std::vector<Vec3> place;
  std::uint64_t now = 0;
};

/// Vertices of a are used as stored; a vertex of b is transformed once at each instant, when it is
/// first asked for.
class Placement {
 public:
  Placement(const BacktrackingBody& a, const BacktrackingBody& b, VertexMemory& memory);

  void move_to(double t);

  double time() const { return time_; }
  const Pose& a_from_b() const { return a_from_b_; }
  const BacktrackingBody& body(Side side) const { return side == Side::kA ? a_ : b_; }
  const ClosedPolyhedron& solid(Side side) const { return body(side).polyhedron; }

  Vec3 vertex(Side side, std::uint32_t id) {
    if (side == Side::kA) return a_.polyhedron.mesh().vertices()[id];
    return placed(id);
  }
  Corners corners(Side side, TriangleId triangle);
  /// Unit, outward.
  Vec3 normal(Side side, TriangleId triangle) const;
  struct Segment {
    Vec3 p, q;
  };
  Segment edge(Side side, EdgeId id);
  double height(const Vec3& point, Side side, TriangleId triangle);

  std::uint64_t transforms() const { return transforms_; }    ///< so far
  std::uint64_t vertex_uses() const { return vertex_uses_; }  ///< of vertices of b, so far
  std::uint64_t poses() const { return poses_; }

 private:
  Vec3 placed(std::uint32_t id);

  const BacktrackingBody& a_;
  const BacktrackingBody& b_;
  VertexMemory& memory_;
  double time_ = 0.0;
  Pose a_from_b_;
  std::uint64_t transforms_ = 0;
  std::uint64_t vertex_uses_ = 0;
  std::uint64_t poses_ = 0;
};

}  // namespace graze::backtracking
