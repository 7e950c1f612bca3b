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

PlacedBody placed_body(const Shape& shape, const Body& body, const Pose& pose) {
  PlacedBody out;
  out.growth = shape.rounding() + body.padding;
  const TriangleMesh& mesh = shape.mesh();
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

/// Makes half-spaces boxes that reach around the other bodies. Their default boxes are so large
/// that rounding would show.
void bound_half_spaces(const Scene& scene, std::span<const Pose> poses,
                       std::vector<PlacedBody>& bodies) {
  Aabb others;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!scene.bodies[i].shape.is_unbounded()) others.add(bodies[i].bounds);
  }
  if (others.is_empty()) return;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Shape& shape = scene.bodies[i].shape;
    if (!shape.is_unbounded()) continue;
    const double farthest =
        (others.centre() - poses[i].translation).norm() + 0.5 * others.size().norm();
    bodies[i] = placed_body(shape.reaching(2.0 * farthest), scene.bodies[i], poses[i]);
  }
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
    bodies.push_back(placed_body(scene.bodies[i].shape, scene.bodies[i], world_from_body[i]));
  }
  bound_half_spaces(scene, world_from_body, bodies);
  for (const PlacedBody& body : bodies) boxes.push_back(body.bounds);
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
