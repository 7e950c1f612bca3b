// SPDX-License-Identifier: MIT
// Question   Which bodies would be inside a solid if its mesh were closed?                     [G1]
// Source     Jacobson, Kavan, Sorkine-Hornung 2013: solid angles of meshes with holes.
// Guarantee  None: a warning.
// Changed    -
#include "graze/query/enclosed_bodies.h"

#include <cmath>

#include "graze/geometry/point_inclusion.h"

namespace graze {
namespace {
constexpr double kEnclosed = 0.9;  // the middle of a cube without one face has 5/6

bool may_hold_unnoticed(const Solidity& solidity) {
  return solidity.why == Solidity::Why::kOpenMesh || solidity.why == Solidity::Why::kInsideOut;
}
}  // namespace

std::vector<EnclosedBody> enclosed_bodies(const PreparedScene& scene, double t) {
  const std::vector<Body>& bodies = scene.scene().bodies;
  const std::vector<Motion> motions = world_motions(scene.scene());
  std::vector<Shape> shapes;
  std::vector<Vec3> points(bodies.size(), Vec3::Zero());  // one of each body, in the world
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    shapes.push_back(shape_at(bodies[i], t));
    const TriangleMesh& mesh = shapes[i].mesh();
    if (!mesh.is_empty()) points[i] = pose_at(motions[i], t) * mesh.corners(0)[0];
  }
  std::vector<EnclosedBody> enclosed;
  for (std::size_t outer = 0; outer < bodies.size(); ++outer) {
    if (!may_hold_unnoticed(solidity_of(bodies[outer]))) continue;
    const TriangleMesh& mesh = shapes[outer].mesh();
    const Pose outer_from_world = inverse(pose_at(motions[outer], t));
    for (std::size_t inner = 0; inner < bodies.size(); ++inner) {
      const Vec3 p = outer_from_world * points[inner];
      if (inner == outer || !mesh.bounds().contains(p)) continue;
      if (!scene.rules().is_checked(BodyId(inner), BodyId(outer))) continue;
      const double share = enclosed_share(p, mesh);
      if (std::abs(share) >= kEnclosed) enclosed.push_back({BodyId(inner), BodyId(outer), share});
    }
  }
  return enclosed;
}

std::string warning(const Scene& scene, const EnclosedBody& enclosed) {
  const Body& outer = scene.bodies[enclosed.outer.index()];
  return "'" + scene.bodies[enclosed.inner.index()].name + "' is inside '" + outer.name +
         "', which counts as a " + describe(solidity_of(outer)) +
         "; close the mesh to have it as a solid, or say \"solid\": false of it";
}

}  // namespace graze
