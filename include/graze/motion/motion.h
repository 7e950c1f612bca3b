// SPDX-License-Identifier: MIT
// A motion is a value: where a body is at a time, and bounds of where it is during a span.   [C1]
//
// Time is scene time in seconds. A motion has a domain; outside it, it holds, loops or refuses.
// The statement that proofs are about is the motion's formula in real numbers with the stored
// parameters (motion_kinds.h shows both); what the functions below return in doubles carries its
// error or is an enclosure. A stored rotation matrix stands for the rotation nearest to it and a
// stored axis for the unit vector along it, so that every motion is exactly rigid; the distance of
// the stored doubles to them, about 1e-15, is part of the errors. Derivations:
// docs/methods/motions.md.
#pragma once
#include <graze/geometry/box.h>
#include <graze/math/interval.h>
#include <graze/math/interval_pose.h>
#include <graze/math/pose.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace graze {

/// What a motion does outside its domain.
enum class Outside {
  kHold,   ///< stays at the pose of the nearer end
  kLoop,   ///< starts again
  kError,  ///< throws InputError
};

/// Velocity of a body, in the world frame.
struct Twist {
  Vec3 linear = Vec3::Zero();   ///< of the body frame's origin, length / s
  Vec3 angular = Vec3::Zero();  ///< rad / s
};

/// Pose and velocity at an instant with bounds of their errors against the formula. A body point at
/// distance r from the body origin is off by at most rotation_error * r + translation_error; its
/// velocity linear + angular x (rotation * p) by at most
/// (angular_error + |angular| rotation_error) r + linear_error, up to products of two errors.
struct MotionState {
  Pose pose;
  Twist twist;
  double rotation_error = 0.0;     ///< >= |computed - true rotation| (spectral norm)
  double translation_error = 0.0;  ///< length; of the body origin
  double angular_error = 0.0;      ///< rad / s
  double linear_error = 0.0;       ///< length / s; of the body origin
};

/// Bounds over a span on which the motion is twice differentiable. A body point p then obeys
///   |n . p''| <= |n| (acceleration + curvature |p - reference|)
/// and, where the angular velocity keeps the direction `axis` (constant in the world and the body),
///   |n . p''| <= |n| acceleration + (|n x axis| + |n| axis_error) curvature r
/// with r the distance of p to the line through `reference` along the axis. All rounded up.
struct MotionBounds {
  Vec3 reference = Vec3::Zero();      ///< a point of the body, in the body frame
  double speed = 0.0;                 ///< sup |reference'|
  double acceleration = 0.0;          ///< sup |reference''|
  double angular_speed = 0.0;         ///< sup |w|
  double angular_acceleration = 0.0;  ///< sup |w'|
  /// sup |R''| = sup |w' x + w x (w x)|, at most angular_acceleration + angular_speed^2 (what
  /// bounds_over makes of infinity) and smaller for chains.
  double curvature = kInfinity;
  std::optional<Vec3> axis;  ///< world frame, unit; w(t) has its direction or the opposite one
  double axis_error = 0.0;   ///< >= |axis - true unit direction|
};

class Motion;

/// A user's own motion. `pose_at` and `enclose` are needed; without `state_at` and `bounds_over`
/// only the `bisection` method applies. Functions must be safe to call from several threads. What
/// they return is trusted. They are called only within the domain.
struct CustomMotion {
  Interval domain{0.0, 1.0};         ///< seconds
  Outside outside = Outside::kHold;  ///< or kError
  std::function<Pose(double t)> pose_at;
  std::function<IntervalPose(const Interval& span)> enclose;
  std::function<MotionState(double t)> state_at;                  ///< optional
  std::function<MotionBounds(const Interval& span)> bounds_over;  ///< optional
  std::vector<double> breakpoints;  ///< times where the velocity jumps, ascending
};

/// A pose at a time, for paths.
struct TimedPose {
  double time = 0.0;  ///< seconds
  Pose pose;
};

/// How to go from one pose to the next.
enum class Interpolation {
  kScrew,          ///< constant translational and rotational velocity along one axis (eq. 1-2)
  kSlerp,          ///< body origin on a straight line, rotation about a fixed axis, both uniform
  kSixParameters,  ///< position and rotation vector, both linear
  kStep,           ///< holds a pose and jumps to the next
};

/// Immutable and cheap to copy; safe to use from every thread. The default stands still at the
/// identity.
class Motion {
 public:
  Motion();

  static Motion still(const Pose& world_from_body);

