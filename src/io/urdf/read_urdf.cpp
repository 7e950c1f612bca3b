// SPDX-License-Identifier: MIT
// Question   Which robot does a URDF describe?                                                 [G3]
// Source     URDF as wiki.ros.org/urdf/XML describes it; <capsule> as Drake and Bullet add it.
// Guarantee  The same frames, axes and shapes in double precision, or a refusal with its line.
// Changed    Our own reader: urdfdom accepts cycles, prints, and does not know line numbers.
#include <cmath>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/robot_io.h"
#include "graze/math/length.h"
#include "io/foreign_format.h"
#include "io/json/json_cursor.h"
#include "io/urdf/other_robots.h"

namespace graze {
namespace {
using xml::XmlCursor;
constexpr std::size_t kLargestUrdf = std::size_t{1} << 28;
constexpr std::size_t kMostLinks = 2000;

double read_mass(const XmlCursor& link) {
  const auto inertial = link.find("inertial");
  const auto mass = inertial ? inertial->find("mass") : std::nullopt;
  const double value = mass ? mass->number("value") : 1.0;
  return value > 0.0 ? value : 1.0;  // frames often have mass 0; nothing here depends on it
}

RobotLink read_link(const XmlCursor& link, urdf::GeometryReader& geometry, bool use_visual) {
  RobotLink result;
  result.name = link.attribute("name");
  result.mass = read_mass(link);
  auto parts = link.children("collision");
  if (parts.empty() && use_visual) parts = link.children("visual");
  for (const XmlCursor& part : parts) result.shapes.push_back(geometry.read(part));
  return result;
}

RobotJointKind read_kind(const XmlCursor& joint) {
  const std::string type = joint.attribute("type");
  if (type == "fixed") return RobotJointKind::kFixed;
  if (type == "revolute") return RobotJointKind::kRevolute;
  if (type == "continuous") return RobotJointKind::kContinuous;
  if (type == "prismatic") return RobotJointKind::kPrismatic;
  if (type == "floating" || type == "planar" || type == "spherical") return RobotJointKind::kFree;
  joint.refuse("type '" + type + "'",
               "revolute, continuous, prismatic, fixed, floating, planar or spherical");
}

/// The link of <parent link="…"/> or <child link="…"/>.
std::size_t read_link_name(const XmlCursor& joint, const char* which, const Robot& robot) {
  const XmlCursor end = joint.at(which);
  const std::string name = end.attribute("link");
  if (const auto link = find_link(robot, name)) return *link;
  std::vector<std::string_view> known;
  for (const RobotLink& link : robot.links) known.push_back(link.name);
  const auto near = nearest_word(name, known);
  end.refuse("link '" + name + "', which is not in the file", "the name of a <link>",
             near ? "did you mean '" + *near + "'?" : "");
}

std::optional<JointLimits> read_limits(const XmlCursor& joint, RobotJointKind kind) {
  const bool needed = kind == RobotJointKind::kRevolute || kind == RobotJointKind::kPrismatic;
  const auto limit = joint.find("limit");
  if (!limit && needed) {
    joint.refuse("no <limit>", "one with lower and upper",
                 "a joint that may turn without end is of type continuous");
  }
  if (!limit || !needed) return std::nullopt;
  const JointLimits limits{limit->number("lower", 0.0), limit->number("upper", 0.0),
                           limit->number("velocity", 0.0)};
  if (limits.lower > limits.upper) {
    limit->refuse("lower = " + limit->attribute("lower", "0") +
                      " above upper = " + limit->attribute("upper", "0"),
                  "limits that ascend");
  }
  return limits;
}

Vec3 read_axis(const XmlCursor& joint) {
  const auto axis = joint.find("axis");
  if (!axis) return Vec3::UnitX();  // URDF's own default
  const Vec3 direction = axis->vec3("xyz", Vec3::UnitX());
  const double length = length_of(direction);
  if (std::isfinite(length) && length > 1e-100) return direction / length;
  axis->refuse("an axis of length zero", "a direction");
}

RobotJoint read_joint(const XmlCursor& cursor, const Robot& robot) {
  RobotJoint joint;
  joint.name = cursor.attribute("name");
  joint.kind = read_kind(cursor);
  joint.parent = read_link_name(cursor, "parent", robot);
  joint.child = read_link_name(cursor, "child", robot);
  joint.frame = {urdf::read_origin(cursor), Vec3::UnitX()};
  if (joint.has_value()) joint.frame.axis = read_axis(cursor);
  joint.limits = read_limits(cursor, joint.kind);
  return joint;
}

/// Called once all joints are known.
void read_mimic(const XmlCursor& cursor, Robot& robot, std::size_t index) {
  const auto mimic = cursor.find("mimic");
  if (!mimic) return;
  const auto joint = find_joint(robot, mimic->attribute("joint"));
  if (!joint) mimic->refuse("joint '" + mimic->attribute("joint") + "'", "a joint of the file");
  robot.joints[index].mimic =
      JointMimic{*joint, mimic->number("multiplier", 1.0), mimic->number("offset", 0.0)};
}

Robot read_robot(const XmlCursor& root, urdf::GeometryReader& geometry, bool use_visual) {
  Robot robot;
  robot.name = root.attribute("name", "robot");
  const auto links = root.children("link");
  if (links.size() > kMostLinks) {
    root.refuse(std::to_string(links.size()) + " links", "at most " + std::to_string(kMostLinks));
  }
  for (const XmlCursor& link : links) robot.links.push_back(read_link(link, geometry, use_visual));
  const auto joints = root.children("joint");
  if (joints.size() > kMostLinks) root.refuse("more joints than that", std::to_string(kMostLinks));
  for (const XmlCursor& joint : joints) robot.joints.push_back(read_joint(joint, robot));
  for (std::size_t j = 0; j < joints.size(); ++j) read_mimic(joints[j], robot, j);
  return robot;
}

void refuse_macros(const XmlCursor& root) {
  for (const XmlCursor& child : root.children()) {
    if (!child.name().starts_with("xacro:")) continue;
    child.refuse("a macro", "a URDF", "expand it first: xacro robot.xacro > robot.urdf");
  }
}

/// Reads the format that the outermost element names.
Robot read_any(const xml::XmlDocument& document, urdf::GeometryReader& geometry,
               const UrdfOptions& options) {
  const XmlCursor root = document.root();
  if (root.name() == "sdf") return urdf::read_sdf(root, geometry, options);
  if (root.name() == "mujoco") return urdf::read_mjcf(root, geometry, options);
  refuse_macros(root);
  return read_robot(document.root("robot", "a URDF, an SDF or an MJCF model"), geometry,
                    options.use_visual);
}
}  // namespace

Robot parse_urdf(std::string_view text, const std::string& place,
                 const std::filesystem::path& base_dir, const UrdfOptions& options) {
  const xml::XmlDocument document(text, place);
  urdf::GeometryReader geometry({base_dir, options.package_dirs}, options.apply_up_axis);
  Robot robot = read_any(document, geometry, options);
  for (const std::string& sentence : geometry.warnings()) {
    if (options.warn) options.warn(sentence);
  }
  try {
    check(robot);
  } catch (const InputError& error) {
    const InputError::Parts& parts = error.parts();
    throw InputError({place + ": " + parts.place, parts.found, parts.expected, parts.advice});
  }
  const std::string hint = geometry.warnings().empty() ? "" : urdf::unequal_sides(robot);
  if (!hint.empty() && options.warn) options.warn(place + ": " + hint);
  return robot;
}

Robot load_urdf(const std::filesystem::path& path, const UrdfOptions& options) {
  io::refuse_foreign_format(path, io::Wanted::kRobot);
  return parse_urdf(read_file(path, kLargestUrdf), path.string(), path.parent_path(), options);
}

}  // namespace graze
