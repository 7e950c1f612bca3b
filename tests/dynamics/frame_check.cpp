// SPDX-License-Identifier: MIT
#include "dynamics/frame_check.h"

#include "graze/geometry/triangle_distance.h"

namespace graze {
namespace {
struct Placed {
  std::vector<Corners> triangles;
  std::vector<Aabb> boxes;
  Aabb bounds;
  double growth = 0.0;
};

Placed placed(const World& world, BodyId id) {
  Placed out;
  const Body& body = world.body(id).body;
  out.growth = body.growth();
  for (std::size_t t = 0; t < body.shape.mesh().triangles().size(); ++t) {
    Corners c = body.shape.mesh().corners(t);
    Aabb box;
    for (Vec3& p : c) {
      p = world.state(id).pose * p;
      box.add(Vec3(p + Vec3::Constant(out.growth)));
      box.add(Vec3(p - Vec3::Constant(out.growth)));
    }
    out.triangles.push_back(c);
    out.boxes.push_back(box);
    out.bounds.add(box);
  }
  return out;
}

bool meet(const Placed& a, const Placed& b) {
  const double growth = a.growth + b.growth;
  for (std::size_t i = 0; i < a.triangles.size(); ++i) {
    if (!a.boxes[i].overlaps(b.bounds)) continue;
    for (std::size_t j = 0; j < b.triangles.size(); ++j) {
      if (!a.boxes[i].overlaps(b.boxes[j])) continue;
      if (triangles_intersect_exact(a.triangles[i], b.triangles[j])) return true;
      if (growth > 0.0 && triangle_distance(a.triangles[i], b.triangles[j]).distance() < growth) {
        return true;
      }
    }
  }
  return false;
}
}  // namespace

bool no_triangles_meet(const World& world) {
  std::vector<Placed> bodies;
  for (std::size_t i = 0; i < world.body_count(); ++i) {
    bodies.push_back(world.is_there(BodyId(i)) ? placed(world, BodyId(i)) : Placed{});
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      const bool moves = world.body(BodyId(i)).role == Role::kDynamic ||
                         world.body(BodyId(j)).role == Role::kDynamic;
      if (moves && bodies[i].bounds.overlaps(bodies[j].bounds) && meet(bodies[i], bodies[j])) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace graze
