// SPDX-License-Identifier: MIT
// Enclosures of vectors, matrices and poses.                                                  [C2]
//
// Each operation contains the real result for every choice of members of its operands. Plain
// vectors, matrices and poses convert to enclosures of themselves; products with them are cheaper
// than with a converted one.
#pragma once
#include <graze/math/interval_arithmetic.h>
#include <graze/math/pose.h>

#include <concepts>

namespace graze {

struct IntervalVec3 {
  Interval x, y, z;

  IntervalVec3() = default;
  IntervalVec3(const Interval& x_, const Interval& y_, const Interval& z_) : x(x_), y(y_), z(z_) {}
  IntervalVec3(const Vec3& point) : x(point.x()), y(point.y()), z(point.z()) {}  // NOLINT

  const Interval& operator[](int k) const { return k == 0 ? x : (k == 1 ? y : z); }
  Interval& operator[](int k) { return k == 0 ? x : (k == 1 ? y : z); }
  bool contains(const Vec3& p) const {
    return x.contains(p.x()) && y.contains(p.y()) && z.contains(p.z());
  }
  bool contains(const IntervalVec3& o) const {
    return x.contains(o.x) && y.contains(o.y) && z.contains(o.z);
  }
  Vec3 middle() const { return {x.middle(), y.middle(), z.middle()}; }
  friend bool operator==(const IntervalVec3&, const IntervalVec3&) = default;
};

/// Row by row.
struct IntervalMat3 {
  IntervalVec3 rows[3];

  IntervalMat3() = default;
  IntervalMat3(const IntervalVec3& row0, const IntervalVec3& row1, const IntervalVec3& row2)
      : rows{row0, row1, row2} {}
  IntervalMat3(const Mat3& m)  // NOLINT: a matrix is an enclosure of itself
      : rows{Vec3(m(0, 0), m(0, 1), m(0, 2)), Vec3(m(1, 0), m(1, 1), m(1, 2)),
             Vec3(m(2, 0), m(2, 1), m(2, 2))} {}

  const Interval& operator()(int row, int column) const { return rows[row][column]; }
  Interval& operator()(int row, int column) { return rows[row][column]; }
  IntervalVec3 column(int k) const { return {rows[0][k], rows[1][k], rows[2][k]}; }
  bool contains(const Mat3& m) const {
    return rows[0].contains(m.row(0).transpose()) && rows[1].contains(m.row(1).transpose()) &&
           rows[2].contains(m.row(2).transpose());
  }
  Mat3 middle() const {
    Mat3 m;
    for (int k = 0; k < 3; ++k) m.row(k) = rows[k].middle().transpose();
    return m;
  }
  friend bool operator==(const IntervalMat3&, const IntervalMat3&) = default;
};

struct IntervalPose {
  IntervalMat3 rotation = Mat3(Mat3::Identity());
  IntervalVec3 translation;

  IntervalPose() = default;
  IntervalPose(const IntervalMat3& r, const IntervalVec3& t) : rotation(r), translation(t) {}
  IntervalPose(const Pose& pose)  // NOLINT: a pose is an enclosure of itself
      : rotation(pose.rotation), translation(pose.translation) {}

