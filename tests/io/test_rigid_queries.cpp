// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "graze/io/file.h"
#include "graze/io/rigid_queries.h"
#include "io/refusal.h"

namespace graze::test {
namespace {
namespace fs = std::filesystem;

const std::string kPoses =
    R"("pose_t0": {"position": [1, 2, 3], "rotation": [0, 0, 0.5]},
       "pose_t1": {"position": [1, 2, 4], "rotation": [0, 0, -0.5]})";
const std::string kEdge = R"({"vertex0": [0, 0, 0], "vertex1": [1, 0, 0], )" + kPoses + "}";
const std::string kFace =
    R"({"vertex0": [0, 0, 0], "vertex1": [1, 0, 0], "vertex2": [0, 1, 0], )" + kPoses + "}";
const std::string kVertex = R"({"vertex": [0, 0, 7], )" + kPoses + "}";

std::string edges(const std::string& more = "") {
  return R"({"type": "ee", "edge0": )" + kEdge + R"(, "edge1": )" + kEdge + more + "}";
}
std::string face_and_vertex() {
  return R"({"type": "fv", "face": )" + kFace + R"(, "vertex": )" + kVertex + "}";
}
std::string with(std::string text, const std::string& old, const std::string& other) {
  return text.replace(text.find(old), old.size(), other);
}

TEST(C5_RigidQueryFiles, EdgesComeInTheirOrderAndMoveBetweenThePoses) {
  const RigidQuery query = parse_rigid_query(edges(R"(, "contact": true)"), "q.json");
  EXPECT_EQ(query.kind, LinearKind::kEdgeEdge);
  EXPECT_EQ(query.a.count, 2);
  EXPECT_EQ(query.a.corners[1], Vec3(1, 0, 0));
  EXPECT_EQ(query.truth, std::optional<bool>(true));
  EXPECT_EQ(pose_at(query.b.motion, 0.5).translation, Vec3(1, 2, 3.5));
  EXPECT_EQ(pose_at(query.b.motion, 0.5).rotation, Mat3(Mat3::Identity()));
}

TEST(C5_RigidQueryFiles, TheVertexIsBodyA) {
  const RigidQuery query = parse_rigid_query(face_and_vertex(), "q.json");
  EXPECT_EQ(query.kind, LinearKind::kVertexFace);
  EXPECT_EQ(query.a.count, 1);
  EXPECT_EQ(query.a.corners[0], Vec3(0, 0, 7));
  EXPECT_EQ(query.b.count, 3);
  EXPECT_FALSE(query.truth.has_value());
}

TEST(C5_RigidQueryFiles, WhatIsWrongIsNamedWithItsPlace) {
  const auto place = [](const std::string& text) {
    return refusal_of([&] { parse_rigid_query(text, "q.json"); }).place;
  };
  EXPECT_EQ(place(with(edges(), R"("ee")", R"("vv")")), "q.json: type");
  EXPECT_EQ(place(with(edges(), "edge0", "edge2")), "q.json: edge2");
  EXPECT_EQ(place(with(edges(), "vertex1", "vertex9")), "q.json: edge0.vertex9");
  EXPECT_EQ(place(with(edges(), "[1, 2, 3]", "[1, 2]")), "q.json: edge0.pose_t0.position");
  EXPECT_EQ(place(with(edges(), "[1, 2, 3]", "[1, 2, \"3\"]")),
            "q.json: edge0.pose_t0.position[2]");
  EXPECT_EQ(place(with(edges(), "[1, 0, 0]", "[1e300, 0, 0]")), "q.json: edge0.vertex1[0]");
  EXPECT_EQ(place(edges(R"(, "contact": 1)")), "q.json: contact");
  EXPECT_NE(place(with(face_and_vertex(), R"("fv")", R"("ee")")), "");
  EXPECT_NE(place("[]"), "");
  EXPECT_NE(place(edges().substr(0, 100)), "");
}

TEST(C5_RigidQueryFiles, FoldersAreSearchedForFilesWithPoses) {
  const fs::path folder =
      fs::temp_directory_path() / ("graze_rigid_queries_" + std::to_string(::getpid()));
  fs::create_directories(folder / "inner");
  write_file(folder / "inner" / "b.json", edges());
  write_file(folder / "a.json", face_and_vertex());
  write_file(folder / "other.json", "[1, 2, 3]");
  const auto found = find_rigid_queries({folder});
  EXPECT_EQ(found, (std::vector<fs::path>{folder / "a.json", folder / "inner" / "b.json"}));
  EXPECT_EQ(find_rigid_queries({folder / "other.json"}).size(), 1u) << "a file that is named";
  fs::remove_all(folder);
}
}  // namespace
}  // namespace graze::test
