// SPDX-License-Identifier: MIT
// Question   How far can a body be from its nominal place when joints are off by so much?      [G6]
// Source     Joints are put off one after the other, the one nearest to the common ancestor first.
//            Then every joint beyond it still has its nominal value, and a turn by e displaces a
//            point by at most e times its nominal distance from the axis: 2 sin(e/2) <= e. A slide
//            by e displaces by e. The sum of these bounds the displacement at that instant.
// Guarantee  Outward: distances from axes are those of enclosures over parts of the span, and
//            kRoundedUp exceeds the rounding of the few hundred operations that follow.
// Changed    -
#include "graze/scene/joint_tube.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/base/nearest_word.h"
#include "graze/base/number_text.h"
#include "scene/joint_drive.h"

namespace graze {
namespace {
constexpr double kRoundedUp = 1.0 + 1e-12;
constexpr int kParts = 64;  // of the span; more make enclosures tighter

void check_error(const std::string& what, double error) {
  if (std::isfinite(error) && error >= 0.0) return;
  throw InputError({what, number_text(error), "a finite error >= 0", ""});
}

/// Bernstein's coefficients of a polynomial's derivative enclose it.
double largest_speed(const JointPolynomial& piece) {
  constexpr double kChoose4[] = {1, 4, 6, 4, 1};
  constexpr double kChoose[5][5] = {
      {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}};
  double largest = 0.0;
  for (int i = 0; i < 5; ++i) {
    double coefficient = 0.0, size = 0.0;
    for (int k = 0; k <= i; ++k) {
      const double term = kChoose[i][k] / kChoose4[k] * (k + 1) * piece.c[k + 1];
      coefficient += term;
      size += std::fabs(term);
    }
    largest = std::max(largest, std::fabs(coefficient) + 1e-14 * size);
  }
  return largest / (piece.span.hi - piece.span.lo) * kRoundedUp;
}

double largest_speed(const RobotScene& robot, std::size_t joint) {
  if (!robot.trajectory || robot.trajectory->points.size() < 2) return 0.0;
  const JointDrive drive = drives_of(robot.robot, *robot.trajectory)[joint];
  if (!drive.column) return 0.0;
  double largest = 0.0;
  for (const JointPolynomial& piece : pieces_of(*robot.trajectory, drive)) {
    largest = std::max(largest, largest_speed(piece));
  }
  return largest;
}

double own_error(const RobotScene& robot, std::size_t j, const TubeErrors& errors) {
  const RobotJoint& joint = robot.robot.joints[j];
  const auto named = errors.by_joint.find(joint.name);
  if (named != errors.by_joint.end()) return named->second;
  return joint.kind == RobotJointKind::kPrismatic ? errors.length : errors.angle;
}

/// A joint between a body and an ancestor, and the body's motion in the frame of the joint's child.
struct Lever {
  double error = 0.0;
  bool slides = false;
  Vec3 axis = Vec3::Zero();  // unit, in the child's frame; through its origin
  Motion child_from_body;
};

/// The robot's joint that carries each body of the scene, if one does.
std::vector<const RobotJoint*> joints_of_bodies(const RobotScene& robot,
                                                std::vector<std::size_t>& indices) {
  std::vector<const RobotJoint*> joints(robot.scene.bodies.size());
  indices.assign(joints.size(), 0);
  for (std::size_t j = 0; j < robot.robot.joints.size(); ++j) {
    const RobotJoint& joint = robot.robot.joints[j];
    if (!joint.has_value()) continue;
    const std::size_t body = robot.bodies.links[joint.child].index();
    joints[body] = &joint;
    indices[body] = j;
  }
  return joints;
}

/// From the body up to, and without, the ancestor.
std::vector<Lever> levers(const RobotScene& robot, const JointTube& tube, BodyId body,
                          std::optional<BodyId> ancestor) {
  std::vector<std::size_t> indices;
  const auto joints = joints_of_bodies(robot, indices);
  std::vector<Lever> result;
  for (std::optional<BodyId> at = body; at && at != ancestor;
       at = robot.scene.bodies[at->index()].parent) {
    const RobotJoint* joint = joints[at->index()];
    if (joint == nullptr || tube.errors[indices[at->index()]] == 0.0) continue;
    Lever lever;
    lever.error = tube.errors[indices[at->index()]];
    lever.slides = joint->kind == RobotJointKind::kPrismatic;
    lever.axis = joint->frame.axis.normalized();
    if (*at != body) lever.child_from_body = pair_motions(robot.scene, *at, body).second;
    result.push_back(std::move(lever));
  }
  return result;
}

/// Largest distance of the enclosure's points from the axis; it is convex, so corners decide.
double distance_from_axis(const IntervalVec3& place, const Vec3& axis) {
  double largest = 0.0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p((corner & 1) != 0 ? place.x.hi : place.x.lo,
                 (corner & 2) != 0 ? place.y.hi : place.y.lo,
                 (corner & 4) != 0 ? place.z.hi : place.z.lo);
    largest = std::max(largest, axis.cross(p).norm());
  }
  return largest;
}

double reach_of(const RobotScene& robot, const JointTube& tube, BodyId id,
                std::optional<BodyId> ancestor) {
  const auto chain = levers(robot, tube, id, ancestor);
  const Body& body = robot.scene.bodies[id.index()];
  if (chain.empty() || body.shape.mesh().is_empty()) return 0.0;
  const Aabb& bounds = body.shape.mesh().bounds();
  const Box box{0.5 * (bounds.lo + bounds.hi), Mat3::Identity(),
                0.5 * (bounds.hi - bounds.lo) * kRoundedUp + Vec3::Constant(body.growth())};
  const Interval span = robot.scene.span;
  double largest = 0.0;
  for (int part = 0; part < kParts; ++part) {
    const Interval during(std::lerp(span.lo, span.hi, part / double{kParts}),
                          std::lerp(span.lo, span.hi, (part + 1) / double{kParts}));
    double reach = 0.0;
    for (const Lever& lever : chain) {
      const double arm =
          lever.slides
              ? 1.0
              : distance_from_axis(enclose_box(lever.child_from_body, during, box), lever.axis);
      reach += lever.error * arm;
    }
    largest = std::max(largest, reach);
  }
  return largest * kRoundedUp;
}
}  // namespace

