// SPDX-License-Identifier: MIT
// Question   Do the left and the right side of a robot have the same size?                     [G3]
// Source     Links that are called left and right are mirror images on nearly every robot; a mesh
//            that lies on its side is not one of its partner.
// Guarantee  A hint only: sizes of the boxes around the shapes, all joints at home.
// Changed    -
#include <algorithm>

#include "graze/geometry/aabb.h"
#include "io/urdf/other_robots.h"

namespace graze::urdf {
namespace {
constexpr double kUnequal = 0.1;  // of the larger diagonal

/// "right_arm" for "left_arm", "r_hand" for "l_hand", "knee_r" for "knee_l"; else nothing.
std::string partner_of(const std::string& name) {
  for (const auto& [left, right] :
       {std::pair{"left", "right"}, {"Left", "Right"}, {"_l_", "_r_"}}) {
    const std::size_t at = name.find(left);
    if (at != std::string::npos)
      return std::string(name).replace(at, std::string(left).size(), right);
  }
  if (name.starts_with("l_")) return "r_" + name.substr(2);
  if (name.ends_with("_l")) return name.substr(0, name.size() - 2) + "_r";
  return {};
}

Vec3 size_of(const RobotLink& link, const Pose& root_from_link) {
  std::vector<Vec3> points;
  for (const Shape& shape : link.shapes) {
    for (const Vec3& v : shape.mesh().vertices()) points.push_back(root_from_link * v);
  }
  return bounds_of(points).size();
}
}  // namespace

std::string unequal_sides(const Robot& robot) {
  const std::vector<Pose> poses = link_poses(robot, home_values(robot));
  for (std::size_t left = 0; left < robot.links.size(); ++left) {
    const auto right = find_link(robot, partner_of(robot.links[left].name));
    if (!right || robot.links[left].shapes.empty() || robot.links[*right].shapes.empty()) continue;
    const Vec3 a = size_of(robot.links[left], poses[left]);
    const Vec3 b = size_of(robot.links[*right], poses[*right]);
    if ((a - b).norm() > kUnequal * std::max(a.norm(), b.norm())) {
      return "'" + robot.links[left].name + "' and '" + robot.links[*right].name +
             "' are not mirror images of each other: try --apply-up-axis";
    }
  }
  return {};
}

}  // namespace graze::urdf
