// SPDX-License-Identifier: MIT
#include "io/robot_world.h"

#include <algorithm>
#include <set>

#include "graze/base/error.h"
#include "graze/base/nearest_word.h"

namespace graze::io {
namespace {
/// The object that a body is a part of: "cup" for "cup" and "cup/2".
std::string_view object_of(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  if (slash == std::string_view::npos || slash + 1 == name.size()) return name;
  const bool is_part = name.find_first_not_of("0123456789", slash + 1) == std::string_view::npos;
  return is_part ? name.substr(0, slash) : name;
}

/// All bodies of a link or of an object.
std::vector<BodyId> bodies_of(const RobotScene& robot, std::string_view name) {
  if (const auto link = find_link(robot.robot, name)) return robot.bodies.all[*link];
  std::vector<BodyId> bodies;
  for (std::size_t i = 0; i < robot.scene.bodies.size(); ++i) {
    if (object_of(robot.scene.bodies[i].name) == name) bodies.emplace_back(i);
  }
  return bodies;
}

void allow_touch(const std::vector<BodyId>& a, const std::vector<BodyId>& b, Scene& scene) {
  for (const BodyId first : a) {
    for (const BodyId second : b) {
      if (first == second) continue;
      scene.may_touch.emplace_back(scene.bodies[first.index()].name,
                                   scene.bodies[second.index()].name);
    }
  }
}

/// Takes a body out of a scene where nothing hangs on it.
Body taken_out(Scene& world, BodyId id) {
  const Body body = world.bodies[id.index()];
  const bool carries = std::any_of(world.bodies.begin(), world.bodies.end(),
                                   [&](const Body& other) { return other.parent == id; });
  if (body.parent || carries || !body.motion.is_still()) {
    throw InputError({"--carry", "'" + body.name + "', which moves or hangs together with others",
                      "a body that stands alone", ""});
  }
  for (Body& other : world.bodies) {
    if (other.parent && other.parent->index() > id.index())
      other.parent = BodyId(other.parent->index() - 1);
  }
  world.bodies.erase(world.bodies.begin() + static_cast<std::ptrdiff_t>(id.index()));
  return body;
}

}  // namespace

void allow_links(const NamePairs& allowed, Robot& robot) {
  for (const auto& [a, b] : allowed) {
    if (find_link(robot, a) && find_link(robot, b)) robot.may_touch.emplace_back(a, b);
  }
}

void allow_objects(const NamePairs& allowed, RobotScene& robot) {
  for (const auto& [a, b] : allowed) {
    if (find_link(robot.robot, a) && find_link(robot.robot, b)) continue;
    allow_touch(bodies_of(robot, a), bodies_of(robot, b), robot.scene);
  }
}

std::vector<std::string> unknown_frames(const Robot& robot, const PlanningScene& around) {
  std::set<std::string> frames;
  for (const auto& [body, frame] : around.frames) frames.insert(frame);
  for (const AttachedBody& load : around.attached) frames.insert(load.frame);
  std::vector<std::string> unknown;
  for (const std::string& frame : frames) {
    const bool is_world = frame.empty() || frame == "world" || frame == "map" || frame == "odom";
    if (!is_world && !find_link(robot, frame)) unknown.push_back(frame);
  }
  return unknown;
}

void resolve_frames(const Robot& robot, const RobotPlacement& placement, PlanningScene& around) {
  Pose world_from_root = placement.parent_from_root;
  if (placement.parent) {
    const Motion carrier = world_motion(around.world, *placement.parent);
    world_from_root = pose_at(carrier, around.world.span.lo) * world_from_root;
  }
  const std::vector<Pose> links = link_poses(robot, placement.values);
  const auto world_from = [&](const std::string& frame) {
    const auto link = find_link(robot, frame);
    return link ? world_from_root * links[*link] : Pose{};
  };
  for (Body& body : around.world.bodies) {
    const auto frame = around.frames.find(body.name);
    if (frame == around.frames.end() || !find_link(robot, frame->second)) continue;
    body.motion = Motion::still(world_from(frame->second) * pose_at(body.motion, 0.0));
  }
  for (AttachedBody& load : around.attached) {
    if (load.frame.empty() || load.frame == load.link) continue;
    load.body.motion = Motion::still(inverse(world_from(load.link)) * world_from(load.frame) *
                                     pose_at(load.body.motion, 0.0));
  }
}

std::vector<AttachedBody> take_out(Scene& world, const std::vector<CarriedBody>& carried) {
  std::vector<AttachedBody> loads;
  for (const CarriedBody& load : carried) {
    const std::size_t before = loads.size();
    for (std::size_t i = 0; i < world.bodies.size();) {
      const std::string& name = world.bodies[i].name;
      if (name == load.body || object_of(name) == load.body) {
        loads.push_back({taken_out(world, BodyId(i)), load.link, {}});
      } else {
        ++i;
      }
    }
    if (loads.size() > before) continue;
    std::vector<std::string_view> names;
    for (const Body& body : world.bodies) names.push_back(body.name);
    throw InputError(
        {"--carry", "'" + load.body + "'", "a body of the world", did_you_mean(load.body, names)});
  }
  return loads;
}

void hang_on(const AttachedBody& load, RobotScene& robot) {
  const auto link = find_link(robot.robot, load.link);
  if (!link) {
    throw InputError({"attached body '" + load.body.name + "'", "link '" + load.link + "'",
                      "a link of robot '" + robot.robot.name + "'", ""});
  }
  Body body = load.body;
  body.parent = robot.bodies.links[*link];
  body.joint = JointKind::kFixed;
  const BodyId added = add_body(robot.scene, body);
  allow_touch({added}, robot.bodies.all[*link], robot.scene);
  allow_touch({added}, bodies_of(robot, object_of(body.name)), robot.scene);
  for (const std::string& name : load.touch_links) {
    if (find_link(robot.robot, name)) allow_touch({added}, bodies_of(robot, name), robot.scene);
  }
}

void take_along(AttachedBody load, RobotScene& robot) {
  const auto link = find_link(robot.robot, load.link);
  if (!link) {
    std::vector<std::string_view> names;
    for (const RobotLink& other : robot.robot.links) names.push_back(other.name);
    throw InputError({"--carry", "link '" + load.link + "'",
                      "a link of robot '" + robot.robot.name + "'",
                      did_you_mean(load.link, names)});
  }
  const double t = robot.scene.span.lo;
  const Pose world_from_link = pose_at(world_motion(robot.scene, robot.bodies.links[*link]), t);
  load.body.motion = Motion::still(inverse(world_from_link) * pose_at(load.body.motion, t));
  hang_on(load, robot);
}
}  // namespace graze::io
