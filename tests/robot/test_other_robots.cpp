// SPDX-License-Identifier: MIT
// SDF and MJCF models: the same arm as a URDF has, by other frames, is at the same places.    [G3]
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "graze/io/robot_io.h"
#include "graze/math/rotation.h"
#include "io/refusal.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
constexpr const char* kUrdf = R"(<robot name="arm">
  <link name="base"><collision><origin xyz="0 0 0.05"/><geometry><box size="0.2 0.2 0.1"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.2 0 0" rpy="0 1.5707963267948966 0"/>
    <geometry><cylinder radius="0.03" length="0.4"/></geometry></collision></link>
  <link name="slider"><collision><origin xyz="0.1 0 0"/><geometry><sphere radius="0.05"/></geometry></collision></link>
  <link name="tool"><collision><geometry><box size="0.02 0.04 0.06"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="upper"/>
    <origin xyz="0 0 0.1" rpy="0 0 0.5"/><axis xyz="0 0 1"/><limit lower="-2" upper="1.5" velocity="2"/></joint>
  <joint name="slide" type="prismatic"><parent link="upper"/><child link="slider"/>
    <origin xyz="0.4 0 0"/><axis xyz="1 0 0"/><limit lower="0" upper="0.2"/></joint>
  <joint name="roll" type="continuous"><parent link="slider"/><child link="tool"/>
    <origin xyz="0.2 0 0"/><axis xyz="0 1 0"/><mimic joint="turn" multiplier="-2" offset="0.1"/></joint>
</robot>)";

// Links have frames of their own, poses are relative to each other, and an axis is in the model's.
constexpr const char* kSdf = R"(<sdf version="1.9"><model name="arm">
  <link name="base"><pose>0 0 0.05 0 0 0</pose><collision name="c"><geometry><box><size>0.2 0.2 0.1</size></box></geometry>
    </collision></link>
  <link name="upper"><pose relative_to="turn">0.2 0 0 0 90 0</pose>
    <collision name="c"><geometry><cylinder><radius>0.03</radius><length>0.4</length></cylinder></geometry></collision></link>
  <link name="slider"><pose relative_to="slide">0.1 0 0 0 0 0</pose>
    <collision name="c"><geometry><sphere><radius>0.05</radius></sphere></geometry></collision></link>
  <link name="tool"><pose relative_to="roll"/>
    <collision name="c"><geometry><box><size>0.02 0.04 0.06</size></box></geometry></collision></link>
  <frame name="shoulder"><pose>0 0 0.1 0 0 0.5</pose></frame>
  <joint name="turn" type="revolute"><pose relative_to="shoulder"/><parent>base</parent><child>upper</child>
    <axis><xyz expressed_in="__model__">0 0 1</xyz><limit><lower>-2</lower><upper>1.5</upper><velocity>2</velocity></limit></axis></joint>
  <joint name="slide" type="prismatic"><pose relative_to="turn">0.4 0 0 0 0 0</pose><parent>upper</parent><child>slider</child>
    <axis><xyz>1 0 0</xyz><limit><lower>0</lower><upper>0.2</upper></limit></axis></joint>
  <joint name="roll" type="revolute"><pose relative_to="slide">0.2 0 0 0 0 0</pose><parent>slider</parent><child>tool</child>
    <axis><xyz>0 1 0</xyz><mimic joint="turn"><multiplier>-2</multiplier><offset>0</offset><reference>0.05</reference></mimic></axis></joint>
</model></sdf>)";

// Degrees, half sizes, joints beside their bodies' origins, defaults of classes, a free-standing
// floor.
constexpr const char* kMjcf = R"(<mujoco model="arm">
  <default><geom type="box"/><default class="bar"><geom type="cylinder" size="0.03 0.2"/></default></default>
  <worldbody>
    <geom type="plane" size="1 1 0.1"/>
    <body name="base"><geom pos="0 0 0.05" size="0.1 0.1 0.05"/>
      <body name="upper" pos="0 0 0.1" euler="0 0 28.64788975654116">
        <joint name="turn" axis="0 0 1" range="-114.59155902616465 85.94366926962348"/>
        <geom class="bar" pos="0.2 0 0" zaxis="1 0 0"/>
        <geom type="sphere" size="1" contype="0" conaffinity="0"/>
        <body name="slider" pos="0.5 0 0"><joint name="slide" type="slide" axis="1 0 0" range="0 0.2" pos="-0.1 0 0"/>
          <geom type="sphere" size="0.05"/>
          <body name="tool" pos="0.1 0.3 0"><joint name="roll" axis="0 2 0" pos="0 -0.3 0"/>
            <geom pos="0 -0.3 0" size="0.01 0.02 0.03"/></body></body></body></body>
  </worldbody>
  <equality><joint joint1="roll" joint2="turn" polycoef="0.1 -2 0 0 0"/></equality>
  <contact><exclude body1="base" body2="tool"/></contact>
