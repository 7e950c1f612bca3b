// SPDX-License-Identifier: MIT
// Never, always, sometimes: a mechanism whose truth is known by construction.
#include <gtest/gtest.h>

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

}  // namespace graze::test
