// SPDX-License-Identifier: MIT
// Question   Which point is deepest inside two convex polytopes at an instant?                [B6]
// Source     A linear programme in four unknowns (point, depth) by the dual simplex method: always
//            four planes are met, the most violated one comes in, the one that lets go first goes.
// Guarantee  None needed: what the point proves is decided by ConvexPair.
#include <Eigen/LU>
#include <array>

#include "methods/analytic/convex_pair.h"

namespace graze::analytic {
namespace {
/// normal . p + depth <= offset.
struct Constraint {
  Vec3 normal;
  double offset;
};

std::vector<Constraint> constraints_of(const ConvexSide& a, const ConvexSide& b,
                                       const ConvexMoment& m) {
  std::vector<Constraint> all;
  all.reserve(4 + a.normals.size() + b.normals.size());
  double size = 1e-300;
  for (const Vec3& v : a.vertices) size = std::fmax(size, v.norm());
  for (const Vec3& s : {Vec3(1, 1, 1), Vec3(1, -1, -1), Vec3(-1, 1, -1), Vec3(-1, -1, 1)})
    all.push_back({s.normalized(), 4.0 * size});  // a start that is never in the way
  for (std::size_t k = 0; k < a.normals.size(); ++k) all.push_back({a.normals[k], a.heights[k]});
  for (std::size_t k = 0; k < b.normals.size(); ++k) {
    const Vec3 n = m.rotation * b.normals[k];
    all.push_back({n, b.heights[k] + n.dot(m.translation)});
  }
  return all;
}

Eigen::Vector4d row_of(const Constraint& c) {
  return {c.normal.x(), c.normal.y(), c.normal.z(), 1.0};
}

std::size_t most_violated(const std::vector<Constraint>& all, const DeepPoint& p, double& slack) {
  std::size_t worst = 0;
  slack = kInfinity;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const double s = all[k].offset - all[k].normal.dot(p.point) - p.depth;
    if (s < slack) slack = s, worst = k;
  }
  return worst;
}
}  // namespace

DeepPoint deepest_point(const ConvexSide& a, const ConvexSide& b, const ConvexMoment& moment) {
  const std::vector<Constraint> all = constraints_of(a, b, moment);
  const double least = 1e-16 * all[0].offset;
  std::array<std::size_t, 4> active = {0, 1, 2, 3};
  DeepPoint deep;
  double slack = 0.0;
  for (int round = 0; round < 100; ++round) {
    Eigen::Matrix4d rows;
    Eigen::Vector4d offsets;
    for (int k = 0; k < 4; ++k) {
      rows.row(k) = row_of(all[active[std::size_t(k)]]).transpose();
      offsets[k] = all[active[std::size_t(k)]].offset;
    }
    const Eigen::Matrix4d inverse = rows.inverse();
    const Eigen::Vector4d solution = inverse * offsets;
    if (!solution.allFinite()) break;
    deep = {solution.head<3>(), solution[3]};
    const std::size_t in = most_violated(all, deep, slack);
    if (slack >= -least) break;
    const Eigen::Vector4d price = inverse.row(3), share = inverse.transpose() * row_of(all[in]);
    int out = -1;
    double ratio = kInfinity;
    for (int k = 0; k < 4; ++k)
      if (share[k] > 1e-12 && price[k] / share[k] < ratio) ratio = price[k] / share[k], out = k;
    if (out < 0) break;
    active[std::size_t(out)] = in;
  }
  deep.depth += std::fmin(slack, 0.0);
  return deep;
}

}  // namespace graze::analytic