</mujoco>)";

Robot without_euler_degrees(std::string text) {
  const std::string from = "0.2 0 0 0 90 0</pose>";
  text.replace(text.find(from), from.size(), "0.2 0 0 0 1.5707963267948966 0</pose>");
  return parse_urdf(text, "arm.sdf");
}

/// Where the centres of a link's shapes are in the world, for values of "turn" and "slide".
Vec3 centre_of(const Robot& robot, const std::string& link, double turn, double slide) {
  const auto values = with_values(robot, home_values(robot), {{"turn", turn}, {"slide", slide}});
  const std::size_t index = *find_link(robot, link);
  const Aabb& box = robot.links[index].shapes.at(0).mesh().bounds();
  return link_poses(robot, values)[index] * Vec3(0.5 * (box.lo + box.hi));
}

/// By the formula of the arm.
Vec3 expected_centre(const std::string& link, double turn, double slide) {
  const double angle = 0.5 + turn;
  const auto along = [&](double r) { return Vec3(r * std::cos(angle), r * std::sin(angle), 0.1); };
  if (link == "base") return {0.0, 0.0, 0.05};
  if (link == "upper") return along(0.2);
  return along(link == "slider" ? 0.5 + slide : 0.6 + slide);
}

void expect_the_arm(const Robot& robot) {
  const std::size_t count = trials(2000);
  for (std::size_t k = 0; k < count; ++k) {
    auto random = generator(k);
    const double turn = std::uniform_real_distribution(-2.0, 1.5)(random);
    const double slide = std::uniform_real_distribution(0.0, 0.2)(random);
    for (const char* link : {"base", "upper", "slider", "tool"}) {
      EXPECT_LT((centre_of(robot, link, turn, slide) - expected_centre(link, turn, slide)).norm(),
                1e-12)
          << link;
    }
  }
  const RobotJoint& turn = robot.joints[*find_joint(robot, "turn")];
  EXPECT_NEAR(turn.limits->lower, -2.0, 1e-12);
  EXPECT_NEAR(turn.limits->upper, 1.5, 1e-12);
  const auto values = with_values(robot, home_values(robot), {{"turn", 1.0}});
  EXPECT_NEAR(values[*find_joint(robot, "roll")], -1.9, 1e-12);
}

/// The tool's orientation, by the axis along which it is 0.04 long.
void expect_turned_alike(const Robot& a, const Robot& b) {
  for (const double turn : {-1.0, 0.3, 1.2}) {
    const auto rotation = [&](const Robot& robot) {
      const auto values = with_values(robot, home_values(robot), {{"turn", turn}});
      return link_poses(robot, values)[*find_link(robot, "tool")].rotation;
    };
    EXPECT_LT((rotation(a) - rotation(b)).norm(), 1e-12) << turn;
  }
}
}  // namespace

TEST(G3_OtherRobots, TheUrdfIsTheArmOfTheFormula) { expect_the_arm(parse_urdf(kUrdf)); }

TEST(G3_OtherRobots, AnSdfIsTheSameArm) {
  const Robot robot = without_euler_degrees(kSdf);
  expect_the_arm(robot);
  expect_turned_alike(robot, parse_urdf(kUrdf));
  EXPECT_EQ(robot.joints[*find_joint(robot, "turn")].limits->velocity, 2.0);
  std::string degrees = kSdf;  // the same angle as the format's 1.9 writes it
  const std::string pose = R"(<pose relative_to="turn">)";
  degrees.replace(degrees.find(pose), pose.size(), R"(<pose relative_to="turn" degrees="true">)");
  expect_the_arm(parse_urdf(degrees, "arm.sdf"));
}

TEST(G3_OtherRobots, AnMjcfIsTheSameArm) {
  const Robot robot = parse_urdf(kMjcf, "arm.xml");
  expect_the_arm(robot);
  expect_turned_alike(robot, parse_urdf(kUrdf));
  EXPECT_EQ(robot.links[*find_link(robot, "upper")].shapes.size(), 1u);  // not what is only seen
  const auto may = [&](const char* a, const char* b) {
    return std::ranges::count(robot.may_touch, std::pair<std::string, std::string>(a, b));
  };
  EXPECT_EQ(may("base", "tool"), 1);
}