  /// From `begin` to `end` over `domain`, as `interpolation` says. Throws InputError if the domain
  /// is empty or a pose is not finite and orthonormal to 1e-6. A rotation that is off by more than
  /// 1e-12 is replaced by the nearest true one. A rotation by half a turn (no unique axis) takes
  /// the axis of the rotation matrix's largest diagonal element, deterministically. Rotations
  /// closer than 2^-50 rad count as equal. The end pose is met within a few ulps of the
  /// coordinates.
  static Motion between(const Pose& begin, const Pose& end, const Interval& domain = {0.0, 1.0},
                        Interpolation interpolation = Interpolation::kScrew,
                        Outside outside = Outside::kHold);

  /// Starts at `begin`; turns by `angle` radians (any number of turns) about the line through
  /// `point` along `axis` (world frame) and slides by `slide` along it, uniformly over `domain`.
  struct ScrewParameters {
    Pose begin{};
    Vec3 point = Vec3::Zero();
    Vec3 axis = Vec3::UnitZ();  ///< need not be unit; not zero
    double angle = 0.0;         ///< rad
    double slide = 0.0;         ///< length
  };
  static Motion screw(const ScrewParameters& parameters, const Interval& domain = {0.0, 1.0},
                      Outside outside = Outside::kHold);

  /// Position and rotation vector (angle * axis), each linear over `domain`; any number of turns.
  struct SixParameters {
    Vec3 position = Vec3::Zero();
    Vec3 rotation_vector = Vec3::Zero();
  };
  static Motion six_parameters(const SixParameters& begin, const SixParameters& end,
                               const Interval& domain = {0.0, 1.0},
                               Outside outside = Outside::kHold);

  /// Through all poses in order; times ascend strictly. Throws InputError otherwise. At a knot the
  /// later piece holds.
  static Motion path(const std::vector<TimedPose>& poses,
                     Interpolation interpolation = Interpolation::kScrew,
                     Outside outside = Outside::kHold);

  /// outer_from_body(t) = outer(t) * inner(t): a joint on a moving link, a body on a vehicle.
  static Motion composed(const Motion& outer, const Motion& inner);

  /// The same motion seen from (or carried by) fixed frames: left * motion(t) * right.
  static Motion placed(const Pose& left, const Motion& motion, const Pose& right);

  /// Runs backwards: reversed(m)(t) = m(domain.lo + domain.hi - t). Inner knots and the domains of
  /// a composition's parts are mirrored to the nearest double, which then defines the motion.
  static Motion reversed(const Motion& motion);

  /// Throws InputError if `pose_at` or `enclose` is missing, or if `outside` is kLoop.
  static Motion custom(CustomMotion motion);

  Interval domain() const;
  Outside outside() const;
  bool is_still() const;          ///< the pose never changes
  bool has_bounds() const;        ///< twist and derivative bounds are known: `certified` applies
  std::string_view kind() const;  ///< "still", "screw", "slerp", …: for messages and reports

  struct Node;  ///< the formula; defined in src/motion/. See describe() in motion_kinds.h
  const Node& node() const { return *node_; }
  explicit Motion(std::shared_ptr<const Node> node) : node_(std::move(node)) {}

 private:
  std::shared_ptr<const Node> node_;
};

Pose pose_at(const Motion& motion, double t);
Twist twist_at(const Motion& motion, double t);

/// Pose and twist with their error bounds. Needs has_bounds().
MotionState state_at(const Motion& motion, double t);

/// Contains the true pose at every t of the span. The excess over the smallest such enclosure is of
/// second order in the span where has_bounds(), of first order otherwise.
IntervalPose enclose_pose(const Motion& motion, const Interval& span);
/// Contains the world position of a body point, of every point of a body box, during the span.
IntervalVec3 enclose_point(const Motion& motion, const Interval& span, const Vec3& p_body);
IntervalVec3 enclose_box(const Motion& motion, const Interval& span, const Box& box_body);

/// Needs has_bounds() and a span inside one smooth piece.
MotionBounds bounds_over(const Motion& motion, const Interval& span);

/// A part of a motion that is twice differentiable on its closed span.
struct SmoothPiece {
  Interval span;
  Motion motion;
};

/// The span cut where velocity or pose may jump, in order of time. At a jump the earlier piece ends
/// with the pose before it and the later piece starts with the pose after it. One piece of zero
/// width if the span is a point. Pieces of a path meet at a knot up to the rounding of their
/// parameters; that is not a jump. A loop's k-th turn starts at the double nearest
/// domain.lo + k * width.
std::vector<SmoothPiece> smooth_pieces(const Motion& motion, const Interval& span);

/// Equal for equal formulas and parameters, on every machine. A custom motion is hashed by its
/// domain and 17 of its poses.
std::uint64_t content_hash(const Motion& motion);

}  // namespace graze
