// SPDX-License-Identifier: MIT
// Bodies let go on the page: closed forms, and the law that nothing passes through anything.
#include <gtest/gtest.h>

#include <cstring>

#include "conversation.h"
#include "io/page/base64.h"

namespace graze {
namespace {
using namespace conversation;

constexpr double kStep = 1.0 / 60.0;

std::vector<double> poses(const Json& state) {
  const std::string bytes = io::bytes_of_base64(state["poses"].get<std::string>());
  std::vector<double> numbers(bytes.size() / sizeof(double));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
  return numbers;
}

Json step(Session& session, const Json& question) {
  return Json::parse(answer(session, FrameType::kStep, question.dump()));
}

TEST(C12_LiveWorld, ABodyLetGoKeepsItsVelocityAndFalls) {
  Session session = session_about(kScene);  // it flies at 8 m/s along x
  answer(session, FrameType::kWorld, R"({"time": 0})");
  const int steps = 12;
  const double t = steps * kStep;
  const std::vector<double> after = poses(step(session, {{"steps", steps}}));
  EXPECT_NEAR(after[7], -4.0 + 8.0 * t, 1e-9);
  EXPECT_NEAR(after[9], -0.5 * 9.81 * t * t, 0.5 * 9.81 * kStep * t * 1.01);
  EXPECT_EQ(after[0], 0.0) << "what stood in the scene stands";
}

TEST(C12_LiveWorld, ABallThrownAtAWallStopsThereOrComesBack) {
  for (const double restitution : {0.0, 1.0}) {
    Session session = session_about(kScene);
    const Json begin{
        {"time", 0}, {"gravity", {0, 0, 0}}, {"restitution", restitution}, {"friction", 0}};
    answer(session, FrameType::kWorld, begin.dump());
    double farthest = -4.0, last = -4.0;
    for (int k = 0; k < 60; ++k) {
      last = poses(step(session, Json::object()))[7];
      farthest = std::max(farthest, last);
      ASSERT_LE(farthest, -2.0) << "never inside";
    }
    EXPECT_GT(farthest, -2.3);
    EXPECT_TRUE(restitution == 0.0 || last < -6.0) << "as fast as it came: " << last;
  }
}

TEST(C12_LiveWorld, AHandLiftsABodyAndAnotherGravityHoldsAtOnce) {
  Session session = session_about(kScene);
  answer(session, FrameType::kWorld, R"({"time": 0, "loose": ["flying"]})");
  const Json hand{{"body", 1}, {"point", {0, 0, 0}}, {"target", {-4, 0, 3}}};
  Json state;
  for (int k = 0; k < 180; ++k) state = step(session, {{"hand", hand}});
  const std::vector<double> held = poses(state);
  EXPECT_NEAR(held[9], 3.0, 0.1);
  state = step(session, {{"gravity", {0, 0, 0}}, {"steps", 1}});
  EXPECT_EQ(state["gravity"][2], 0.0);
  const double before = poses(state)[9];
  EXPECT_NEAR(poses(step(session, {{"steps", 60}}))[9], before, 0.2) << "nothing pulls any more";
}

TEST(C12_LiveWorld, WorldsOfFilesKeepTheirRoles) {
  Session session(ReportPage{.version = "test"}, {});
  answer(session, FrameType::kLoad, R"({"dynamics": {"gravity": [0, 0, -1]}, "bodies": [
    {"name": "floor", "shape": {"type": "box", "size": [4, 4, 1]}, "pose": {"position": [0, 0, -0.5]}},
    {"name": "box", "shape": {"type": "box", "size": [1, 1, 1]}, "pose": {"position": [0, 0, 0.6]},
     "dynamics": {"density": 10}}]})");
  Json state = Json::parse(answer(session, FrameType::kWorld, "{}"));
  EXPECT_EQ(state["loose"], Json::array({1}));
  EXPECT_EQ(state["gravity"][2], -1.0);
  for (int k = 0; k < 5; ++k) state = step(session, {{"steps", 30}});
  EXPECT_NEAR(poses(state)[9], 0.5, 2e-3) << "it lies on the floor";
  double weight = 0.0;
  for (const Json& contact : state["contacts"]) weight += contact["force"][2].get<double>();
  EXPECT_NEAR(weight, 10.0, 0.1) << "the floor carries it";
}

