// SPDX-License-Identifier: MIT
// Uniform rotation about a fixed axis: turn(<axis>, s angle) <begin>, what screws and slerps share.
#pragma once
#include <graze/math/interval_pose.h>

namespace graze {

/// A parameter s in [0, 1] and how far the computed one may be from the real one.
struct Parameter {
  double s = 0.0;
  double error = 0.0;
};

/// Sine and versine (1 - cos) of s * angle with their errors. Both errors are relative near zero:
/// a tiny turn about a far axis moves a body by a product of a tiny and a huge number.
struct Phase {
  double sine = 0.0;
  double versine = 0.0;
  double sine_error = 0.0;
  double versine_error = 0.0;
};

Phase phase_at(double angle, const Parameter& p);

/// R(s) = begin + sine k1 + versine k2 with k1 = [axis]x begin, k2 = [axis]x k1, precomputed.
struct Turn {
  Mat3 begin = Mat3::Identity();
  Mat3 k1 = Mat3::Zero();
  Mat3 k2 = Mat3::Zero();
  Vec3 axis = Vec3::UnitZ();
  double angle = 0.0;
  double begin_error = 0.0;  ///< >= |begin - <begin>|, as are the following for theirs
  double axis_error = 0.0;
  double k1_error = 0.0;
  double k2_error = 0.0;
};

Turn make_turn(const Mat3& begin, const Vec3& axis, double angle);

Mat3 rotation_at(const Turn& turn, const Phase& phase);
double rotation_error(const Turn& turn, const Phase& phase);

/// Enclosures of <axis> and <begin>.
IntervalVec3 enclose_axis(const Turn& turn);
IntervalMat3 enclose_begin(const Turn& turn);

/// Sine and versine over a range of parameters.
struct IntervalPhase {
  Interval sine, versine;
};
IntervalPhase enclose_phase(double angle, const Interval& s);

/// Contains turn(<axis>, s angle) v for every s and v inside: v itself plus what turns, which is
/// tighter than a matrix product.
IntervalVec3 turned(const Turn& turn, const IntervalPhase& phase, const IntervalVec3& v);

/// Contains R(s).
IntervalMat3 enclose_rotation(const Turn& turn, const IntervalPhase& phase);

/// >= |m - <m>| (spectral norm) for a matrix orthonormal to 1e-6. Zero for signed permutations.
double distance_to_rotation(const Mat3& m);
/// >= |v - v / |v|| for a vector of unit length to 1e-6. Zero along a coordinate axis.
double distance_to_unit(const Vec3& v);

/// Each component grown by `by`; exact if that is zero.
IntervalVec3 grown(const IntervalVec3& v, double by);
IntervalMat3 grown(const IntervalMat3& m, double by);

}  // namespace graze
