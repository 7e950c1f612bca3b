// SPDX-License-Identifier: MIT
// Never, always, sometimes: a mechanism whose truth is known by construction.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>

#include "graze/io/robot_io.h"
#include "graze/query/touch_audit.h"

namespace graze::test {
namespace {
std::string link(const std::string& name, const std::string& centre, const std::string& size) {
  return "<link name='" + name + "'><collision><origin xyz='" + centre +
         "'/><geometry><box size='" + size + "'/></geometry></collision></link>";
}

std::string joint(const std::string& name, const std::string& parent, const std::string& child,
                  const std::string& origin, const std::string& range) {
  return "<joint name='" + name + "' type='revolute'><origin xyz='" + origin + "'/><parent link='" +
         parent + "'/><child link='" + child + "'/><axis xyz='0 0 1'/><limit " + range +
         "/></joint>";
}

/// A base with a post beside it, a long arm and a short finger at its end. The arm swings in the
/// plane of the post if it is turned far enough; the finger cannot reach back to the base.
std::string mechanism(const std::string& arm_range) {
  return "<robot name='m'>" + link("base", "0 0 -0.2", "0.2 0.2 0.1") +
         link("post", "0 0 0", "0.05 0.05 0.5") + link("arm", "0.5 0 0", "0.9 0.04 0.04") +
         link("finger", "0.06 0 0", "0.1 0.02 0.02") +
         "<joint name='weld' type='fixed'><origin xyz='0 0.6 0'/><parent link='base'/><child "
         "link='post'/></joint>" +
         joint("shoulder", "base", "arm", "0 0 0", arm_range) +
         joint("wrist", "arm", "finger", "0.97 0 0", "lower='-1' upper='1'") + "</robot>";
}

TouchVerdict verdict_of(const Robot& robot, const std::vector<LinkPairAudit>& audits,
                        const std::string& a, const std::string& b) {
  for (const LinkPairAudit& audit : audits) {
    if (robot.links[audit.a].name == a && robot.links[audit.b].name == b) return audit.verdict;
  }
  ADD_FAILURE() << "no pair " << a << " / " << b;
  return TouchVerdict::kAdjacent;
}
}  // namespace

TEST(G3_TouchAudit, OneSweepProvesWhatNeverTouches) {
  const Robot robot = parse_urdf(mechanism("lower='-1' upper='1'"));
  const auto audits = audit_touches(robot, {.samples = 200});
  EXPECT_EQ(verdict_of(robot, audits, "post", "arm"),
            TouchVerdict::kAdjacent);  // the base is one with it
  EXPECT_EQ(verdict_of(robot, audits, "base", "arm"), TouchVerdict::kAdjacent);
  EXPECT_EQ(verdict_of(robot, audits, "base", "finger"), TouchVerdict::kNeverProved);
  EXPECT_EQ(verdict_of(robot, audits, "post", "finger"), TouchVerdict::kNeverProved);
}

TEST(G3_TouchAudit, WhatTouchesSometimesHasAWitness) {
  std::string text = mechanism("lower='-1' upper='1'");
  // The post moves within the finger's reach.
  text.replace(text.find("0 0.6 0"), 7, "1 0.1 0");
  const Robot robot = parse_urdf(text);
  const auto audits = audit_touches(robot, {.samples = 500});
  EXPECT_EQ(verdict_of(robot, audits, "post", "finger"), TouchVerdict::kSometimes);
  for (const LinkPairAudit& audit : audits) {
    if (audit.verdict != TouchVerdict::kSometimes) continue;
    EXPECT_EQ(audit.witness.size(), robot.joints.size());
    EXPECT_GT(audit.touched, 0u);
    EXPECT_LT(audit.touched, 500u);
  }
}

TEST(G3_TouchAudit, ANarrowHitBetweenSamplesIsNotCalledProved) {
  std::string text = mechanism("lower='-1' upper='1'");
  // Reached only near one pair of angles: samples may miss it, the proof must not.
  text.replace(text.find("0 0.6 0"), 7, "1 0.9 0");
  const Robot robot = parse_urdf(text);
  const auto few = audit_touches(robot, {.samples = 1, .max_sweeps = 5000});
  const auto many = audit_touches(robot, {.samples = 5000});
  if (verdict_of(robot, many, "post", "finger") == TouchVerdict::kSometimes) {
    EXPECT_NE(verdict_of(robot, few, "post", "finger"), TouchVerdict::kNeverProved);
  }
}

TEST(G3_TouchAudit, AnswersDoNotDependOnThreads) {
  const Robot robot = parse_urdf(mechanism("lower='-3' upper='3'"));
  const auto one = audit_touches(robot, {.samples = 100, .threads = 1});
  const auto four = audit_touches(robot, {.samples = 100, .threads = 4});
  ASSERT_EQ(one.size(), four.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].verdict, four[i].verdict);
    EXPECT_EQ(one[i].touched, four[i].touched);
    EXPECT_EQ(one[i].witness, four[i].witness);
  }
}

