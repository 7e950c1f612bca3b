// SPDX-License-Identifier: MIT
// Question   During which part of a time interval is a moving box surely apart from each of eight?
// Source     Second-order support bounds (docs/methods/certified.md, section 2); the 15 axes of
// Gottschalk. Guarantee  advance >= s proves: no contact of the two boxes on [0, s]. Rounding is
// covered: u is half
//            an ulp of 1 in float; every computed projection is within 64 u of its terms' magnitude
//            (docs/methods/certified.md, section 5), every root is shrunk by 32 u.
// Changed    Not the paper's intervals: a chord of a concave function and a curvature term, which
// keep
//            the sign of the closing speed and lose only O(D^2).
//
// Included by one translation unit per instruction set, which gives GRAZE_WIDE_NAMESPACE. Only
// plain vector-extension arithmetic: each operation is one IEEE operation a lane, so all give the
// same bits.
#include <cstdint>
#if defined(__SSE__)
#include <immintrin.h>
#endif

#include "detect/interval_ccd/wide_test.h"

namespace graze::interval_ccd {
namespace GRAZE_WIDE_NAMESPACE {
namespace {

typedef float Lanes __attribute__((vector_size(32)));
typedef std::int32_t Mask __attribute__((vector_size(32)));

constexpr float kU = 0x1p-24f;
constexpr float kSlack = 64.0f * kU;          // of a projection, times the magnitude of its terms
constexpr float kGrow = 1.0f + 64.0f * kU;    // upper bounds of non-negative terms
constexpr float kShrink = 1.0f - 32.0f * kU;  // roots
constexpr float kFree = 2.0f;                 // apart on all of [0, 1]
constexpr float kTiny = 1e-16f;               // keeps c^2 a normal number; see advance()

Lanes all(float x) { return Lanes{x, x, x, x, x, x, x, x}; }
Lanes load(const float* p) { return *reinterpret_cast<const Lanes*>(p); }
Lanes abs(Lanes x) { return (Lanes)((Mask)x & 0x7fffffff); }
Lanes max(Lanes a, Lanes b) { return a > b ? a : b; }
Lanes min(Lanes a, Lanes b) { return a < b ? a : b; }
Lanes with_sign_of(Lanes x, Lanes sign) {
  return (Lanes)((Mask)x ^ ((Mask)sign & static_cast<std::int32_t>(0x80000000)));
}
Lanes sqrt(Lanes x) {  // correctly rounded on all of them
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
Lanes dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec cross(const Vec& a, const Vec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Vec minus(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec plus(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec times(const Vec& a, Lanes s) { return {a.x * s, a.y * s, a.z * s}; }
Vec all(const float* p) { return {all(p[0]), all(p[1]), all(p[2])}; }
Lanes norm(const Vec& a) { return sqrt(dot(a, a)); }
float sum_abs(const float* p) {
  return __builtin_fabsf(p[0]) + __builtin_fabsf(p[1]) + __builtin_fabsf(p[2]);
}
Vec turn(const float* m, const Vec& v) {
  return {m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
          m[6] * v.x + m[7] * v.y + m[8] * v.z};
}

// The eight boxes in X's frame, their first-order motion and their second-order bound.
struct Boxes {
  Vec centre;        // T
  Vec face[3];       // F_j
  Vec face_rate[3];  // w x F_j
  Lanes half[3];
  Vec velocity;      // of the centres relative to X's
  Lanes bend_reach;  // curvature * distance to the axis (or to the reference point), rounded up
  Lanes radius;
  Lanes error_begin, error_end;
};

Boxes place(const WideQuery& q, const WideObbNode& node) {
  Boxes b;
  const Vec local = {load(node.centre[0]) * q.scale, load(node.centre[1]) * q.scale,
                     load(node.centre[2]) * q.scale};
  const Vec offset = turn(q.turn, local);
  b.centre = plus(offset, all(q.origin));
  const Vec spin = all(q.spin);
  for (int j = 0; j < 3; ++j) {
    b.face[j] = turn(q.turn, {load(node.axes[j][0]), load(node.axes[j][1]), load(node.axes[j][2])});
    b.face_rate[j] = cross(spin, b.face[j]);
  }
  for (int j = 0; j < 3; ++j) b.half[j] = load(node.half_size[j]) * q.scale;
  b.radius = load(node.radius) * q.scale;
  b.velocity = plus(all(q.drift), cross(spin, offset));

  const Vec axis = all(q.axis);
  const Vec from_reference = minus(b.centre, all(q.reference));
  const Vec arm = minus(from_reference, times(axis, dot(axis, from_reference)));
  const Lanes terms = abs(local.x) + abs(local.y) + abs(local.z) + b.half[0] + b.half[1] +
                      b.half[2] + (sum_abs(q.origin) + sum_abs(q.half) + sum_abs(q.reference));
  const float spins = sum_abs(q.spin) + sum_abs(q.own_spin);
  b.error_begin = terms * kSlack + q.error_begin;
  b.error_end = (terms * (1.0f + spins) + sum_abs(q.drift)) * kSlack + q.error_end;
  b.bend_reach = ((norm(arm) + b.radius) * kGrow + terms * kSlack) * q.curvature;
  return b;
}

// The root of g - c s - M s^2 / 2 on [0, 1], where g0 and g1 are computed values of the concave
// support function at 0 and 1; kFree if there is none, 0 if nothing is proved.
Lanes advance(Lanes g0, Lanes g1, Lanes bend, const Boxes& b) {
  const Lanes g = g0 - b.error_begin;
  const Lanes p = g1 - b.error_end - (abs(g0) + abs(g1)) * (4.0f * kU);
  const Lanes m = bend * kGrow;
  const Lanes c = g - p + kTiny;  // kTiny only steepens the chord
  const Lanes root = sqrt(c * c + 2.0f * m * max(g, all(0.0f)));
  const Mask closing = c > 0.0f;
  const Lanes numerator = closing ? 2.0f * g : root - c;
  const Lanes denominator = closing ? c + root : m;
  const Lanes time = numerator / denominator * kShrink;
  const Mask apart_at_end = (p - 0.5f * m) > 0.0f;
  return g > 0.0f ? (apart_at_end ? all(kFree) : time) : all(0.0f);
}

// NaN (from infinite bounds) never wins.
Lanes better(Lanes best, Lanes candidate) { return candidate > best ? candidate : best; }

bool all_free(Lanes best, const WideObbNode& node) {
  for (int k = 0; k < kWideLanes && !node.is_empty(k); ++k) {
    if (!(best[k] >= 1.0f)) return false;
  }
  return true;
}

// |n x axis| for a unit n with n . axis = a, rounded up.
Lanes across(Lanes a) { return min(sqrt(max(1.0f - a * a, all(0.0f)) + kSlack), all(1.0f)); }

Lanes component(const Vec& v, int k) { return k == 0 ? v.x : (k == 1 ? v.y : v.z); }

Lanes own_face_axis(const WideQuery& q, const Boxes& b, int k) {
  const Lanes distance = component(b.centre, k);
  Lanes radius0 = all(q.half[k] + q.gap);
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  // e_k . (own_spin x e_i) is a component of own_spin.
  Lanes radius1 = all(q.half[k] + q.half[i] * __builtin_fabsf(q.own_spin[j]) +
                      q.half[j] * __builtin_fabsf(q.own_spin[i]) + q.gap);
  for (int f = 0; f < 3; ++f) {
    const Lanes along = component(b.face[f], k);
    radius0 += b.half[f] * abs(along);
    radius1 += b.half[f] * abs(along + component(b.face_rate[f], k));
  }
  const Lanes towards = with_sign_of(component(b.velocity, k), distance);
  const Lanes bend = b.bend_reach * across(all(q.axis[k])) + (q.acceleration + q.own_bend[k]);
  return advance(abs(distance) - radius0, abs(distance) + towards - radius1, bend, b);
}

// Sum of half_i |n . (e_i + own_spin x e_i)| = half_i |n_i + (n x own_spin)_i|.
Lanes own_radius_at_end(const WideQuery& q, const Vec& n) {
  const Vec moved = plus(n, cross(n, all(q.own_spin)));
  return q.half[0] * abs(moved.x) + q.half[1] * abs(moved.y) + q.half[2] * abs(moved.z);
}

Lanes other_face_axis(const WideQuery& q, const Boxes& b, int l) {
  const Vec& n = b.face[l];
  const int j = (l + 1) % 3, m = (l + 2) % 3;
  const Lanes distance = dot(n, b.centre);
  const Vec spin = all(q.spin);
  const Lanes own0 = q.half[0] * abs(n.x) + q.half[1] * abs(n.y) + q.half[2] * abs(n.z);
  const Lanes own1 = q.own_still ? own0 : own_radius_at_end(q, n);
  const Lanes other0 = b.half[l] + q.gap;
  const Lanes other1 =
      other0 + b.half[j] * abs(dot(spin, b.face[m])) + b.half[m] * abs(dot(spin, b.face[j]));
  const Lanes towards = with_sign_of(dot(n, b.velocity), distance);
  const Lanes bend = b.bend_reach * across(dot(all(q.axis), n)) + (q.acceleration + q.own_bend_any);
  return advance(abs(distance) - own0 - other0, abs(distance) + towards - own1 - other1, bend, b);
}

// n = e_i x F_j, not normalised: (g, c, M) scale together, so the root does not change; |n| <= 1.
Lanes edge_axis(const WideQuery& q, const Boxes& b, int i, int j) {
  const Vec& f = b.face[j];
  const Lanes zero = all(0.0f);
  const Vec n =
      i == 0 ? Vec{zero, -f.z, f.y} : (i == 1 ? Vec{f.z, zero, -f.x} : Vec{-f.y, f.x, zero});
  const Lanes length = min(norm(n) + kSlack, all(1.0f) + kSlack);
  const Lanes distance = dot(n, b.centre);
  const Lanes own0 = q.half[0] * abs(n.x) + q.half[1] * abs(n.y) + q.half[2] * abs(n.z);
  const Lanes own1 = q.own_still ? own0 : own_radius_at_end(q, n);
  Lanes other0 = length * q.gap, other1 = other0;
  for (int k = 0; k < 3; ++k) {
    const Lanes along = dot(n, b.face[k]);
    other0 += b.half[k] * abs(along);
    other1 += b.half[k] * abs(along + dot(n, b.face_rate[k]));
  }
  const Lanes towards = with_sign_of(dot(n, b.velocity), distance);
  const Lanes bend = (b.bend_reach + (q.acceleration + q.own_bend_any)) * length;
  return advance(abs(distance) - own0 - other0, abs(distance) + towards - own1 - other1, bend, b);
}

// How a box extends about the line that one of the bodies turns about.
struct Ring {
  Lanes near, far;       // distances to the line
  Lanes middle, height;  // along the line: of the centre, and half the extent
};

Ring ring_of(const WideQuery& q, const Boxes& b) {
  const Vec line = all(q.line);
  const Vec from_line = minus(b.centre, all(q.line_point));
  Ring ring;
  ring.middle = dot(line, from_line);
  const Vec arm = minus(from_line, times(line, ring.middle));
  const Lanes length = norm(arm);
  const Lanes inverse = 1.0f / max(length, all(1e-20f));
  const Vec radial = times(arm, inverse);
  const Vec tangent = cross(line, radial);
  // The shorter the arm, the more its direction is rounding, down to none at all: the extents along
  // it grow likewise. The ball always holds.
  const Lanes arm_error = b.error_begin + sum_abs(q.line_point) * kSlack;
  Lanes reach = b.radius * (arm_error * inverse), width = reach;
  ring.height = all(0.0f);
  for (int k = 0; k < 3; ++k) {
    reach += b.half[k] * abs(dot(radial, b.face[k]));
    width += b.half[k] * abs(dot(tangent, b.face[k]));
    ring.height += b.half[k] * abs(dot(line, b.face[k]));
  }
  const Lanes beyond = length + reach;
  const Lanes corner = sqrt(beyond * beyond + width * width);
  ring.far = min(corner, length + b.radius) * kGrow;
  ring.near = max(length - reach, length - b.radius);
  return ring;
}

// Bounds for any angle. One body is still, the other turns about a line that moves with a point of
// it: both boxes keep their distances to the line, up to its sideways drift.
Lanes revolution(const WideQuery& q, const Boxes& b) {
  const Ring ring = ring_of(q, b);
  const Lanes slack = 2.0f * b.error_end + (q.gap + q.line_drift);
  const Mask apart = (q.own_near - ring.far > slack) | (ring.near - q.own_far > slack);
  Lanes best = apart ? all(kFree) : all(0.0f);
  if (!q.own_still) return best;
  // Along X's face normals: the line's foot, its velocity, the height and the largest radius.
  for (int k = 0; k < 3; ++k) {
    const Lanes foot = q.line_point[k] + q.line[k] * ring.middle;
    const Lanes radius =
        q.half[k] + __builtin_fabsf(q.line[k]) * ring.height + across(all(q.line[k])) * ring.far;
    const Lanes g0 = abs(foot) - radius - q.gap;
    const Lanes g1 = g0 + with_sign_of(all(q.slide[k]), foot);
    best = better(best, advance(g0 - b.error_begin, g1 - b.error_end, all(q.acceleration), b));
  }
  return best;
}

void store(Lanes best, WideResult& result) { *reinterpret_cast<Lanes*>(result.advance) = best; }

void test(const WideQuery& q, const WideObbNode& node, WideResult& result) {
  const Boxes b = place(q, node);
  Lanes best = all(0.0f);
  for (int k = 0; k < 3; ++k) best = better(best, own_face_axis(q, b, k));
  if (all_free(best, node)) return store(best, result);
  for (int k = 0; k < 3; ++k) best = better(best, other_face_axis(q, b, k));
  if (!q.thorough || all_free(best, node)) return store(best, result);
  if (q.may_revolve) best = better(best, revolution(q, b));
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) best = better(best, edge_axis(q, b, i, j));
  }
  store(best, result);
}

}  // namespace
}  // namespace GRAZE_WIDE_NAMESPACE
}  // namespace graze::interval_ccd
