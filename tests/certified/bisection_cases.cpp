// SPDX-License-Identifier: MIT
#include "certified/bisection_cases.h"

namespace graze::test {
namespace {
double uniform_between(std::mt19937_64& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}

Motion random_pass(std::mt19937_64& random) {
  const Vec3 side = random_vector(random).normalized();
  const Vec3 from = uniform_between(random, 1.5, 4.0) * side + random_vector(random, 0.5);
  const Vec3 to = -uniform_between(random, 0.5, 4.0) * side + random_vector(random, 2.0);
  const Pose begin{random_rotation(random), from};
  const Pose end{random_rotation(random), to};
  switch (random() % 4) {
    case 0:
      return Motion::between(begin, end);
    case 1:
      return Motion::between(begin, end, {0.0, 1.0}, Interpolation::kSlerp);
    case 2:
      return Motion::screw({.begin = begin,
                            .point = random_vector(random, 2.0),
                            .axis = random_vector(random),
                            .angle = uniform_between(random, -15.0, 15.0),
                            .slide = uniform_between(random, -3.0, 3.0)});
    default:
      return Motion::between(begin, {begin.rotation, to});
  }
}
}  // namespace

BisectionCase random_case(std::mt19937_64& random, std::size_t most) {
  const auto soup = [&] {
    return random_soup(random, {.triangles = 1 + random() % most,
                                .triangle_size = uniform_between(random, 0.05, 0.6),
                                .odd_share = 0.3});
  };
  BisectionCase result{{soup(), Motion()}, {soup(), random_pass(random)}};
  if (random() % 3 == 0) {
    result.a.motion = Motion::screw({.begin = {random_rotation(random), random_vector(random, 0.3)},
                                     .point = random_vector(random),
                                     .axis = random_vector(random),
                                     .angle = uniform_between(random, -3.0, 3.0),
                                     .slide = uniform_between(random, -1.0, 1.0)});
  }
  return result;
}

Motion only_enclosing(const Motion& motion) {
  CustomMotion custom;
  custom.domain = motion.domain();
  custom.pose_at = [motion](double t) { return pose_at(motion, t); };
  custom.enclose = [motion](const Interval& span) { return enclose_pose(motion, span); };
  return Motion::custom(std::move(custom));
}

TriangleMesh cube(double half) {
  std::vector<Vec3> vertices;
  for (int k = 0; k < 8; ++k) {
    vertices.emplace_back(k & 1 ? half : -half, k & 2 ? half : -half, k & 4 ? half : -half);
  }
  return {std::move(vertices),
          {{0, 2, 1},
           {1, 2, 3},
           {4, 5, 6},
           {5, 7, 6},
           {0, 1, 4},
           {1, 5, 4},
           {2, 6, 3},
           {3, 6, 7},
           {0, 4, 2},
           {2, 4, 6},
           {1, 3, 5},
           {3, 7, 5}}};
}

TriangleMesh one_triangle(const Vec3& p, const Vec3& q, const Vec3& r) {
  return {{p, q, r}, {{0, 1, 2}}};
}

Motion translation(const Vec3& from, const Vec3& to) {
  return Motion::between({Mat3::Identity(), from}, {Mat3::Identity(), to});
}

}  // namespace graze::test
