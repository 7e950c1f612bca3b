// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/linear_queries.h"

namespace graze::test {
namespace {
namespace fs = std::filesystem;

class C5_LinearQueryFiles : public testing::Test {
 protected:
  C5_LinearQueryFiles() : folder_(fs::temp_directory_path() / unique_name()) {
    fs::create_directories(folder_ / "vertex-face");
  }
  ~C5_LinearQueryFiles() override { fs::remove_all(folder_); }

  static std::string unique_name() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    return std::string("graze_") + info->name() + std::to_string(::getpid());
  }

  fs::path write(const std::string& name, const std::string& text) {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    write_file(path, text);
    return path;
  }

  /// The message that reading this text gives.
  std::string refusal(const std::string& text) {
    try {
      read_linear_queries(write("vertex-face/bad.csv", text));
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  }

  static std::string rows(int count, const std::string& row) {
    std::string text;
    for (int k = 0; k < count; ++k) text += row + "\n";
    return text;
  }

  fs::path folder_;
};

TEST_F(C5_LinearQueryFiles, PointsComeInTheOrderOfTheRows) {
  std::string text;
  for (int k = 0; k < 8; ++k) text += std::to_string(k) + ",2,-1,4,7,1,1\r\n";
  const LinearQuerySet set = read_linear_queries(write("vertex-face/a.csv", text));
  ASSERT_EQ(set.queries.size(), 1u);
  EXPECT_EQ(set.queries[0].kind, LinearKind::kVertexFace);
  EXPECT_EQ(set.queries[0].start[3], Vec3(1.5, -0.25, 7.0));
  EXPECT_EQ(set.queries[0].end[3], Vec3(3.5, -0.25, 7.0));
  EXPECT_EQ(set.queries[0].uncertainty, 0.0);
  EXPECT_EQ(set.truth, std::vector<bool>{true});
  EXPECT_EQ(set.enclosed, 0u);
}

TEST_F(C5_LinearQueryFiles, CoordinatesThatAreNoDoublesBecomeEnclosures) {
  const LinearQuerySet set =
      read_linear_queries(write("vertex-face/a.csv", rows(8, "1,3,1,1,0,1,0")));
  EXPECT_EQ(set.enclosed, 1u);
  EXPECT_GT(set.queries[0].uncertainty, 0.0);
  EXPECT_LT(set.queries[0].uncertainty, 1e-16);
}

TEST_F(C5_LinearQueryFiles, TruthMayLieBeside) {
  const fs::path path = write("scene/queries/12ee.csv", rows(16, "1,1,1,1,1,1"));
  EXPECT_TRUE(read_linear_queries(path).truth.empty());
  write("scene/mma_bool/12ee_mma_bool.json", "[true,false]");
  const LinearQuerySet set = read_linear_queries(path);
  EXPECT_EQ(set.truth, (std::vector<bool>{true, false}));
  EXPECT_EQ(set.queries[0].kind, LinearKind::kEdgeEdge);
  write("scene/mma_bool/12ee_mma_bool.json", "[true]");
  EXPECT_THROW(read_linear_queries(path), InputError);
  write("scene/mma_bool/12ee_mma_bool.json", "[1,");
  EXPECT_THROW(read_linear_queries(path), InputError);
}

TEST_F(C5_LinearQueryFiles, KindMustBeToldByPathOrCaller) {
  const fs::path path = write("any.csv", rows(8, "1,1,1,1,1,1"));
  EXPECT_THROW(read_linear_queries(path), InputError);
  const LinearQuerySet set = read_linear_queries(path, LinearKind::kEdgeEdge);
  EXPECT_EQ(set.queries[0].kind, LinearKind::kEdgeEdge);
}

TEST_F(C5_LinearQueryFiles, ErrorsNameTheLine) {
  const std::string good = rows(7, "1,1,1,1,1,1,0");
  EXPECT_NE(refusal(good + "1,1,1,1,x,1,0\n").find("bad.csv:8"), std::string::npos);
  EXPECT_NE(refusal(good + "1,1,1,1,1,0,0\n").find("bad.csv:8"), std::string::npos);
  EXPECT_NE(refusal(good + "1,1,1,1,1,1,1\n").find("truth"), std::string::npos);
  EXPECT_NE(refusal(good + "1,1,1,1,1,1,2\n").find("truth"), std::string::npos);
  EXPECT_NE(refusal(good + "1,1,1,1,1,1\n").find("6 fields"), std::string::npos);
  EXPECT_NE(refusal(good + "1,1,1,1,1,1,0,0\n").find("more than 7"), std::string::npos);
  EXPECT_NE(refusal(good).find("7 rows"), std::string::npos);
  EXPECT_NE(refusal("").find("no query"), std::string::npos);
  EXPECT_NE(refusal("1,2\n").find("2 fields"), std::string::npos);
}

TEST_F(C5_LinearQueryFiles, FoldersAreSearchedInOrder) {
  write("vertex-face/b.csv", "");
  write("vertex-face/a.csv", "");
  write("edge-edge/c.csv", "");
  const std::vector<fs::path> found = find_linear_queries({folder_});
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].filename(), "c.csv");
  EXPECT_EQ(found[1].filename(), "a.csv");
  fs::create_directories(folder_ / "empty");
  EXPECT_THROW(find_linear_queries({folder_ / "empty"}), InputError);
  EXPECT_THROW(read_linear_queries(folder_ / "none_ee.csv"), InputError);
}
}  // namespace
}  // namespace graze::test
