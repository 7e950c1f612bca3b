// SPDX-License-Identifier: MIT
// The black and gray cubes of a body's octree, displaced.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "graze/spatial/octree.h"
#include "graze/spatial/swept_pose.h"

namespace graze::octree {

class DisplacedCubes {
 public:
  DisplacedCubes(const Octree& body, const SweptPose& sweep, double margin);

  std::uint32_t size() const { return static_cast<std::uint32_t>(cubes_.size()); }
  const OctreeNode& node(std::uint32_t cube) const { return cubes_[cube].node; }

  /// A bit for each child of the cell that the cube may touch during the step.
  std::uint8_t operator()(std::uint32_t cube, const Vec3& centre, double half) const;
  /// Only black cubes reach the cell, and one of them holds all of it at the start.
  bool fill(std::span<const std::uint32_t> cubes, const Vec3& centre, double half) const;

 private:
  struct Cube {
    OctreeNode node;
    Vec3 begin, end;  // centre, world
    double half;
    double reach;  // bulge and rounding
  };
  bool touches(const Cube& cube, const Vec3& centre, double half) const;
  bool holds(const Cube& cube, const Vec3& centre, double half) const;
  void collect(const Octree& body, const SweptPose& sweep, double margin);

  std::vector<Cube> cubes_;
  Mat3 axes_begin_, axes_end_;  // columns: edges of every cube
};

}  // namespace graze::octree
