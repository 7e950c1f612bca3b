// SPDX-License-Identifier: MIT
// Question   Which robot does an SDF describe?                                                 [G3]
// Source     sdformat.org, versions 1.5 to 1.11: the part that it shares with URDF.
// Guarantee  The same frames, axes and shapes in double precision, or a refusal that names the
// line. Changed    A Robot's links sit where their joints are; SDF's links have frames of their
// own.
#include <cmath>
#include <map>

#include "graze/base/error.h"
#include "graze/math/length.h"
#include "graze/math/rotation.h"
#include "io/urdf/other_robots.h"

namespace graze::urdf {
namespace {
using xml::XmlCursor;

std::vector<double> sdf_numbers(const XmlCursor& element, std::size_t count) {
  const std::vector<double> all = xml::parse_numbers(element.text(), element.place(), 64);
  if (all.size() == count) return all;
  element.refuse(std::to_string(all.size()) + " numbers", std::to_string(count) + " of them");
}

/// The element's text without the white space around it.
std::string word_of(const XmlCursor& element) {
  const std::string_view text = element.text();
  const auto first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  return std::string(first == std::string_view::npos ? "" : text.substr(first, last - first + 1));
}

double sdf_number(const XmlCursor& element) { return sdf_numbers(element, 1)[0]; }

double sdf_length(const XmlCursor& parent, const char* name) {
  const XmlCursor element = parent.at(name);
  const double value = sdf_number(element);
  if (value > 0.0 && value <= 1e12) return value;
  element.refuse(std::string(element.text()), "a length > 0");
}

Vec3 sdf_vec3(const XmlCursor& element) {
  const auto n = sdf_numbers(element, 3);
  return {n[0], n[1], n[2]};
}

/// <pose degrees="true">x y z roll pitch yaw</pose>; the identity if there is none.
Pose read_pose(const XmlCursor& parent) {
  const auto pose = parent.find("pose");
  if (!pose || word_of(*pose).empty()) return {};
  if (pose->attribute("rotation_format", "euler_rpy") != "euler_rpy") {
    const auto n = sdf_numbers(*pose, 7);
    const Quat q(n[6], n[3], n[4], n[5]);
    if (!(q.norm() > 1e-6)) pose->refuse("a quaternion of length zero", "x y z qx qy qz qw");
    return {rotation_from_quaternion(q.normalized()), {n[0], n[1], n[2]}};
  }
  const auto n = sdf_numbers(*pose, 6);
  const double unit = pose->attribute("degrees", "false") == "true" ? kDegree : 1.0;
  return {rotation_of_rpy({n[3] * unit, n[4] * unit, n[5] * unit}), {n[0], n[1], n[2]}};
}

std::string relative_to(const XmlCursor& parent) {
  const auto pose = parent.find("pose");
  return pose ? pose->attribute("relative_to", "") : "";
}

/// model://name/path is found as package://name/path is.
std::string uri_of(const XmlCursor& element) {
  const std::string uri = word_of(element);
  return uri.starts_with("model://") ? "package://" + uri.substr(8) : uri;
}

Shape read_form(const XmlCursor& form, GeometryReader& geometry) {
  const std::string type = form.name();
  if (type == "box") {
    const Vec3 size = sdf_vec3(form.at("size"));
    if (size.minCoeff() > 0.0 && size.maxCoeff() <= 1e12) return Shape::from_box(0.5 * size);
    form.refuse("a size that is not > 0", "three lengths > 0");
  }
  if (type == "sphere") return Shape::from_sphere(Vec3::Zero(), sdf_length(form, "radius"));
  if (type == "plane") {
    const auto normal = form.find("normal");
    return Shape::from_half_space(normal ? sdf_vec3(*normal) : Vec3(Vec3::UnitZ()), 0.0);
  }
  if (type == "mesh") {
    const auto scale = form.find("scale");
    return geometry.read_mesh(uri_of(form.at("uri")), scale ? sdf_vec3(*scale) : Vec3(Vec3::Ones()),
                              form);
  }
  if (type != "cylinder" && type != "capsule" && type != "cone") {
    form.refuse("<" + type + ">", "box, sphere, cylinder, capsule, cone, plane or mesh");
  }
  const Vec3 half(0.0, 0.0, 0.5 * sdf_length(form, "length"));
  const double radius = sdf_length(form, "radius");
  if (type == "capsule") return Shape::from_capsule(-half, half, radius);
  if (type == "cone") return Shape::from_cone(-half, half, radius);
  return Shape::from_cylinder(-half, half, radius);
}

/// A link, a joint or a frame of a model while poses are resolved.
struct Frame {
  std::string parent;  ///< empty: the model
  Pose parent_from_frame;
};

/// Reads one model; names of links and joints get the prefix.
class SdfModelReader {
 public:
  SdfModelReader(const XmlCursor& model, std::string prefix, GeometryReader& geometry,
                 bool use_visual)
      : model_(model), prefix_(std::move(prefix)), geometry_(geometry), use_visual_(use_visual) {}

