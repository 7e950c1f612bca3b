// SPDX-License-Identifier: MIT
// Overlays show what is there: against closed forms and brute force.
#include <gtest/gtest.h>

#include <cstring>

#include "conversation.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/query/first_contact.h"
#include "io/page/base64.h"

namespace graze {
namespace {
using namespace conversation;

// A box of side 2 at the origin; another one comes from x = -4 to x = 4 within a second.
Json drawn(Session& session, const std::string& kind, double time, int level) {
  const Json ask{{"kind", kind}, {"a", "still"}, {"b", "flying"}, {"time", time}, {"level", level}};
  return Json::parse(answer(session, FrameType::kOverlay, ask.dump()));
}

std::vector<float> numbers(const Json& drawing, const char* what, const char* look) {
  if (!drawing[what].contains(look)) return {};
  const std::string bytes = io::bytes_of_base64(drawing[what][look].get<std::string>());
  std::vector<float> found(bytes.size() / sizeof(float));
  std::memcpy(found.data(), bytes.data(), found.size() * sizeof(float));
  return found;
}

TEST(G4_Overlay, BoxesThatAreApartAreCutOffAtOnce) {
  Session session = session_about(kScene);
  const Json drawing = drawn(session, "tree", 0.0, 5);
  EXPECT_EQ(drawing["levels"], 1);
  EXPECT_EQ(numbers(drawing, "boxes", "cut").size(), 2u * 12);
  EXPECT_TRUE(numbers(drawing, "boxes", "near").empty());
}

TEST(G4_Overlay, TheWalkReachesEveryPairOfTrianglesThatMeets) {
  Session session = session_about(kScene);
  const double time = 0.3;  // the box is at x = -1.6: it overlaps
  const std::string text = drawn(session, "tree", time, 0)["text"];
  const std::size_t reached =
      std::stoul(text.substr(text.find("and ") + 4));  // "and 7 of triangles"
  const TriangleMesh mesh = Shape::from_box({1.0, 1.0, 1.0}).mesh();
  std::size_t meeting = 0;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    for (std::size_t k = 0; k < mesh.triangles().size(); ++k) {
      auto b = mesh.corners(k);
      for (Vec3& p : b) p.x() -= 1.6;
      meeting += triangle_distance(mesh.corners(i), b).distance() == 0.0;
    }
  }
  EXPECT_GT(meeting, 0u);
  EXPECT_GE(reached, meeting) << text;
  EXPECT_LT(reached, 144u) << "and not all of them";
}

TEST(G4_Overlay, ColumnsFillTheOverlap) {
  Session session = session_about(kScene);
  const Json drawing = drawn(session, "depth", 0.3125, 1);  // x = -1.5: 0.5 x 2 x 2 in both
  const std::vector<float> boxes = numbers(drawing, "boxes", "near");
  ASSERT_FALSE(boxes.empty());
  double volume = 0.0;
  for (std::size_t i = 0; i < boxes.size(); i += 12)
    volume += 8.0 * boxes[i + 3] * boxes[i + 7] * boxes[i + 11];
  EXPECT_NEAR(volume / (0.84 * 0.84), 2.0, 0.02) << "columns are drawn a little narrower";
  const std::vector<float> way = numbers(drawing, "arrows", "first");
  ASSERT_EQ(way.size(), 6u);
  EXPECT_GT(way[3], 0.0f) << "the still box has to go to +x";
  EXPECT_NE(drawing["text"].get<std::string>().find("overlap volume 2 "), std::string::npos)
      << drawing["text"];
}

TEST(G4_Overlay, PlaneFunctionsAreTheGapOfTheBoxes) {
  Session session = session_about(kScene);
  const Json drawing = drawn(session, "gauss", 0.1, 0);
  const Json& plot = drawing["plot"];
  const std::vector<double> times = plot["times"], largest = plot["lines"][0]["values"];
  ASSERT_EQ(times.size(), largest.size());
  for (std::size_t i = 0; i < times.size(); ++i)
    EXPECT_NEAR(largest[i], std::abs(-4.0 + 8.0 * times[i]) - 2.0, 1e-12) << times[i];
  EXPECT_EQ(numbers(drawing, "arcs", "first").size(), 12u * 6) << "an arc for each edge of a box";
}

TEST(G4_Overlay, StepsBackEndAtTheContact) {
  Session session = session_about(kScene);
  const Json drawing = drawn(session, "steps", 0.3, 0);
  const Json& skins = drawing["skins"];
  ASSERT_GT(skins.size(), 5u);
  const double contact = first_contact(parse_scene(kScene)).report.time.hi;
  EXPECT_NEAR(skins.back()["time"].get<double>(), contact, 1e-3);
  for (const Json& skin : skins) {
    const double time = skin["time"];
    if (std::abs(time - contact) < 1e-4) continue;
    EXPECT_EQ(skin["look"], time > contact ? "behind" : "free") << time;
  }
}

TEST(G4_Overlay, CellsOfOctreesThatMeetAreNearTheOverlap) {
  Session session = session_about(kScene);
  EXPECT_TRUE(numbers(drawn(session, "octree", 0.0, 3), "boxes", "near").empty()) << "apart";
  const std::vector<float> near = numbers(drawn(session, "octree", 0.25, 4), "boxes", "near");
  ASSERT_FALSE(near.empty());
  for (std::size_t i = 0; i < near.size(); i += 12)
    EXPECT_NEAR(near[i], -1.0, 0.4) << "the boxes touch at x = -1";
}

TEST(G4_Overlay, WhatHasNoneSaysWhy) {
  Session session = session_about(kScene);
  EXPECT_NE(refusal(session, FrameType::kOverlay, R"({"kind": "tree", "a": "still", "b": "still"})")
                .find("two bodies"),
            std::string::npos);
  EXPECT_NE(refusal(session, FrameType::kOverlay, R"({"kind": "x", "a": "still", "b": "flying"})")
                .find("octree"),
            std::string::npos);
}

}  // namespace
}  // namespace graze