/// Three parallel joints that reach 1.59 at most, and a post at that distance from the first.
std::string long_mechanism(double post) {
  return "<robot name='m'>" + link("base", "0 0 -0.2", "0.2 0.2 0.1") +
         link("post", "0 0 0", "0.05 0.05 0.5") + link("arm", "0.5 0 0", "0.9 0.04 0.04") +
         link("forearm", "0.25 0 0", "0.45 0.03 0.03") +
         link("finger", "0.06 0 0", "0.1 0.02 0.02") +
         "<joint name='weld' type='fixed'><origin xyz='0 " + std::to_string(post) +
         " 0'/><parent link='base'/><child link='post'/></joint>" +
         joint("shoulder", "base", "arm", "0 0 0", "lower='-2' upper='2'") +
         joint("elbow", "arm", "forearm", "0.97 0 0", "lower='-1' upper='1'") +
         joint("wrist", "forearm", "finger", "0.5 0 0", "lower='-1' upper='1'") + "</robot>";
}

const LinkPairAudit& audit_of(const Robot& robot, const std::vector<LinkPairAudit>& audits,
                              const std::string& a, const std::string& b) {
  for (const LinkPairAudit& audit : audits) {
    if (robot.links[audit.a].name == a && robot.links[audit.b].name == b) return audit;
  }
  throw std::logic_error("no such pair");
}

TEST(G3_TouchAudit, ThreeJointsAreProvedByCells) {
  // 0.97 + 0.5 + 0.11 reach to 1.58; half the post is 0.025 and its corner a little more.
  const Robot robot = parse_urdf(long_mechanism(1.7));
  const auto audits = audit_touches(robot, {.samples = 200});
  const LinkPairAudit& audit = audit_of(robot, audits, "post", "finger");
  EXPECT_EQ(audit.joints, 3u);
  EXPECT_EQ(audit.verdict, TouchVerdict::kNeverProved);
  EXPECT_EQ(audit.proved_share, 1.0);
  EXPECT_GT(audit.sweeps, 3u) << "one sweep is not enough";
  EXPECT_EQ(verdict_of(robot, audits, "post", "forearm"), TouchVerdict::kNeverProved);
}

TEST(G3_TouchAudit, AProofThatRunsOutOfSweepsSaysHowFarItCame) {
  const Robot robot = parse_urdf(long_mechanism(1.7));
  const std::size_t enough =
      audit_of(robot, audit_touches(robot, {.samples = 50}), "post", "finger").sweeps;
  const auto cut = audit_touches(robot, {.samples = 50, .max_sweeps = enough - 1});
  const LinkPairAudit& audit = audit_of(robot, cut, "post", "finger");
  EXPECT_EQ(audit.verdict, TouchVerdict::kNeverSeen);
  EXPECT_GT(audit.proved_share, 0.0);
  EXPECT_LT(audit.proved_share, 1.0);
  EXPECT_LT(audit.sweeps, enough);
}

TEST(G3_TouchAudit, ASweepFindsWhatSamplesMissed) {
  const Robot robot = parse_urdf(long_mechanism(1.5));
  const auto audits = audit_touches(robot, {.samples = 1});
  const LinkPairAudit& audit = audit_of(robot, audits, "post", "finger");
  ASSERT_EQ(audit.touched, 0u) << "the only sample must miss it";
  ASSERT_EQ(audit.verdict, TouchVerdict::kSometimes);
  // The witness by another way: the finger's tip is at the post.
  ASSERT_EQ(audit.witness.size(), robot.joints.size());
  const auto poses = link_poses(robot, audit.witness);
  const Pose post_from_finger = inverse(poses[audit.a]) * poses[audit.b];
  EXPECT_LT((post_from_finger * Vec3(0.06, 0, 0)).norm(), 0.1);
}

/// Two fingers, the right one mimics the left: their pads are `gap` apart at the lower limit.
std::string gripper(double gap, const std::string& range, const std::string& mimic) {
  const std::string centre = std::to_string(0.005 + 0.5 * gap);
  const auto slide = [&](const std::string& name, const std::string& child, const std::string& axis,
                         const std::string& more) {
    return "<joint name='" + name + "' type='prismatic'><parent link='palm'/><child link='" +
           child + "'/><axis xyz='" + axis + "'/><limit " + range + " effort='1' velocity='1'/>" +
           more + "</joint>";
  };
  return "<robot name='g'>" + link("palm", "0 0 -0.05", "0.2 0.04 0.02") +
         link("left", centre + " 0 0", "0.01 0.02 0.04") +
         link("right", "-" + centre + " 0 0", "0.01 0.02 0.04") + slide("jl", "left", "1 0 0", "") +
         slide("jr", "right", "-1 0 0", mimic) + "</robot>";
}

