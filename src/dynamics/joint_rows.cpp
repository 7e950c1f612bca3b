// SPDX-License-Identifier: MIT
#include "dynamics/joint_rows.h"

#include <cmath>

#include "graze/math/rotation.h"

namespace graze::dynamics {
namespace {

Mat3 frame_along(const Vec3& axis) {
  const Vec3 z = axis.normalized();
  const Vec3 x = z.unitOrthogonal();
  Mat3 frame;
  frame << x, z.cross(x), z;
  return frame;
}

// The joint's frames on a and b, world frame, and the errors between them.
struct Placed {
  Pose a, b;
  Vec3 apart;   // of the points, b - a
  Vec3 turned;  // rotation vector from a's frame to b's, world frame

  Placed(const JointFrames& frames, const Pose& world_from_a, const Pose& world_from_b)
      : a(world_from_a * frames.a_from_joint), b(world_from_b * frames.b_from_joint) {
    apart = b.translation - a.translation;
    turned = vector_from_rotation(b.rotation * a.rotation.transpose());
  }
  Vec3 axis() const { return a.rotation.col(2); }
  // The cross product of the two axes: its components across the axis should be 0.
  Vec3 tilt() const { return Vec3(a.rotation.col(2)).cross(Vec3(b.rotation.col(2))); }
};

JointRow linear_row(const Placed& p, const Vec3& direction) {
  JointRow row;
  row.linear = direction;
  row.point = p.b.translation;
  row.error = direction.dot(p.apart);
  return row;
}

JointRow angular_row(const Vec3& direction, double error) {
  JointRow row;
  row.angular = direction;
  row.error = error;
  return row;
}

void block_points(const Placed& p, bool also_along_axis, std::vector<JointRow>& rows) {
  for (int k = 0; k < (also_along_axis ? 3 : 2); ++k) {
    rows.push_back(linear_row(p, p.a.rotation.col(k)));
  }
}

void block_tilt(const Placed& p, std::vector<JointRow>& rows) {
  const Vec3 tilt = p.tilt();
  for (int k = 0; k < 2; ++k) {
    const Vec3 direction = p.a.rotation.col(k);
    rows.push_back(angular_row(direction, direction.dot(tilt)));
  }
}

void block_turns(const Placed& p, std::vector<JointRow>& rows) {
  for (int k = 0; k < 3; ++k) rows.push_back(angular_row(Vec3::Unit(k), p.turned[k]));
}

// The direction in which the joint may move.
JointRow free_row(const WorldJoint& joint, const Placed& p) {
  JointRow row;
  if (joint.kind == LinkKind::kPrismatic) {
    row = linear_row(p, p.axis());
  } else {
    row.angular = p.axis();
  }
  return row;
}

void add_drives(const WorldJoint& joint, const Placed& p, double value, double seconds,
                std::vector<JointRow>& rows) {
  JointRow row = free_row(joint, p);
  if (joint.motor) {
    row.kind = JointRow::Kind::kDrive;
    row.speed = joint.motor->speed;
    if (joint.motor->target) {
      const double most = std::abs(joint.motor->speed);
      row.speed = std::clamp((*joint.motor->target - value) / seconds, -most, most);
    }
    row.most_force = joint.motor->most_force;
    rows.push_back(row);
  }
  if (joint.friction > 0.0) {
    row.kind = JointRow::Kind::kDrive;
    row.speed = 0.0;
    row.most_force = joint.friction;
    rows.push_back(row);
  }
  if (!joint.limits) return;
  row.kind = JointRow::Kind::kLimit;
  row.error = value - joint.limits->lo;
  rows.push_back(row);
  row.linear = -row.linear;
  row.angular = -row.angular;
  row.error = joint.limits->hi - value;
  rows.push_back(row);
}
}  // namespace

JointFrames joint_frames(const WorldJoint& joint, const Pose& world_from_a,
                         const Pose& world_from_b) {
  const Pose at_a{frame_along(joint.axis), joint.point};
  JointFrames frames;
  frames.a_from_joint = inverse(world_from_a) * at_a;
  Pose at_b = at_a;
  if (joint.kind == LinkKind::kDistance) at_b.translation = joint.point_b;
  if (joint.kind == LinkKind::kGear) at_b.rotation = frame_along(joint.axis_b);
  frames.b_from_joint = inverse(world_from_b) * at_b;
  frames.length = (joint.point_b - joint.point).norm();
  return frames;
}

std::vector<JointRow> joint_rows(const WorldJoint& joint, const JointFrames& frames,
                                 const Pose& world_from_a, const Pose& world_from_b, double value,
                                 double seconds) {
  const Placed p(frames, world_from_a, world_from_b);
  std::vector<JointRow> rows;
  switch (joint.kind) {
    case LinkKind::kFixed:
      block_points(p, true, rows);
      block_turns(p, rows);
      break;
    case LinkKind::kRevolute:
      block_points(p, true, rows);
      block_tilt(p, rows);
      break;
    case LinkKind::kPrismatic:
      block_points(p, false, rows);
      block_turns(p, rows);
      break;
    case LinkKind::kBall:
      block_points(p, true, rows);
      break;
    case LinkKind::kScrew: {
      block_points(p, false, rows);
      block_tilt(p, rows);
      JointRow row = linear_row(p, p.axis());
      row.angular = -joint.pitch * p.axis();
      row.error -= joint.pitch * value;
      rows.push_back(row);
      break;
    }
    case LinkKind::kDistance: {
      const double now = p.apart.norm();
      JointRow row = linear_row(p, now > 0.0 ? Vec3(p.apart / now) : Vec3::UnitZ());
      row.error = now - frames.length;
      // The force acts along the line through both points, so either lever arm will do.
      rows.push_back(row);
      break;
    }
    case LinkKind::kGear: {
      JointRow row;
      row.angular_a = joint.ratio * p.a.rotation.col(2);
      row.angular_b = p.b.rotation.col(2);
      row.error = value;
      rows.push_back(row);
      break;
    }
  }
  const bool has_value = joint.kind == LinkKind::kRevolute || joint.kind == LinkKind::kPrismatic ||
                         joint.kind == LinkKind::kScrew;
  if (has_value) add_drives(joint, p, value, seconds, rows);
  return rows;
}

double joint_progress(const WorldJoint& joint, const JointFrames& frames, const Pose& a0,
                      const Pose& b0, const Pose& a1, const Pose& b1) {
  const Placed before(frames, a0, b0), after(frames, a1, b1);
  if (joint.kind == LinkKind::kPrismatic) {
    return after.axis().dot(after.apart) - before.axis().dot(before.apart);
  }
  const auto turn = [](const Mat3& from, const Mat3& to, const Vec3& axis) {
    return vector_from_rotation(to * from.transpose()).dot(axis);
  };
  if (joint.kind == LinkKind::kGear) {
    return joint.ratio * turn(before.a.rotation, after.a.rotation, after.a.rotation.col(2)) +
           turn(before.b.rotation, after.b.rotation, after.b.rotation.col(2));
  }
  const Mat3 from = before.a.rotation.transpose() * before.b.rotation;
  const Mat3 to = after.a.rotation.transpose() * after.b.rotation;
  return turn(from, to, Vec3::UnitZ());
}

SolverRow solver_row(const JointRow& row, const Vec3& centre_a, const Vec3& centre_b) {
  SolverRow out;
  out.j_a << -row.linear, -(row.point - centre_a).cross(row.linear) - row.angular + row.angular_a;
  out.j_b << row.linear, (row.point - centre_b).cross(row.linear) + row.angular + row.angular_b;
  if (row.kind == JointRow::Kind::kLimit) out.least = 0.0;
  return out;
}

}  // namespace graze::dynamics