TEST(C12_LiveWorld, AnotherOrderHoldsAtOnce) {
  Session session = session_about(kScene);  // it flies at 8 m/s along x
  answer(session, FrameType::kWorld, R"({"time": 0, "gravity": [0, 0, 0]})");
  const double flown = poses(step(session, {{"steps", 6}}))[7];
  EXPECT_NEAR(flown, -4.0 + 8.0 * 6 * kStep, 1e-9);
  Json state = step(session, {{"steps", 30}, {"order", 1}});
  EXPECT_EQ(state["order"], 1);
  EXPECT_EQ(poses(state)[7], flown) << "of the first order: nothing commands it";
}

/// A box on a slab, pressed into it by its weight where bodies may overlap.
constexpr const char* kBoxOnSlab = R"({"dynamics": {"gravity": [0, 0, -10]}, "bodies": [
    {"name": "slab", "shape": {"type": "box", "size": [4, 4, 1]}, "pose": {"position": [0, 0, -0.5]}},
    {"name": "box", "shape": {"type": "box", "size": [1, 1, 1]}, "pose": {"position": [0, 0, 0.6]},
     "dynamics": {"density": 10}}]})";

TEST(C12_LiveWorld, BodiesMayOverlapIfAskedAndNotAgainWhileTheyDo) {
  Session session(ReportPage{.version = "test"}, {});
  answer(session, FrameType::kLoad, kBoxOnSlab);
  Json state = Json::parse(answer(session, FrameType::kWorld, "{}"));
  EXPECT_EQ(state["contact"], "exact");
  state = step(session, {{"steps", 120}, {"contact", "volume"}, {"pixels", 16}});
  EXPECT_EQ(state["contact"], "volume");
  EXPECT_EQ(state["pixels"], 16);
  EXPECT_NEAR(poses(state)[9], 0.5, 1e-2) << "it lies on the slab";
  EXPECT_LT(poses(state)[9], 0.5) << "and a little in it";
  EXPECT_NE(refusal(session, FrameType::kStep, R"({"contact": "exact"})").find("overlapping"),
            std::string::npos);
  EXPECT_EQ(step(session, {{"pixels", 32}})["contact"], "volume")
      << "what was refused is forgotten";
  const Json hand{{"body", 1}, {"point", {0, 0, 0}}, {"target", {0, 0, 2}}};
  for (int k = 0; k < 180; ++k) state = step(session, {{"hand", hand}});
  EXPECT_NEAR(poses(state)[9], 2.0 - 10.0 / 200.0, 0.02) << "held by a spring of 200 N/m per kg";
  EXPECT_EQ(step(session, {{"contact", "exact"}})["contact"], "exact") << "it is apart";
}

TEST(C12_LiveWorld, OptionsOutOfRangeAreRefused) {
  Session session(ReportPage{.version = "test"}, {});
  answer(session, FrameType::kLoad, kBoxOnSlab);
  answer(session, FrameType::kWorld, "{}");
  for (const char* question :
       {R"({"contact": "soft"})", R"({"pixels": 1})", R"({"pixels": 100000})"})
    refusal(session, FrameType::kStep, question);
  EXPECT_EQ(step(session, Json::object())["pixels"], 32);
}

TEST(C12_LiveWorld, WhatCannotBeLetGoSaysWhy) {
  Session session = session_about(kScene);
  EXPECT_NE(refusal(session, FrameType::kStep, "{}").find("no world"), std::string::npos);
  EXPECT_NE(refusal(session, FrameType::kWorld, R"({"time": 0.5})").find("earlier time"),
            std::string::npos);
  answer(session, FrameType::kWorld, R"({"time": 0})");
  EXPECT_NE(refusal(session, FrameType::kStep,
                    R"({"hand": {"body": 0, "point": [0, 0, 0], "target": [0, 0, 0]}})")
                .find("let go"),
            std::string::npos);
  Session soft(ReportPage{.version = "test"}, {});
  answer(soft, FrameType::kLoad, R"({"dynamics": {}, "bodies": [
    {"name": "jelly", "shape": {"type": "box", "size": [1, 1, 1]},
     "dynamics": {"soft": {"type": "lattice", "material": "gel", "cell_size": 0.5}}}]})");
  EXPECT_NE(refusal(soft, FrameType::kWorld, "{}").find("graze simulate"), std::string::npos);
}

}  // namespace
}  // namespace graze
