// SPDX-License-Identifier: MIT
#include "graze/query/containment.h"

#include <map>

#include "graze/geometry/closed_polyhedron.h"
#include "graze/geometry/point_inclusion.h"

namespace graze {
namespace {
TriangleMesh closed_or_empty(const TriangleMesh& mesh) {
  if (mesh.triangles().size() < 4) return {};
  const TriangleMesh welded = weld(mesh);
  return diagnose(welded).is_outward() ? welded : TriangleMesh();
}

bool is_inside(const Body& inner, const Pose& world_from_inner, const TriangleMesh& outer,
               const Pose& world_from_outer) {
  const TriangleMesh& mesh = inner.shape.mesh();
  const Vec3 first = mesh.vertices()[mesh.triangles()[0][0]];
  const Vec3 p = inverse(world_from_outer) * (world_from_inner * first);
  return outer.bounds().contains(p) && graze::is_inside(p, outer);
}
}  // namespace

ClosedShapes::ClosedShapes(const Scene& scene) {
  std::map<std::uint64_t, TriangleMesh> known;
  for (const Body& body : scene.bodies) {
    const std::uint64_t hash = body.shape.mesh().content_hash();
    const auto found = known.find(hash);
    meshes_.push_back(found != known.end()
                          ? found->second
                          : known.emplace(hash, closed_or_empty(body.shape.mesh())).first->second);
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
  const auto& bodies = scene.scene().bodies;
  std::vector<ContainedBody> contained;
  for (std::size_t outer = 0; outer < bodies.size(); ++outer) {
    const TriangleMesh* mesh = shapes.find(BodyId(outer));
    if (mesh == nullptr) continue;
    for (std::size_t inner = 0; inner < bodies.size(); ++inner) {
      if (inner == outer || !scene.rules().is_checked(BodyId(inner), BodyId(outer))) continue;
      if (is_inside(bodies[inner], poses[inner], *mesh, poses[outer])) {
        contained.push_back({BodyId(inner), BodyId(outer)});
      }
    }
  }
  return contained;
}

}  // namespace graze
