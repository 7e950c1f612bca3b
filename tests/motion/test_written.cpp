// SPDX-License-Identifier: MIT
// Every motion is a formula: described, hashed in full, written to scene.json and read again.  [C1]
#include <graze/base/error.h>
#include <graze/io/load_scene.h>
#include <graze/io/write_scene.h>
#include <gtest/gtest.h>

#include "motion/random_motions.h"
#include "support/trials.h"

namespace graze::test {
namespace {
std::string written(const Motion& motion) {
  Scene scene;
  add_body(scene, {.name = "b", .motion = motion});
  return format_scene(scene);
}

Motion read(const std::string& text) { return parse_scene(text).bodies.at(0).motion; }

Motion looping(Generator& random) {
  const Interpolation how = random() % 2 ? Interpolation::kStep : Interpolation::kSlerp;
  std::vector<TimedPose> poses;
  for (const double t : {1.0, 1.5, 1.75, 3.0}) poses.push_back({t, random_frame(random, 1.0)});
  const Motion path = Motion::path(poses, how, Outside::kLoop);
  return random() % 2 ? path : Motion::reversed(path);
}

TEST(C1_Written, MotionsOfEveryKindAreReadAgainBitForBit) {
  const std::size_t count = trials(20'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = k % 8 == 0 ? looping(random) : random_motion(random);
    const std::string text = written(motion);
    const Motion again = read(text);
    ASSERT_EQ(content_hash(again), content_hash(motion)) << "trial " << k << "\n" << text;
    ASSERT_EQ(written(again), text) << "trial " << k;
    const double t = motion.domain().lo + 0.3 * motion.domain().width();
    const Pose a = pose_at(motion, t), b = pose_at(again, t);
    ASSERT_TRUE(a.rotation == b.rotation && a.translation == b.translation) << "trial " << k;
  }
}

TEST(C1_Written, EveryCoefficientOfAJointIsInTheHash) {
  // Equal at the 17 poses that a motion of functions is known by, 0.7 apart between them.
  JointFormula flat, bent;
  const Interval domain(0.0, 1.0);
  const auto motion = [&](const JointFormula& f) {
    return motion_from({domain, Outside::kHold, {{domain, Sense::kForward, f}}});
  };
  for (std::size_t k = 0; k < bent.coefficients.size(); ++k) {
    bent = flat;
    bent.coefficients[k] = 1e-300;
    EXPECT_EQ(content_hash(motion(bent)), content_hash(motion(flat))) << "too small to count";
    bent.coefficients[k] = 1e-20;
    EXPECT_NE(content_hash(motion(bent)), content_hash(motion(flat)));
  }
}

TEST(C1_Written, DescriptionsThatAreNoMotionAreRefused) {
  const StillFormula still;
  const auto from = [&](std::vector<Interval> spans, Interval domain) {
    TrackDescription track{domain, Outside::kHold, {}};
    for (const Interval& span : spans) track.segments.push_back({span, Sense::kAtBegin, still});
    return motion_from(track);
  };
  EXPECT_NO_THROW(from({{0, 1}, {1, 2}, {2, 2}}, {0, 2}));
  EXPECT_NO_THROW(from({{0, 0}, {0, 1}}, {0, 1}));
  EXPECT_THROW(from({}, {0, 1}), InputError);
  EXPECT_THROW(from({{0, 0}}, {0, 0}), InputError);
  EXPECT_THROW(from({{0, 1}, {1, 1}, {1, 2}}, {0, 2}), InputError) << "an instant in the middle";
  EXPECT_THROW(from({{0, 1}, {1.5, 2}}, {0, 2}), InputError) << "a gap";
  EXPECT_THROW(from({{0, 1}, {1, 2}}, {0, 3}), InputError) << "another domain";
  JointFormula wild;
  wild.coefficients[2] = 1e9;
  EXPECT_THROW(motion_from({{0, 1}, Outside::kHold, {{{0, 1}, Sense::kForward, wild}}}),
               InputError);
  wild = {};
  wild.axis.setZero();
  EXPECT_THROW(motion_from({{0, 1}, Outside::kHold, {{{0, 1}, Sense::kForward, wild}}}),
               InputError);
}
}  // namespace
}  // namespace graze::test
