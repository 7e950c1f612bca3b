// SPDX-License-Identifier: MIT
#include "graze/simulation/frame_check.h"

#include <algorithm>

#include "graze/broadphase/overlapping_pairs.h"
#include "graze/geometry/exact_predicates.h"
#include "graze/geometry/triangle_distance.h"

namespace graze {
namespace {
struct PlacedTriangle {
  Corners corners;
  Aabb box;
};

struct PlacedBody {
  std::vector<PlacedTriangle> triangles;
  Aabb bounds;
  double growth = 0.0;
};

PlacedBody placed_body(const Body& body, const Pose& pose) {
  PlacedBody out;
  out.growth = body.shape.rounding() + body.padding;
  const TriangleMesh& mesh = body.shape.mesh();
  for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
    PlacedTriangle placed{mesh.corners(t), {}};
    for (Vec3& p : placed.corners) {
      p = pose * p;
      placed.box.add(Vec3(p + Vec3::Constant(out.growth)));
      placed.box.add(Vec3(p - Vec3::Constant(out.growth)));
    }
    out.bounds.add(placed.box);
    out.triangles.push_back(placed);
  }
  return out;
}

/// Those that reach into a box, by where they begin along x.
std::vector<const PlacedTriangle*> triangles_in(const PlacedBody& body, const Aabb& box) {
  std::vector<const PlacedTriangle*> found;
  for (const PlacedTriangle& t : body.triangles) {
    if (t.box.overlaps(box)) found.push_back(&t);
  }
  std::ranges::sort(found, {}, [](const PlacedTriangle* t) { return t->box.lo.x(); });
  return found;
}

bool triangles_meet(const PlacedTriangle& a, const PlacedTriangle& b, double growth) {
  if (!a.box.overlaps(b.box)) return false;
  if (triangles_intersect_exact(a.corners, b.corners)) return true;
  return growth > 0.0 && triangle_distance(a.corners, b.corners).distance() < growth;
}

bool bodies_meet(const PlacedBody& a, const PlacedBody& b) {
  const auto of_a = triangles_in(a, b.bounds), of_b = triangles_in(b, a.bounds);
  const double growth = a.growth + b.growth;
  std::size_t first = 0;  // those of b before it end before all that is left of a begins
  double longest = 0.0;
  for (const PlacedTriangle* t : of_b) longest = std::max(longest, t->box.size().x());
  for (const PlacedTriangle* t : of_a) {
    while (first < of_b.size() && of_b[first]->box.lo.x() + longest < t->box.lo.x()) ++first;
    for (std::size_t k = first; k < of_b.size() && of_b[k]->box.lo.x() <= t->box.hi.x(); ++k) {
      if (triangles_meet(*t, *of_b[k], growth)) return true;
    }
  }
  return false;
}
}  // namespace

std::vector<std::pair<BodyId, BodyId>> intersecting_pairs(const Scene& scene,
                                                          std::span<const Pose> world_from_body) {
  const TouchRules rules(scene);
  std::vector<PlacedBody> bodies;
  std::vector<Aabb> boxes;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    bodies.push_back(placed_body(scene.bodies[i], world_from_body[i]));
    boxes.push_back(bodies.back().bounds);
  }
  std::vector<std::pair<BodyId, BodyId>> found;
  for (const auto& [a, b] : overlapping_pairs(boxes)) {
    if (rules.is_checked(BodyId(a), BodyId(b)) && bodies_meet(bodies[a], bodies[b])) {
      found.emplace_back(BodyId(a), BodyId(b));
    }
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace graze
