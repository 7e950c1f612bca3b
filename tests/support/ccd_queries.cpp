// SPDX-License-Identifier: MIT
#include "support/ccd_queries.h"

#include "graze/math/rotation.h"

namespace graze::test {

TriangleMesh unit_mesh(const TriangleMesh& mesh) {
  const Vec3 centre = mesh.bounds().centre();
  const double scale = 1.0 / mesh.bounds().diagonal();
  std::vector<Vec3> vertices;
  vertices.reserve(mesh.vertices().size());
  for (const Vec3& v : mesh.vertices()) vertices.push_back((v - centre) * scale);
  return {std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()}};
}

Vec3 random_direction(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return Vec3(normal(random), normal(random), normal(random)).normalized();
}

Motion big_motion(std::mt19937_64& random) {
  const Vec3 from = random_direction(random) * (1.0 + uniform(random, 0.05, 0.5));
  const Vec3 through = random_direction(random) * uniform(random, 0.0, 0.3);
  const Mat3 begin = random_rotation(random);
  const Eigen::AngleAxisd turn(uniform(random, 0.2, 1.5), random_direction(random));
  return Motion::between({begin, from}, {turn.toRotationMatrix() * begin, 2.0 * through - from});
}

}  // namespace graze::test
