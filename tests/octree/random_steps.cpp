// SPDX-License-Identifier: MIT
#include "octree/random_steps.h"

#include <map>

#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "support/octree_points.h"
#include "support/soups.h"

namespace graze::test {
namespace {
MovingBody still_body(const char* name, const ShapeParameters& parameters, int depth) {
  const TriangleMesh mesh = make_shape(name, parameters);
  return {Shape::from_mesh(mesh, name), build_octree(mesh, {.depth = depth}), Motion()};
}
}  // namespace

const std::vector<MovingBody>& still_bodies(int depth) {
  static std::map<int, std::vector<MovingBody>> kept;
  std::vector<MovingBody>& bodies = kept[depth];
  if (bodies.empty()) {
    bodies.push_back(still_body("icosphere", {{"triangles", 80}}, depth));
    bodies.push_back(still_body("box", {}, depth));
    bodies.push_back(still_body("box", {{"x", 2.0}, {"y", 0.1}, {"z", 0.3}}, depth));
    bodies.push_back(still_body("torus", {{"triangles", 128}}, depth));
    bodies.push_back(still_body("l_bracket", {}, depth));
    bodies.push_back(still_body("uv_sphere", {{"triangles", 24}}, depth));
  }
  return bodies;
}

Motion random_motion(std::mt19937_64& random, const StepKind& kind) {
  const Pose begin = random_pose(random, kind.room);
  const auto moved = [&](const Pose& from, double part) -> Pose {
    const Mat3 turn = rotation_from_vector(random_vector(random, part * kind.turn));
    return {times(turn, from.rotation), from.translation + random_vector(random, part * kind.way)};
  };
  switch (random() % 4) {
    case 0:
      return Motion::between(begin, moved(begin, 1.0));
    case 1:
      return Motion::between(begin, moved(begin, 1.0), {0.0, 1.0}, Interpolation::kSlerp);
    case 2: {
      const Vec3 r = random_vector(random, 2.0);
      return Motion::six_parameters({begin.translation, r},
                                    {begin.translation + random_vector(random, kind.way),
                                     r + random_vector(random, kind.turn)});
    }
    default: {
      const Pose knot = moved(begin, 0.5);
      return Motion::path({{0.0, begin}, {0.4, knot}, {1.0, moved(knot, 0.5)}});
    }
  }
}

std::vector<MovingBody> random_bodies(std::mt19937_64& random, const StepKind& kind) {
  const auto& shapes = still_bodies(kind.depth);
  std::vector<MovingBody> bodies;
  for (int i = 0; i < kind.bodies; ++i) {
    bodies.push_back(shapes[random() % shapes.size()]);
    bodies.back().motion = random_motion(random, kind);
  }
  return bodies;
}

}  // namespace graze::test
