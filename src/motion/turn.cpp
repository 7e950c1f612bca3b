// SPDX-License-Identifier: MIT
// Question   Where does a uniform turn about a fixed axis take a vector, and how wrong is that?
//                                                                                              [C1]
// Source     Rodrigues' formula; the error terms are derived in docs/methods/motions.md, section 3.
// Guarantee  Errors and enclosures hold for the real turn of the nearest rotation.
// Changed    Versine and sine come from the half angle, so that both are relative near zero.
#include "motion/turn.h"

#include <graze/math/sin_cos.h>

#include <cmath>

#include "motion/rounding.h"

namespace graze {
namespace {
bool is_signed_permutation(const Mat3& m) {
  // Orthonormal to 1e-6 and every entry 0 or +-1: nothing else is possible.
  return (m.array() == 0.0 || m.array().abs() == 1.0).all();
}

Mat3 crossed(const Vec3& u, const Mat3& m) {
  Mat3 result;
  for (int k = 0; k < 3; ++k) {
    result(0, k) = u.y() * m(2, k) - u.z() * m(1, k);
    result(1, k) = u.z() * m(0, k) - u.x() * m(2, k);
    result(2, k) = u.x() * m(1, k) - u.y() * m(0, k);
  }
  return result;
}

IntervalVec3 crossed(const IntervalVec3& a, const IntervalVec3& b) { return cross(a, b); }
}  // namespace

double distance_to_rotation(const Mat3& m) {
  if (is_signed_permutation(m)) return 0.0;
  double sum_sq = 0.0;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      const Vec3 a = m.col(row), b = m.col(column);
      const double entry = (a.x() * b.x() + a.y() * b.y()) + a.z() * b.z() - (row == column);
      sum_sq += entry * entry;
    }
  }
  // Nine entries are off by at most 4u each. Singular values: |s - 1| = |s^2 - 1| / (s + 1).
  return rounded_up(0.51 * (std::sqrt(sum_sq) + 12.0 * kU));
}

double distance_to_unit(const Vec3& v) {
  if ((v.array() == 0.0 || v.array().abs() == 1.0).all()) return 0.0;
  const double excess = (v.x() * v.x() + v.y() * v.y()) + v.z() * v.z() - 1.0;
  return rounded_up(0.51 * (std::fabs(excess) + 4.0 * kU));
}

Turn make_turn(const Mat3& begin, const Vec3& axis, double angle) {
  Turn turn;
  turn.begin = begin;
  turn.axis = axis;
  turn.angle = angle;
  turn.k1 = crossed(axis, begin);
  turn.k2 = crossed(axis, turn.k1);
  turn.begin_error = distance_to_rotation(begin);
  turn.axis_error = distance_to_unit(axis);
  turn.k1_error = rounded_up(1.001 * (turn.axis_error + turn.begin_error) + 5.0 * kU);
  turn.k2_error = rounded_up(1.001 * (turn.k1_error + turn.axis_error) + 4.1 * kU);
  return turn;
}

Phase phase_at(double angle, const Parameter& p) {
  const double turned = angle * p.s;
  const double off = 1.001 * (kU * std::fabs(turned) + std::fabs(angle) * p.error);
  const SinCos half = sin_cos(0.5 * turned);
  Phase phase;
  phase.sine = 2.0 * half.sin * half.cos;
  phase.versine = 2.0 * half.sin * half.sin;
  const double size = std::fabs(phase.sine);
  phase.sine_error = 5.0 * kU * size + off;
  phase.versine_error = 5.0 * kU * phase.versine + 1.001 * off * (size + off);
  return phase;
}

Mat3 rotation_at(const Turn& turn, const Phase& phase) {
  return turn.begin + phase.sine * turn.k1 + phase.versine * turn.k2;
}

double rotation_error(const Turn& turn, const Phase& phase) {
  if (phase.sine == 0.0 && phase.versine == 0.0) return turn.begin_error + phase.sine_error;
  const double size = std::fabs(phase.sine);
  const double terms =
      size * turn.k1_error + phase.versine * turn.k2_error + phase.sine_error + phase.versine_error;
  const double rounding = kU * (3.5 + 2.84 * size + 1.42 * phase.versine);
  return rounded_up(turn.begin_error + 1.001 * terms + rounding);
}

IntervalVec3 grown(const IntervalVec3& v, double by) {
  if (by == 0.0) return v;
  return {inflated(v.x, by), inflated(v.y, by), inflated(v.z, by)};
}

IntervalMat3 grown(const IntervalMat3& m, double by) {
  return {grown(m.rows[0], by), grown(m.rows[1], by), grown(m.rows[2], by)};
}

IntervalVec3 enclose_axis(const Turn& turn) { return grown(turn.axis, turn.axis_error); }

IntervalMat3 enclose_begin(const Turn& turn) { return grown(turn.begin, turn.begin_error); }

IntervalPhase enclose_phase(double angle, const Interval& s) {
  const Interval turned = angle * s;
  const Interval half = 0.5 * turned;
  return {sin(turned), 2.0 * sqr(sin(half))};
}

IntervalVec3 turned(const Turn& turn, const IntervalPhase& phase, const IntervalVec3& v) {
  const IntervalVec3 axis = enclose_axis(turn);
  const IntervalVec3 across = crossed(axis, v);
  return v + phase.sine * across + phase.versine * crossed(axis, across);
}

IntervalMat3 enclose_rotation(const Turn& turn, const IntervalPhase& phase) {
  IntervalMat3 m;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      const Interval begin = turn.begin(row, column);
      m(row, column) =
          begin + phase.sine * turn.k1(row, column) + phase.versine * turn.k2(row, column);
    }
  }
  const double sine = phase.sine.magnitude(), versine = phase.versine.magnitude();
  return grown(m, rounded_up(turn.begin_error + sine * turn.k1_error + versine * turn.k2_error));
}

}  // namespace graze
