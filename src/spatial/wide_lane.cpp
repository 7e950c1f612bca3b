// SPDX-License-Identifier: MIT
// Question   Which floats denote a set that contains a box?                                [C3, C7]
// Source     -
// Guarantee  A lane's set of real numbers contains the box it was made from.
// Changed    Floats are relative to an origin per node: their error is a part of the node's size,
//            not of the coordinates' size.
#include "spatial/wide_lane.h"

#include <cmath>
#include <limits>

namespace graze {
namespace {
float float_above(double x) {
  const float f = static_cast<float>(x);
  return static_cast<double>(f) >= x ? f : std::nextafter(f, std::numeric_limits<float>::max());
}

}  // namespace

void clear_lane(WideObbNode& wide, int lane) {
  for (int i = 0; i < 3; ++i) {
    wide.centre[i][lane] = 0.0f;
    wide.half_size[i][lane] = -1.0f;
    for (int j = 0; j < 3; ++j) wide.axes[j][i][lane] = i == j ? 1.0f : 0.0f;
  }
  wide.radius[lane] = -1.0f;
  wide.child[lane] = 0;
  wide.triangles[lane] = WideObbNode::kEmptyLane;
}

// Containment. With B the columns rounded to float, each entry of B - A is at most 2^-25 |entry| +
// 2^-150, so |B - A| <= 2^-24 (Frobenius) and |inv(B)| < 1.0001. A point centre + A s of the box is
// origin + c + B s' with s' = s + inv(B) ((A - B) s + rest), rest = centre - origin - c. So |s'_k|
// <= |s_k| + 1.0001 (2^-24 |half| + |rest|): the factors below are larger and cover the rounding of
// this computation, in which `rest` carries a relative 2^-52 of |centre| + |origin|.
void fill_lane(WideObbNode& wide, int lane, const Box& box, const Vec3& origin) {
  double rest_sq = 0.0;
  const double side = box.axes.determinant() < 0.0 ? -1.0 : 1.0;  // the same box, right-handed
  for (int i = 0; i < 3; ++i) {
    const double offset = box.centre[i] - origin[i];
    wide.centre[i][lane] = static_cast<float>(offset);
    const double rest = std::fabs(offset - static_cast<double>(wide.centre[i][lane])) +
                        0x1p-51 * (std::fabs(box.centre[i]) + std::fabs(origin[i]));
    rest_sq += rest * rest;
    for (int j = 0; j < 2; ++j) wide.axes[j][i][lane] = static_cast<float>(box.axes(i, j));
    wide.axes[2][i][lane] = static_cast<float>(side * box.axes(i, 2));
  }
  const double slack = 1.001 * (0x1p-24 * box.half_size.norm() + std::sqrt(rest_sq)) + 1e-150;
  double half_sq = 0.0;
  for (int k = 0; k < 3; ++k) {
    const float half = float_above((box.half_size[k] + slack) * (1.0 + 0x1p-50));
    wide.half_size[k][lane] = half;
    half_sq += static_cast<double>(half) * static_cast<double>(half);
  }
  wide.radius[lane] = float_above(std::sqrt(half_sq) * (1.0 + 0x1p-21));  // |B| < 1 + 2^-22
}

}  // namespace graze
