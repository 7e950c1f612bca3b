// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "graze/base/error.h"
#include "graze/io/file.h"

namespace graze {
namespace {
namespace fs = std::filesystem;

class G3_File : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("graze_test_file_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::size_t file_count() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(G3_File, BytesComeBackAsWritten) {
  const std::string bytes("a\0b\r\n\xff", 6);
  write_file(folder_ / "a", bytes);
  EXPECT_EQ(read_file(folder_ / "a"), bytes);
  write_file(folder_ / "a", "");
  EXPECT_EQ(read_file(folder_ / "a"), "");
}

TEST_F(G3_File, AFailureHalfWayLeavesTheOldFileAndNothingElse) {
  write_file(folder_ / "a", "old");
  const auto produce = [](const ByteSink& sink) {
    sink("half of the");
    throw std::runtime_error("no more");
  };
  EXPECT_THROW(write_file(folder_ / "a", produce), std::runtime_error);
  EXPECT_EQ(read_file(folder_ / "a"), "old");
  EXPECT_EQ(file_count(), 1u);
}

TEST_F(G3_File, ALinkStaysALink) {
  write_file(folder_ / "target", "old");
  fs::create_symlink("target", folder_ / "link");
  write_file(folder_ / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(read_file(folder_ / "target"), "new");
}

TEST_F(G3_File, APipeIsWrittenToAndNotReplaced) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  write_file(pipe, "through");
  char bytes[16] = {};
  EXPECT_EQ(::read(reader, bytes, sizeof bytes), 7);
  EXPECT_STREQ(bytes, "through");
  ::close(reader);
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_EQ(file_count(), 1u);
}

TEST_F(G3_File, AFileThatIsTooLargeIsRefusedBeforeItIsRead) {
  write_file(folder_ / "a", std::string(1000, 'x'));
  EXPECT_EQ(read_file(folder_ / "a", 1000).size(), 1000u);
  EXPECT_THROW(read_file(folder_ / "a", 999), InputError);
}

TEST_F(G3_File, WhatCannotBeReadOrWrittenIsRefused) {
  EXPECT_THROW(read_file(folder_), InputError);
  EXPECT_THROW(read_file(folder_ / "none"), InputError);
  EXPECT_THROW(write_file(folder_, "x"), InputError);
  EXPECT_THROW(write_file(folder_ / "none" / "a", "x"), InputError);
  EXPECT_EQ(file_count(), 0u);
}

}  // namespace
}  // namespace graze
