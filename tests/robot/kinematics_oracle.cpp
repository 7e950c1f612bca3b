// SPDX-License-Identifier: MIT
#include "robot/kinematics_oracle.h"

#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <cmath>

namespace graze::test {
namespace {
using Real = long double;
using Matrix = Eigen::Matrix<Real, 4, 4>;

/// Rodrigues' formula, entry by entry.
Matrix turned(const urdf::Vector3& axis, Real angle) {
  const Real length =
      std::sqrt(Real(axis.x) * axis.x + Real(axis.y) * axis.y + Real(axis.z) * axis.z);
  const Real x = axis.x / length, y = axis.y / length, z = axis.z / length;
  const Real c = std::cos(angle), s = std::sin(angle), v = 1 - c;
  Matrix m = Matrix::Identity();
  m.topLeftCorner<3, 3>() << c + x * x * v, x * y * v - z * s, x * z * v + y * s,  //
      y * x * v + z * s, c + y * y * v, y * z * v - x * s,                         //
      z * x * v - y * s, z * y * v + x * s, c + z * z * v;
  return m;
}

Matrix shifted(Real x, Real y, Real z) {
  Matrix m = Matrix::Identity();
  m(0, 3) = x;
  m(1, 3) = y;
  m(2, 3) = z;
  return m;
}

Matrix origin_of(const urdf::Pose& pose) {
  // urdfdom keeps a quaternion of doubles; that of unit length is meant.
  const urdf::Rotation& r = pose.rotation;
  Eigen::Quaternion<Real> q(r.w, r.x, r.y, r.z);
  q.normalize();
  Matrix m = shifted(pose.position.x, pose.position.y, pose.position.z);
  m.topLeftCorner<3, 3>() = q.toRotationMatrix();
  return m;
}

Matrix moved(const urdf::Joint& joint, Real value) {
  switch (joint.type) {
    case urdf::Joint::REVOLUTE:
    case urdf::Joint::CONTINUOUS:
      return turned(joint.axis, value);
    case urdf::Joint::PRISMATIC: {
      const urdf::Vector3& a = joint.axis;
      const Real length = std::sqrt(Real(a.x) * a.x + Real(a.y) * a.y + Real(a.z) * a.z);
      return shifted(value * a.x / length, value * a.y / length, value * a.z / length);
    }
    default:
      return Matrix::Identity();
  }
}

void walk(const urdf::Link& link, const Matrix& root_from_link,
          const std::map<std::string, double>& values, std::map<std::string, Pose>& poses) {
  const Eigen::Matrix4d rounded = root_from_link.cast<double>();
  poses[link.name] = {rounded.topLeftCorner<3, 3>(), rounded.topRightCorner<3, 1>()};
  for (const auto& joint : link.child_joints) {
    const auto value = values.find(joint->name);
    const Matrix below = root_from_link * origin_of(joint->parent_to_joint_origin_transform) *
                         moved(*joint, value == values.end() ? 0.0 : value->second);
    for (const auto& child : link.child_links) {
      if (child->name == joint->child_link_name) walk(*child, below, values, poses);
    }
  }
}
}  // namespace

std::map<std::string, Pose> link_poses_by_urdfdom(const std::string& urdf_text,
                                                  const std::map<std::string, double>& values) {
  std::map<std::string, Pose> poses;
  console_bridge::noOutputHandler();  // it complains about shapes that it does not know
  const auto model = urdf::parseURDF(urdf_text);
  if (model) walk(*model->getRoot(), Matrix::Identity(), values, poses);
  return poses;
}

std::vector<double> random_values(const Robot& robot, std::mt19937_64& random) {
  std::vector<double> values = home_values(robot);
  for (const std::size_t j : moved_joints(robot)) {
    const auto& limits = robot.joints[j].limits;
    std::uniform_real_distribution<double> any(limits ? limits->lower : -10.0,
                                               limits ? limits->upper : 10.0);
    values[j] = any(random);
  }
  follow_mimics(robot, values);
  return values;
}

std::map<std::string, double> by_name(const Robot& robot, const std::vector<double>& values) {
  std::map<std::string, double> named;
  for (std::size_t j = 0; j < robot.joints.size(); ++j) named[robot.joints[j].name] = values[j];
  return named;
}

}  // namespace graze::test