// MuJoCo's rule: a body and its parent may touch, unless the parent is fixed to the world.
TEST(G3_OtherRobots, WhatIsFixedToTheWorldIsNoNeighbour) {
  const Robot robot = parse_urdf(kMjcf, "arm.xml");
  Scene scene;
  add_robot(scene, robot);
  const auto may = [&](const char* a, const char* b) {
    return !TouchRules(scene).is_checked(*find_body(scene, a), *find_body(scene, b));
  };
  EXPECT_TRUE(may("worldbody", "base"));
  EXPECT_FALSE(may("worldbody", "upper"));
  EXPECT_FALSE(may("base", "upper"));
  EXPECT_TRUE(may("upper", "slider"));
}

// A hip of three hinges, as humanoids have it: the thigh and what is fixed to the pelvis may touch.
TEST(G3_OtherRobots, NeighboursAcrossSeveralJointsMayTouch) {
  const Robot robot = parse_urdf(R"(<mujoco><worldbody>
    <body name="pelvis" pos="0 0 1"><freejoint/><geom size="0.1"/>
      <body name="belt"><geom size="0.11"/></body>
      <body name="thigh"><joint name="x" axis="1 0 0"/><joint name="y" axis="0 1 0"/><geom size="0.1"/>
        <body name="shin" pos="0 0 -0.5"><joint name="knee"/><geom size="0.1"/></body></body></body>
    <body name="arm" pos="5 0 0"><joint name="u"/><joint name="v" axis="0 1 0"/><geom size="0.1"/></body>
    <body name="post" pos="5 0 1"><geom size="0.1"/></body></worldbody></mujoco>)");
  Scene scene;
  add_robot(scene, robot);
  const auto may = [&](const char* a, const char* b) {
    return !TouchRules(scene).is_checked(*find_body(scene, a), *find_body(scene, b));
  };
  EXPECT_TRUE(may("pelvis", "thigh"));
  EXPECT_TRUE(may("belt", "thigh"));
  EXPECT_TRUE(may("thigh", "shin"));
  EXPECT_FALSE(may("pelvis", "shin"));
  EXPECT_FALSE(may("arm", "post"));
}

TEST(G3_OtherRobots, BitsThatNeverMeetMayTouch) {
  const Robot robot = parse_urdf(R"(<mujoco><worldbody>
    <body name="a"><freejoint/><geom size="1" contype="1" conaffinity="2"/></body>
    <body name="b"><freejoint/><geom size="1" contype="1" conaffinity="2"/></body>
    <body name="c"><freejoint/><geom size="1" contype="2" conaffinity="1"/></body></worldbody></mujoco>)");
  ASSERT_EQ(robot.may_touch.size(), 1u);
  EXPECT_EQ(robot.may_touch[0], (std::pair<std::string, std::string>("a", "b")));
}

TEST(G3_OtherRobots, APairThatIsNotReadIsToldOf) {
  std::vector<std::string> warnings;
  UrdfOptions options;
  options.warn = [&](const std::string& sentence) { warnings.push_back(sentence); };
  parse_urdf(
      R"(<mujoco><worldbody><body name="a"><freejoint/><geom name="g" size="1"/></body></worldbody>
    <contact><pair geom1="g" geom2="g"/></contact></mujoco>)",
      "m.xml", {}, options);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("m.xml:2 <pair> is not checked"), std::string::npos) << warnings[0];
}

/// Which of floor, a, b and hand are checked against each other, "a/b" in this order.
std::set<std::string> checked_links(const std::string& contact, const std::string& geom_a) {
  const Robot robot = parse_urdf(
      R"(<mujoco><worldbody><geom name="floor" type="box" size="9 9 1" contype="0" conaffinity="0"/>
        <body name="a"><freejoint/><geom name="ga" size="1" )" +
      geom_a + R"(/><body name="hand"><joint name="h"/><geom name="gh" size="1"/></body></body>
        <body name="b"><freejoint/><geom name="gb" size="1"/></body></worldbody>)" +
      contact + "</mujoco>");
  Scene scene;
  add_robot(scene, robot, {});
  std::set<std::string> pairs;
  for (const auto& [first, second] : checked_pairs(scene)) {
    const auto [x, y] =
        std::minmax(scene.bodies[first.index()].name, scene.bodies[second.index()].name);
    pairs.insert(x + "/" + y);
  }
  return pairs;
}

