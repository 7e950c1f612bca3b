// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
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

TEST_F(G3_File, APlantedLinkIsNotFollowed) {
  write_file(folder_ / "victim", "precious");
  const std::string guess = "a.part" + std::to_string(::getpid());
  fs::create_symlink("victim", folder_ / guess);
  write_file(folder_ / "a", "ours");
  EXPECT_EQ(read_file(folder_ / "victim"), "precious");
  EXPECT_EQ(read_file(folder_ / "a"), "ours");
  // A link that leads nowhere is replaced, not created through.
  fs::create_symlink(folder_ / "not there", folder_ / "dangling");
  write_file(folder_ / "dangling", "ours");
  EXPECT_FALSE(fs::exists(folder_ / "not there"));
}

TEST_F(G3_File, PermissionsOfAnOldFileStayAndANewOneHasTheUsual) {
  const mode_t mask = ::umask(027);
  write_file(folder_ / "new", "x");
  ::umask(mask);
  EXPECT_EQ(fs::status(folder_ / "new").permissions(), fs::perms(0640));
  for (const unsigned mode : {0600u, 0644u, 0755u, 0400u}) {
    fs::permissions(folder_ / "new", fs::perms(mode));
    write_file(folder_ / "new", "y");
    EXPECT_EQ(fs::status(folder_ / "new").permissions(), fs::perms(mode));
  }
}

TEST_F(G3_File, AFullDiskLeavesTheOldFileAndNothingElse) {
  write_file(folder_ / "a", "old");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 100'000;  // larger files fail as on a full disk, with another word
  ::setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(write_file(folder_ / "a", std::string(300'000, 'x')), InputError);
  const auto in_small_parts = [](const ByteSink& sink) {
    for (int i = 0; i < 30'000; ++i) sink("ten bytes!");
  };
  EXPECT_THROW(write_file(folder_ / "a", in_small_parts), InputError);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(read_file(folder_ / "a"), "old");
  EXPECT_EQ(file_count(), 1u);
}

/// A process that is in the middle of writing; it tells when it is.
pid_t slow_writer(const fs::path& path, int told) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  std::signal(SIGTERM, [](int) {
    remove_unfinished_files();
    ::_exit(1);
  });
  write_file(path, [&](const ByteSink& sink) {
    sink(std::string(1 << 20, 'x'));
    [[maybe_unused]] const ssize_t said = ::write(told, "!", 1);
    while (true) ::pause();
  });
  ::_exit(0);
}

TEST_F(G3_File, AKilledWriterLeavesTheOldFile) {
  for (const int signal : {SIGTERM, SIGKILL}) {
    write_file(folder_ / "a", "old");
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t writer = slow_writer(folder_ / "a", ends[1]);
    char said = 0;
    ASSERT_EQ(::read(ends[0], &said, 1), 1);
    ::kill(writer, signal);
    ::waitpid(writer, nullptr, 0);
    ::close(ends[0]);
    ::close(ends[1]);
    EXPECT_EQ(read_file(folder_ / "a"), "old");
    const std::size_t left = signal == SIGTERM ? 1u : 2u;  // what can be caught cleans up
    EXPECT_EQ(file_count(), left);
  }
}

TEST_F(G3_File, AnAnswerDoesNotTakeThePlaceOfItsQuestion) {
  write_file(folder_ / "question", "?");
  fs::create_hard_link(folder_ / "question", folder_ / "other name");
  fs::create_symlink("question", folder_ / "link");
  read_file(folder_ / "question");
  for (const char* name : {"question", "other name", "link"}) {
    EXPECT_THROW(refuse_input_as_output(folder_ / name), InputError) << name;
  }
  EXPECT_NO_THROW(refuse_input_as_output(folder_ / "answer"));
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
