// SPDX-License-Identifier: MIT
#include "dynamics/expected_impulses.h"

#include <Eigen/Cholesky>
#include <algorithm>

namespace graze::dynamics {
namespace {
constexpr int kMostSpreads = 4;

// Moves an impulse into the contact's cone: keeps its normal part if positive, shortens the rest.
Vec3 into_cone(const SolverContact& c, const Vec3& impulse) {
  const double along = std::max(0.0, c.normal.dot(impulse));
  const Vec3 side = impulse - c.normal * c.normal.dot(impulse);
  const double most = c.friction * along, size = side.norm();
  return along * c.normal + (size > most ? most / size : 1.0) * side;
}
}  // namespace

Vec6 wrench_of(const SolverPair& pair, const std::vector<Vec3>& impulses) {
  Vec6 sum = Vec6::Zero();
  for (std::size_t i = 0; i < impulses.size(); ++i) {
    sum.head<3>() += impulses[i];
    sum.tail<3>() += pair.contacts[i].point.cross(impulses[i]);
  }
  return sum;
}

// Takes the impulses with the least sum of squares; contacts that would pull are left out, and the
// rest is solved again.
void expect(SolverPair& pair, const Vec6& wrench_at_zero) {
  for (SolverContact& c : pair.contacts) c.prior.setZero();
  if (wrench_at_zero.isZero(0.0)) return;
  Vec6 wrench = wrench_at_zero;
  wrench.tail<3>() -= pair.origin.cross(Vec3(wrench.head<3>()));
  std::vector<char> pushes(pair.contacts.size(), 1);
  for (int round = 0; round < kMostSpreads; ++round) {
    Mat6 sum = Mat6::Zero();
    double size = 0.0;
    for (std::size_t i = 0; i < pair.contacts.size(); ++i) {
      if (!pushes[i]) continue;
      const Vec3 r = pair.contacts[i].point - pair.origin;
      Eigen::Matrix<double, 6, 3> at;
      at << Mat3::Identity(), cross_matrix(r);
      sum += at * at.transpose();
      size = std::max(size, r.squaredNorm());
    }
    sum.diagonal().head<3>().array() += 1e-9;
    sum.diagonal().tail<3>().array() += 1e-9 * size + 1e-300;
    const Vec6 y = sum.ldlt().solve(wrench);
    bool is_done = true;
    for (std::size_t i = 0; i < pair.contacts.size(); ++i) {
      if (!pushes[i]) continue;
      SolverContact& c = pair.contacts[i];
      c.prior = y.head<3>() + y.tail<3>().cross(Vec3(c.point - pair.origin));
      if (c.normal.dot(c.prior) >= 0.0) continue;
      pushes[i] = 0;
      is_done = false;
    }
    if (is_done) break;
  }
  for (std::size_t i = 0; i < pair.contacts.size(); ++i) {
    SolverContact& c = pair.contacts[i];
    c.prior = pushes[i] ? into_cone(c, c.prior) : Vec3(Vec3::Zero());
  }
}

}  // namespace graze::dynamics
