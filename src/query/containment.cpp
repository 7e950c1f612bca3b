// SPDX-License-Identifier: MIT
#include "graze/query/containment.h"

#include <algorithm>
#include <map>

#include "graze/geometry/closed_polyhedron.h"
#include "graze/geometry/point_inclusion.h"
#include "graze/geometry/shells.h"

namespace graze {
namespace {
TriangleMesh closed_or_empty(const TriangleMesh& mesh) {
  if (mesh.triangles().size() < 4) return {};
  const TriangleMesh welded = weld(mesh);
  return diagnose(welded).is_outward() ? welded : TriangleMesh();
}

/// A part of the surface, by one point of each, is inside.
bool has_part_inside(std::span<const Vec3> shells, const TriangleMesh& outer,
                     const Pose& outer_from_inner) {
  return std::any_of(shells.begin(), shells.end(), [&](const Vec3& shell) {
    const Vec3 p = outer_from_inner * shell;
    return outer.bounds().contains(p) && is_inside(p, outer);
  });
}

PairReport inside(const ContainedBody& contained, double t) {
  PairReport pair;
  pair.a = std::min(contained.inner, contained.outer);
  pair.b = std::max(contained.inner, contained.outer);
  pair.report.outcome = Outcome::kOverlapAtStart;
  pair.report.guarantee = Guarantee::kProved;
  pair.report.start = StartState::kOverlapping;
  pair.report.time = Interval(t);
  pair.report.reason = "one starts inside the other";
  return pair;
}
}  // namespace

ClosedShapes::ClosedShapes(const Scene& scene) {
  std::map<std::uint64_t, std::size_t> known;
  for (const Body& body : scene.bodies) {
    const TriangleMesh& mesh = body.shape.mesh();
    const auto [found, is_new] = known.try_emplace(mesh.content_hash(), meshes_.size());
    meshes_.push_back(is_new ? closed_or_empty(mesh) : meshes_[found->second]);
    if (body.is_said_hollow()) meshes_.back() = {};
    shells_.push_back(is_new ? shell_points(mesh) : shells_[found->second]);
  }
}

const TriangleMesh* ClosedShapes::find(BodyId body) const {
  const TriangleMesh& mesh = meshes_[body.index()];
  return mesh.is_empty() ? nullptr : &mesh;
}

std::vector<ContainedBody> contained_bodies(const PreparedScene& scene, const ClosedShapes& shapes,
                                            std::span<const Motion> motions, double t) {
  std::vector<Pose> poses;
  for (const Motion& motion : world_motions(scene.scene(), motions)) {
    poses.push_back(pose_at(motion, t));
  }
  const std::size_t count = poses.size();
  std::vector<ContainedBody> contained;
  for (std::size_t outer = 0; outer < count; ++outer) {
    const TriangleMesh* mesh = shapes.find(BodyId(outer));
    if (mesh == nullptr) continue;
    const Pose outer_from_world = inverse(poses[outer]);
    for (std::size_t inner = 0; inner < count; ++inner) {
      if (inner == outer || !scene.rules().is_checked(BodyId(inner), BodyId(outer))) continue;
      if (has_part_inside(shapes.shells(BodyId(inner)), *mesh, outer_from_world * poses[inner])) {
        contained.push_back({BodyId(inner), BodyId(outer)});
      }
    }
  }
  return contained;
}

std::vector<PairReport> contained_pairs(const PreparedScene& scene,
                                        std::span<const PairReport> reports) {
  const ClosedShapes closed(scene.scene());
  std::vector<PairReport> pairs;
  const double start = scene.scene().span.lo;
  for (const auto& contained : contained_bodies(scene, closed, scene.body_motions(), start)) {
    const PairReport pair = inside(contained, start);
    const auto same = [&](const PairReport& other) {
      return std::minmax(other.a, other.b) == std::minmax(pair.a, pair.b) &&
             other.report.outcome == Outcome::kOverlapAtStart;
    };
    if (std::none_of(reports.begin(), reports.end(), same)) pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace graze
