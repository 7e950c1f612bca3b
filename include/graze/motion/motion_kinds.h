// SPDX-License-Identifier: MIT
// What a motion is made of: the formulas, with the stored doubles that define them.          [C1]
//
// Code that writes a motion to a file, or checks a proof about it, needs exactly this. Throughout,
// <R> is the rotation nearest to a stored matrix R (its polar factor) and <u> = u / |u|; turn(u, a)
// is the rotation by the angle a about the unit vector u (right-handed); exp(r) is turn(r / |r|,
// |r|), the identity for r = 0. s in [0, 1] is the parameter of a segment. A body point p is at
// R(s) p + x(s).
#pragma once
#include <graze/motion/accelerated_motion.h>
#include <graze/motion/motion.h>

#include <array>
#include <variant>
#include <vector>

namespace graze {

/// R = <pose.rotation>, x = pose.translation.
struct StillFormula {
  Pose pose;
};

/// R = turn(<axis>, s angle) <begin.rotation>
/// x = point + turn(<axis>, s angle) (begin.translation - point) + s slide <axis>
struct ScrewFormula {
  Pose begin;
  Vec3 point = Vec3::Zero();
  Vec3 axis = Vec3::UnitZ();  ///< unit up to rounding
  double angle = 0.0;         ///< rad
  double slide = 0.0;         ///< length
};

/// R = turn(<axis>, s angle) <begin.rotation>
/// x = begin.translation + s (end_position - begin.translation)
struct SlerpFormula {
  Pose begin;
  Vec3 end_position = Vec3::Zero();
  Vec3 axis = Vec3::UnitZ();  ///< unit up to rounding
  double angle = 0.0;         ///< rad
};

/// R = exp(begin.rotation_vector + s (end.rotation_vector - begin.rotation_vector))
/// x = begin.position + s (end.position - begin.position)
struct SixParametersFormula {
  Motion::SixParameters begin;
  Motion::SixParameters end;
};

/// R = the rotation of q / |q|,  q(s) = sum over k of rotation[k] B_k(s)
/// x = sum over k of translation[k] B_k(s)  /  sum over k of weight[k] B_k(s)
/// with the Bernstein polynomials B_k of degree rotation.size() - 1 and so on. All entries of R and
/// x are quotients of polynomials; |q| and the weight stay away from zero. See rational_motion.h.
struct RationalFormula {
  std::vector<Quat> rotation{Quat(1.0, 0.0, 0.0, 0.0)};  ///< any length; not unit in general
  std::vector<Vec3> translation{Vec3::Zero()};
  std::vector<double> weight{1.0};  ///< of the translation
};

/// q(s) = c[0] + c[1] s + … + c[5] s^5, rad or length.
using JointCoefficients = std::array<double, 6>;

/// kTurn: R = turn(<axis>, q(s)), x = 0.  kSlide: R = I, x = q(s) <axis>.
/// What a joint sits on is the outer part of a composition.
struct JointFormula {
  enum class Kind { kTurn, kSlide };
  Kind kind = Kind::kTurn;
  Vec3 axis = Vec3::UnitZ();  ///< unit up to rounding
  JointCoefficients coefficients = {};
};

/// With z = s duration, in seconds, and what is in `begin`:
/// R = exp(z angular_velocity + z^2 / 2 angular_acceleration) <pose.rotation>
/// x = c + z velocity + z^2 / 2 acceleration - R centre,  c = <pose.rotation> centre +
/// pose.translation
struct AcceleratedFormula {
  AcceleratedState begin;
  double duration = 1.0;  ///< seconds; > 0
};

using MotionFormula = std::variant<StillFormula, ScrewFormula, SlerpFormula, SixParametersFormula,
                                   RationalFormula, JointFormula, AcceleratedFormula>;

/// How a segment's parameter follows time during [span.lo, span.hi].
enum class Sense {
  kForward,   ///< s = (t - span.lo) / (span.hi - span.lo)
  kBackward,  ///< s = (span.hi - t) / (span.hi - span.lo)
  kAtBegin,   ///< s = 0
  kAtEnd,     ///< s = 1
};

struct MotionSegment {
  Interval span;  ///< seconds; [t, t] only for the last pose of steps (the first if reversed)
  Sense sense = Sense::kForward;
  MotionFormula formula;
};

/// One segment, or several in order of time that share their ends. At a shared end the later one
/// holds.
struct TrackDescription {
  Interval domain;  ///< seconds
  Outside outside = Outside::kHold;
  std::vector<MotionSegment> segments;
};

/// parts[0](t) * parts[1](t) * …, each with its own domain.
struct CompositionDescription {
  std::vector<Motion> parts;
};

/// Known only through its functions.
struct CustomDescription {
  Interval domain;  ///< seconds
  Outside outside = Outside::kHold;
};

using MotionDescription = std::variant<TrackDescription, CompositionDescription, CustomDescription>;

/// The formula and its parameters, all of them.
MotionDescription describe(const Motion& motion);

/// The described motion again, bit for bit. Throws InputError unless the segments share their ends
/// and make up the domain, only the first and the last are instants, and each formula is one that
/// its own constructor accepts.
Motion motion_from(const TrackDescription& description);

}  // namespace graze
