// SPDX-License-Identifier: MIT
#include "octree_cycles.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>

#include "graze/base/error.h"

namespace graze::tool {
namespace {
double cpu_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }
}  // namespace

CycleRun::CycleRun(const Scene& scene, const CycleSettings& settings)
    : scene_(scene), settings_(settings), rules_(scene), motions_(world_motions(scene)) {
  refuse_deforming(scene, "octree");
  workspace_ = {settings.cube.empty() ? cube_of_all_cycles() : asked_cube(), settings.levels};
  for (const Body& body : scene.bodies) octrees_.push_back(octree_of(body));
}

Interval CycleRun::span_of(std::size_t cycle) const {
  const auto time = [&](std::size_t k) {
    return scene_.span.lo +
           (scene_.span.hi - scene_.span.lo) * double(k) / double(settings_.cycles);
  };
  return {time(cycle), time(cycle + 1)};
}

std::vector<SweptBody> CycleRun::bodies_in(std::size_t cycle) const {
  std::vector<SweptBody> bodies;
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    bodies.push_back(
        {octrees_[i], sweep_of(motions_[i], span_of(cycle)), {}, scene_.bodies[i].padding});
  }
  return bodies;
}

Cycle CycleRun::run(std::size_t cycle) const {
  const std::vector<SweptBody> bodies = bodies_in(cycle);
  const WorkspaceOptions options{
      .update = settings_.rebuilt ? OctreeUpdate::kRebuilt : OctreeUpdate::kDisplaced,
      .as_printed = settings_.as_printed,
      .threads = 1,
      .asks = [this](std::uint32_t a, std::uint32_t b) {
        return rules_.is_checked(BodyId(a), BodyId(b));
      }};
  Cycle result;
  double begin = cpu_seconds();
  result.report = check_workspace(bodies, workspace_, options);
  result.seconds = cpu_seconds() - begin;
  if (!settings_.all_faces) return result;
  const HullTest test = settings_.as_printed ? HullTest::kPrinted : HullTest::kDirections;
  begin = cpu_seconds();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      if (rules_.is_checked(BodyId(i), BodyId(j)))
        check_step_all_faces(bodies[i], bodies[j], {.hull_test = test});
    }
  }
  result.all_faces_seconds = cpu_seconds() - begin;
  return result;
}

std::vector<Octree> CycleRun::trees_at(const std::vector<SweptBody>& bodies) const {
  std::vector<Octree> trees;
  for (const SweptBody& body : bodies) {
    const SweptPose still = held(body.sweep.begin);
    trees.push_back(settings_.rebuilt ? rebuilt_octree(body.octree, still, workspace_)
                                      : displaced_octree(body.octree, still, workspace_));
  }
  return trees;
}

OctreeCube CycleRun::asked_cube() const {
  const std::vector<double>& c = settings_.cube;
  if (c.size() == 4 && c[3] > 0.0) return {{c[0], c[1], c[2]}, c[3]};
  throw InputError({"--cube", std::to_string(c.size()) + " numbers", "X Y Z SIDE, SIDE > 0", ""});
}

OctreeCube CycleRun::cube_of_all_cycles() const {
  Aabb all;
  for (std::size_t k = 0; k < settings_.cycles; ++k) {
    for (std::size_t i = 0; i < motions_.size(); ++i) {
      all.add(bounds_during(sweep_of(motions_[i], span_of(k)),
                            scene_.bodies[i].shape.mesh().bounds(), scene_.bodies[i].padding));
    }
  }
  return cube_around(all);
}

/// Its cells are as large as the workspace's.
Octree CycleRun::octree_of(const Body& body) const {
  const double voxel = workspace_.cube.side / double(1u << workspace_.depth);
  const Aabb& box = body.shape.mesh().bounds();
  const double reach = box.lo.cwiseAbs().cwiseMax(box.hi.cwiseAbs()).maxCoeff();
  const int depth = std::max(1, int(std::ceil(std::log2(2.0 * reach / voxel))));
  const double side = voxel * double(1u << depth);
  return build_octree(body.shape.mesh(), {.depth = depth,
                                          .cube = OctreeCube{Vec3::Constant(-0.5 * side), side},
                                          .open_mesh = OpenMesh::kSurface});
}

}  // namespace graze::tool
