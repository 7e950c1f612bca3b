// SPDX-License-Identifier: MIT
// One box and the eight of a wide node, written in the box's own frame in float: what the kernels
// for eight boxes start from, and the arithmetic they share.
//
// Included by one translation unit per instruction set, which gives GRAZE_WIDE_NAMESPACE. Only
// plain vector-extension arithmetic: each operation is one IEEE operation a lane, so all give the
// same bits.
#pragma once
#include <cstdint>
#if defined(__SSE__)
#include <immintrin.h>
#endif

#include "methods/certified/wide_test.h"

// Indices are then constants, and the boxes stay in registers.
#define GRAZE_INLINE inline __attribute__((always_inline))

namespace graze::certified {
namespace GRAZE_WIDE_NAMESPACE {
namespace {

typedef float Lanes __attribute__((vector_size(32)));
typedef std::int32_t Mask __attribute__((vector_size(32)));
typedef float FourFloats __attribute__((vector_size(16)));

constexpr float kU = 0x1p-24f;
constexpr float kSlack = 96.0f * kU;   // of a projection, times the magnitude of its terms
constexpr double kUp = 1.0 + 0x1p-22;  // a float rounded from x * kUp is not below x

constexpr int kProjections = 2;      // from one box to the other and back
constexpr float kShortest = 1e-16f;  // a direction shorter than this proves nothing

inline float up(double x) { return static_cast<float>(x * kUp); }

inline void put(const Four& v, float* out) {
  const FourFloats rounded = __builtin_convertvector(v, FourFloats);
  __builtin_memcpy(out, &rounded, sizeof rounded);
}

// In the box's own axes.
inline Four along_axes(const LaneBox& x, const Four& v) {
  return x.rows[0] * v[0] + x.rows[1] * v[1] + x.rows[2] * v[2];
}

inline Lanes all(float x) { return Lanes{x, x, x, x, x, x, x, x}; }
inline Lanes load(const float* p) { return *reinterpret_cast<const Lanes*>(p); }
inline Lanes abs(Lanes x) { return (Lanes)((Mask)x & 0x7fffffff); }
inline Lanes max(Lanes a, Lanes b) { return a > b ? a : b; }
inline Lanes min(Lanes a, Lanes b) { return a < b ? a : b; }
inline Lanes sqrt(Lanes x) {  // correctly rounded on all of them
#if defined(__AVX__)
  return (Lanes)_mm256_sqrt_ps((__m256)x);
#elif defined(__SSE__)
  union {
    Lanes all;
    __m128 half[2];
  } lanes = {x};
  lanes.half[0] = _mm_sqrt_ps(lanes.half[0]);
  lanes.half[1] = _mm_sqrt_ps(lanes.half[1]);
  return lanes.all;
#else
  for (int k = 0; k < kWideLanes; ++k) x[k] = __builtin_sqrtf(x[k]);
  return x;
#endif
}

struct Vec {
  Lanes x, y, z;
};
inline Lanes dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec minus(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline float sum_abs(const float* p) {
  return __builtin_fabsf(p[0]) + __builtin_fabsf(p[1]) + __builtin_fabsf(p[2]);
}

/// Box X of one body and the frame of a wide node of the other, in X's frame at an instant. Lengths
/// are multiplied by `scale`, a power of two that brings the larger body to a size of about one.
struct NodePlace {
  float turn[3][4];  ///< x_from_wide, by columns
  float origin[4];   ///< the wide node's origin
  float half[4];     ///< of X
  float scale;
};

// From the wide body's origin to the node's, turned into the own body's frame.
inline Four arm_of(const View& view, const WideObbNode& node) {
  return view.turn[0] * node.origin[0] + view.turn[1] * node.origin[1] +
         view.turn[2] * node.origin[2];
}

inline void write_place(const LaneBox& x, const View& view, const Four& arm, double scale,
                        NodePlace& place) {
  for (int k = 0; k < 3; ++k) put(along_axes(x, view.turn[k]), place.turn[k]);
  put(scale * along_axes(x, arm + view.offset - x.centre), place.origin);
  put(scale * x.half, place.half);
  place.scale = static_cast<float>(scale);
}

inline Lanes turned(const NodePlace& q, int i, const Vec& v) {
  return q.turn[0][i] * v.x + q.turn[1][i] * v.y + q.turn[2][i] * v.z;
}

/// The eight boxes in X's frame. X is the product of [-half_k, half_k].
struct PlacedBoxes {
  Lanes centre[3];   ///< T
  Lanes face[3][3];  ///< [i][j]: component i of F_j
  Lanes half[3];
};

GRAZE_INLINE void place_faces(const NodePlace& q, const WideObbNode& node, PlacedBoxes& b) {
  for (int j = 0; j < 3; ++j) {
    const Vec axis = {load(node.axes[j][0]), load(node.axes[j][1]), load(node.axes[j][2])};
    for (int i = 0; i < 3; ++i) b.face[i][j] = turned(q, i, axis);
    b.half[j] = load(node.half_size[j]) * q.scale;
  }
}

inline Vec face_of(const PlacedBoxes& b, int j) {
  return {b.face[0][j], b.face[1][j], b.face[2][j]};
}
inline Vec centre_of(const PlacedBoxes& b) { return {b.centre[0], b.centre[1], b.centre[2]}; }

inline Lanes clamped(Lanes x, Lanes most) { return max(min(x, most), -most); }

// From a point of X to one of each box, which alternating projections bring nearer: the best
// direction for separating them where corners or edges are nearest.
inline Vec nearest_way(const NodePlace& q, const PlacedBoxes& b) {
  Lanes own[3], way[3];
  for (int i = 0; i < 3; ++i) own[i] = clamped(b.centre[i], all(q.half[i]));
  for (int round = 0; round < kProjections; ++round) {
    Lanes other[3] = {b.centre[0], b.centre[1], b.centre[2]};
    for (int j = 0; j < 3; ++j) {
      Lanes along = all(0.0f);
      for (int i = 0; i < 3; ++i) along += b.face[i][j] * (own[i] - b.centre[i]);
      along = clamped(along, b.half[j]);
      for (int i = 0; i < 3; ++i) other[i] += along * b.face[i][j];
    }
    for (int i = 0; i < 3; ++i) {
      own[i] = clamped(other[i], all(q.half[i]));
      way[i] = other[i] - own[i];
    }
  }
  return {way[0], way[1], way[2]};
}

}  // namespace
}  // namespace GRAZE_WIDE_NAMESPACE
}  // namespace graze::certified
