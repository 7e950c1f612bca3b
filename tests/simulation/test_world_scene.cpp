// SPDX-License-Identifier: MIT
// Dynamics in scene.json: what is written is read again bit by bit, what is wrong is told.
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "simulation/small_worlds.h"

namespace graze {
namespace {
/// Uses every key once, with numbers that decimal text can lose.
WorldScene every_key() {
  WorldScene scene = falling_boxes();
  scene.units = "mm";
  WorldOptions& options = scene.options;
  options.step = 1.0 / 240.0;
  options.gravity = {0.1, -0.2, -9.81 / 3.0};
  options.skin = 1e-3 / 3.0;
  options.second_order = false;
  options.material = {0.1 / 3.0, 0.2, 0.001, 0.002};
  options.materials = {{"ice", {0.01, 0.0, 0.0, 0.0}}, {"steel", {0.3, 0.7, 0.0, 0.0}}};
  options.pair_materials = {{{"ice", "steel"}, {0.05, 0.1, 0.0, 0.0}}};
  options.max_inner_steps = 3;
  options.max_rounds = 5;
  options.clamp_energy = false;
  options.may_touch = {{"low", "high"}};
  scene.bodies[1].material = "steel";
  scene.bodies[1].velocity = {1.0 / 3.0, 0.0, 0.0};
  scene.bodies[2].is_locked = {true, false, false, false, true, false};
  scene.bodies[2].density.reset();
  scene.bodies[2].body.mass = 1.0 / 7.0;
  scene.loads = {{BodyId(1), {0.1, 0.2, 0.3}, {0.0, 1.0 / 3.0, 0.0}}};
  WorldBody crank = box_body("crank", {0.1, 0.1, 0.1}, {0, 0, 0}, Role::kDriven);
  crank.body.motion = Motion::screw({.point = {3, 0, 1}, .angle = 2.0}, {0.0, 0.5});
  scene.bodies.push_back(crank);
  for (const LinkKind kind :
       {LinkKind::kFixed, LinkKind::kRevolute, LinkKind::kPrismatic, LinkKind::kBall,
        LinkKind::kScrew, LinkKind::kDistance, LinkKind::kGear}) {
    WorldJoint joint;
    joint.name = "joint " + std::to_string(static_cast<int>(kind));
    joint.kind = kind;
    joint.a = BodyId(0);
    joint.b = BodyId(1);
    joint.point = {0.1, 0.2, 1.0 / 3.0};
    joint.axis = {1.0, 2.0, -0.3};
    joint.point_b = {0, 0, 1};
    joint.axis_b = {0, 1, 0.1};
    joint.pitch = 0.01 / 3.0;
    joint.ratio = -2.5;
    joint.friction = 0.125;
    joint.bodies_may_touch = false;
    scene.joints.push_back(joint);
  }
  scene.joints[1].limits = Interval(-0.1 / 3.0, 1.0);
  scene.joints[1].motor = JointMotor{.speed = 0.1, .most_force = 3.0, .target = 0.7};
  scene.joints[2].motor = JointMotor{.speed = 0.1};
  scene.joints[3].break_force = 12.5;
  scene.joints[4].is_enabled = false;
  return scene;
}

TEST(C11_WorldScene, EveryKeyIsReadAsItWasWritten) {
  const std::string text = format_world_scene(every_key());
  const WorldScene again = parse_world_scene(text);
  EXPECT_EQ(format_world_scene(again), text);
  EXPECT_EQ(again.options.gravity, every_key().options.gravity);
  EXPECT_EQ(again.options.pair_materials.at({"ice", "steel"}).friction, 0.05);
  ASSERT_EQ(again.joints.size(), 7u);
  EXPECT_EQ(again.joints[1].motor->target, 0.7);
  EXPECT_EQ(again.joints[1].limits->lo, -0.1 / 3.0);
  EXPECT_EQ(again.joints[2].motor->most_force, kInfinity);
  EXPECT_FALSE(again.joints[4].is_enabled);
  EXPECT_EQ(again.bodies[2].is_locked, every_key().bodies[2].is_locked);
  EXPECT_EQ(again.bodies[3].role, Role::kDriven);
  EXPECT_EQ(again.loads[0].torque, every_key().loads[0].torque);
}

TEST(C11_WorldScene, TheExampleOfEveryKeyIsRead) {
  const WorldScene scene = load_world_scene("tests/scene_json/good/dynamics.json");
  EXPECT_EQ(scene.joints.size(), 7u);
  EXPECT_NEAR(scene.joints[1].motor->target.value(), 0.7853981633974483, 1e-15);
  EXPECT_EQ(scene.bodies[2].density, 0.0078);
  EXPECT_EQ(make_world(scene).body_count(), 4u);
}

TEST(C11_WorldScene, AWorldThatIsReadAgainMovesWithEqualBits) {
  World first = make_world(falling_boxes());
  World second = make_world(parse_world_scene(format_world_scene(falling_boxes())));
  for (int i = 0; i < 20; ++i) {
    first.step();
    second.step();
    ASSERT_EQ(content_hash(first.state()), content_hash(second.state())) << "step " << i;
  }
}

TEST(C11_WorldScene, OtherQuestionsPassOverDynamics) {
  const Scene scene = parse_scene(format_world_scene(falling_boxes()));
  EXPECT_EQ(scene.bodies.size(), 3u);
}

TEST(C11_WorldScene, BodiesWithoutDynamicsStandOrAreDriven) {
  const WorldScene world = parse_world_scene(R"({"bodies": [
    {"name": "wall", "shape": {"type": "box", "size": [1, 1, 1]}},
    {"name": "piston", "shape": {"type": "box", "size": [1, 1, 1]},
     "motion": {"type": "screw", "axis": [0, 0, 1], "slide": 1, "from": {"position": [3, 0, 0]}}},
    {"name": "box", "shape": {"type": "box", "size": [1, 1, 1]}, "pose": {"position": [0, 0, 3]},
     "dynamics": {}}]})");
  EXPECT_EQ(world.bodies[0].role, Role::kStatic);
  EXPECT_EQ(world.bodies[1].role, Role::kDriven);
  EXPECT_EQ(world.bodies[2].role, Role::kDynamic);
  EXPECT_EQ(world.bodies[2].body.mass, 1.0);
}

