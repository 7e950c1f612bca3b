// SPDX-License-Identifier: MIT
// Whatever a reader takes is written and read again with the same answers, bit for bit.
#include <gtest/gtest.h>

#include <filesystem>

#include "graze/io/load_robot_scene.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_scene.h"
#include "graze/query/prepared_scene.h"

namespace graze::test {
namespace {
void expect_same_answers(const Scene& scene, const Scene& again) {
  ContactOptions options;
  options.budget.max_tests = 100'000;  // the same work, then the same bits
  const auto a = contacts_per_pair(scene, options), b = contacts_per_pair(again, options);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const ContactReport &p = a[i].report, &q = b[i].report;
    EXPECT_EQ(p.outcome, q.outcome);
    EXPECT_EQ(p.time, q.time);
    EXPECT_EQ(p.tolerance, q.tolerance);
    EXPECT_EQ(p.stats.box_tests, q.stats.box_tests);
    EXPECT_EQ(p.stats.triangle_tests, q.stats.triangle_tests);
    ASSERT_EQ(p.contacts.size(), q.contacts.size());
    for (std::size_t k = 0; k < p.contacts.size(); ++k) {
      EXPECT_EQ(p.contacts[k].point_a, q.contacts[k].point_a);
      EXPECT_EQ(p.contacts[k].point_b, q.contacts[k].point_b);
      EXPECT_EQ(p.contacts[k].normal, q.contacts[k].normal);
    }
  }
}

void expect_survives(const Scene& scene) {
  const std::string text = format_scene(scene);
  const Scene again = parse_scene(text);
  EXPECT_TRUE(format_scene(again) == text) << "written twice";
  expect_same_answers(scene, again);
}
}  // namespace

TEST(G3_WrittenScenes, EverySceneSurvives) {
  std::size_t count = 0;
  for (const char* folder : {"examples/scenes", "tests/scene_json/good"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".json") continue;
      SCOPED_TRACE(entry.path().string());
      expect_survives(load_scene(entry.path()));
      ++count;
    }
  }
  EXPECT_GE(count, 8u);
}

TEST(G3_WrittenScenes, EveryRobotSurvives) {
  for (const auto& entry : std::filesystem::directory_iterator("examples/robots")) {
    if (entry.path().extension() != ".urdf") continue;
    SCOPED_TRACE(entry.path().string());
    RobotFiles files;
    files.urdf = entry.path();
    expect_survives(load_robot_scene(files).scene);
  }
}

}  // namespace graze::test