// Ranges are closed: pads that meet at a limit, and only there, do touch.
TEST(G3_TouchAudit, FingersThatMeetAtTheirLimitTouchSometimes) {
  const struct {
    double gap;
    const char* range;
    const char* mimic;
    TouchVerdict verdict;
  } rows[] = {
      {0.0, "lower='0' upper='0.04'", "<mimic joint='jl'/>", TouchVerdict::kSometimes},
      {-2e-5, "lower='0' upper='0.04'", "<mimic joint='jl'/>", TouchVerdict::kSometimes},
      {1e-4, "lower='0' upper='0.04'", "<mimic joint='jl'/>", TouchVerdict::kNeverProved},
      {0.0, "lower='0.001' upper='0.04'", "<mimic joint='jl'/>", TouchVerdict::kNeverProved},
      // At the upper limit: the right finger runs after the left one, twice as fast.
      {0.04, "lower='0' upper='0.04'", "<mimic joint='jl' multiplier='-2'/>",
       TouchVerdict::kSometimes},
      {0.0402, "lower='0' upper='0.04'", "<mimic joint='jl' multiplier='-2'/>",
       TouchVerdict::kNeverProved},
      // In one corner of two ranges: no sample meets it, but it must not be called proved.
      {0.0, "lower='0' upper='0.04'", "", TouchVerdict::kNeverSeen},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(std::to_string(row.gap) + " " + row.range + row.mimic);
    const Robot robot = parse_urdf(gripper(row.gap, row.range, row.mimic));
    const auto audits = audit_touches(robot, {.samples = 50});
    const LinkPairAudit& audit = audit_of(robot, audits, "left", "right");
    EXPECT_EQ(audit.verdict, row.verdict) << name(audit.verdict);
    if (row.verdict != TouchVerdict::kSometimes) continue;
    ASSERT_EQ(audit.witness.size(), robot.joints.size());
    const auto poses = link_poses(robot, audit.witness);  // the pads, by hand
    const double pads = (poses[audit.a].translation - poses[audit.b].translation).x() + row.gap;
    EXPECT_LE(std::abs(pads), 3e-5);
  }
}

TEST(G3_TouchAudit, WhatIsStoppedSaysOnlyWhatItSaw) {
  const Robot robot = parse_urdf(long_mechanism(1.5));
  const std::atomic<bool> stop{true};
  for (const LinkPairAudit& audit : audit_touches(robot, {.budget = {.cancel = &stop}})) {
    EXPECT_TRUE(audit.verdict == TouchVerdict::kNotLooked ||
                audit.verdict == TouchVerdict::kAdjacent)
        << name(audit.verdict);
    EXPECT_EQ(audit.samples, 0u);
  }
  const auto full = audit_touches(robot, {.samples = 100});
  for (const double seconds : {1e-6, 1e-3, 1e-2, 0.1}) {
    const auto part = audit_touches(robot, {.samples = 100, .budget = {.max_seconds = seconds}});
    ASSERT_EQ(part.size(), full.size());
    for (std::size_t i = 0; i < part.size(); ++i) {
      EXPECT_LE(part[i].touched, part[i].samples);
      EXPECT_LE(part[i].proved_share, 1.0);
      if (part[i].verdict == TouchVerdict::kNeverProved) {
        EXPECT_EQ(full[i].verdict, TouchVerdict::kNeverProved) << seconds;
      }
    }
  }
}

TEST(G3_TouchAudit, NoSampleEverTouchesWhatIsProvedNever) {
  std::size_t proved = 0;
  for (int i = 0; i < 12; ++i) {
    const Robot robot = parse_urdf(long_mechanism(1.3 + 0.04 * i));
    const auto audits = audit_touches(robot, {.samples = 1});
    const auto samples = audit_touches(robot, {.samples = 2000, .seed = 9, .max_sweeps = 0});
    for (std::size_t k = 0; k < audits.size(); ++k) {
      if (audits[k].verdict != TouchVerdict::kNeverProved) continue;
      ++proved;
      EXPECT_EQ(samples[k].touched, 0u) << "post at " << 1.3 + 0.04 * i << ", pair " << k;
    }
  }
  EXPECT_GT(proved, 12u);
}

}  // namespace graze::test
