// SPDX-License-Identifier: MIT
// Question   Which voxels does a displaced cube touch?                                        [O2]
// Source     Kitamura et al. 1994, section 3.2.1: "on or inside a displaced black cube".
// Guarantee  Never says apart for a voxel that the cube touches during the step.
// Changed    Separating axes of the cubes instead of the paper's tessellation; one direction is
//            asked at both ends of the step, which covers what is between.
#include "spatial/octree/displaced_cubes.h"

#include "spatial/octree/growth.h"

namespace graze::octree {
namespace {
struct Open {
  std::uint32_t node;
  OctreeCell cell;
};
}  // namespace

DisplacedCubes::DisplacedCubes(const Octree& body, const SweptPose& sweep, double margin)
    : axes_begin_(sweep.begin.rotation), axes_end_(sweep.end.rotation) {
  collect(body, sweep, margin);
}

void DisplacedCubes::collect(const Octree& body, const SweptPose& sweep, double margin) {
  std::vector<Open> open{{0, {}}};
  while (!open.empty()) {
    const Open here = open.back();
    open.pop_back();
    const OctreeNode& node = body.nodes()[here.node];
    if (!node.is_leaf()) {
      for (std::uint32_t k = 0; k < 8; ++k) {
        open.push_back({node.first() + k, here.cell.child(k)});
      }
      continue;
    }
    if (node.colour() == CellColour::kWhite) continue;
    const OctreeCube cube = cube_of(body.root(), here.cell);
    const Vec3 centre = centre_of(body.root(), here.cell);
    cubes_.push_back({node, sweep.begin * centre, sweep.end * centre, 0.5 * cube.side,
                      sweep.bulge_of(cube.bounds()) + margin});
  }
}

bool DisplacedCubes::touches(const Cube& cube, const Vec3& centre, double half) const {
  const Vec3 d0 = cube.begin - centre, d1 = cube.end - centre;
  const auto keeps_apart = [&](const Vec3& n) {
    const double common = half * n.cwiseAbs().sum() + cube.reach * n.norm();
    const double r0 = common + cube.half * transpose_times(axes_begin_, n).cwiseAbs().sum();
    const double r1 = common + cube.half * transpose_times(axes_end_, n).cwiseAbs().sum();
    const double p0 = n.dot(d0), p1 = n.dot(d1);
    return (p0 > r0 && p1 > r1) || (p0 < -r0 && p1 < -r1);
  };
  for (int k = 0; k < 3; ++k) {
    if (keeps_apart(Vec3::Unit(k))) return false;
    if (keeps_apart(axes_begin_.col(k)) || keeps_apart(axes_end_.col(k))) return false;
  }
  for (int k = 0; k < 9; ++k) {
    if (keeps_apart(Vec3::Unit(k / 3).cross(axes_begin_.col(k % 3)))) return false;
  }
  return true;
}

std::uint8_t DisplacedCubes::operator()(std::uint32_t id, const Vec3& centre, double half) const {
  const double q = 0.5 * half;
  unsigned mask = 0;
  for (unsigned k = 0; k < 8; ++k) {
    const Vec3 child = centre + Vec3(k & 1 ? q : -q, k & 2 ? q : -q, k & 4 ? q : -q);
    if (touches(cubes_[id], child, q)) mask |= 1u << k;
  }
  return static_cast<std::uint8_t>(mask);
}

bool DisplacedCubes::holds(const Cube& cube, const Vec3& centre, double half) const {
  const Vec3 offset = transpose_times(axes_begin_, Vec3(centre - cube.begin)).cwiseAbs();
  const Vec3 reach = half * axes_begin_.cwiseAbs().colwise().sum().transpose();
  return ((offset + reach).array() <= cube.half).all();
}

bool DisplacedCubes::fill(std::span<const std::uint32_t> cubes, const Vec3& centre,
                          double half) const {
  bool is_held = false;
  for (const std::uint32_t id : cubes) {
    if (cubes_[id].node.colour() == CellColour::kGray) return false;
    is_held = is_held || holds(cubes_[id], centre, half);
  }
  return is_held;
}

}  // namespace graze::octree
