// SPDX-License-Identifier: MIT
// Question   How do matrix, quaternion, rotation vector, axis and angle of a rotation relate? [C1]
// Source     Rodrigues' formula; Shepperd 1978 (quaternion by the largest component); Higham 1986
//            (polar factor by Newton's iteration).
// Guarantee  Equal bits on every machine. Doubles carry errors of a few ulps; enclosures contain.
// Changed    Half a turn has a defined axis.
#include "graze/math/rotation.h"

#include <algorithm>
#include <utility>

namespace graze {
namespace {

double dot_product(const Vec3& a, const Vec3& b) {
  return (a.x() * b.x() + a.y() * b.y()) + a.z() * b.z();
}

/// Length without overflow or underflow on the way.
double length(const Vec3& v) {
  const double size = std::max({std::fabs(v.x()), std::fabs(v.y()), std::fabs(v.z())});
  if (!(size > 0.0)) return 0.0;
  const Vec3 scaled(v.x() / size, v.y() / size, v.z() / size);
  return size * std::sqrt(dot_product(scaled, scaled));
}

double determinant(const Mat3& m) {
  const Vec3 a = m.col(0), b = m.col(1), c = m.col(2);
  const Vec3 cross_bc(b.y() * c.z() - b.z() * c.y(), b.z() * c.x() - b.x() * c.z(),
                      b.x() * c.y() - b.y() * c.x());
  return dot_product(a, cross_bc);
}

Mat3 cofactors(const Mat3& m) {
  Mat3 c;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      c(i, j) = m(i1, j1) * m(i2, j2) - m(i1, j2) * m(i2, j1);
    }
  }
  return c;
}

Quat normalized_quaternion(double w, double x, double y, double z) {
  const double norm = std::sqrt((w * w + x * x) + (y * y + z * z));
  const double sign = w < 0.0 ? -1.0 : 1.0;
  return {sign * w / norm, sign * x / norm, sign * y / norm, sign * z / norm};
}

}  // namespace

Mat3 rotation_about(const Vec3& axis, double angle) {
  const double size = length(axis);
  if (size == 0.0) return Mat3::Identity();
  const Vec3 u(axis.x() / size, axis.y() / size, axis.z() / size);
  const SinCos at = sin_cos(angle);
  const SinCos half = sin_cos(0.5 * angle);
  const double versine = 2.0 * half.sin * half.sin;  // 1 - cos without cancellation
  Mat3 r;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    r(i, i) = 1.0 - versine * (u[j] * u[j] + u[k] * u[k]);
    r(j, i) = versine * u[i] * u[j] + at.sin * u[k];
    r(i, j) = versine * u[i] * u[j] - at.sin * u[k];
  }
  return r;
}

IntervalMat3 rotation_about(const IntervalVec3& u, const Interval& angle) {
  const IntervalSinCos at = sin_cos(angle);
  const Interval versine = 2.0 * sqr(sin(0.5 * angle));
  IntervalMat3 r;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    r(i, i) = Interval(1.0) - versine * (sqr(u[j]) + sqr(u[k]));
    const Interval symmetric = versine * (u[i] * u[j]);
    const Interval skew = at.sin * u[k];
    r(j, i) = symmetric + skew;
    r(i, j) = symmetric - skew;
  }
  return r;
}

Mat3 rotation_from_vector(const Vec3& rotation_vector) {
  return rotation_about(rotation_vector, length(rotation_vector));
}

Vec3 vector_from_rotation(const Mat3& rotation) {
  const AxisAngle turn = axis_angle(rotation);
  return {turn.axis.x() * turn.angle, turn.axis.y() * turn.angle, turn.axis.z() * turn.angle};
}

AxisAngle axis_angle(const Quat& q) {
  const Vec3 v(q.x(), q.y(), q.z());
  const double size = length(v);
  if (size == 0.0) return {};
  const double sign = q.w() < 0.0 ? -1.0 : 1.0;
  return {Vec3(sign * v.x() / size, sign * v.y() / size, sign * v.z() / size),
          2.0 * atan2(size, std::fabs(q.w()))};
}

AxisAngle axis_angle(const Mat3& rotation) {
  return axis_angle(quaternion_from_rotation(rotation));
}

AxisAngle axis_angle_between(const Mat3& from, const Mat3& to) {
  return axis_angle(times(to, Mat3(from.transpose())));
}

Quat quaternion_from_rotation(const Mat3& m) {
  const double trace = (m(0, 0) + m(1, 1)) + m(2, 2);
  int i = 0;
  if (m(1, 1) > m(i, i)) i = 1;
  if (m(2, 2) > m(i, i)) i = 2;
  if (trace >= m(i, i)) {
    return normalized_quaternion(1.0 + trace, m(2, 1) - m(1, 2), m(0, 2) - m(2, 0),
                                 m(1, 0) - m(0, 1));
  }
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  double xyz[3];
  xyz[i] = ((1.0 + m(i, i)) - m(j, j)) - m(k, k);
  xyz[j] = m(i, j) + m(j, i);
  xyz[k] = m(i, k) + m(k, i);
  return normalized_quaternion(m(k, j) - m(j, k), xyz[0], xyz[1], xyz[2]);
}

Mat3 rotation_from_quaternion(const Quat& q) {
  const double v[3] = {q.x(), q.y(), q.z()};
  const double w = q.w();
  const double scale = 2.0 / ((w * w + v[0] * v[0]) + (v[1] * v[1] + v[2] * v[2]));
  Mat3 r;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    r(i, i) = 1.0 - scale * (v[j] * v[j] + v[k] * v[k]);
    r(j, i) = scale * (v[i] * v[j] + w * v[k]);
    r(i, j) = scale * (v[i] * v[j] - w * v[k]);
  }
  return r;
}

double orthonormality_error(const Mat3& m) {
  double sum = 0.0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double entry = dot_product(m.col(i), m.col(j)) - (i == j ? 1.0 : 0.0);
      sum += entry * entry;
    }
  }
  return std::sqrt(sum);
}

bool is_rotation(const Mat3& m, double tolerance) {
  return orthonormality_error(m) <= tolerance && determinant(m) > 0.0;  // false for NaN
}

std::optional<Mat3> nearest_rotation(const Mat3& m) {
  Mat3 x = m;
  constexpr int kMaxIterations = 100;  // quadratic once near; halves large singular values before
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    const double det = determinant(x);
    if (!(det > 0.0) || !(det < kInfinity)) return std::nullopt;
    const Mat3 inverse_transposed = cofactors(x) / det;
    const Mat3 next = 0.5 * (x + inverse_transposed);
    const bool settled = (next - x).cwiseAbs().maxCoeff() <= 1e-9;  // its square is below an ulp
    x = next;
    if (settled) return x;
  }
  return std::nullopt;
}

}  // namespace graze
