// SPDX-License-Identifier: MIT
// What URDF and SRDF files say, and what is wrong with those that say nothing.
#include <gtest/gtest.h>

#include "graze/io/robot_io.h"
#include "io/refusal.h"
#include "robot/data_files.h"
#include "robot/sample_robots.h"

namespace graze::test {
namespace {
std::string two_links(const std::string& joint, const std::string& more = {}) {
  return "<robot name='r'>\n<link name='a'/>\n<link name='b'/>\n" + joint + more + "</robot>\n";
}

std::string joint(const std::string& type,
                  const std::string& inside = "<limit lower='0' upper='1'/>") {
  return "<joint name='j' type='" + type + "'><parent link='a'/><child link='b'/>" + inside +
         "</joint>\n";
}

InputError::Parts refused_urdf(const std::string& text) {
  return refusal_of([&] { parse_urdf(text, "r.urdf"); });
}

void expect_refused(const std::string& text, const std::string& place, const std::string& found) {
  const InputError::Parts parts = refused_urdf(text);
  EXPECT_NE(parts.place.find(place), std::string::npos) << parts.place << "\n" << text;
  EXPECT_NE(parts.found.find(found), std::string::npos) << parts.found << "\n" << text;
}
}  // namespace

TEST(G3_Urdf, ReadsJointsLimitsAndMimics) {
  const Robot robot = parse_urdf(kEveryJoint);
  ASSERT_EQ(robot.links.size(), 7u);
  ASSERT_EQ(robot.joints.size(), 6u);
  EXPECT_EQ(robot.name, "every");
  const RobotJoint& turn = robot.joints[*find_joint(robot, "turn")];
  EXPECT_EQ(turn.kind, RobotJointKind::kRevolute);
  EXPECT_EQ(turn.limits->lower, -2.0);
  EXPECT_EQ(turn.limits->upper, 1.5);
  EXPECT_EQ(turn.limits->velocity, 2.0);
  EXPECT_EQ(robot.links[turn.child].mass, 2.5);
  const RobotJoint& right = robot.joints[*find_joint(robot, "right_finger")];
  EXPECT_EQ(right.mimic->joint, *find_joint(robot, "left_finger"));
  EXPECT_EQ(right.mimic->multiplier, -3.0);
  EXPECT_EQ(robot.joints[*find_joint(robot, "left_finger")].frame.axis, Vec3::UnitX());
  EXPECT_FALSE(robot.joints[*find_joint(robot, "spin")].limits);
  EXPECT_EQ(moved_joints(robot).size(), 3u);
}

TEST(G3_Urdf, MimicsOfMimicsFollow) {
  const Robot robot = parse_urdf(kEveryJoint);
  const auto values = with_values(robot, home_values(robot), {{"turn", 1.0}});
  EXPECT_DOUBLE_EQ(values[*find_joint(robot, "left_finger")], 0.03);
  EXPECT_DOUBLE_EQ(values[*find_joint(robot, "right_finger")], -0.09);
}

TEST(G3_Urdf, RoundShapesKeepTheirRadius) {
  const Robot robot = parse_urdf(kEveryJoint);
  const RobotLink& shoulder = robot.links[*find_link(robot, "shoulder")];
  ASSERT_EQ(shoulder.shapes.size(), 2u);
  EXPECT_EQ(shoulder.shapes[0].rounding(), 0.0);
  EXPECT_GT(shoulder.shapes[0].outward_error(), 0.0);
  EXPECT_EQ(shoulder.shapes[1].rounding(), 0.07);
  EXPECT_EQ(shoulder.shapes[1].mesh().vertices()[0], Vec3(0, 0, 0.45));
  const RobotLink& slider = robot.links[*find_link(robot, "slider")];
  EXPECT_EQ(slider.shapes[0].rounding(), 0.02);
  Scene scene;
  const RobotBodies bodies = add_robot(scene, robot, {.prefix = "r1."});
  EXPECT_EQ(bodies.all[*find_link(robot, "shoulder")].size(), 2u);
  EXPECT_TRUE(find_body(scene, "r1.shoulder/2"));
}

TEST(G3_Urdf, NeighboursAndWhatIsFixedTogetherMayTouch) {
  const Robot robot = parse_urdf(kEveryJoint);
  Scene scene;
  const RobotBodies bodies = add_robot(scene, robot);
  const TouchRules rules(scene);
  const auto checked = [&](const char* a, const char* b) {
    return rules.is_checked(bodies.links[*find_link(robot, a)], bodies.links[*find_link(robot, b)]);
  };
  EXPECT_FALSE(checked("base", "shoulder"));
  EXPECT_FALSE(checked("slider", "wheel"));  // across the frame that is fixed to the slider
  EXPECT_TRUE(checked("base", "wheel"));
  EXPECT_TRUE(checked("base", "slider"));
  EXPECT_FALSE(rules.is_checked(*find_body(scene, "base"), *find_body(scene, "shoulder/2")));
}

TEST(G3_Urdf, TwoRobotsAndAnObstacleShareAScene) {
  Scene scene;
  Body table;
  table.name = "table";
  table.shape = Shape::from_box({1, 1, 0.1});
  const BodyId on = add_body(scene, table);
  const Robot robot = parse_urdf(kEveryJoint);
  add_robot(scene, robot, {.prefix = "left."});
  RobotPlacement second{.prefix = "right.", .parent = on};
  second.parent_from_root.translation = {0, 0, 0.1};
  add_robot(scene, robot, second);
  EXPECT_NO_THROW(check(scene));
  const TouchRules rules(scene);
  EXPECT_TRUE(rules.is_checked(*find_body(scene, "left.base"), *find_body(scene, "right.base")));
  EXPECT_FALSE(rules.is_checked(on, *find_body(scene, "right.base")));  // it stands there
  EXPECT_TRUE(rules.is_checked(on, *find_body(scene, "right.wheel")));
}

TEST(G3_Urdf, RefusalsNameTheLineAndWhatIsWrong) {
  expect_refused("", "r.urdf", "not XML");
  expect_refused("<robot name='r'>", "r.urdf:1", "not XML");
  expect_refused("<sdf/>", "r.urdf:1", "no <model>");
  expect_refused("<robot name='r'/>", "robot 'r'", "no links");
  expect_refused(two_links(""), "robot 'r'", "2 links that no joint carries: 'a', 'b'");
  expect_refused(two_links(joint("revolving")), "r.urdf:4 <joint>", "type 'revolving'");
  expect_refused(two_links(joint("revolute", "")), "r.urdf:4 <joint>", "no <limit>");
  expect_refused(two_links(joint("revolute", "<limit lower='2' upper='1'/>")), "<limit>",
                 "lower = 2 above upper = 1");
  expect_refused(two_links(joint("revolute", "<limit lower='x' upper='1'/>")), "<limit> lower",
                 "'x'");
  expect_refused(two_links(joint("prismatic", "<limit upper='1'/><axis xyz='0 0 0'/>")), "<axis>",
                 "length zero");
  expect_refused(two_links(joint("fixed", "<origin xyz='1 2'/>")), "<origin>", "2 numbers");
  expect_refused(two_links(joint("fixed", "<origin xyz='1 nan 2'/>")), "<origin> xyz", "'nan'");
  expect_refused(two_links(joint("continuous", "<mimic joint='k'/>")), "<mimic>", "joint 'k'");
  expect_refused(two_links(joint("continuous", "<mimic joint='j'/>")), "joint 'j'", "cycle");
  expect_refused("<robot name='r'><link name='a'/><link name='a'/></robot>", "link 'a'",
                 "second time");
  expect_refused("<robot name='r'><link/></robot>", "<link>", "no attribute 'name'");
}

TEST(G3_Urdf, CyclesAreRefused) {
  // What urdfdom lets pass: a joint whose parent is its own child.
  expect_refused(
      "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='fixed'>"
      "<parent link='b'/><child link='b'/></joint></robot>",
      "joint 'j'", "'b' carries itself");
  const std::string back =
      "<joint name='k' type='fixed'><parent link='b'/><child link='a'/></joint>";
  expect_refused(two_links(joint("fixed"), back), "robot 'r'", "cycle");
  const std::string twice =
      "<joint name='k' type='fixed'><parent link='a'/><child link='b'/></joint>";
  expect_refused(two_links(joint("fixed"), twice), "joint 'k'", "already the child of joint 'j'");
}

TEST(G3_Urdf, AMissingLinkIsAnsweredWithTheNearestName) {
  const auto parts = refused_urdf(
      "<robot name='r'><link name='panda_link1'/><joint name='j' type='fixed'>"
      "<parent link='panda_link7'/><child link='panda_link1'/></joint></robot>");
  EXPECT_NE(parts.found.find("panda_link7"), std::string::npos);
  EXPECT_EQ(parts.advice, "did you mean 'panda_link1'?");
}

TEST(G3_Urdf, ShapesThatAreNoneAreRefused) {
  const auto link = [](const std::string& geometry) {
    return "<robot name='r'><link name='a'><collision>" + geometry + "</collision></link></robot>";
  };
  expect_refused(link(""), "<collision>", "no <geometry>");
  expect_refused(link("<geometry/>"), "<geometry>", "0 shapes");
  expect_refused(link("<geometry><sphere radius='-1'/></geometry>"), "<sphere>", "radius = -1");
  expect_refused(link("<geometry><box size='1 0 1'/></geometry>"), "<box>", "size = 1 0 1");
  expect_refused(link("<geometry><torus radius='1'/></geometry>"), "<torus>", "<torus>");
  expect_refused(link("<geometry><mesh filename='none.stl'/></geometry>"), "<mesh>",
                 "'none.stl', which is not there");
  const auto parts =
      refused_urdf(link("<geometry><mesh filename='package://p/m.stl'/></geometry>"));
  EXPECT_NE(parts.advice.find("--package-dir"), std::string::npos);
}

TEST(G3_Srdf, AddsPairsAndStates) {
  Robot robot = parse_urdf(kEveryJoint);
  parse_srdf(
      "<robot name='every'><disable_collisions link1='base' link2='wheel' reason='Never'/>"
      "<group_state name='up' group='arm'><joint name='turn' value='-1.5'/>"
      "<joint name='left_finger' value='0.01'/></group_state></robot>",
      "s.srdf", robot);
  ASSERT_EQ(robot.may_touch.size(), 1u);
  const auto up = with_state(robot, home_values(robot), "up");
  EXPECT_EQ(up[*find_joint(robot, "turn")], -1.5);
  EXPECT_DOUBLE_EQ(up[*find_joint(robot, "left_finger")], 0.005);  // a mimic follows
  Scene scene;
  add_robot(scene, robot);
  EXPECT_FALSE(TouchRules(scene).is_checked(*find_body(scene, "base"), *find_body(scene, "wheel")));
}

TEST(G3_Srdf, NamesThatTheRobotDoesNotHaveArePassedOverWithAWarning) {
  const auto warnings_of = [](const std::string& text) {
    Robot robot = parse_urdf(kEveryJoint);
    std::vector<std::string> warnings;
    parse_srdf(text, "s.srdf", robot, [&](const std::string& w) { warnings.push_back(w); });
    EXPECT_TRUE(robot.may_touch.empty());
    return warnings;
  };
  const auto about = [&](const std::string& text, const std::string& word) {
    const auto warnings = warnings_of(text);
    ASSERT_EQ(warnings.size(), 1u) << text;
    EXPECT_NE(warnings[0].find(word), std::string::npos) << warnings[0];
    EXPECT_TRUE(warnings[0].starts_with("s.srdf:1")) << warnings[0];
  };
  about("<robot name='other'/>", "'other'");
  about("<robot name='every'><disable_collisions link1='base' link2='wheal'/></robot>",
        "did you mean 'wheel'?");
  about(
      "<robot name='every'><group_state name='s'><joint name='x' value='1'/></group_state></robot>",
      "joint 'x'");
  EXPECT_TRUE(warnings_of("<robot name='every'/>").empty());
}

TEST(G3_Urdf, AllPublicRobotsLoadWithTheirShapes) {
  const auto files = data_files(".", ".urdf");
  std::size_t triangles = 0;
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    Robot robot;
    ASSERT_NO_THROW(robot = load_urdf(path));
    auto srdf = path;
    if (std::filesystem::exists(srdf.replace_extension(".srdf"))) {
      ASSERT_NO_THROW(load_srdf(srdf, robot));
      EXPECT_FALSE(robot.may_touch.empty());
    }
    Scene scene;
    ASSERT_NO_THROW(add_robot(scene, robot));
    EXPECT_NO_THROW(check(scene));
    for (const Body& body : scene.bodies) triangles += body.shape.mesh().triangles().size();
  }
  std::printf("%zu public robots, %zu triangles\n", files.size(), triangles);
  if (!files.empty()) {
    EXPECT_EQ(files.size(), 16u);
  }
}

}  // namespace graze::test