JointTube make_tube(const RobotScene& robot, const TubeErrors& errors) {
  check_error("angle", errors.angle);
  check_error("length", errors.length);
  check_error("time", errors.time);
  const std::vector<std::size_t> moved = moved_joints(robot.robot);
  for (const auto& [name, error] : errors.by_joint) {
    check_error(name, error);
    const auto joint = find_joint(robot.robot, name);
    if (joint && std::count(moved.begin(), moved.end(), *joint) > 0) continue;
    std::vector<std::string_view> names;
    for (const std::size_t other : moved) names.push_back(robot.robot.joints[other].name);
    throw InputError({"joint error", "'" + name + "'",
                      "a joint of robot '" + robot.robot.name + "' with a value of its own",
                      did_you_mean(name, names)});
  }
  JointTube tube;
  tube.errors.assign(robot.robot.joints.size(), 0.0);
  for (const std::size_t j : moved) {
    tube.errors[j] =
        (own_error(robot, j, errors) + largest_speed(robot, j) * errors.time) * kRoundedUp;
  }
  for (std::size_t j = 0; j < tube.errors.size(); ++j) {
    double scale = 1.0;
    std::size_t source = j;
    while (robot.robot.joints[source].mimic) {
      scale *= std::fabs(robot.robot.joints[source].mimic->multiplier);
      source = robot.robot.joints[source].mimic->joint;
    }
    if (source != j) tube.errors[j] = scale * tube.errors[source] * kRoundedUp;
  }
  return tube;
}

double tube_reach(const RobotScene& robot, const JointTube& tube, BodyId a, BodyId b) {
  const auto ancestor = common_ancestor(robot.scene, a, b);
  return (reach_of(robot, tube, a, ancestor) + reach_of(robot, tube, b, ancestor)) * kRoundedUp;
}

}  // namespace graze