TEST(C11_WorldScene, ADynamicBodyHangsOnItsParentAsInTheScene) {
  const WorldScene scene = parse_world_scene(R"({"dynamics": {"step": 0.01}, "bodies": [
    {"name": "post", "shape": {"type": "box", "size": [0.1, 0.1, 2]}},
    {"name": "arm", "shape": {"type": "compound", "parts":
       [{"shape": {"type": "box", "size": [1, 0.1, 0.1]}, "position": [0.5, 0.2, 0]}]},
     "parent": "post", "joint": {"type": "revolute", "origin": {"position": [0, 0, 0.5]},
     "axis": [0, 1, 0]}, "dynamics": {"density": 100}}]})");
  ASSERT_EQ(scene.joints.size(), 1u);
  EXPECT_EQ(scene.joints[0].kind, LinkKind::kRevolute);
  EXPECT_EQ(scene.joints[0].point, Vec3(0, 0, 0.5));
  World world = make_world(scene);
  for (int i = 0; i < 50; ++i) world.step();
  const Pose& pose = world.state(BodyId(1)).pose;
  EXPECT_LT((pose.translation - Vec3(0, 0, 0.5)).norm(), 1e-9) << "the hinge stays in its place";
  EXPECT_GT(world.state().joints[0].value, 0.1) << "the arm has fallen";
}

TEST(C11_WorldScene, ARobotFallsOverItsJoints) {
  const WorldScene scene = load_world_scene("examples/robots/arm.urdf");
  ASSERT_EQ(scene.joints.size(), 6u);
  EXPECT_EQ(scene.bodies[0].role, Role::kStatic);
  EXPECT_EQ(scene.joints[0].name, "turn");
  EXPECT_EQ(scene.joints[0].limits, Interval(-2.9, 2.9));
  World world = make_world(scene);
  EXPECT_TRUE(world.overlaps().empty());
  for (int i = 0; i < 30; ++i) world.step();
  for (std::size_t k = 0; k < scene.joints.size(); ++k) {
    // The point of the joint, carried by either body, is one point.
    const WorldJoint& joint = scene.joints[k];
    const auto carried = [&](BodyId id) {
      const Pose start = pose_at(scene.bodies[id.index()].body.motion, 0.0);
      return Vec3(world.state(id).pose * (inverse(start) * joint.point));
    };
    const Vec3 apart = carried(joint.a) - carried(joint.b);
    const bool slides = joint.kind == LinkKind::kPrismatic;
    EXPECT_LT((slides ? apart.cross(joint.axis) : apart).norm(), slides ? 0.1 : 1e-6) << joint.name;
  }
}

struct BadDynamics {
  const char* what;
  const char* root;
  const char* body;
  const char* place;
  const char* says;
};

class C11_BadDynamics : public testing::TestWithParam<BadDynamics> {};

