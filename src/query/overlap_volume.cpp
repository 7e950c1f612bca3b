// SPDX-License-Identifier: MIT
// Question   How much does each pair of a scene overlap at an instant?                     [V1, G1]
// Source     architecture.md, "The questions".
// Guarantee  That of the depth images: sampled. Pairs whose boxes are apart are surely apart.
// Changed    -
#include "graze/query/overlap_volume.h"

#include "graze/base/error.h"
#include "graze/geometry/equal_meshes.h"
#include "graze/scene/reach.h"
#include "query/depth_mesh.h"
#include "query/rounds.h"

namespace graze {
namespace {
std::vector<DepthSurface> surfaces_of(const Scene& scene) {
  MeshNumbers numbers;  // equal meshes share a surface
  std::vector<DepthSurface> made, surfaces;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Body& body = scene.bodies[b];
    if (body.padding > 0.0) {
      throw InputError({describe(scene, BodyId(b)) + ".padding", std::to_string(body.padding),
                        "0, where volumes are asked for", "grow the mesh instead"});
    }
    const std::optional<TriangleMesh> mesh = query::depth_mesh(body.shape);
    if (!mesh) {
      throw InputError({describe(scene, BodyId(b)) + ".shape",
                        "a mesh with a rounding of " + std::to_string(body.shape.rounding()),
                        "a mesh without, where volumes are asked for", "grow the mesh instead"});
    }
    const auto [number, is_new] = numbers.add(*mesh);
    if (is_new) made.emplace_back(*mesh);
    surfaces.push_back(made[number]);
  }
  return surfaces;
}

std::vector<std::pair<BodyId, BodyId>> asked_pairs(const Scene& scene,
                                                   const SceneOverlapOptions& options) {
  for (const auto& [a, b] : options.pairs) {
    if (std::max(a, b).index() >= scene.bodies.size()) {
      throw InputError({"pairs", "a body that is not there", "bodies of the scene", ""});
    }
  }
  auto pairs = options.pairs.empty() ? solid_pairs(scene) : options.pairs;
  if (options.self_overlap) {
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
      if (!scene.bodies[b].shape.mesh().is_empty()) pairs.emplace_back(BodyId(b), BodyId(b));
    }
  }
  return pairs;
}

OverlapVolume self_overlap(const DepthBody& body, DepthOptions options, DepthImages& images) {
  options.self_overlap = true;
  images.draw({&body, 1}, options);
  return images.overlap(0, 0);
}
}  // namespace

std::vector<std::pair<BodyId, BodyId>> solid_pairs(const Scene& scene) {
  auto pairs = checked_pairs(scene);
  std::erase_if(pairs, [&](const std::pair<BodyId, BodyId>& pair) {
    return scene.bodies[pair.first.index()].is_said_hollow() ||
           scene.bodies[pair.second.index()].is_said_hollow();
  });
  return pairs;
}

OverlapScene::OverlapScene(const PreparedScene& scene)
    : parts_(std::make_shared<const Parts>(
          Parts{scene, surfaces_of(scene.scene()), world_motions(scene.scene())})) {}

std::vector<DepthBody> OverlapScene::bodies_at(double time) const {
  std::vector<DepthBody> bodies;
  for (std::size_t b = 0; b < parts_->surfaces.size(); ++b) {
    bodies.push_back({parts_->surfaces[b], pose_at(parts_->motions[b], time)});
    const Deformation& deformation = scene().bodies[b].deformation;
    if (!deformation.is_none()) bodies.back().surface.move_vertices(deformation.vertices_at(time));
  }
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (!scene().bodies[b].shape.is_unbounded()) continue;
    const double farthest = farthest_of_others(scene(), parts_->motions, BodyId(b), Interval(time));
    bodies[b].surface = DepthSurface(scene().bodies[b].shape.reaching(2.0 * farthest).mesh());
  }
  return bodies;
}

std::vector<PairOverlap> OverlapScene::overlaps_at(double time,
                                                   const SceneOverlapOptions& options) const {
  check(options.depth);
  const std::vector<DepthBody> bodies = bodies_at(time);
  DepthImages images;
  std::vector<PairOverlap> overlaps;
  for (const auto& [a, b] : asked_pairs(scene(), options)) {
    const DepthBody pair[] = {bodies[a.index()], bodies[b.index()]};
    if (a == b) {
      overlaps.push_back({a, b, self_overlap(pair[0], options.depth, images)});
    } else if (options.far_pairs || !overlap_region(pair).is_empty()) {
      overlaps.push_back({a, b, overlap_volume(pair[0], pair[1], options.depth, &images)});
    }
  }
  return overlaps;
}

std::vector<OverlapsAt> OverlapScene::overlaps_at(std::span<const double> times,
                                                  const SceneOverlapOptions& options) const {
  const query::SharedBudget budget(options.budget);
  query::Progress progress(options.progress, times.size());
  const bool has_one_context = options.depth.backend == DepthBackend::kOpenGl;
  auto found = query::answer_each(
      {.count = times.size(), .threads = has_one_context ? 1 : options.threads}, budget, progress,
      [&](std::size_t k, const Budget&) {
        return std::optional(OverlapsAt{times[k], overlaps_at(times[k], options)});
      },
      [](std::size_t) { return std::optional<OverlapsAt>(); });
  std::vector<OverlapsAt> instants;
  for (std::optional<OverlapsAt>& instant : found) {
    if (instant) instants.push_back(std::move(*instant));
  }
  return instants;
}

}  // namespace graze
