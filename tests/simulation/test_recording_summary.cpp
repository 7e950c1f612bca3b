// SPDX-License-Identifier: MIT
// What a recording holds, in numbers: against its frames, and as documents that are read again.
#include <gtest/gtest.h>

#include "graze/io/read_report.h"
#include "graze/simulation/recording_summary.h"
#include "io/refusal.h"
#include "simulation/small_worlds.h"

namespace graze {
namespace {
Recording short_fall() {
  Recording recording;
  recording.scene = falling_boxes();
  recording.scene_sha256 = std::string(64, 'a');
  World world = make_world(recording.scene);
  recording.frames.push_back({.state = world.state()});
  for (int step = 0; step < 20; ++step) {
    const StepReport report = world.step();
    recording.frames.push_back(frame_of(world.state(), report));
  }
  return recording;
}

void expect_same(const RecordingSummary& is, const RecordingSummary& was) {
  EXPECT_EQ(is.recording, was.recording);
  EXPECT_EQ(is.scene_sha256, was.scene_sha256);
  EXPECT_EQ(is.units, was.units);
  EXPECT_EQ(is.bodies, was.bodies);
  EXPECT_EQ(is.dynamic_bodies, was.dynamic_bodies);
  EXPECT_EQ(is.gravity, was.gravity);
  EXPECT_EQ(is.step, was.step);
  EXPECT_EQ(is.steps, was.steps);
  EXPECT_EQ(is.time, was.time);
  EXPECT_EQ(is.rounds, was.rounds);
  EXPECT_EQ(is.impacts, was.impacts);
  EXPECT_EQ(is.holds, was.holds);
  EXPECT_EQ(is.clamps, was.clamps);
  EXPECT_EQ(is.largest_residual, was.largest_residual);
  EXPECT_EQ(is.smallest_gap, was.smallest_gap);
  EXPECT_EQ(is.energy_at_start, was.energy_at_start);
  EXPECT_EQ(is.energy_at_end, was.energy_at_end);
}

TEST(C11_RecordingSummary, IsWhatTheFramesHold) {
  const Recording recording = short_fall();
  const RecordingSummary summary = summary_of("a.rec", recording);
  EXPECT_EQ(summary.bodies, 3u);
  EXPECT_EQ(summary.dynamic_bodies, 2u);
  EXPECT_EQ(summary.steps, 20u);
  EXPECT_EQ(summary.time, recording.frames.back().state.time);
  EXPECT_FALSE(summary.by_volume);
  // Boxes of density 500 at their heights, one of which moves.
  const double g = -recording.scene.options.gravity.z();
  const double low = 500.0 * 0.4 * 0.4 * 0.2, high = 500.0 * 0.2 * 0.2 * 0.2;
  const double start = g * (0.12 * low + 0.5 * high) + 0.5 * high * 0.1;
  EXPECT_NEAR(summary.energy_at_start, start, 1e-9 * start);
  EXPECT_EQ(summary.energy_at_end, recording.frames.back().statistics.energy.total());
  std::uint64_t impacts = 0;
  double gap = kInfinity;
  for (std::size_t i = 1; i < recording.frames.size(); ++i) {
    impacts += recording.frames[i].statistics.impacts;
    gap = std::min(gap, recording.frames[i].statistics.smallest_gap);
  }
  EXPECT_EQ(summary.impacts, impacts);
  EXPECT_EQ(summary.smallest_gap, gap);
}

TEST(C11_RecordingSummary, OfTheStartAloneIsItsEnergy) {
  Recording recording = short_fall();
  recording.frames.resize(1);
  const RecordingSummary summary = summary_of("a.rec", recording);
  EXPECT_EQ(summary.steps, 0u);
  EXPECT_EQ(summary.energy_at_end, summary.energy_at_start);
  const SimulateDocument document{summary, 1.0, false, 0, {}};
  EXPECT_EQ(parse_simulate(simulate_document(document)).recording.smallest_gap, kInfinity);
}

TEST(C11_RecordingSummary, TimesOfAHundredSteps) {
  std::vector<double> seconds;
  for (int k = 100; k >= 1; --k) seconds.push_back(1e-3 * k);
  const StepTimes times = times_of(seconds);
  EXPECT_NEAR(times.mean, 50.5, 1e-9);
  EXPECT_NEAR(times.p99, 99.0, 1e-9);
  EXPECT_NEAR(times.max, 100.0, 1e-9);
  EXPECT_EQ(times_of({}).max, 0.0);
}

TEST(C11_RecordingSummary, RunsSurviveAsDocuments) {
  const SimulateDocument document{
      summary_of("a.rec", short_fall()), 0.4, true, 20, {0.1, 1.0 / 3.0, 7.0}};
  const std::string text = simulate_document(document);
  const SimulateDocument read = parse_simulate(text);
  EXPECT_EQ(simulate_document(read), text);
  expect_same(read.recording, document.recording);
  EXPECT_EQ(read.seconds_asked, 0.4);
  EXPECT_TRUE(read.is_at_end);
  EXPECT_EQ(read.steps_of_this_run, 20u);
  EXPECT_EQ(read.times.p99, 1.0 / 3.0);
  test::expect_needs(text, [](const std::string& t) { return parse_simulate(t); },
                     {"recording",
                      "scene_sha256",
                      "units",
                      "bodies",
                      "dynamic_bodies",
                      "gravity",
                      "step",
                      "steps",
                      "time",
                      "rounds",
                      "impacts",
                      "holds",
                      "clamps",
                      "largest_residual",
                      "smallest_gap",
                      "energy",
                      "start",
                      "end",
                      "seconds_asked",
                      "at_end",
                      "steps_of_this_run",
                      "step_ms",
                      "p99"});
  EXPECT_THROW(parse_simulate("[]"), InputError);
}

TEST(C11_RecordingSummary, ChecksSurviveAsDocuments) {
  ReplayDocument document{summary_of("a.rec", short_fall()), true, {}};
  document.recording.by_volume = RecordingSummary::ByVolume{2, 3, 1.0 / 3.0, 0.01, 4, 0.125};
  EXPECT_FALSE(parse_replay(replay_document(document)).check);
  Scene scene;
  for (const char* name : {"low", "high"})
    add_body(scene, {.name = name, .shape = Shape::from_box(Vec3::Constant(0.5))});
  PairReport pair{BodyId(0), BodyId(1), {}};
  pair.report.outcome = Outcome::kContact;
  pair.report.time = {0.1, 1.0 / 3.0};
  document.check = ReplayDocument::Check{
      {{0.2, "low", "high"}},
      {"arm"},
      report_document(scene, {"a.rec", "m", {0, 2}, 0.5, 1, {}}, std::span(&pair, 1))};
  const std::string text = replay_document(document);
  const ReplayDocument read = parse_replay(text);
  expect_same(read.recording, document.recording);
  EXPECT_TRUE(read.is_cut);
  ASSERT_TRUE(read.recording.by_volume);
  EXPECT_EQ(read.recording.by_volume->soft_bodies, 2u);
  EXPECT_EQ(read.recording.by_volume->overlaps_at_end, 3u);
  EXPECT_EQ(read.recording.by_volume->volume_at_end, 1.0 / 3.0);
  EXPECT_EQ(read.recording.by_volume->deepest, 0.01);
  EXPECT_EQ(read.recording.by_volume->undecided, 4u);
  EXPECT_EQ(read.recording.by_volume->time_lost, 0.125);
  ASSERT_TRUE(read.check);
  ASSERT_EQ(read.check->intersecting.size(), 1u);
  EXPECT_EQ(read.check->intersecting[0].time, 0.2);
  EXPECT_EQ(read.check->intersecting[0].b, "high");
  EXPECT_EQ(read.check->by_chords, document.check->by_chords);
  const ContactDocument between = parse_report(read.check->between);
  EXPECT_EQ(between.header.seconds, 0.5);
  ASSERT_EQ(between.reports.size(), 1u);
  EXPECT_EQ(between.reports[0].report.time, pair.report.time);
  test::expect_needs(text, [](const std::string& t) { return parse_replay(t); },
                     {"is_cut", "by_chords", "soft_bodies", "time_lost", "deepest"});
}
}  // namespace
}  // namespace graze
