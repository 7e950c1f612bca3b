// SPDX-License-Identifier: MIT
// Question   How is a rigid body oriented after some time without torque?
// Source     Dullweber, Leimkuhler, McLachlan 1997: Euler's top as turns about principal axes.
// Guarantee  Second order in the length of a part; the energy error is bounded.
// Changed    Parts of at most 0.02 rad, at most 1000 of them; equal moments need only one part.
#include "dynamics/free_rotation.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "graze/math/rotation.h"

namespace graze::dynamics {
namespace {
constexpr double kPartTurn = 0.02;

struct Top {
  Mat3 world_from_principal;
  Vec3 momentum;  // principal frame

  // Turns the body about one principal axis, by the momentum about that axis alone.
  void turn(int axis, double moment, double seconds) {
    const Mat3 r = rotation_about(Vec3::Unit(axis), seconds * momentum[axis] / moment);
    momentum = r.transpose() * momentum;
    world_from_principal = world_from_principal * r;
  }
};
}  // namespace

Principal principal_axes(const Mat3& inertia_body) {
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(inertia_body);
  Mat3 axes = solver.eigenvectors();
  if (axes.determinant() < 0.0) axes.col(0) *= -1.0;
  return {solver.eigenvalues(), axes};
}

Mat3 turned_freely(const Mat3& world_from_body, const Vec3& momentum, const Principal& inertia,
                   double seconds) {
  const Vec3& m = inertia.moments;
  const Mat3 start = world_from_body * inertia.body_from_principal;
  Top top{start, start.transpose() * momentum};
  if (m[2] - m[0] <= 1e-12 * m[2]) {
    return rotation_from_vector(momentum * (seconds / m[1])) * world_from_body;
  }
  const double turn = top.momentum.cwiseQuotient(m).norm() * seconds;
  const int parts = static_cast<int>(std::clamp(std::ceil(turn / kPartTurn), 1.0, 1000.0));
  const double h = seconds / parts;
  for (int i = 0; i < parts; ++i) {
    top.turn(0, m[0], 0.5 * h);
    top.turn(1, m[1], 0.5 * h);
    top.turn(2, m[2], h);
    top.turn(1, m[1], 0.5 * h);
    top.turn(0, m[0], 0.5 * h);
  }
  return nearest_rotation(top.world_from_principal * inertia.body_from_principal.transpose())
      .value_or(world_from_body);
}

}  // namespace graze::dynamics
