// SPDX-License-Identifier: MIT
// What files may cost and reach, and lines that end in an error and not in silence.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/line_reader.h"
#include "graze/io/load_scene.h"
#include "graze/io/read_policy.h"

namespace graze {
namespace {
namespace fs = std::filesystem;

class G3_ReadPolicy : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::canonical(fs::temp_directory_path()) /
              ("graze_test_policy_" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "inner");
    write_file(folder_ / "outside.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    write_file(folder_ / "inner" / "inside.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  }
  void TearDown() override {
    set_read_policy({});
    fs::remove_all(folder_);
  }

  static Scene scene_with(const std::string& path, const fs::path& base) {
    return parse_scene(
        R"({"bodies": [{"name": "a", "shape": {"type": "file", "path": ")" + path + R"("}}]})",
        "scene", base);
  }

  fs::path folder_;
};

TEST_F(G3_ReadPolicy, NothingOutsideOfTheRootIsRead) {
  const fs::path inner = folder_ / "inner";
  fs::create_symlink("../outside.obj", inner / "link.obj");
  fs::create_symlink(inner, folder_ / "way in");
  for (const std::string path : {"../outside.obj", "link.obj", "inside.obj"}) {
    EXPECT_NO_THROW(scene_with(path, inner)) << path;
  }
  set_read_policy({.root = inner});
  EXPECT_NO_THROW(scene_with("inside.obj", inner));
  EXPECT_NO_THROW(scene_with("../inner/inside.obj", inner));
  EXPECT_NO_THROW(read_file(folder_ / "way in" / "inside.obj"));
  EXPECT_THROW(scene_with("../outside.obj", inner), InputError);
  EXPECT_THROW(scene_with("link.obj", inner), InputError);
  EXPECT_THROW(scene_with((folder_ / "outside.obj").string(), inner), InputError);
  EXPECT_THROW(LineReader(folder_ / "outside.obj"), InputError);
}

TEST_F(G3_ReadPolicy, ARootWhoseNameBeginsAlikeIsAnother) {
  fs::create_directories(folder_ / "inner two");
  write_file(folder_ / "inner two" / "a", "x");
  set_read_policy({.root = folder_ / "inner"});
  EXPECT_THROW(read_file(folder_ / "inner two" / "a"), InputError);
  EXPECT_THROW(set_read_policy({.root = folder_ / "none"}), InputError);
  EXPECT_THROW(set_read_policy({.root = folder_ / "outside.obj"}), InputError);
}

TEST_F(G3_ReadPolicy, AnEndlessDeviceIsRefusedAtTheLimit) {
  set_read_policy({.stream_bytes = 1 << 20});
  EXPECT_THROW(read_file("/dev/zero"), InputError);
  set_read_policy({.file_bytes = 10});
  EXPECT_THROW(read_file(folder_ / "outside.obj"), InputError);
}

TEST_F(G3_ReadPolicy, CompoundsThatMultiplyAreRefusedAtTheLimit) {
  // Each level holds the one below it twice.
  const auto scene_of = [](int levels) {
    std::string text = R"({"shapes": {"s0": {"type": "box", "size": [1, 1, 1]})";
    for (int i = 1; i <= levels; ++i) {
      const std::string below = R"({"shape": "s)" + std::to_string(i - 1) + R"("})";
      text += R"(, "s)" + std::to_string(i) + R"(": {"type": "compound", "parts": [)" + below +
              "," + below + "]}";
    }
    return text + R"(}, "bodies": [{"name": "a", "shape": "s)" + std::to_string(levels) + "\"}]}";
  };
  EXPECT_NO_THROW(parse_scene(scene_of(10), "scene", folder_));
  set_read_policy({.compound_triangles = 20'000});
  EXPECT_THROW(parse_scene(scene_of(10), "scene", folder_), InputError);
  set_read_policy({});
  EXPECT_THROW(parse_scene(scene_of(30), "scene", folder_), InputError);
}

TEST_F(G3_ReadPolicy, LinesComeOneByOneWithTheirPlace) {
  write_file(folder_ / "lines", "one\n\nthree\r\nlast");
  LineReader lines(folder_ / "lines");
  std::string line;
  for (const std::string expected : {"one", "", "three\r", "last"}) {
    ASSERT_TRUE(lines.next(line));
    EXPECT_EQ(line, expected);
  }
  EXPECT_EQ(lines.place(), (folder_ / "lines").string() + ":4");
  EXPECT_FALSE(lines.next(line));
}

TEST_F(G3_ReadPolicy, AReadErrorAndALongLineAreNoEndOfInput) {
  std::string line;
  LineReader broken("/proc/self/mem");  // opens; reading at address 0 is an input/output error
  EXPECT_THROW(broken.next(line), InputError);
  EXPECT_THROW(LineReader{folder_}, InputError);
  write_file(folder_ / "long", std::string(2000, 'x') + "\nshort\n");
  set_read_policy({.line_bytes = 1000});
  LineReader lines(folder_ / "long");
  EXPECT_THROW(lines.next(line), InputError);
}
}  // namespace
}  // namespace graze
