// SPDX-License-Identifier: MIT
#include "scenes/crowd_scene.h"

#include <cmath>
#include <random>

#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"

namespace graze::bench {
namespace {
TriangleMesh unit_blob() {
  const TriangleMesh blob = make_shape("blob", {{"triangles", 500}});
  std::vector<Vec3> vertices;
  for (const Vec3& p : blob.vertices()) vertices.push_back(p / blob.bounds().diagonal());
  return {std::move(vertices), {blob.triangles().begin(), blob.triangles().end()}};
}

double volume_of(const TriangleMesh& mesh) {
  double six_times = 0.0;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto c = mesh.corners(i);
    six_times += c[0].dot(c[1].cross(c[2]));
  }
  return six_times / 6.0;
}

class Places {
 public:
  explicit Places(std::uint64_t seed) : random_(seed) {}
  double uniform(double lo, double hi) {
    return lo + (hi - lo) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  Vec3 vec(double size) {
    return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
  }

 private:
  std::mt19937_64 random_;
};
}  // namespace

Scene make_crowd(int count, double fill, double speed) {
  const Shape shape = Shape::from_mesh(unit_blob(), "blob");
  const double cell = std::cbrt(volume_of(shape.mesh()) / fill);
  const double jitter = std::max(0.0, 0.5 * (cell - 1.0));
  const int side = static_cast<int>(std::ceil(std::cbrt(count)));
  Places random(60);
  Scene scene;
  scene.name = "crowd";
  for (int i = 0; i < count; ++i) {
    const Vec3 grid(i % side, (i / side) % side, i / (side * side));
    const Pose begin{rotation_from_vector(random.vec(1.8)), cell * grid + random.vec(jitter)};
    const Pose end{times(rotation_from_vector(random.vec(speed / std::sqrt(3.0))), begin.rotation),
                   begin.translation + random.vec(speed / std::sqrt(3.0))};
    scene.bodies.push_back(
        {.name = "b" + std::to_string(i), .shape = shape, .motion = Motion::between(begin, end)});
  }
  return scene;
}

}  // namespace graze::bench
