// SPDX-License-Identifier: MIT
// The formulas of motion_kinds.h with what is worth computing once, as functions of the parameter
// s in [0, 1]. A file per kind; the five functions are the same for all.
#pragma once
#include <graze/motion/motion_kinds.h>

#include <memory>
#include <string_view>
#include <variant>

#include "motion/turn.h"

namespace graze {

struct StillCurve {
  StillFormula formula;
  double rotation_error = 0.0;
};

struct ScrewCurve {
  ScrewFormula formula;
  Turn turn;
  /// x(s) = begin.translation + sine k1 + versine k2 + s slide <axis>
  Vec3 k1 = Vec3::Zero();  ///< <axis> x (begin.translation - point)
  Vec3 k2 = Vec3::Zero();  ///< <axis> x k1
  double k1_error = 0.0;
  double k2_error = 0.0;
  double k1_size = 0.0;  ///< >= |true k1|: the distance of the body origin from the axis
  double k2_size = 0.0;
  MotionBounds bounds;
};

struct SlerpCurve {
  SlerpFormula formula;
  Turn turn;
  Vec3 travel = Vec3::Zero();  ///< end position - begin position, rounded
  MotionBounds bounds;
};

struct SixCurve {
  SixParametersFormula formula;
  Vec3 travel = Vec3::Zero();  ///< of the position, rounded
  Vec3 growth = Vec3::Zero();  ///< of the rotation vector, rounded
};

struct RationalPolynomials;  // rational_polynomials.h

struct RationalCurve {
  RationalFormula formula;
  std::shared_ptr<const RationalPolynomials> polynomials;
};

struct JointCurve {
  JointFormula formula;
  double axis_error = 0.0;
};

struct AcceleratedCurve {
  AcceleratedFormula formula;
  Vec3 centre = Vec3::Zero();  ///< c of the formula, rounded
  double begin_error = 0.0;    ///< of the stored rotation
};

using Curve = std::variant<StillCurve, ScrewCurve, SlerpCurve, SixCurve, RationalCurve, JointCurve,
                           AcceleratedCurve>;

StillCurve make_curve(const StillFormula& formula);
ScrewCurve make_curve(const ScrewFormula& formula);
SlerpCurve make_curve(const SlerpFormula& formula);
SixCurve make_curve(const SixParametersFormula& formula);
/// Throws InputError if the quaternion or the weight comes too near to zero.
RationalCurve make_curve(const RationalFormula& formula);
JointCurve make_curve(const JointFormula& formula);
AcceleratedCurve make_curve(const AcceleratedFormula& formula);

/// Pose, and twist per unit of s, with their errors.
MotionState state_of(const StillCurve& curve, const Parameter& p);
MotionState state_of(const ScrewCurve& curve, const Parameter& p);
MotionState state_of(const SlerpCurve& curve, const Parameter& p);
MotionState state_of(const SixCurve& curve, const Parameter& p);
MotionState state_of(const RationalCurve& curve, const Parameter& p);
MotionState state_of(const JointCurve& curve, const Parameter& p);
MotionState state_of(const AcceleratedCurve& curve, const Parameter& p);

/// Contains the pose for every s, by interval arithmetic: first order in the width of s.
IntervalPose pose_over(const StillCurve& curve, const Interval& s);
IntervalPose pose_over(const ScrewCurve& curve, const Interval& s);
IntervalPose pose_over(const SlerpCurve& curve, const Interval& s);
IntervalPose pose_over(const SixCurve& curve, const Interval& s);
IntervalPose pose_over(const RationalCurve& curve, const Interval& s);
IntervalPose pose_over(const JointCurve& curve, const Interval& s);
IntervalPose pose_over(const AcceleratedCurve& curve, const Interval& s);

/// Contains the place of every body point inside `p`, for every s.
IntervalVec3 point_over(const StillCurve& curve, const Interval& s, const IntervalVec3& p);
IntervalVec3 point_over(const ScrewCurve& curve, const Interval& s, const IntervalVec3& p);
IntervalVec3 point_over(const SlerpCurve& curve, const Interval& s, const IntervalVec3& p);
IntervalVec3 point_over(const SixCurve& curve, const Interval& s, const IntervalVec3& p);
IntervalVec3 point_over(const RationalCurve& curve, const Interval& s, const IntervalVec3& p);
IntervalVec3 point_over(const JointCurve& curve, const Interval& s, const IntervalVec3& p);
IntervalVec3 point_over(const AcceleratedCurve& curve, const Interval& s, const IntervalVec3& p);

/// A curve with a member `bounds`: those of its derivatives with respect to s, for every s.
template <typename C>
concept Steady = requires(const C& curve) {
  curve.bounds;
};

/// Derivatives with respect to s, of curves that are not steady.
MotionBounds bounds_of(const StillCurve& curve, const Interval& s);
MotionBounds bounds_of(const SixCurve& curve, const Interval& s);
MotionBounds bounds_of(const RationalCurve& curve, const Interval& s);
MotionBounds bounds_of(const JointCurve& curve, const Interval& s);
MotionBounds bounds_of(const AcceleratedCurve& curve, const Interval& s);

inline std::string_view kind_of(const StillCurve&) { return "still"; }
inline std::string_view kind_of(const ScrewCurve&) { return "screw"; }
inline std::string_view kind_of(const SlerpCurve&) { return "slerp"; }
inline std::string_view kind_of(const SixCurve&) { return "six parameters"; }
inline std::string_view kind_of(const RationalCurve&) { return "rational"; }
inline std::string_view kind_of(const JointCurve&) { return "joint"; }
inline std::string_view kind_of(const AcceleratedCurve&) { return "accelerated"; }

/// The pose never changes with s.
bool is_constant(const Curve& curve);

/// Sum of the components' absolute values: at least the length, without a root.
inline double size_of(const Vec3& v) {
  return std::fabs(v.x()) + std::fabs(v.y()) + std::fabs(v.z());
}

/// The straight line begin + s travel, where `travel` is end - begin rounded.
Vec3 point_on_line(const Vec3& begin, const Vec3& travel, double s);
double line_error(const Vec3& point, const Vec3& travel, const Parameter& p);
IntervalVec3 line_over(const Vec3& begin, const Vec3& end, const Interval& s);

}  // namespace graze
