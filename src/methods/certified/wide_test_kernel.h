// SPDX-License-Identifier: MIT
// Question   During which part of a time interval is a moving box surely apart from each of eight?
// Source     Second-order support bounds (docs/methods/certified.md, section 2); the 15 axes of
//            Gottschalk.
// Guarantee  advance >= s proves: no contact of the two boxes on [0, s]. Rounding is covered: u is
//            half an ulp of 1 in float; every computed projection is within 96 u of its terms'
//            magnitude (docs/methods/certified.md, section 5), every root is shrunk by 32 u.
// Changed    Not the paper's intervals: a chord of a concave function and a curvature term, which
//            keep the sign of the closing speed and lose only O(D^2).
//
// Included by one translation unit per instruction set, which gives GRAZE_WIDE_NAMESPACE. Only
// plain vector-extension arithmetic: each operation is one IEEE operation a lane, so all give the
// same bits.
#include "methods/certified/wide_query_kernel.h"

namespace graze::certified {
namespace GRAZE_WIDE_NAMESPACE {
namespace {

constexpr float kEndSlack = 112.0f * kU;      // at the end; keeps the chord from being too flat
constexpr float kGrow = 1.0f + 64.0f * kU;    // upper bounds of non-negative terms
constexpr float kShrink = 1.0f - 32.0f * kU;  // roots
constexpr unsigned kAllLanes = 0xff;
constexpr float kFree = 2.0f;    // apart on all of [0, 1]
constexpr float kTiny = 1e-16f;  // keeps c^2 a normal number; see consider()

// What moves during the interval. A body that stands still needs no ends of its own: with one of
// the two still, which is common, a test has a fifth fewer operations.
enum class Moving { kOwn, kWide, kBoth };

Lanes with_sign_of(Lanes x, Lanes sign) {
  return (Lanes)((Mask)x ^ ((Mask)sign & static_cast<std::int32_t>(0x80000000)));
}
// Bit k: the mask of lane k.
unsigned bits(Mask mask) {
#if defined(__AVX__)
  return static_cast<unsigned>(_mm256_movemask_ps((__m256)mask));
#else
  unsigned result = 0;
  for (int k = 0; k < kWideLanes; ++k) result |= (mask[k] != 0 ? 1u : 0u) << k;
  return result;
#endif
}

Vec cross(const Vec& a, const Vec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Vec plus(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec times(const Vec& a, Lanes s) { return {a.x * s, a.y * s, a.z * s}; }
Vec all(const float* p) { return {all(p[0]), all(p[1]), all(p[2])}; }
Lanes norm(const Vec& a) { return sqrt(dot(a, a)); }

// The eight boxes, their first-order motion and their second-order bound.
struct Boxes : PlacedBoxes {
  Lanes along[3];     // w . F_j
  Lanes velocity[3];  // of the centres relative to X's
  Lanes bend_reach;   // curvature * distance to the axis (or to the reference point), rounded up
  Lanes radius;
  Lanes margin_begin, margin_end;  // what a projection may err by at 0 and 1, and the gap
  // Along e_k: |e_k x axis|, and what is the same for all eight of the second-order bound; rounded
  // up.
  alignas(32) float own_across[kWideLanes], own_bend[kWideLanes];
  float bend_any;  // the latter for any unit vector
};

// |n x axis| for a unit n with n . axis = a, rounded up.
Lanes across(Lanes a) { return sqrt((1.0f + kSlack) - a * a); }

// Where only X's body moves, velocities are the drift and the boxes do not bend.
void place_motion(const WideQuery& q, const Vec& offset, Lanes terms, Boxes& b) {
  const Vec swing = cross(all(q.spin), offset);
  b.velocity[0] = swing.x + q.drift[0];
  b.velocity[1] = swing.y + q.drift[1];
  b.velocity[2] = swing.z + q.drift[2];
  const Vec axis = all(q.axis);
  const Vec from_reference = minus(centre_of(b), all(q.reference));
  const Vec arm = minus(from_reference, times(axis, dot(axis, from_reference)));
  b.bend_reach = ((norm(arm) + b.radius) * kGrow + (terms + sum_abs(q.reference)) * kSlack) *
                 (q.curvature * kGrow);
  for (int j = 0; j < 3; ++j) b.along[j] = dot(all(q.spin), face_of(b, j));
  *reinterpret_cast<Lanes*>(b.own_across) = across(load(q.axis));
}

template <Moving moving>
GRAZE_INLINE void put_own_bend(const WideQuery& q, Boxes& b) {
  Lanes along = all(q.acceleration * kGrow);
  b.bend_any = q.acceleration * kGrow;
  if constexpr (moving != Moving::kWide) {
    along = (q.own_turning * across(load(q.own_axis)) + (q.own_straight + q.acceleration)) * kGrow;
    b.bend_any = (q.own_turning + (q.own_straight + q.acceleration)) * kGrow;
  }
  *reinterpret_cast<Lanes*>(b.own_bend) = along;
}

template <Moving moving>
GRAZE_INLINE void place(const WideQuery& q, const WideObbNode& node, Boxes& b) {
  const Vec local = {load(node.centre[0]) * q.scale, load(node.centre[1]) * q.scale,
                     load(node.centre[2]) * q.scale};
  place_faces(q, node, b);
  b.radius = load(node.radius) * q.scale;
  const Vec offset = {turned(q, 0, local), turned(q, 1, local), turned(q, 2, local)};
  b.centre[0] = offset.x + q.origin[0];
  b.centre[1] = offset.y + q.origin[1];
  b.centre[2] = offset.z + q.origin[2];
  const Lanes terms = abs(local.x) + abs(local.y) + abs(local.z) + b.half[0] + b.half[1] +
                      b.half[2] + (sum_abs(q.origin) + sum_abs(q.half));
  const float spins = sum_abs(q.spin) + sum_abs(q.own_spin);
  b.margin_begin = terms * kSlack + (q.error_begin + q.gap);
  b.margin_end = (terms * (1.0f + spins) + sum_abs(q.drift)) * kEndSlack + (q.error_end + q.gap);
  if constexpr (moving != Moving::kOwn) {
    place_motion(q, offset, terms, b);
  } else {
    for (int k = 0; k < 3; ++k) b.velocity[k] = all(q.drift[k]);
  }
  put_own_bend<moving>(q, b);
}

// What several directions prove together.
struct Proof {
  Lanes half_advance;  // of the farthest root of a direction's bound
  Lanes end;           // > 0: one direction proves all of [0, 1]
};

// NaN (from infinite bounds) never wins.
Lanes better(Lanes best, Lanes candidate) { return candidate > best ? candidate : best; }

// One direction: g and p are lower bounds of the concave support function at 0 and 1, `bend` is
// above M by a few roundings. With c = max(g - p, 0) the root of g - c s - M s^2 / 2 is
// 2 g / (c + sqrt(c^2 + 2 M g)); for g <= 0 this is not positive, or not a number. kTiny keeps c^2
// a normal number and only steepens the chord. Infinite terms make p -infinity or not a number:
// then so is c, its root is zero or not a number, and min passes p on.
void consider(Proof& proof, Lanes g, Lanes p, Lanes bend) {
  const Lanes c = max(all(kTiny), g - p);  // in this order not a number stays one
  const Lanes root = sqrt(c * c + (bend + bend) * g);
  proof.half_advance = better(proof.half_advance, g / (c + root));
  proof.end = better(proof.end, min(g, p - 0.5f * bend));
}

template <Moving moving, int k>
GRAZE_INLINE void own_face_axis(const WideQuery& q, const Boxes& b, Proof& proof) {
  constexpr int i = (k + 1) % 3, j = (k + 2) % 3;
  const Lanes distance = abs(b.centre[k]);
  Lanes shadow0 =
      b.half[0] * abs(b.face[k][0]) + b.half[1] * abs(b.face[k][1]) + b.half[2] * abs(b.face[k][2]);
  Lanes shadow1 = shadow0, bend = all(b.own_bend[k]);
  if constexpr (moving != Moving::kOwn) {
    shadow1 = all(0.0f);
    for (int f = 0; f < 3; ++f) {
      const Lanes rate = q.spin[i] * b.face[j][f] - q.spin[j] * b.face[i][f];
      shadow1 += b.half[f] * abs(b.face[k][f] + rate);
    }
    bend += b.bend_reach * b.own_across[k];
  }
  // e_k . (own_spin x e_i) is a component of own_spin.
  const float own1 = q.half[k] + q.half[i] * __builtin_fabsf(q.own_spin[j]) +
                     q.half[j] * __builtin_fabsf(q.own_spin[i]);
  const Lanes towards = with_sign_of(b.velocity[k], b.centre[k]);
  consider(proof, distance - (q.half[k] + b.margin_begin + shadow0),
           distance + towards - (own1 + b.margin_end + shadow1), bend);
}

// Sum of half_i |n . (e_i + own_spin x e_i)| = half_i |n_i + (n x own_spin)_i|.
Lanes own_radius_at_end(const WideQuery& q, const Vec& n) {
  const Vec moved = plus(n, cross(n, all(q.own_spin)));
  return q.half[0] * abs(moved.x) + q.half[1] * abs(moved.y) + q.half[2] * abs(moved.z);
}

template <Moving moving, int l>
GRAZE_INLINE void other_face_axis(const WideQuery& q, const Boxes& b, Proof& proof) {
  constexpr int j = (l + 1) % 3, m = (l + 2) % 3;
  const Vec n = face_of(b, l);
  const Lanes distance = dot(n, centre_of(b));
  const Lanes own0 = q.half[0] * abs(n.x) + q.half[1] * abs(n.y) + q.half[2] * abs(n.z);
  Lanes own1 = own0, other1 = b.half[l], bend = all(b.bend_any);
  if constexpr (moving != Moving::kWide) own1 = own_radius_at_end(q, n);
  if constexpr (moving != Moving::kOwn) {
    other1 += b.half[j] * abs(b.along[m]) + b.half[m] * abs(b.along[j]);
    bend += b.bend_reach * across(b.along[l] * q.inverse_spin);
  }
  const Lanes towards =
      with_sign_of(dot(n, {b.velocity[0], b.velocity[1], b.velocity[2]}), distance);
  consider(proof, abs(distance) - (own0 + b.half[l] + b.margin_begin),
           abs(distance) + towards - (own1 + other1 + b.margin_end), bend);
}

// Where a distance is asked for, not only a contact: along a face's normal boxes may be nearer than
// they are by a factor of up to sqrt 3 and more, along the way from one to the other they are not.
template <Moving moving>
__attribute__((noinline)) void way_axis(const WideQuery& q, const Boxes& b, Proof& proof) {
  const Vec way = nearest_way(q, b);
  const Vec n = times(way, 1.0f / max(norm(way), all(kShortest)));  // at most 1 + 8 u long
  const Lanes distance = dot(n, centre_of(b));
  const Lanes own0 = q.half[0] * abs(n.x) + q.half[1] * abs(n.y) + q.half[2] * abs(n.z);
  Lanes other0 = all(0.0f), own1 = own0, bend = all(b.bend_any);
  for (int j = 0; j < 3; ++j) other0 += b.half[j] * abs(dot(n, face_of(b, j)));
  Lanes other1 = other0;
  if constexpr (moving != Moving::kWide) own1 = own_radius_at_end(q, n);
  if constexpr (moving != Moving::kOwn) {
    const Vec moved = plus(n, cross(n, all(q.spin)));  // n . (w x F) = (n x w) . F
    other1 = all(0.0f);
    for (int j = 0; j < 3; ++j) other1 += b.half[j] * abs(dot(moved, face_of(b, j)));
    bend += b.bend_reach;
  }
  const Lanes towards =
      with_sign_of(dot(n, {b.velocity[0], b.velocity[1], b.velocity[2]}), distance);
  consider(proof, abs(distance) - (own0 + other0 + b.margin_begin),
           abs(distance) + towards - (own1 + other1 + b.margin_end), bend);
}

// n = e_i x F_j, not normalised: (g, c, M) scale together, so the root does not change; |n| <= 1.
// F is right-handed, so n . F_k and n . (w x F_k) are components of F: with (j, k, l) in order,
//   n . F_j = 0,                        n . F_k = F_il,              n . F_l = -F_ik,
//   n . (w x F_j) = w_i - F_ij (w.F_j), n . (w x F_k) = -F_ik (w.F_j), likewise for l.
template <Moving moving, int i, int j>
GRAZE_INLINE void edge_axis(const WideQuery& q, const Boxes& b, Proof& proof) {
  constexpr int p = (i + 1) % 3, r = (i + 2) % 3, k = (j + 1) % 3, l = (j + 2) % 3;
  const Lanes fp = b.face[p][j], fr = b.face[r][j];
  const Lanes distance = fp * b.centre[r] - fr * b.centre[p];
  const Lanes speed = fp * b.velocity[r] - fr * b.velocity[p];
  const Lanes own0 = q.half[p] * abs(fr) + q.half[r] * abs(fp);
  const Lanes other0 = b.half[k] * abs(b.face[i][l]) + b.half[l] * abs(b.face[i][k]);
  Lanes own1 = own0, other1 = other0, bend = all(b.bend_any);
  if constexpr (moving != Moving::kWide) {  // own_radius_at_end for n_i = 0, n_p = -fr, n_r = fp
    own1 = q.half[i] * abs(fr * q.own_spin[r] + fp * q.own_spin[p]) +
           q.half[p] * abs(fp * q.own_spin[i] - fr) + q.half[r] * abs(fr * q.own_spin[i] + fp);
  }
  if constexpr (moving != Moving::kOwn) {
    const Lanes w = b.along[j];
    other1 = b.half[j] * abs(q.spin[i] - b.face[i][j] * w) +
             b.half[k] * abs(b.face[i][l] - b.face[i][k] * w) +
             b.half[l] * abs(b.face[i][k] + b.face[i][l] * w);
    bend += b.bend_reach;
  }
  const Lanes towards = with_sign_of(speed, distance);
  consider(proof, abs(distance) - (own0 + other0 + b.margin_begin),
           abs(distance) + towards - (own1 + other1 + b.margin_end), bend);
}

// How a box extends about the line that one of the bodies turns about.
struct Ring {
  Lanes near, far;       // distances to the line
  Lanes middle, height;  // along the line: of the centre, and half the extent
};

Ring ring_of(const WideQuery& q, const Boxes& b) {
  const Vec line = all(q.line);
  const Vec from_line = minus(centre_of(b), all(q.line_point));
  Ring ring;
  ring.middle = dot(line, from_line);
  const Vec arm = minus(from_line, times(line, ring.middle));
  const Lanes length = norm(arm);
  const Lanes inverse = 1.0f / max(length, all(1e-20f));
  const Vec radial = times(arm, inverse);
  const Vec tangent = cross(line, radial);
  // The shorter the arm, the more its direction is rounding, down to none at all: the extents along
  // it grow likewise. The ball always holds.
  const Lanes arm_error = b.margin_begin + sum_abs(q.line_point) * kSlack;
  Lanes reach = b.radius * (arm_error * inverse), width = reach;
  ring.height = all(0.0f);
  for (int k = 0; k < 3; ++k) {
    reach += b.half[k] * abs(dot(radial, face_of(b, k)));
    width += b.half[k] * abs(dot(tangent, face_of(b, k)));
    ring.height += b.half[k] * abs(dot(line, face_of(b, k)));
  }
  const Lanes beyond = length + reach;
  const Lanes corner = sqrt(beyond * beyond + width * width);
  ring.far = min(corner, length + b.radius) * kGrow;
  ring.near = max(length - reach, length - b.radius);
  return ring;
}

// Bounds for any angle. One body is still, the other turns about a line that moves with a point of
// it: both boxes keep their distances to the line, up to its sideways drift.
template <Moving moving>
__attribute__((noinline)) void revolution(const WideQuery& q, const Boxes& b, Proof& proof) {
  const Ring ring = ring_of(q, b);
  const Lanes slack = 2.0f * b.margin_end + q.line_drift;
  const Mask apart = (q.own_near - ring.far > slack) | (ring.near - q.own_far > slack);
  proof.end = apart ? all(kFree) : proof.end;
  if constexpr (moving != Moving::kWide) return;
  // Along X's face normals: the line's foot, its velocity, the height and the largest radius.
  for (int k = 0; k < 3; ++k) {
    const Lanes foot = q.line_point[k] + q.line[k] * ring.middle;
    const Lanes radius =
        q.half[k] + __builtin_fabsf(q.line[k]) * ring.height + across(all(q.line[k])) * ring.far;
    const Lanes g0 = abs(foot) - radius;
    const Lanes g1 = g0 + with_sign_of(all(q.slide[k]), foot);
    const Lanes magnitude = (abs(g0) + abs(g1)) * (4.0f * kU);
    consider(proof, g0 - 2.0f * b.margin_begin, g1 - 2.0f * b.margin_end - magnitude,
             all(q.acceleration * kGrow));
  }
}

void store(const Proof& proof, WideResult& result) {
  const Mask is_free = proof.end > 0.0f;
  const Lanes advance = is_free ? all(kFree) : proof.half_advance * (2.0f * kShrink);
  *reinterpret_cast<Lanes*>(result.advance) = advance;
  result.waiting = bits(advance < 1.0f);
}

template <Moving moving>
void test_query(const WideQuery& q, const WideObbNode& node, WideResult& result) {
  Boxes b;
  place<moving>(q, node, b);
  Proof proof{all(0.0f), b.radius < 0.0f ? all(kFree) : all(0.0f)};  // empty lanes are free
  own_face_axis<moving, 0>(q, b, proof);
  own_face_axis<moving, 1>(q, b, proof);
  own_face_axis<moving, 2>(q, b, proof);
  if (bits(proof.end > 0.0f) == kAllLanes) return store(proof, result);
  other_face_axis<moving, 0>(q, b, proof);
  other_face_axis<moving, 1>(q, b, proof);
  other_face_axis<moving, 2>(q, b, proof);
  if (!q.edges || bits(proof.end > 0.0f) == kAllLanes) return store(proof, result);
  if (q.gap > 0.0f) {
    way_axis<moving>(q, b, proof);
    if (bits(proof.end > 0.0f) == kAllLanes) return store(proof, result);
  }
  if (q.may_revolve) revolution<moving>(q, b, proof);
  edge_axis<moving, 0, 0>(q, b, proof);
  edge_axis<moving, 0, 1>(q, b, proof);
  edge_axis<moving, 0, 2>(q, b, proof);
  edge_axis<moving, 1, 0>(q, b, proof);
  edge_axis<moving, 1, 1>(q, b, proof);
  edge_axis<moving, 1, 2>(q, b, proof);
  edge_axis<moving, 2, 0>(q, b, proof);
  edge_axis<moving, 2, 1>(q, b, proof);
  edge_axis<moving, 2, 2>(q, b, proof);
  store(proof, result);
}

void test(const LaneBox& x, const WideObbNode& node, const View& view, const QuerySetting& setting,
          WideResult& result) {
  WideQuery query;
  write_query(x, node, view, setting, query);
  if (view.wide_still) return test_query<Moving::kOwn>(query, node, result);
  if (view.own_still) return test_query<Moving::kWide>(query, node, result);
  test_query<Moving::kBoth>(query, node, result);
}

}  // namespace
}  // namespace GRAZE_WIDE_NAMESPACE
}  // namespace graze::certified