TEST(G3_OtherRobots, PairsOfMuJoCoCollideWhateverTheFiltersSay) {
  using Pairs = std::set<std::string>;
  const std::string eye = R"(contype="0" conaffinity="0")";
  EXPECT_EQ(checked_links("", ""), (Pairs{"a/b", "b/hand"}));
  EXPECT_EQ(checked_links("", eye), (Pairs{"b/hand"}));
  EXPECT_EQ(checked_links(R"(<contact><pair geom1="ga" geom2="gb"/></contact>)", eye),
            (Pairs{"a/b", "b/hand"}));
  EXPECT_EQ(checked_links(R"(<contact><pair geom1="floor" geom2="gb"/></contact>)", ""),
            (Pairs{"a/b", "b/hand", "b/worldbody"}));
  const std::string both = R"(<exclude body1="b" body2="a"/></contact>
      <contact><pair geom1="ga" geom2="gb"/>)";
  EXPECT_EQ(checked_links("<contact>" + both + "</contact>", ""), (Pairs{"a/b", "b/hand"}));
  EXPECT_EQ(checked_links(R"(<contact><exclude body1="b" body2="a"/></contact>)", ""),
            (Pairs{"b/hand"}));
  EXPECT_EQ(checked_links(R"(<contact><pair geom1="floor" geom2="gb"/>
      <exclude body1="world" body2="hand"/></contact>)",
                          ""),
            (Pairs{"a/b", "b/hand", "b/worldbody"}));
  EXPECT_THROW(checked_links(R"(<contact><pair geom1="nobody" geom2="gb"/></contact>)", ""),
               InputError);
}

TEST(G3_OtherRobots, SeveralJointsOfABodyAreSeveralLinks) {
  const Robot robot = parse_urdf(R"(<mujoco><compiler angle="radian"/><worldbody>
    <body name="a"><joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0"/>
      <joint name="spin" axis="0 0 1"/><geom size="0.1" pos="1 0 0"/></body>
    <body name="free"><freejoint/><geom size="0.1" pos="9 0 0"/><body name="leaf"><joint name="last"/></body></body>
    </worldbody><keyframe><key name="home" qpos="0.1 0.2 0.3 9 9 9 1 0 0 0 0.4"/><key name="short" qpos="1"/></keyframe>
    </mujoco>)");
  ASSERT_EQ(robot.states.size(), 1u);
  EXPECT_EQ(robot.states[0].values,
            (std::map<std::string, double>{{"x", 0.1}, {"y", 0.2}, {"spin", 0.3}, {"last", 0.4}}));
  EXPECT_EQ(moved_joints(robot).size(), 4u);
  const auto values =
      with_values(robot, home_values(robot), {{"x", 2.0}, {"y", 3.0}, {"spin", 0.5}});
  const std::size_t link = *find_link(robot, "a");
  const Vec3 centre = link_poses(robot, values)[link] * Vec3(1.0, 0.0, 0.0);
  EXPECT_LT((centre - Vec3(2.0 + std::cos(0.5), 3.0 + std::sin(0.5), 0.0)).norm(), 1e-12);
}

TEST(G3_OtherRobots, ModelsOfAWorldAreOneRobot) {
  const std::string box =
      "<collision name='c'><geometry><box><size>1 1 1</size></box></geometry></collision>";
  const Robot robot = parse_urdf(
      "<sdf version='1.6'><world name='w'><model name='a'><pose>5 0 0 0 0 0</pose>"
      "<link name='l'>" +
      box + "</link></model><model name='b'><link name='l'>" + box +
      "</link></model></world></sdf>");
  const auto poses = link_poses(robot, home_values(robot));
  const std::size_t a = *find_link(robot, "a::l"), b = *find_link(robot, "b::l");
  EXPECT_EQ((poses[a] * robot.links[a].shapes[0].mesh().bounds().lo).x(), 4.5);
  EXPECT_EQ((poses[b] * robot.links[b].shapes[0].mesh().bounds().lo).x(), -0.5);
}

TEST(G3_OtherRobots, WhatIsNotReadIsNamed) {
  const auto found = [](const std::string& text) {
    return refusal_of([&] { parse_urdf(text, "r"); }).found;
  };
  EXPECT_NE(found("<sdf><model name='m'><joint name='j' "
                  "type='screw'><parent>a</parent><child>b</child></joint>"
                  "<link name='a'/><link name='b'/></model></sdf>")
                .find("screw"),
            std::string::npos);
  EXPECT_NE(found("<sdf><model name='m'><link name='a'><pose relative_to='x'>0 0 0 0 0 "
                  "0</pose></link></model></sdf>")
                .find("'x'"),
            std::string::npos);
  EXPECT_NE(
      found("<sdf><model name='m'><frame name='a'><pose relative_to='b'>0 0 0 0 0 0</pose></frame>"
            "<frame name='b'><pose relative_to='a'>0 0 0 0 0 0</pose></frame>"
            "<link name='l'><pose relative_to='a'/></link></model></sdf>")
          .find("each other"),
      std::string::npos);
  EXPECT_NE(found("<mujoco><include file='a.xml'/><worldbody/></mujoco>").find("include"),
            std::string::npos);
  EXPECT_NE(
      found("<mujoco><worldbody><body><geom type='mesh' mesh='m'/></body></worldbody></mujoco>")
          .find("'m'"),
      std::string::npos);
}

}  // namespace graze::test
