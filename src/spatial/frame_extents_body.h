// SPDX-License-Identifier: MIT
// Question   How far do points reach along the axes of a frame?
// Source     -
// Guarantee  Three products and two sums, each rounded once: what obb_fit.cpp's error terms are
//            made for.
// Changed    -
//
// Included by one translation unit per instruction set, which gives GRAZE_FRAME_NAMESPACE. Only
// plain vector-extension arithmetic, so all give the same bits.
#include "spatial/frame_extents.h"

namespace graze {
namespace GRAZE_FRAME_NAMESPACE {
namespace {

typedef double Four __attribute__((vector_size(32)));

Four all(double x) { return Four{x, x, x, x}; }
Four load(const double* p) {
  Four v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
Four smaller(const Four& a, const Four& b) { return a < b ? a : b; }
Four larger(const Four& a, const Four& b) { return a > b ? a : b; }

double widest(const Four& lo, const Four& hi) {
  double least = lo[0], most = hi[0];
  for (int k = 1; k < 4; ++k) {
    least = lo[k] < least ? lo[k] : least;
    most = hi[k] > most ? hi[k] : most;
  }
  return most - least;
}

void extents(const PointColumns& points, const double* axes, double* extents) {
  Four lo[3], hi[3];
  for (int k = 0; k < 3; ++k) lo[k] = all(1e300), hi[k] = all(-1e300);
  for (std::size_t i = 0; i < points.count; i += 4) {
    const Four x = load(points.at[0] + i), y = load(points.at[1] + i), z = load(points.at[2] + i);
    for (int k = 0; k < 3; ++k) {
      const double* axis = axes + 3 * k;
      const Four reach = x * axis[0] + y * axis[1] + z * axis[2];
      lo[k] = smaller(reach, lo[k]);
      hi[k] = larger(reach, hi[k]);
    }
  }
  for (int k = 0; k < 3; ++k) extents[k] = widest(lo[k], hi[k]);
}

void bounds(const CornerRows& corners, const double* reference, const double* axes, double* lo,
            double* hi) {
  const Four rows[3] = {{axes[0], axes[3], axes[6], 0.0},
                        {axes[1], axes[4], axes[7], 0.0},
                        {axes[2], axes[5], axes[8], 0.0}};
  Four least = all(1e300), most = all(-1e300);
  const double* end = corners.first + corners.triangles * corners.stride;
  for (const double* triangle = corners.first; triangle != end; triangle += corners.stride) {
    for (int k = 0; k < 9; k += 3) {
      const double x = triangle[k] - reference[0], y = triangle[k + 1] - reference[1],
                   z = triangle[k + 2] - reference[2];
      const Four reach = rows[0] * x + rows[1] * y + rows[2] * z;
      least = smaller(reach, least);
      most = larger(reach, most);
    }
  }
  for (int k = 0; k < 3; ++k) lo[k] = least[k], hi[k] = most[k];
}

}  // namespace
}  // namespace GRAZE_FRAME_NAMESPACE
}  // namespace graze
