// SPDX-License-Identifier: MIT
// Four lanes at a time, and the half shadows of all axes in them. Included by scan_kernel.h, once
// per instruction set: no templates of others, no Eigen.
#include "methods/analytic/pair_functions.h"

namespace graze::analytic::GRAZE_SCAN_NAMESPACE {
namespace {
typedef double V4 __attribute__((vector_size(32)));
typedef long long M4 __attribute__((vector_size(32)));

constexpr double kU = 0x1p-53;
constexpr double kLeastStep = 0x1p-42;       // of time; shorter steps are not worth telling apart
constexpr double kCrawling = 0x1p-30;        // the same within a few errors of touching
constexpr double kShortest = 0x1p-40;        // part that is shortened further
constexpr double kUnprovedWindow = 0x1p-30;  // unsure windows up to this width need no proof

inline V4 all(double x) { return V4{x, x, x, x}; }
inline V4 load(const double* p) {
  V4 v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
inline V4 abs_of(V4 x) {
  const M4 mask = {0x7fffffffffffffff, 0x7fffffffffffffff, 0x7fffffffffffffff, 0x7fffffffffffffff};
  return (V4)((M4)x & mask);
}
inline V4 min_of(V4 a, V4 b) { return a < b ? a : b; }
inline V4 max_of(V4 a, V4 b) { return a > b ? a : b; }
inline double min_of(double a, double b) { return a < b ? a : b; }
inline double max_of(double a, double b) { return a > b ? a : b; }
/// (x1, x2, x0, x3) and (x2, x0, x1, x3).
inline V4 next_of(V4 x) { return __builtin_shufflevector(x, x, 1, 2, 0, 3); }
inline V4 after_next_of(V4 x) { return __builtin_shufflevector(x, x, 2, 0, 1, 3); }
inline double largest(V4 x) { return max_of(max_of(x[0], x[1]), max_of(x[2], x[3])); }

/// One coefficient of all functions.
struct Row {
  V4 v[3];       // rows of V; lane 3 of the first is W
  V4 centre[5];  // edge pairs of a's three edges, faces of a, faces of b
  V4 second[3];  // affine: the second V; lane 3 of the first is b's volume
};

/// Bounds of all 20 lanes.
struct Bounds {
  V4 axis[5];
};

struct Functions {
  Row row[kMaxDegree + 1];
};

/// Half sizes where radii() wants them; unused by affine motion.
struct Halves {
  V4 a[3], b[3];          // each in all lanes
  V4 as_faces, bs_faces;  // one in each lane
  V4 b_next, b_after_next;

  explicit Halves(const PairFunctions& p)
      : as_faces(load(p.half_a)),
        bs_faces(load(p.half_b)),
        b_next{p.half_b[1], p.half_b[2], p.half_b[0], 0.0},
        b_after_next{p.half_b[2], p.half_b[0], p.half_b[1], 0.0} {
    for (int k = 0; k < 3; ++k) a[k] = all(p.half_a[k]), b[k] = all(p.half_b[k]);
  }
};

/// R of all axes from |V| (or anything else in its place: R is linear).
template <bool kAffine>
inline Bounds radii(const Halves& h, const Row& r) {
  Bounds b;
  const V4 low = __builtin_shufflevector(r.v[0], r.v[1], 0, 4, 2, 6);
  const V4 high = __builtin_shufflevector(r.v[0], r.v[1], 1, 5, 3, 7);
  const V4 column[3] = {__builtin_shufflevector(low, r.v[2], 0, 1, 4, 7),
                        __builtin_shufflevector(high, r.v[2], 0, 1, 5, 7),
                        __builtin_shufflevector(low, r.v[2], 2, 3, 6, 7)};
  if constexpr (kAffine) {
    for (int i = 0; i < 3; ++i)
      b.axis[i] = (r.v[(i + 1) % 3] + r.v[(i + 2) % 3]) +
                  (next_of(r.second[i]) + after_next_of(r.second[i]));
    b.axis[3] = (all(r.v[0][3]) + column[0]) + (column[1] + column[2]);
    b.axis[4] = (all(r.second[0][3]) + r.second[0]) + (r.second[1] + r.second[2]);
    return b;
  }
  for (int i = 0; i < 3; ++i)
    b.axis[i] = (h.a[(i + 1) % 3] * r.v[(i + 2) % 3] + h.a[(i + 2) % 3] * r.v[(i + 1) % 3]) +
                (h.b_next * after_next_of(r.v[i]) + h.b_after_next * next_of(r.v[i]));
  const V4 weight = all(r.v[0][3]);
  b.axis[3] =
      (h.as_faces * weight + h.b[0] * column[0]) + (h.b[1] * column[1] + h.b[2] * column[2]);
  b.axis[4] = (h.bs_faces * weight + h.a[0] * r.v[0]) + (h.a[1] * r.v[1] + h.a[2] * r.v[2]);
  return b;
}

template <bool kAffine>
inline Row magnitudes(const Row& r) {
  Row m;
  for (int i = 0; i < 3; ++i) m.v[i] = abs_of(r.v[i]);
  for (int i = 0; kAffine && i < 3; ++i) m.second[i] = abs_of(r.second[i]);
  return m;
}

}  // namespace
}  // namespace graze::analytic::GRAZE_SCAN_NAMESPACE