  void read(Robot& robot) {
    refuse_what_is_not_read();
    collect_frames();
    for (const XmlCursor& joint : model_.children("joint")) {
      joint_frames_.emplace(word_of(joint.at("child")), model_from(joint.attribute("name"), joint));
    }
    for (const XmlCursor& link : model_.children("link")) robot.links.push_back(read_link(link));
    for (const XmlCursor& joint : model_.children("joint")) read_joint(joint, robot);
    for (const XmlCursor& joint : model_.children("joint")) read_mimic(joint, robot);
  }

 private:
  void refuse_what_is_not_read() const {
    for (const char* name : {"include", "model"}) {
      if (const auto found = model_.find(name)) {
        found->refuse("<" + std::string(name) + "> within a model", "links and joints",
                      "write it out first: gz sdf -p model.sdf > flat.sdf");
      }
    }
  }

  void collect_frames() {
    for (const char* kind : {"link", "frame", "joint"}) {
      for (const XmlCursor& element : model_.children(kind)) {
        std::string parent = relative_to(element);
        const bool is_joint = element.name() == "joint";
        if (parent.empty() && is_joint) parent = word_of(element.at("child"));
        if (parent.empty()) parent = element.attribute("attached_to", "");
        if (parent == "__model__") parent.clear();
        frames_[element.attribute("name")] = {parent, read_pose(element)};
      }
    }
  }

  Pose model_from(const std::string& name, const XmlCursor& where, int depth = 0) const {
    if (name.empty()) return read_pose(model_);
    const auto found = frames_.find(name);
    if (found == frames_.end()) {
      where.refuse("the frame '" + name + "', which is not in the model",
                   "the name of a link, joint or frame");
    }
    if (depth > 1000) where.refuse("frames that refer to each other", "a tree of frames");
    return model_from(found->second.parent, where, depth + 1) * found->second.parent_from_frame;
  }

  /// A body of the robot sits at the joint that carries it, the root at the world's origin.
  Pose world_from_body(const std::string& link) const {
    const auto joint = joint_frames_.find(link);
    return joint == joint_frames_.end() ? Pose{} : joint->second;
  }

  RobotLink read_link(const XmlCursor& link) {
    RobotLink result;
    const std::string name = link.attribute("name");
    result.name = prefix_ + name;
    const Pose body_from_link = inverse(world_from_body(name)) * model_from(name, link);
    auto parts = link.children("collision");
    if (parts.empty() && use_visual_) parts = link.children("visual");
    for (const XmlCursor& part : parts) {
      if (!relative_to(part).empty() && relative_to(part) != name) {
        part.refuse("a pose relative to '" + relative_to(part) + "'", "one relative to its link");
      }
      const auto forms = part.at("geometry").children();
      if (forms.size() != 1) part.refuse(std::to_string(forms.size()) + " shapes", "exactly one");
      if (forms[0].name() == "empty") continue;
      result.shapes.push_back(
          read_form(forms[0], geometry_).moved(body_from_link * read_pose(part)));
    }
    return result;
  }

  std::size_t link_named(const XmlCursor& end, Robot& robot) const {
    const std::string name = word_of(end);
    if (name == "world") {
      if (const auto world = find_link(robot, "world")) return *world;
      robot.links.push_back({.name = "world"});
      return robot.links.size() - 1;
    }
    if (const auto link = find_link(robot, prefix_ + name)) return *link;
    end.refuse("link '" + name + "', which is not in the model", "the name of a <link>");
  }