TEST_P(C11_BadDynamics, IsRefusedWithItsPlace) {
  const BadDynamics& bad = GetParam();
  const std::string text = std::string(R"({"dynamics": )") + bad.root + R"(, "bodies": [
    {"name": "a", "shape": {"type": "box", "size": [1, 1, 1]}},
    {"name": "b", "shape": {"type": "box", "size": [1, 1, 1]}, "dynamics": )" +
                           bad.body + "}]}";
  try {
    parse_world_scene(text, "w.json");
    FAIL() << "was accepted";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(bad.place), std::string::npos) << message;
    EXPECT_NE(message.find(bad.says), std::string::npos) << message;
  }
}

TEST(C11_WorldScene, GravityThatIsNotStatedIsInTheScenesUnits) {
  const auto gravity = [](const std::string& head, const std::string& dynamics = "{}") {
    return parse_world_scene("{" + head + R"("bodies": [{"name": "a", "shape": {"type": "box",
        "size": [1, 1, 1]}}], "dynamics": )" +
                             dynamics + "}")
        .options.gravity;
  };
  EXPECT_EQ(gravity(""), Vec3(0, 0, -9.81));
  EXPECT_EQ(gravity(R"("units": "m", )"), Vec3(0, 0, -9.81));
  EXPECT_EQ(gravity(R"("units": "unit", )"), Vec3(0, 0, -9.81));
  EXPECT_NEAR(gravity(R"("units": "mm", )").z(), -9810.0, 1e-11);
  EXPECT_NEAR(gravity(R"("units": "cm", )").z(), -981.0, 1e-12);
  EXPECT_NEAR(gravity(R"("units": "in", )").z(), -386.2204724409449, 1e-12);
  EXPECT_NEAR(gravity(R"("units": "mm", "up": "y", )").y(), -9810.0, 1e-11);
  EXPECT_EQ(gravity(R"("units": "mm", )", R"({"gravity": [0, 0, -9.81]})"), Vec3(0, 0, -9.81));
}

INSTANTIATE_TEST_SUITE_P(
    All, C11_BadDynamics,
    testing::Values(
        BadDynamics{"key", R"({"gravty": [0, 0, 1]})", "{}", "dynamics.gravty", "'gravity'"},
        BadDynamics{"array", "[]", "{}", "dynamics", "an object"},
        BadDynamics{"step", R"({"step": 0})", "{}", "dynamics.step", "0"},
        BadDynamics{"order", R"({"order": 3})", "{}", "dynamics.order", "3"},
        BadDynamics{"restitution", R"({"material": {"restitution": 1.5}})", "{}",
                    "dynamics.material.restitution", "1.5"},
        BadDynamics{"pair", R"({"pair_materials": [{"pair": ["x"]}]})", "{}",
                    "pair_materials[0].pair", "2"},
        BadDynamics{"no such body", R"({"joints": [{"type": "ball", "a": "a", "b": "c"}]})", "{}",
                    "joints[0].b", "the name of a body"},
        BadDynamics{"one body", R"({"joints": [{"type": "ball", "a": "a", "b": "a"}]})", "{}",
                    "joints[0].b", "another body"},
        BadDynamics{"joint type", R"({"joints": [{"type": "bal", "a": "a", "b": "b"}]})", "{}",
                    "joints[0].type", "'ball'"},
        BadDynamics{"motor on a ball",
                    R"({"joints": [{"type": "ball", "a": "a", "b": "b", "motor": {}}]})", "{}",
                    "joints[0].motor", "revolute"},
        BadDynamics{"limits", R"({"joints": [{"type": "revolute", "a": "a", "b": "b",
                    "limits": [1, 0]}]})",
                    "{}", "joints[0].limits", "ascending"},
        BadDynamics{"axis", R"({"joints": [{"type": "revolute", "a": "a", "b": "b",
                    "axis": [0, 0, 0]}]})",
                    "{}", "joints[0].axis", "direction"},
        BadDynamics{"role", "{}", R"({"role": "dynamc"})", "bodies[1].dynamics.role", "'dynamic'"},
        BadDynamics{"density", "{}", R"({"density": 0})", "bodies[1].dynamics.density", "0"},
        BadDynamics{"locked", "{}", R"({"locked": ["w"]})", "bodies[1].dynamics.locked[0]", "'x'"},
        BadDynamics{"material", R"({"materials": {"ice": {}}})", R"({"material": "icy"})",
                    "bodies[1].dynamics.material", "'ice'"},
        BadDynamics{"no materials", "{}", R"({"material": "ice"})", "bodies[1].dynamics.material",
                    "dynamics.materials"},
        BadDynamics{"velocity", "{}", R"({"velocity": [1, 2]})", "bodies[1].dynamics.velocity",
                    "3"}));

}  // namespace
}  // namespace graze
