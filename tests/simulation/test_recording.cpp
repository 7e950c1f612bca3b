// SPDX-License-Identifier: MIT
// Recordings: every bit comes back, a run that was cut goes on as if it had not been.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/math/rotation.h"
#include "graze/query/first_contact.h"
#include "graze/simulation/frame_check.h"
#include "graze/simulation/simulate.h"
#include "simulation/small_worlds.h"

namespace graze {
namespace {
constexpr double kSeconds = 0.4;

class C11_Recording : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("graze_recording_" + std::to_string(::getpid()) + test->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path path(const char* name) { return folder_ / name; }

  /// The bytes of a recording that was written in one go.
  std::string whole() {
    const WorldScene scene = falling_boxes();
    World world = make_world(scene);
    RecordingWriter writer = RecordingWriter::begin(path("whole"), scene, world.state());
    EXPECT_TRUE(simulate(world, writer, {.seconds = kSeconds}).is_at_end);
    return read_file(path("whole"));
  }

  std::string resumed(const std::string& bytes) {
    std::ofstream(path("cut"), std::ios::binary) << bytes;
    const WorldScene scene = falling_boxes();
    World world = make_world(scene);
    {
      RecordingWriter writer = RecordingWriter::resume(path("cut"), scene, world.state());
      world.restore(writer.last());
      simulate(world, writer, {.seconds = kSeconds});
    }
    return read_file(path("cut"));
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(C11_Recording, EveryStateIsReadAsItWas) {
  const Recording recording = parse_recording(whole(), "recording");
  World world = make_world(falling_boxes());
  ASSERT_EQ(recording.frames.size(), steps_of(kSeconds, world.options().step) + 1);
  EXPECT_FALSE(recording.is_cut);
  for (std::size_t i = 1; i < recording.frames.size(); ++i) {
    const StepReport report = world.step();
    const RecordedFrame& frame = recording.frames[i];
    ASSERT_EQ(content_hash(frame.state), content_hash(world.state()));
    EXPECT_EQ(frame.statistics.energy.total(), report.energy.total());
    EXPECT_EQ(frame.statistics.contacts, report.contacts.size());
    EXPECT_EQ(frame.knots.size(), report.knots.size());
  }
}

TEST_F(C11_Recording, ARunThatWasCutAnywhereEndsWithTheBytesOfAWholeOne) {
  const std::string bytes = whole();
  for (const double share : {0.0, 0.01, 0.3, 0.55, 0.93, 1.0}) {  // two of them in the header
    const auto size = static_cast<std::size_t>(share * double(bytes.size()));
    EXPECT_EQ(resumed(bytes.substr(0, size)), bytes) << "cut at " << size;
  }
}

TEST_F(C11_Recording, AResumedRunMayGoBeyondTheEnd) {
  const std::string bytes = whole();
  const WorldScene scene = falling_boxes();
  World world = make_world(scene);
  {
    RecordingWriter writer = RecordingWriter::resume(path("whole"), scene, world.state());
    world.restore(writer.last());
    EXPECT_TRUE(simulate(world, writer, {.seconds = kSeconds + 0.1}).is_at_end);
  }
  EXPECT_TRUE(read_file(path("whole")).starts_with(bytes));
}

TEST_F(C11_Recording, DamageIsTold) {
  const std::string bytes = whole();
  for (const std::size_t place : {std::size_t{3}, std::size_t{17}, std::size_t{50},
                                  std::size_t{200}, bytes.size() - 60, bytes.size() - 4}) {
    std::string damaged = bytes;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x21);
    EXPECT_THROW(parse_recording(damaged, "recording"), InputError) << place;
  }
  EXPECT_THROW(parse_recording(bytes.substr(0, 90), "recording"), InputError);
  EXPECT_THROW(parse_recording("", "recording"), InputError);
  EXPECT_TRUE(parse_recording(bytes.substr(0, bytes.size() - 1), "recording").is_cut);
}

TEST_F(C11_Recording, AnotherSceneIsRefusedAndNothingChanges) {
  const std::string bytes = whole();
  WorldScene other = falling_boxes();
  other.options.step *= 0.5;
  EXPECT_THROW(RecordingWriter::resume(path("whole"), other, make_world(other).state()),
               InputError);
  EXPECT_THROW(RecordingWriter::begin(path("whole"), other, {}), InputError);
  EXPECT_EQ(read_file(path("whole")), bytes);
}

TEST_F(C11_Recording, ABudgetThatIsUsedUpStopsBetweenTwoSteps) {
  const WorldScene scene = falling_boxes();
  World world = make_world(scene);
  RecordingWriter writer = RecordingWriter::begin(path("stopped"), scene, world.state());
  const std::atomic<bool> is_cancelled = true;
  SimulateOptions options{.seconds = 1.0};
  options.budget.cancel = &is_cancelled;
  const SimulateResult result = simulate(world, writer, options);
  EXPECT_FALSE(result.is_at_end);
  EXPECT_EQ(result.steps, 0u);
  EXPECT_EQ(read_recording(path("stopped")).frames.size(), 1u);
}

TEST_F(C11_Recording, WaysLeadThroughTheFramesAndAreFree) {
  const Recording recording = parse_recording(whole(), "recording");
  const Scene ways = recorded_scene(recording);
  for (const RecordedFrame& frame : recording.frames) {
    for (std::size_t i = 0; i < ways.bodies.size(); ++i) {
      const Pose pose = pose_at(ways.bodies[i].motion, frame.state.time);
      const Pose& wanted = frame.state.bodies[i].pose;
      EXPECT_LT((pose.translation - wanted.translation).norm(), 1e-12);
      EXPECT_LT((pose.rotation - wanted.rotation).norm(), 1e-12);
    }
    std::vector<Pose> poses;
    for (const BodyState& body : frame.state.bodies) poses.push_back(body.pose);
    EXPECT_TRUE(intersecting_pairs(ways, poses).empty());
  }
  for (const PairReport& pair : contacts_per_pair(ways, {.tolerance = 1e-9})) {
    EXPECT_EQ(pair.report.outcome, Outcome::kSeparated);
    EXPECT_EQ(pair.report.guarantee, Guarantee::kProved);
  }
}

TEST_F(C11_Recording, AFrameWhoseTrianglesMeetIsFound) {
  const Recording recording = parse_recording(whole(), "recording");
  const Scene ways = recorded_scene(recording);
  std::vector<Pose> poses;
  for (const BodyState& body : recording.frames.back().state.bodies) poses.push_back(body.pose);
  poses[1].translation.z() -= 0.01;
  const auto found = intersecting_pairs(ways, poses);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], std::pair(BodyId(0), BodyId(1)));
}

// A tilted box on a stack once came half as near at each event, until its triangles met others.
TEST(C11_Gap, EventsDoNotEatTheGap) {
  WorldScene scene;
  scene.options.material.friction = 0.4;
  scene.bodies = {box_body("floor", {2, 2, 0.1}, {0, 0, -0.1}, Role::kStatic),
                  box_body("low", {0.15, 0.15, 0.1}, {0.02, 0, 0.12}, Role::kDynamic),
                  box_body("middle", {0.1, 0.1, 0.1}, {0, 0.02, 0.34}, Role::kDynamic),
                  box_body("high", {0.05, 0.05, 0.1}, {0, 0, 0.6}, Role::kDynamic)};
  Pose tilted = pose_at(scene.bodies[3].body.motion, 0.0);
  tilted.rotation = rotation_from_vector({5.0 * 0.017453292519943295, 0.0, 0.0});
  scene.bodies[3].body.motion = Motion::still(tilted);
  scene.bodies[3].angular_velocity = {0, 0, 1};
  World world = make_world(scene);
  const Scene bodies = still_scene(scene);
  for (int i = 0; i < 16; ++i) {
    const StepReport report = world.step();
    std::vector<Pose> poses;
    for (const BodyState& body : world.state().bodies) poses.push_back(body.pose);
    EXPECT_TRUE(intersecting_pairs(bodies, poses).empty()) << "after step " << i;
    EXPECT_GT(report.smallest_gap, 0.004) << "after step " << i;
  }
}

TEST_F(C11_Recording, StatisticsHaveALineAFrame) {
  const Recording recording = parse_recording(whole(), "recording");
  const std::string csv = statistics_csv(recording);
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv, '\n')), recording.frames.size() + 1);
  EXPECT_TRUE(csv.starts_with("time,steps,"));
}

}  // namespace
}  // namespace graze
