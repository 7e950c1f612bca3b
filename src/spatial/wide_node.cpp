// SPDX-License-Identifier: MIT
// Question   Which floats denote a box that contains this box of doubles?                 [C3, C7]
// Source     Wald, Benthin, Boulos 2008 (wide trees).
// Guarantee  A lane's set of real numbers contains the box, so every triangle in it.
// Changed    Floats are relative to an origin per node: their error is a part of the node's size,
//            not of the coordinates' size.
#include "spatial/wide_node.h"

#include <bit>
#include <cmath>

#include "graze/geometry/aabb.h"

namespace graze {
namespace {
/// The least float that is not below x, for x >= 0.
float float_above(double x) {
  const float f = static_cast<float>(x);
  if (static_cast<double>(f) >= x) return f;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(f) + 1);
}

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

Vec3 middle_of(std::span<const Box* const> boxes) {
  Aabb around;
  for (const Box* box : boxes) {
    const Vec3 reach = box->axes.cwiseAbs() * box->half_size;
    around.add(box->centre - reach);
    around.add(box->centre + reach);
  }
  return around.centre();
}
}  // namespace

WideObbNode wide_node_of(std::span<const Box* const> boxes) {
  WideObbNode wide;
  const Vec3 origin = middle_of(boxes);
  for (int k = 0; k < 3; ++k) wide.origin[k] = origin[k];
  const int count = static_cast<int>(boxes.size());
  for (int lane = 0; lane < count; ++lane)
    fill_lane(wide, lane, *boxes[static_cast<std::size_t>(lane)], origin);
  for (int lane = count; lane < kWideLanes; ++lane) clear_lane(wide, lane);
  return wide;
}

void set_child(WideObbNode& wide, int lane, std::uint32_t child, std::uint32_t triangles) {
  wide.child[lane] = child;
  wide.triangles[lane] = static_cast<std::uint8_t>(triangles);
}

}  // namespace graze
