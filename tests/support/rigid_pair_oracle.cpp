// SPDX-License-Identifier: MIT
#include "support/rigid_pair_oracle.h"

#include <algorithm>
#include <cmath>

#include "graze/motion/motion_kinds.h"

namespace graze::test {
namespace {
using Vec = std::array<long double, 3>;

Vec vec(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
Vec operator+(const Vec& a, const Vec& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Vec operator-(const Vec& a, const Vec& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vec operator*(long double s, const Vec& v) { return {s * v[0], s * v[1], s * v[2]}; }
long double dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
long double length(const Vec& v) { return std::sqrt(dot(v, v)); }
Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
long double clamped(long double s) { return std::clamp(s, 0.0L, 1.0L); }

long double point_segment(const Vec& p, const Vec& a, const Vec& b) {
  const long double length_sq = dot(b - a, b - a);
  const long double s = length_sq > 0.0L ? clamped(dot(p - a, b - a) / length_sq) : 0.0L;
  return length(p - (a + s * (b - a)));
}

/// The least over the four ends, and over the common normal where it meets both.
long double segment_segment(const std::array<Vec, 3>& a, const std::array<Vec, 3>& b) {
  long double least = std::min({point_segment(a[0], b[0], b[1]), point_segment(a[1], b[0], b[1]),
                                point_segment(b[0], a[0], a[1]), point_segment(b[1], a[0], a[1])});
  const Vec u = a[1] - a[0], v = b[1] - b[0], w = b[0] - a[0], n = cross(u, v);
  const long double n_sq = dot(n, n);
  if (n_sq == 0.0L) return least;
  const long double s = dot(cross(w, v), n) / n_sq, r = dot(cross(w, u), n) / n_sq;
  if (s < 0.0L || s > 1.0L || r < 0.0L || r > 1.0L) return least;
  return std::min(least, length(w + r * v - s * u));
}

long double point_triangle(const Vec& p, const std::array<Vec, 3>& f) {
  long double least = std::min(
      {point_segment(p, f[0], f[1]), point_segment(p, f[1], f[2]), point_segment(p, f[2], f[0])});
  const Vec n = cross(f[1] - f[0], f[2] - f[0]);
  const long double n_sq = dot(n, n);
  if (n_sq == 0.0L) return least;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec edge = f[(k + 1) % 3] - f[k];
    if (dot(cross(edge, p - f[k]), n) < 0.0L) return least;
  }
  return std::min(least, std::fabs(dot(p - f[0], n)) / std::sqrt(n_sq));
}
}  // namespace

RigidPairOracle::Primitive RigidPairOracle::read(const RigidPrimitive& primitive) {
  const auto track = std::get<TrackDescription>(describe(primitive.motion));
  Primitive result{};
  result.count = primitive.count;
  for (std::size_t k = 0; k < 3; ++k) result.corners[k] = vec(primitive.corners[k]);
  const auto formula = std::get<SixParametersFormula>(track.segments.at(0).formula);
  result.position = vec(formula.begin.position);
  result.travel = vec(formula.end.position) - result.position;
  result.rotation = vec(formula.begin.rotation_vector);
  result.growth = vec(formula.end.rotation_vector) - result.rotation;
  return result;
}

RigidPairOracle::RigidPairOracle(const RigidPrimitive& a, const RigidPrimitive& b)
    : a_(read(a)), b_(read(b)) {}

std::array<Vec, 3> RigidPairOracle::Primitive::at(long double t) const {
  const Vec r = rotation + t * growth;
  const long double angle = length(r);
  const Vec axis = angle > 0.0L ? (1.0L / angle) * r : Vec{0.0L, 0.0L, 1.0L};
  std::array<Vec, 3> placed;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec& p = corners[k];
    placed[k] = std::cos(angle) * p + std::sin(angle) * cross(axis, p) +
                ((1.0L - std::cos(angle)) * dot(axis, p)) * axis + position + t * travel;
  }
  return placed;
}

// The angular speed of exp(r(t)) never exceeds |r'|.
long double RigidPairOracle::Primitive::speed() const {
  long double farthest = 0.0L;
  for (int k = 0; k < count; ++k) {
    farthest = std::max(farthest, length(corners[static_cast<std::size_t>(k)]));
  }
  return length(travel) + length(growth) * farthest;
}

long double RigidPairOracle::distance(double t) const {
  const auto a = a_.at(t), b = b_.at(t);
  if (a_.count == 2 && b_.count == 2) return segment_segment(a, b);
  return a_.count == 1 ? point_triangle(a[0], b) : point_triangle(b[0], a);
}

std::optional<double> RigidPairOracle::first_within(long double limit) {
  constexpr int kMostSamples = 1'000'000;
  const long double speed = a_.speed() + b_.speed();
  long double t = 0.0L;
  for (int k = 0; k < kMostSamples; ++k) {
    const long double d = distance(static_cast<double>(t));
    if (d <= limit) return static_cast<double>(t);
    t += (d - 0.5L * limit) / std::max(speed, 1e-300L);
    if (t > 1.0L) return std::nullopt;
  }
  gave_up = true;
  return std::nullopt;
}

}  // namespace graze::test