  bool contains(const Pose& pose) const {
    return rotation.contains(pose.rotation) && translation.contains(pose.translation);
  }
  friend bool operator==(const IntervalPose&, const IntervalPose&) = default;
};

// Sums and products with a number.

inline IntervalVec3 operator-(const IntervalVec3& a) { return {-a.x, -a.y, -a.z}; }
inline IntervalVec3 operator+(const IntervalVec3& a, const IntervalVec3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline IntervalVec3 operator-(const IntervalVec3& a, const IntervalVec3& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline IntervalVec3 operator*(const Interval& s, const IntervalVec3& a) {
  return {s * a.x, s * a.y, s * a.z};
}
inline IntervalVec3 operator*(const IntervalVec3& a, const Interval& s) { return s * a; }
inline IntervalVec3 operator*(double s, const IntervalVec3& a) {
  return {s * a.x, s * a.y, s * a.z};
}
inline IntervalVec3 operator*(const IntervalVec3& a, double s) { return s * a; }
template <std::same_as<Interval> Number>  // not for double: that product is Eigen's
IntervalVec3 operator*(const Number& s, const Vec3& a) {
  return {s * a.x(), s * a.y(), s * a.z()};
}
template <std::same_as<Interval> Number>
IntervalVec3 operator*(const Vec3& a, const Number& s) {
  return s * a;
}

inline IntervalMat3 operator-(const IntervalMat3& a) {
  return {-a.rows[0], -a.rows[1], -a.rows[2]};
}
inline IntervalMat3 operator+(const IntervalMat3& a, const IntervalMat3& b) {
  return {a.rows[0] + b.rows[0], a.rows[1] + b.rows[1], a.rows[2] + b.rows[2]};
}
inline IntervalMat3 operator-(const IntervalMat3& a, const IntervalMat3& b) {
  return {a.rows[0] - b.rows[0], a.rows[1] - b.rows[1], a.rows[2] - b.rows[2]};
}
inline IntervalMat3 operator*(const Interval& s, const IntervalMat3& a) {
  return {s * a.rows[0], s * a.rows[1], s * a.rows[2]};
}

// Scalar products, with one outward rounding for all five operations.

/// The three rounded products of a dot product, summed. The real sum is within 4u * size + 2 * eta
/// of each bound (three products and two sums at u each, in parts), and 5u covers the last
/// subtraction.
inline Interval enclose_sum(const RoundedCorners& p, const RoundedCorners& q,
                            const RoundedCorners& r) {
  const double lo = (p.lo + q.lo) + r.lo;
  const double hi = (p.hi + q.hi) + r.hi;
  const double lo_size = (std::fabs(p.lo) + std::fabs(q.lo)) + std::fabs(r.lo);
  const double hi_size = (std::fabs(p.hi) + std::fabs(q.hi)) + std::fabs(r.hi);
  const double below = lo - (5.0 * kUnitRoundoff * lo_size + 4.0 * kSmallestDouble);
  const double above = hi + (5.0 * kUnitRoundoff * hi_size + 4.0 * kSmallestDouble);
  return {below > -kInfinity ? below : -kInfinity, above < kInfinity ? above : kInfinity};
}

inline Interval dot(const IntervalVec3& a, const IntervalVec3& b) {
  return enclose_sum(rounded_product(a.x, b.x), rounded_product(a.y, b.y),
                     rounded_product(a.z, b.z));
}
inline Interval dot(const Vec3& a, const IntervalVec3& b) {
  return enclose_sum(rounded_product(a.x(), b.x), rounded_product(a.y(), b.y),
                     rounded_product(a.z(), b.z));
}
inline Interval dot(const IntervalVec3& a, const Vec3& b) { return dot(b, a); }

inline IntervalVec3 cross(const IntervalVec3& a, const IntervalVec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline IntervalVec3 cross(const Vec3& a, const IntervalVec3& b) {
  return {a.y() * b.z - a.z() * b.y, a.z() * b.x - a.x() * b.z, a.x() * b.y - a.y() * b.x};
}
inline IntervalVec3 cross(const IntervalVec3& a, const Vec3& b) { return -cross(b, a); }

inline Interval norm_sq(const IntervalVec3& a) { return sqr(a.x) + sqr(a.y) + sqr(a.z); }
inline Interval norm(const IntervalVec3& a) { return sqrt(norm_sq(a)); }

/// a / |a|, every component within [-1, 1]; that cube if `a` may be zero.
IntervalVec3 normalized(const IntervalVec3& a);

// Matrices and poses.

inline IntervalMat3 transpose(const IntervalMat3& a) {
  return {a.column(0), a.column(1), a.column(2)};
}

inline IntervalVec3 operator*(const IntervalMat3& a, const IntervalVec3& b) {
  return {dot(a.rows[0], b), dot(a.rows[1], b), dot(a.rows[2], b)};
}
template <std::same_as<IntervalMat3> Matrix>  // not for Mat3: that product is Eigen's
IntervalVec3 operator*(const Matrix& a, const Vec3& b) {
  return {dot(a.rows[0], b), dot(a.rows[1], b), dot(a.rows[2], b)};
}
template <std::same_as<IntervalVec3> Vector>
IntervalVec3 operator*(const Mat3& a, const Vector& b) {
  return {dot(Vec3(a.row(0)), b), dot(Vec3(a.row(1)), b), dot(Vec3(a.row(2)), b)};
}

/// transpose(a) * b without building the transpose.
inline IntervalVec3 transpose_times(const IntervalMat3& a, const IntervalVec3& b) {
  return {dot(a.column(0), b), dot(a.column(1), b), dot(a.column(2), b)};
}

inline IntervalMat3 operator*(const IntervalMat3& a, const IntervalMat3& b) {
  return transpose({a * b.column(0), a * b.column(1), a * b.column(2)});
}
template <std::same_as<IntervalMat3> Matrix>
IntervalMat3 operator*(const Matrix& a, const Mat3& b) {
  return transpose({a * Vec3(b.col(0)), a * Vec3(b.col(1)), a * Vec3(b.col(2))});
}
template <std::same_as<IntervalMat3> Matrix>
IntervalMat3 operator*(const Mat3& a, const Matrix& b) {
  return transpose({a * b.column(0), a * b.column(1), a * b.column(2)});
}

inline IntervalVec3 operator*(const IntervalPose& pose, const IntervalVec3& p) {
  return pose.rotation * p + pose.translation;
}
inline IntervalVec3 operator*(const IntervalPose& pose, const Vec3& p) {
  return pose.rotation * p + pose.translation;
}
inline IntervalPose operator*(const IntervalPose& a_from_b, const IntervalPose& b_from_c) {
  return {a_from_b.rotation * b_from_c.rotation, a_from_b * b_from_c.translation};
}

/// The inverse of every pose inside whose matrix is a rotation.
inline IntervalPose inverse(const IntervalPose& a_from_b) {
  const IntervalMat3 transposed = transpose(a_from_b.rotation);
  return {transposed, -(transposed * a_from_b.translation)};
}

inline IntervalVec3 hull(const IntervalVec3& a, const IntervalVec3& b) {
  return {hull(a.x, b.x), hull(a.y, b.y), hull(a.z, b.z)};
}
inline bool overlaps(const IntervalVec3& a, const IntervalVec3& b) {
  return overlaps(a.x, b.x) && overlaps(a.y, b.y) && overlaps(a.z, b.z);
}
inline IntervalVec3 abs(const IntervalVec3& a) { return {abs(a.x), abs(a.y), abs(a.z)}; }

}  // namespace graze
