// SPDX-License-Identifier: MIT
// Points and triangles in double or in quadruple precision. Nothing here is the library's.
#pragma once
#include <quadmath.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace graze::attack {

__extension__ typedef __float128 Quad;

inline double sine(double x) { return std::sin(x); }
inline double cosine(double x) { return std::cos(x); }
inline double root(double x) { return std::sqrt(x); }
inline Quad sine(Quad x) { return sinq(x); }
inline Quad cosine(Quad x) { return cosq(x); }
inline Quad root(Quad x) { return sqrtq(x); }

template <typename S>
struct Point {
  S x{}, y{}, z{};
  friend Point operator+(const Point& p, const Point& q) {
    return {p.x + q.x, p.y + q.y, p.z + q.z};
  }
  friend Point operator-(const Point& p, const Point& q) {
    return {p.x - q.x, p.y - q.y, p.z - q.z};
  }
  friend Point operator*(S s, const Point& p) { return {s * p.x, s * p.y, s * p.z}; }
};

template <typename S>
S dot(const Point<S>& p, const Point<S>& q) {
  return p.x * q.x + p.y * q.y + p.z * q.z;
}
template <typename S>
Point<S> cross(const Point<S>& p, const Point<S>& q) {
  return {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}
template <typename S>
S length(const Point<S>& p) {
  return root(dot(p, p));
}
template <typename S>
S limited(S x) {
  return x < S(0) ? S(0) : (x > S(1) ? S(1) : x);
}

template <typename S>
using Facet = std::array<Point<S>, 3>;

template <typename S>
S to_segment(const Point<S>& p, const Point<S>& a, const Point<S>& b) {
  const Point<S> ab = b - a;
  const S square = dot(ab, ab);
  const S t = square > S(0) ? limited(S(dot(p - a, ab) / square)) : S(0);
  return length(p - (a + t * ab));
}

/// The least of a point's distances to the edges, and to the face if it is over it.
template <typename S>
S to_facet(const Point<S>& p, const Facet<S>& f) {
  S least = to_segment(p, f[0], f[1]);
  least = std::min(least, to_segment(p, f[1], f[2]));
  least = std::min(least, to_segment(p, f[2], f[0]));
  const Point<S> n = cross(f[1] - f[0], f[2] - f[0]);
  const S size = length(n);
  if (!(size > S(0))) return least;
  for (int k = 0; k < 3; ++k) {
    if (dot(cross(f[(k + 1) % 3] - f[k], p - f[k]), n) < S(0)) return least;
  }
  const S height = dot(p - f[0], n) / size;
  return std::min(least, height < S(0) ? -height : height);
}

/// Along their common perpendicular, where it meets both segments; else no less than `most`.
template <typename S>
S between_segments(const Point<S>& p, const Point<S>& q, const Point<S>& a, const Point<S>& b,
                   S most) {
  const Point<S> u = q - p, v = b - a, n = cross(u, v);
  const S square = dot(n, n);
  if (!(square > S(0))) return most;
  const S s = dot(cross(a - p, v), n), t = dot(cross(a - p, u), n);
  if (s < S(0) || s > square || t < S(0) || t > square) return most;
  const S height = dot(a - p, n) / root(square);
  return std::min(most, height < S(0) ? -height : height);
}

/// A segment goes through a facet, with at least `margin` to spare on all sides.
template <typename S>
bool pierces(const Point<S>& p, const Point<S>& q, const Facet<S>& f, S margin) {
  const Point<S> n = cross(f[1] - f[0], f[2] - f[0]);
  const S size = length(n);
  if (!(size > S(0))) return false;
  const S hp = dot(p - f[0], n) / size, hq = dot(q - f[0], n) / size;
  if (!((hp > margin && hq < -margin) || (hp < -margin && hq > margin))) return false;
  const Point<S> at = p + S(hp / (hp - hq)) * (q - p);
  for (int k = 0; k < 3; ++k) {
    const Point<S> edge = f[(k + 1) % 3] - f[k];
    if (!(dot(cross(edge, at - f[k]), n) > margin * size * length(edge))) return false;
  }
  return true;
}

template <typename S>
bool cross_by(const Facet<S>& a, const Facet<S>& b, S margin) {
  for (int k = 0; k < 3; ++k) {
    if (pierces(a[k], a[(k + 1) % 3], b, margin) || pierces(b[k], b[(k + 1) % 3], a, margin)) {
      return true;
    }
  }
  return false;
}

template <typename S>
S distance(const Facet<S>& a, const Facet<S>& b) {
  if (cross_by(a, b, S(0))) return S(0);
  S least = to_facet(a[0], b);
  for (int i = 0; i < 3; ++i) {
    least = std::min(least, std::min(to_facet(a[i], b), to_facet(b[i], a)));
    for (int j = 0; j < 3; ++j) {
      least = between_segments(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3], least);
    }
  }
  return least;
}

}  // namespace graze::attack
