// SPDX-License-Identifier: MIT
// Closest points on pairs of edges and on faces, for one double or for four side by side.
//
// Include only in a .cpp file: everything is local to it, so that code compiled for wider SIMD
// cannot leak into other files. No fused operations and one order of operations: all widths give
// the same bits. Lengths are taken to be scaled to within 2^+-200 of 1.
#pragma once
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace graze {
namespace {

typedef double Four __attribute__((vector_size(32)));

/// Below this a squared length or squared normal counts as zero: an edge of 1e-145 is a point.
constexpr double kTiny = 1e-290;

/// Bit k is set where lane k of a comparison holds.
template <typename Mask>
inline int lane_bits(const Mask& mask) {
#if defined(__AVX__)
  return _mm256_movemask_pd((__m256d)mask);
#else
  return static_cast<int>((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
#endif
}

template <typename T>
struct Lanes3 {
  T x, y, z;
};

inline double widen(double x, double) { return x; }
inline Four widen(double x, const Four&) { return Four{x, x, x, x}; }

template <typename T>
inline Lanes3<T> operator-(const Lanes3<T>& a, const Lanes3<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <typename T>
inline Lanes3<T> scaled_sum(const Lanes3<T>& a, const T& s, const Lanes3<T>& b) {
  return {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
template <typename T>
inline T dot(const Lanes3<T>& a, const Lanes3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <typename T>
inline Lanes3<T> cross(const Lanes3<T>& a, const Lanes3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Both give y where neither is the smaller: as minpd and maxpd do.
inline double smaller(double x, double y) { return x < y ? x : y; }
inline double larger(double x, double y) { return x > y ? x : y; }
#if defined(__AVX__)
inline Four smaller(const Four& x, const Four& y) {
  return (Four)_mm256_min_pd((__m256d)x, (__m256d)y);
}
inline Four larger(const Four& x, const Four& y) {
  return (Four)_mm256_max_pd((__m256d)x, (__m256d)y);
}
#elif defined(__SSE2__)
inline __m128d low_half(const Four& x) { return (__m128d)__builtin_shufflevector(x, x, 0, 1); }
inline __m128d high_half(const Four& x) { return (__m128d)__builtin_shufflevector(x, x, 2, 3); }
inline Four joined(__m128d low, __m128d high) {
  return __builtin_shufflevector(low, high, 0, 1, 2, 3);
}
inline Four smaller(const Four& x, const Four& y) {
  return joined(_mm_min_pd(low_half(x), low_half(y)), _mm_min_pd(high_half(x), high_half(y)));
}
inline Four larger(const Four& x, const Four& y) {
  return joined(_mm_max_pd(low_half(x), low_half(y)), _mm_max_pd(high_half(x), high_half(y)));
}
#else
inline Four smaller(const Four& x, const Four& y) { return x < y ? x : y; }
inline Four larger(const Four& x, const Four& y) { return x > y ? x : y; }
#endif
template <typename T>
inline T clamp01(const T& x) {
  return smaller(larger(x, widen(0.0, x)), widen(1.0, x));
}
/// 1 / x, or 0 where x counts as zero.
template <typename T>
inline T inverse_or_zero(const T& x) {
  const T zero = widen(0.0, x), one = widen(1.0, x);
  const auto is_fine = x > widen(kTiny, x);
  return is_fine ? one / (is_fine ? x : one) : zero;
}

/// An edge: where it starts, where it goes, one over its squared length.
template <typename T>
struct EdgeLanes {
  Lanes3<T> start, along;
  T inverse_sq;
};

template <typename T>
struct EdgePair {
  T s, t;         // positions on the first and the second edge, in [0, 1]
  Lanes3<T> way;  // from the first point to the second
  T distance_sq;
};

/// s comes from the lines' common normal, not from the cheaper a c - b^2: near parallel edges the
/// latter loses half of the digits, this one loses none that count (docs/methods). Then t is the
/// best for s, and s the best for that t. This is right even if one was clamped or the edges are
/// parallel.
template <typename T>
inline EdgePair<T> closest_on_edges(const EdgeLanes<T>& e, const EdgeLanes<T>& f) {
  const Lanes3<T> w = f.start - e.start;
  const Lanes3<T> normal = cross(e.along, f.along);
  const T on_line = dot(cross(w, f.along), normal) * inverse_or_zero(dot(normal, normal));
  const T both = dot(e.along, f.along);
  EdgePair<T> pair;
  pair.t = clamp01((both * clamp01(on_line) - dot(w, f.along)) * f.inverse_sq);
  pair.s = clamp01((both * pair.t + dot(w, e.along)) * e.inverse_sq);
  const Lanes3<T> end = scaled_sum(w, pair.t, f.along);
  pair.way = scaled_sum(end, -pair.s, e.along);
  pair.distance_sq = dot(pair.way, pair.way);
  return pair;
}

/// Origin corner, the two edges from it, their normal and what follows from it.
template <typename T>
struct FaceLanes {
  Lanes3<T> corner, u, v, normal;
  T inverse_normal_sq, inverse_v_sq, both;
};

template <typename T>
struct FacePoint {
  T s, t;         // the foot is corner + s u + t v
  Lanes3<T> way;  // from the foot to the point
  T distance_sq;  // `none` where the foot is not inside the face
};

/// s from the normal, then t as the best for s: a sliver's error stays across its width.
template <typename T>
inline FacePoint<T> foot_in_face(const FaceLanes<T>& face, const Lanes3<T>& p, const T& none) {
  const T zero = widen(0.0, none), one = widen(1.0, none);
  const Lanes3<T> r = p - face.corner;
  FacePoint<T> foot;
  foot.s = dot(cross(r, face.v), face.normal) * face.inverse_normal_sq;
  foot.t = (dot(r, face.v) - foot.s * face.both) * face.inverse_v_sq;
  const Lanes3<T> rest = scaled_sum(r, -foot.s, face.u);
  foot.way = scaled_sum(rest, -foot.t, face.v);
  const T least = smaller(foot.s, foot.t);
  const T squared = dot(foot.way, foot.way);
  foot.distance_sq = foot.s + foot.t <= one ? squared : none;
  foot.distance_sq = least > zero ? foot.distance_sq : none;  // a flat face gives s = 0
  return foot;
}

}  // namespace
}  // namespace graze
