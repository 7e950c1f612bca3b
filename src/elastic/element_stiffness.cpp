// SPDX-License-Identifier: MIT
// Question   Which forces result from displacements of a cube's corners?                       [V4]
// Source     Trilinear brick with the incompatible modes of Wilson, condensed (Taylor, Beresford,
//            Wilson 1976).
// Guarantee  Exact for constant strain and pure bending along the axes; 2 x 2 x 2 Gauss points.
// Changed    Nothing: for a cube the modes need no correction to pass the patch test.
#include "elastic/element_stiffness.h"

#include <Eigen/LU>
#include <cmath>

namespace graze::elastic {
namespace {
using Mat6 = Eigen::Matrix<double, 6, 6>;
using StrainOfCorners = Eigen::Matrix<double, 6, 24>;
using StrainOfModes = Eigen::Matrix<double, 6, 9>;

/// Strains xx yy zz xy yz zx (the last three doubled) of a displacement with this gradient of its
/// weight.
Eigen::Matrix<double, 6, 3> strain_of(const Vec3& g) {
  Eigen::Matrix<double, 6, 3> b = Eigen::Matrix<double, 6, 3>::Zero();
  b(0, 0) = g.x();
  b(1, 1) = g.y();
  b(2, 2) = g.z();
  b(3, 0) = g.y();
  b(3, 1) = g.x();
  b(4, 1) = g.z();
  b(4, 2) = g.y();
  b(5, 0) = g.z();
  b(5, 2) = g.x();
  return b;
}

Mat6 law(double poisson) {
  const double lambda = poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
  const double mu = 0.5 / (1.0 + poisson);
  Mat6 c = Mat6::Zero();
  c.topLeftCorner<3, 3>().setConstant(lambda);
  c.topLeftCorner<3, 3>().diagonal().array() += 2.0 * mu;
  c.bottomRightCorner<3, 3>().diagonal().setConstant(mu);
  return c;
}

Vec3 sign_of_corner(int k) { return {k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0}; }

/// At p in [-1, 1]^3, for a cube with side 1.
Vec3 corner_gradient(int k, const Vec3& p) {
  const Vec3 s = sign_of_corner(k);
  const Vec3 w = Vec3::Ones() + s.cwiseProduct(p);
  return 0.25 * Vec3(s.x() * w.y() * w.z(), s.y() * w.x() * w.z(), s.z() * w.x() * w.y());
}
}  // namespace

CubeVectors unit_cube_gradients() {
  CubeVectors gradients;
  for (int k = 0; k < 8; ++k) gradients.col(k) = corner_gradient(k, Vec3::Zero());
  return gradients;
}

CubeMatrix unit_cube_stiffness(double poisson) {
  const Mat6 c = law(poisson);
  CubeMatrix corners = CubeMatrix::Zero();
  Eigen::Matrix<double, 24, 9> mixed = Eigen::Matrix<double, 24, 9>::Zero();
  Eigen::Matrix<double, 9, 9> modes = Eigen::Matrix<double, 9, 9>::Zero();
  for (int q = 0; q < 8; ++q) {
    const Vec3 p = sign_of_corner(q) / std::sqrt(3.0);
    StrainOfCorners of_corners;
    StrainOfModes of_modes;
    for (int k = 0; k < 8; ++k) of_corners.middleCols<3>(3 * k) = strain_of(corner_gradient(k, p));
    for (int axis = 0; axis < 3; ++axis) {  // 1 - p[axis]^2; a unit of p is half a side
      of_modes.middleCols<3>(3 * axis) = strain_of(-4.0 * p[axis] * Vec3::Unit(axis));
    }
    corners += 0.125 * of_corners.transpose() * c * of_corners;
    mixed += 0.125 * of_corners.transpose() * c * of_modes;
    modes += 0.125 * of_modes.transpose() * c * of_modes;
  }
  const Eigen::Matrix<double, 9, 9> inverse = modes.inverse();
  const CubeMatrix condensed = corners - mixed * inverse * mixed.transpose();
  return 0.5 * (condensed + condensed.transpose());
}

}  // namespace graze::elastic