  void read_axis(const XmlCursor& cursor, const std::string& name, RobotJoint& joint) const {
    const XmlCursor axis = cursor.at("axis");
    const XmlCursor xyz = axis.at("xyz");
    Vec3 direction = sdf_vec3(xyz);
    const std::string frame = xyz.attribute("expressed_in", "");
    if (!frame.empty()) {
      const Pose from = model_from(frame == "__model__" ? "" : frame, xyz);
      direction = transpose_times(model_from(name, xyz).rotation, times(from.rotation, direction));
    }
    const double length = length_of(direction);
    if (!(length > 1e-100)) xyz.refuse("an axis of length zero", "a direction");
    joint.frame.axis = direction / length;
    const auto limit = axis.find("limit");
    const auto bound = [&](const char* which, double otherwise) {
      const auto found = limit ? limit->find(which) : std::nullopt;
      return found ? sdf_number(*found) : otherwise;
    };
    const JointLimits limits{bound("lower", -1e16), bound("upper", 1e16), bound("velocity", 0.0)};
    const bool has_limits = limits.lower > -1e15 && limits.upper < 1e15;
    if (limits.lower > limits.upper) limit->refuse("lower above upper", "limits that ascend");
    if (has_limits) joint.limits = {limits.lower, limits.upper, std::fmax(limits.velocity, 0.0)};
    if (!has_limits && joint.kind == RobotJointKind::kRevolute) {
      joint.kind = RobotJointKind::kContinuous;
      joint.limits.reset();
    }
    if (!has_limits && joint.kind == RobotJointKind::kPrismatic) {
      axis.refuse("a prismatic joint without limits", "<limit> with <lower> and <upper>");
    }
  }

  void read_joint(const XmlCursor& cursor, Robot& robot) const {
    RobotJoint joint;
    const std::string name = cursor.attribute("name");
    joint.name = prefix_ + name;
    joint.kind = kind_of(cursor);
    joint.parent = link_named(cursor.at("parent"), robot);
    joint.child = link_named(cursor.at("child"), robot);
    joint.frame.parent_from_joint =
        inverse(world_from_body(word_of(cursor.at("parent")))) * model_from(name, cursor);
    if (joint.has_value()) read_axis(cursor, name, joint);
    robot.joints.push_back(std::move(joint));
  }

  /// Called once all joints are known. value = multiplier (leader - reference) + offset.
  void read_mimic(const XmlCursor& cursor, Robot& robot) const {
    const auto axis = cursor.find("axis");
    const auto mimic = axis ? axis->find("mimic") : std::nullopt;
    if (!mimic) return;
    const auto leader = find_joint(robot, prefix_ + mimic->attribute("joint"));
    if (!leader) mimic->refuse("joint '" + mimic->attribute("joint") + "'", "a joint of the model");
    const auto value = [&](const char* name, double otherwise) {
      const auto found = mimic->find(name);
      return found ? sdf_number(*found) : otherwise;
    };
    const double multiplier = value("multiplier", 1.0);
    const double offset = value("offset", 0.0) - multiplier * value("reference", 0.0);
    robot.joints[*find_joint(robot, prefix_ + cursor.attribute("name"))].mimic =
        JointMimic{*leader, multiplier, offset};
  }

  static RobotJointKind kind_of(const XmlCursor& joint) {
    const std::string type = joint.attribute("type");
    if (type == "fixed") return RobotJointKind::kFixed;
    if (type == "revolute") return RobotJointKind::kRevolute;
    if (type == "continuous") return RobotJointKind::kContinuous;
    if (type == "prismatic") return RobotJointKind::kPrismatic;
    if (type == "ball") return RobotJointKind::kFree;
    joint.refuse("type '" + type + "'", "revolute, continuous, prismatic, fixed or ball");
  }

  XmlCursor model_;
  std::string prefix_;
  GeometryReader& geometry_;
  bool use_visual_;
  std::map<std::string, Frame> frames_;
  std::map<std::string, Pose> joint_frames_;  ///< world from joint, by the link it carries
};
}  // namespace

Robot read_sdf(const XmlCursor& root, GeometryReader& geometry, const UrdfOptions& options) {
  std::vector<XmlCursor> models = root.children("model");
  if (const auto world = root.find("world")) {
    if (const auto include = world->find("include")) {
      include->refuse("<include>", "models that are written out",
                      "write it out first: gz sdf -p world.sdf > flat.sdf");
    }
    models = world->children("model");
  }
  if (models.empty()) root.refuse("no <model>", "one model, or a world of models");
  Robot robot;
  robot.name = models[0].attribute("name", "robot");
  for (const XmlCursor& model : models) {
    const std::string prefix = models.size() == 1 ? "" : model.attribute("name") + "::";
    SdfModelReader(model, prefix, geometry, options.use_visual).read(robot);
  }
  join_roots(robot);
  return robot;
}

}  // namespace graze::urdf
