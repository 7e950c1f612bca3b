// SPDX-License-Identifier: MIT
// Question   How much does each pair of a scene overlap at an instant?                     [V1, G1]
// Source     ARCHITECTURE.md, "The walk of a question".
// Guarantee  That of the depth images: sampled. Pairs whose boxes are apart are surely apart.
// Changed    -
#include "graze/query/overlap_volume.h"

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/geometry/equal_meshes.h"
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
      throw InputError({describe(scene, BodyId(b)) + ".padding", number_text(body.padding),
                        "0, where volumes are asked for", "grow the mesh instead"});
    }
    const std::optional<TriangleMesh> mesh = query::depth_mesh(body.shape);
    if (!mesh) {
      throw InputError({describe(scene, BodyId(b)) + ".shape",
                        "a mesh with a rounding of " + number_text(body.shape.rounding()),
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

/// The box that stands for a half-space where others are.
void bound(const Shape& half_space, std::span<const DepthBody* const> others, DepthBody& body) {
  const Pose body_from_frame = inverse(body.frame_from_surface);
  Aabb place;
  for (const DepthBody* other : others) {
    const Aabb& bounds = other->surface.bounds();
    if (bounds.is_empty()) continue;
    const Vec3 middle = body_from_frame * (other->frame_from_surface * bounds.centre());
    const Vec3 half = Vec3::Constant(0.5 * bounds.size().norm());
    place.add(Vec3(middle - half));
    place.add(Vec3(middle + half));
  }
  if (place.is_empty()) return;
  body.surface = DepthSurface(half_space.reaching(place.centre(), place.size().norm()).mesh());
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
  std::vector<const DepthBody*> others;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (!scene().bodies[b].shape.is_unbounded()) others.push_back(&bodies[b]);
  }
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (scene().bodies[b].shape.is_unbounded()) bound(scene().bodies[b].shape, others, bodies[b]);
  }
  return bodies;
}

std::array<DepthBody, 2> OverlapScene::pair_of(std::span<const DepthBody> bodies, BodyId a,
                                               BodyId b) const {
  std::array<DepthBody, 2> pair{bodies[a.index()], bodies[b.index()]};
  const Shape &shape_a = scene().bodies[a.index()].shape,
              &shape_b = scene().bodies[b.index()].shape;
  if (shape_a.is_unbounded() == shape_b.is_unbounded()) return pair;
  const int endless = shape_a.is_unbounded() ? 0 : 1;
  const DepthBody* const other[] = {&pair[1 - endless]};
  bound(endless == 0 ? shape_a : shape_b, other, pair[endless]);
  return pair;
}

std::vector<PairOverlap> OverlapScene::overlaps_at(double time,
                                                   const SceneOverlapOptions& options) const {
  check(options.depth);
  const std::vector<DepthBody> bodies = bodies_at(time);
  DepthImages images;
  std::vector<PairOverlap> overlaps;
  for (const auto& [a, b] : asked_pairs(scene(), options)) {
    const std::array<DepthBody, 2> pair = pair_of(bodies, a, b);
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
