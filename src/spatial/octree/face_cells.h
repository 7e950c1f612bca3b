// SPDX-License-Identifier: MIT
// Which children of a cell may a face touch?
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "graze/geometry/exact_predicates.h"
#include "graze/geometry/triangle_mesh.h"

namespace graze::octree {

/// Faces that stand still, by 13 separating axes: exact up to `margin`.
class StillFaces {
 public:
  StillFaces(const TriangleMesh& mesh, double margin);
  std::uint8_t operator()(std::uint32_t face, const Vec3& centre, double half) const;
  bool touches(std::uint32_t face, const Vec3& centre, double half) const;

 private:
  struct Face {
    Corners corners;
    Vec3 lo, hi;
  };
  bool is_apart(const Face& face, const Vec3& centre, double half) const;

  std::vector<Face> faces_;
  double margin_;
};

/// Faces whose corners go in straight lines from begin to end and leave them by at most `reach`:
/// a direction that separates at both ends separates in between.
class SweptFaces {
 public:
  struct Face {
    Corners begin, end;
    double reach = 0.0;
  };
  SweptFaces(std::vector<Face> faces, double margin);
  std::uint8_t operator()(std::uint32_t face, const Vec3& centre, double half) const;
  bool touches(std::uint32_t face, const Vec3& centre, double half) const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(faces_.size()); }

 private:
  std::vector<Face> faces_;
  std::vector<std::array<Vec3, 2>> normals_;  // at both ends
  double margin_;
};

}  // namespace graze::octree
