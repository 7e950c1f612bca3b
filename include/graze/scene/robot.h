// SPDX-License-Identifier: MIT
// A robot or mechanism: links on joints, with limits, mimics, named states and pairs that may
// touch. Data and forward kinematics; what a URDF and an SRDF say.                         [C8, G3]
#pragma once
#include <graze/scene/scene.h>
#include <graze/scene/scene_change.h>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graze {

enum class RobotJointKind {
  kFixed,
  kRevolute,    ///< value in rad
  kContinuous,  ///< revolute without limits
  kPrismatic,   ///< value in length
  kFree,        ///< floating, planar, ball: stays at its origin unless a motion is given
};

std::string_view name(RobotJointKind kind);

struct JointLimits {
  double lower = 0.0;  ///< rad or length
  double upper = 0.0;
  double velocity = 0.0;  ///< rad / s or length / s; 0: not stated
};

/// value = multiplier * value of `joint` + offset.
struct JointMimic {
  std::size_t joint = 0;
  double multiplier = 1.0;
  double offset = 0.0;
};

struct RobotJoint {
  std::string name = {};
  RobotJointKind kind = RobotJointKind::kFixed;
  std::size_t parent = 0;  ///< link
  std::size_t child = 0;   ///< link
  JointFrame frame = {};   ///< parent link from joint at value 0; the axis in the joint's frame
  std::optional<JointLimits> limits = {};
  std::optional<JointMimic> mimic = {};

  bool has_value() const { return kind != RobotJointKind::kFixed && kind != RobotJointKind::kFree; }
};

struct RobotLink {
  std::string name = {};
  std::vector<Shape> shapes = {};  ///< in the link's frame
  double mass = 1.0;               ///< kg
};

/// Values of some joints by name, as an SRDF's group_state.
struct NamedState {
  std::string name = {};
  std::string group = {};
  std::map<std::string, double> values = {};
};

struct Robot {
  std::string name = {};
  std::vector<RobotLink> links = {};
  std::vector<RobotJoint> joints = {};
  std::vector<NamedState> states = {};
  std::vector<std::pair<std::string, std::string>> may_touch = {};  ///< names of links
};

/// Throws InputError unless names are unique and not empty, every link but one (the root) is the
/// child of exactly one joint, there is no cycle of links or of mimics, values are finite, limits
/// ascend, and what is named exists.
void check(const Robot& robot);

std::optional<std::size_t> find_link(const Robot& robot, std::string_view name);
std::optional<std::size_t> find_joint(const Robot& robot, std::string_view name);
std::size_t root_link(const Robot& robot);
/// Links, each after the one that carries it. The robot must be checked.
std::vector<std::size_t> links_from_root(const Robot& robot);
/// The joint that carries a link; none for the root.
std::optional<std::size_t> joint_above(const Robot& robot, std::size_t link);

/// Joints that are moved: those with a value and no mimic. A configuration gives one value for each
/// joint of the robot; those of fixed and free joints are not used, those of mimics follow.
std::vector<std::size_t> moved_joints(const Robot& robot);

/// All joints at 0, or at the nearer limit if 0 is outside the limits; mimics follow.
std::vector<double> home_values(const Robot& robot);
/// `values` with those of a state, or of a map by name, set and mimics made to follow. Throw
/// InputError for a name that is not a joint with a value of its own.
std::vector<double> with_state(const Robot& robot, std::vector<double> values,
                               std::string_view state);
std::vector<double> with_values(const Robot& robot, std::vector<double> values,
                                const std::map<std::string, double>& by_name);
/// Makes mimics follow the joints they mimic.
void follow_mimics(const Robot& robot, std::vector<double>& values);

/// Forward kinematics: root_from_link of every link, in the order of `links`.
std::vector<Pose> link_poses(const Robot& robot, std::span<const double> values);

/// Joints whose value is outside their limits by more than `slack`.
struct LimitBreach {
  std::size_t joint = 0;
  double value = 0.0;
};
std::vector<LimitBreach> limit_breaches(const Robot& robot, std::span<const double> values,
                                        double slack = 1e-9);

/// Pairs of links (first < second) that may touch without being named: joined by fixed joints only,
/// or neighbours across one joint after fixed links are merged.
std::vector<std::pair<std::size_t, std::size_t>> adjacent_links(const Robot& robot);

/// Where a robot stands in a scene and what its bodies are called.
struct RobotPlacement {
  std::string prefix = {};            ///< put before the names of its bodies
  std::optional<BodyId> parent = {};  ///< what it stands on; none: the world
  Pose parent_from_root = {};
  std::vector<double> values = {};  ///< configuration; empty: home_values
  double padding = 0.0;             ///< of all its bodies
};

/// Which bodies a robot has become.
struct RobotBodies {
  std::vector<BodyId> links;             ///< by link: carries its frame and its first shape
  std::vector<std::vector<BodyId>> all;  ///< by link: all bodies of it
};

/// Adds a body for each link, and one more for each round shape that cannot share its mesh. Flat
/// shapes of a link become one mesh. Pairs that may touch become rules of the scene. Throws
/// InputError like check(robot) and add_body.
RobotBodies add_robot(Scene& scene, const Robot& robot, const RobotPlacement& placement = {});

/// The motion of the body below a joint whose value goes from one number to another, uniformly.
Motion joint_motion(const RobotJoint& joint, double from, double to, const Interval& domain);
/// All joints' motions between two configurations; those that do not move stand still.
std::vector<MotionChange> robot_motions(const Robot& robot, const RobotBodies& bodies,
                                        std::span<const double> from, std::span<const double> to,
                                        const Interval& domain);

}  // namespace graze
