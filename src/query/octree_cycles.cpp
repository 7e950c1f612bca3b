// SPDX-License-Identifier: MIT
#include "graze/query/octree_cycles.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>

#include "graze/base/error.h"

namespace graze {
namespace {
double cpu_seconds_of_cycles() { return double(std::clock()) / CLOCKS_PER_SEC; }

void check_cycle_bodies(const Scene& scene) {
  refuse_deforming(scene, "octree");
  for (const Body& body : scene.bodies) {
    if (!body.shape.mesh().is_empty() && !body.shape.is_unbounded() && body.shape.rounding() == 0.0)
      continue;
    throw InputError({"body '" + body.name + "'", "a shape without faces of its own",
                      "bodies made of triangles", "graze monitor takes every shape"});
  }
  if (scene.bodies.size() < 2) {
    throw InputError(
        {"scene", std::to_string(scene.bodies.size()) + " bodies", "at least two", ""});
  }
}
}  // namespace

OctreeCycles::OctreeCycles(const Scene& scene, const OctreeCycleOptions& options)
    : scene_(scene), options_(options), rules_(scene), motions_(world_motions(scene)) {
  check_cycle_bodies(scene);
  workspace_ = {options.cube.empty() ? cube_of_all_cycles() : asked_cube(), options.levels};
  for (const Body& body : scene.bodies) octrees_.push_back(octree_of(body));
}

Interval OctreeCycles::span_of(std::size_t cycle) const {
  const auto time = [&](std::size_t k) {
    return scene_.span.lo + (scene_.span.hi - scene_.span.lo) * double(k) / double(options_.cycles);
  };
  return {time(cycle), time(cycle + 1)};
}

std::vector<SweptBody> OctreeCycles::bodies_in(std::size_t cycle) const {
  std::vector<SweptBody> bodies;
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    bodies.push_back(
        {octrees_[i], sweep_of(motions_[i], span_of(cycle)), {}, scene_.bodies[i].padding});
  }
  return bodies;
}

OctreeCycle OctreeCycles::run(std::size_t cycle) const {
  const std::vector<SweptBody> bodies = bodies_in(cycle);
  const WorkspaceOptions how{
      .update = options_.rebuilt ? OctreeUpdate::kRebuilt : OctreeUpdate::kDisplaced,
      .as_printed = options_.as_printed,
      .threads = 1,
      .asks = [this](std::uint32_t a, std::uint32_t b) {
        return rules_.is_checked(BodyId(a), BodyId(b));
      }};
  OctreeCycle result;
  double begin = cpu_seconds_of_cycles();
  result.report = check_workspace(bodies, workspace_, how);
  result.seconds = cpu_seconds_of_cycles() - begin;
  if (!options_.all_faces) return result;
  const HullTest test = options_.as_printed ? HullTest::kPrinted : HullTest::kDirections;
  begin = cpu_seconds_of_cycles();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      if (rules_.is_checked(BodyId(i), BodyId(j)))
        check_step_all_faces(bodies[i], bodies[j], {.hull_test = test});
    }
  }
  result.all_faces_seconds = cpu_seconds_of_cycles() - begin;
  return result;
}

std::vector<Octree> OctreeCycles::trees_at(const std::vector<SweptBody>& bodies) const {
  std::vector<Octree> trees;
  for (const SweptBody& body : bodies) {
    const SweptPose still = held(body.sweep.begin);
    trees.push_back(options_.rebuilt ? rebuilt_octree(body.octree, still, workspace_)
                                     : displaced_octree(body.octree, still, workspace_));
  }
  return trees;
}

OctreeCube OctreeCycles::asked_cube() const {
  const std::vector<double>& c = options_.cube;
  if (c.size() == 4 && c[3] > 0.0) return {{c[0], c[1], c[2]}, c[3]};
  throw InputError({"cube", std::to_string(c.size()) + " numbers", "X Y Z SIDE, SIDE > 0", ""});
}

OctreeCube OctreeCycles::cube_of_all_cycles() const {
  Aabb all;
  for (std::size_t k = 0; k < options_.cycles; ++k) {
    for (std::size_t i = 0; i < motions_.size(); ++i) {
      all.add(bounds_during(sweep_of(motions_[i], span_of(k)),
                            scene_.bodies[i].shape.mesh().bounds(), scene_.bodies[i].padding));
    }
  }
  return cube_around(all);
}

/// Its cells are as large as the workspace's.
Octree OctreeCycles::octree_of(const Body& body) const {
  const double voxel = workspace_.cube.side / double(1u << workspace_.depth);
  const Aabb& box = body.shape.mesh().bounds();
  const double reach = box.lo.cwiseAbs().cwiseMax(box.hi.cwiseAbs()).maxCoeff();
  const int depth = std::max(1, int(std::ceil(std::log2(2.0 * reach / voxel))));
  const double side = voxel * double(1u << depth);
  return build_octree(body.shape.mesh(), {.depth = depth,
                                          .cube = OctreeCube{Vec3::Constant(-0.5 * side), side},
                                          .open_mesh = OpenMesh::kSurface});
}

}  // namespace graze
