// SPDX-License-Identifier: MIT
// Where the links of an arm are, and how they move, at four instants side by side. Included by
// rake_kernel.h, once per instruction set.
#include "query/edges/rake.h"
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace graze::query::edges {
namespace GRAZE_RAKE_NAMESPACE {
namespace {

typedef double Four __attribute__((vector_size(32)));
typedef std::int64_t FourInts __attribute__((vector_size(32)));

constexpr unsigned kAllTines = (1u << kTines) - 1u;
constexpr double kInfinite = __builtin_huge_val();
constexpr int kMostPlanes = 6;

inline Four all(double x) { return Four{x, x, x, x}; }

#if defined(__AVX__)
inline unsigned bits(const FourInts& mask) {
  return static_cast<unsigned>(_mm256_movemask_pd((__m256d)mask));
}
inline Four least(const Four& x, const Four& y) {
  return (Four)_mm256_min_pd((__m256d)x, (__m256d)y);
}
inline Four most(const Four& x, const Four& y) {
  return (Four)_mm256_max_pd((__m256d)x, (__m256d)y);
}
inline Four root(const Four& x) { return (Four)_mm256_sqrt_pd((__m256d)x); }
#else
inline unsigned bits(const FourInts& mask) {
  return static_cast<unsigned>((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
}
inline Four least(const Four& x, const Four& y) { return x < y ? x : y; }
inline Four most(const Four& x, const Four& y) { return x > y ? x : y; }
inline Four root(const Four& x) {
  return Four{__builtin_sqrt(x[0]), __builtin_sqrt(x[1]), __builtin_sqrt(x[2]),
              __builtin_sqrt(x[3])};
}
#endif
inline Four size_of(const Four& x) { return (Four)((FourInts)x & 0x7fffffffffffffff); }

struct V3 {
  Four x, y, z;
};
inline V3 operator+(const V3& a, const V3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline V3 operator-(const V3& a, const V3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline V3 operator-(const V3& a) { return {-a.x, -a.y, -a.z}; }
inline V3 operator*(const V3& a, const Four& s) { return {a.x * s, a.y * s, a.z * s}; }
inline V3 cross(const V3& a, const V3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Four dot(const V3& a, const V3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Four dot(const V3& a, const double* b) {
  return a.x * all(b[0]) + a.y * all(b[1]) + a.z * all(b[2]);
}

/// Within 2^-40 for |x| <= 2^20: Cody and Waite's reduction, Taylor's polynomials.
inline void sin_cos(const Four& x, Four& sine, Four& cosine) {
  const Four shifted = x * all(0x1.45f306dc9c883p-1) + all(0x1.8p52);
  const Four k = shifted - all(0x1.8p52);
  const FourInts turns = (FourInts)shifted;
  const Four r = (x - k * all(0x1.921fb54p+0)) - k * all(0x1.10b4611a62633p-30);
  const Four z = r * r;
  Four s = all(0x1.6124613a86d09p-33), c = all(0x1.1eed8eff8d898p-29);
  for (const double a : {-0x1.ae64567f544e4p-26, 0x1.71de3a556c734p-19, -0x1.a01a01a01a01ap-13,
                         0x1.1111111111111p-7, -0x1.5555555555555p-3}) {
    s = s * z + all(a);
  }
  for (const double a : {-0x1.27e4fb7789f5cp-22, 0x1.a01a01a01a01ap-16, -0x1.6c16c16c16c17p-10,
                         0x1.5555555555555p-5, -0.5}) {
    c = c * z + all(a);
  }
  s = r + r * z * s;
  c = all(1.0) + z * c;
  const FourInts is_odd = -(turns & 1);
  const FourInts sine_sign = (turns & 2) << 62, cosine_sign = ((turns + 1) & 2) << 62;
  sine = (Four)((((FourInts)s & ~is_odd) | ((FourInts)c & is_odd)) ^ sine_sign);
  cosine = (Four)((((FourInts)c & ~is_odd) | ((FourInts)s & is_odd)) ^ cosine_sign);
}

/// Velocity of the link's point at p: v + w x p, by s.
struct Twist {
  V3 w, v;
};

struct LinkState {
  V3 x, y, z, origin;
  Twist twist;

  V3 place(const double* p) const {
    return {x.x * all(p[0]) + y.x * all(p[1]) + z.x * all(p[2]) + origin.x,
            x.y * all(p[0]) + y.y * all(p[1]) + z.y * all(p[2]) + origin.y,
            x.z * all(p[0]) + y.z * all(p[1]) + z.z * all(p[2]) + origin.z};
  }
  V3 turned(double a, double b, double c) const {
    return {x.x * all(a) + y.x * all(b) + z.x * all(c), x.y * all(a) + y.y * all(b) + z.y * all(c),
            x.z * all(a) + y.z * all(b) + z.z * all(c)};
  }
};

inline LinkState world_state() {
  const Four one = all(1.0), zero = all(0.0);
  const V3 none{zero, zero, zero};
  return {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}, none, {none, none}};
}

inline LinkState below(const LinkState& parent, const ArmLink& link, const RakeQuestion& q,
                       const Four& middle) {
  const double* m = link.parent_from_joint;
  LinkState state{parent.turned(m[0], m[3], m[6]), parent.turned(m[1], m[4], m[7]),
                  parent.turned(m[2], m[5], m[8]), parent.place(link.offset), parent.twist};
  if (link.joint < 0) return state;
  const Four step = all(q.step[link.joint]);
  const Four value = all(q.from[link.joint]) + middle * step;
  if (link.slides) {
    state.origin = state.origin + state.z * value;
    state.twist.v = state.twist.v + state.z * step;
    return state;
  }
  Four sine, cosine;
  sin_cos(value, sine, cosine);
  const V3 x = state.x * cosine + state.y * sine;
  state.y = state.y * cosine - state.x * sine;
  state.x = x;
  state.twist.w = state.twist.w + state.z * step;
  state.twist.v = state.twist.v + cross(state.origin, state.z) * step;
  return state;
}

}  // namespace
}  // namespace GRAZE_RAKE_NAMESPACE
}  // namespace graze::query::edges
