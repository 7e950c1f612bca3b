// SPDX-License-Identifier: MIT
#include "io/opened_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/read_policy.h"

namespace graze {
namespace {
namespace fs = std::filesystem;

ReadPolicy& the_policy() {
  static ReadPolicy policy;
  return policy;
}

/// Files that were opened for reading, by device and inode, not by name.
class Ledger {
 public:
  void add(const struct stat& file) {
    const std::lock_guard lock(mutex_);
    files_.emplace(file.st_dev, file.st_ino);
  }
  bool has(const struct stat& file) {
    const std::lock_guard lock(mutex_);
    return files_.contains({file.st_dev, file.st_ino});
  }

 private:
  std::mutex mutex_;
  std::set<std::pair<dev_t, ino_t>> files_;
};

Ledger& ledger() {
  static Ledger ledger;
  return ledger;
}

bool is_below(const fs::path& root, const fs::path& place) {
  return std::mismatch(root.begin(), root.end(), place.begin(), place.end()).first == root.end();
}

/// Where an open file is: as the system says, or by its name where the system does not say.
fs::path place_of(int descriptor, const fs::path& path) {
  std::error_code error;
  const fs::path link = "/proc/self/fd/" + std::to_string(descriptor);
  const fs::path place = fs::read_symlink(link, error);
  return error ? fs::canonical(path, error) : place;
}
}  // namespace

const ReadPolicy& read_policy() { return the_policy(); }

void set_read_policy(ReadPolicy policy) {
  if (!policy.root.empty()) {
    std::error_code error;
    const fs::path root = fs::canonical(policy.root, error);
    if (error || !fs::is_directory(root)) {
      throw InputError({"root", "'" + policy.root.string() + "'", "a folder that is there", ""});
    }
    policy.root = root;
  }
  the_policy() = std::move(policy);
}

namespace io {

Descriptor::~Descriptor() {
  if (value_ >= 0) ::close(value_);
}

std::string short_name(const fs::path& path) {
  constexpr std::size_t kLongest = 200;
  const std::string name = path.string();
  return name.size() <= kLongest ? name : name.substr(0, kLongest) + "...";
}

void refuse_file(const fs::path& path, std::string found, std::string expected,
                 std::string advice) {
  throw InputError({short_name(path), std::move(found), std::move(expected), std::move(advice)});
}

bool is_file(const fs::path& path) {
  if (reads_are_served()) return is_served(path);
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

Descriptor open_for_reading(const fs::path& path) {
  if (reads_are_served()) return open_served(path);
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.value() < 0) {
    if (errno == ENOENT) refuse_file(path, "no such file", "a file to read", "check the path");
    refuse_file(path, std::strerror(errno), "a file that can be read",
                "check path and permissions");
  }
  struct stat status {};
  if (::fstat(file.value(), &status) != 0)
    refuse_file(path, std::strerror(errno), "a file to read");
  if (S_ISDIR(status.st_mode)) refuse_file(path, "a directory", "a file to read");
  const fs::path& root = read_policy().root;
  if (!root.empty() && !is_below(root, place_of(file.value(), path))) {
    refuse_file(path, "a file outside of the root " + short_name(root), "a file below it",
                "move the file there, or name a larger root");
  }
  if (S_ISREG(status.st_mode)) {
    ledger().add(status);
    note_read(path, file.value());
  }
  return file;
}

}  // namespace io

void refuse_input_as_output(const fs::path& output) {
  struct stat status {};
  if (::stat(output.c_str(), &status) != 0 || !ledger().has(status)) return;
  io::refuse_file(output, "a file that the answer rests on", "another file to write to");
}
}  // namespace graze
