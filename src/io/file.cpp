// SPDX-License-Identifier: MIT
#include "graze/io/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <system_error>

#include "graze/base/error.h"

namespace graze {
namespace {
namespace fs = std::filesystem;

// A name that fits into a sentence.
std::string short_name(const fs::path& path) {
  constexpr std::size_t kLongest = 200;
  const std::string name = path.string();
  return name.size() <= kLongest ? name : name.substr(0, kLongest) + "...";
}

[[noreturn]] void refuse(const fs::path& path, std::string found, std::string expected,
                         std::string advice = {}) {
  throw InputError({short_name(path), std::move(found), std::move(expected), std::move(advice)});
}

/// Closes at the end of its scope.
struct Descriptor {
  int value;
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
};

int open_for_reading(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0) return descriptor;
  if (errno == ENOENT) refuse(path, "no such file", "a file to read", "check the path");
  refuse(path, std::strerror(errno), "a file that can be read", "check path and permissions");
}

/// Size of a regular file; a guess for pipes.
std::size_t size_to_reserve(const fs::path& path, int descriptor, std::size_t max_bytes) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) refuse(path, std::strerror(errno), "a file to read");
  if (S_ISDIR(status.st_mode)) refuse(path, "a directory", "a file to read");
  if (!S_ISREG(status.st_mode)) return std::size_t{1} << 16;
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > max_bytes) {
    refuse(path, std::to_string(size) + " bytes",
           "at most " + std::to_string(max_bytes) + " bytes");
  }
  return size;
}

/// Fills what is left of the room; 0 at the end of the file.
std::size_t read_some(const fs::path& path, int descriptor, char* to, std::size_t room) {
  while (true) {
    const ssize_t got = ::read(descriptor, to, room);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) refuse(path, std::strerror(errno), "a file that can be read to its end");
  }
}
}  // namespace

void FileBytes::forget(std::size_t begin, std::size_t end) {
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto base = reinterpret_cast<std::uintptr_t>(bytes_.get());
  const std::uintptr_t first = (base + begin + page - 1) / page * page;
  const std::uintptr_t last = (base + end) / page * page;
  if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

FileBytes read_bytes(const fs::path& path, std::size_t max_bytes) {
  const Descriptor file{open_for_reading(path)};
  std::size_t room = size_to_reserve(path, file.value, max_bytes) + 1;  // + 1: to see the end
  auto bytes = std::make_unique_for_overwrite<char[]>(room);
  std::size_t size = 0;
  while (const std::size_t got = read_some(path, file.value, bytes.get() + size, room - size)) {
    size += got;
    if (size > max_bytes) {
      refuse(path, "more than " + std::to_string(max_bytes) + " bytes", "a smaller file");
    }
    if (size < room) continue;
    room *= 2;
    auto larger = std::make_unique_for_overwrite<char[]>(room);
    std::copy_n(bytes.get(), size, larger.get());
    bytes = std::move(larger);
  }
  return {std::move(bytes), size};
}

std::string read_file(const fs::path& path, std::size_t max_bytes) {
  return std::string(read_bytes(path, max_bytes).view());
}

namespace {
/// A file beside its final place; removed unless it was moved there. A device or pipe is written to
/// as it is: it holds no old content to protect, and must not be replaced by a file.
class PartFile {
 public:
  explicit PartFile(const fs::path& path) : path_(path), place_(path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status)) refuse(path, "a directory", "a file name to write to");
    is_device_ = fs::exists(status) && !fs::is_regular_file(status);
    // A link stays: what it leads to is written.
    if (fs::is_symlink(path, error) && fs::exists(status)) place_ = fs::canonical(path, error);
    beside_ = place_;
    if (!is_device_) beside_ += ".part" + std::to_string(::getpid());
    out_.open(beside_, std::ios::binary | std::ios::trunc);
    if (!out_) refuse(path_, std::strerror(errno), "a place that can be written to");
  }
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  ~PartFile() {
    std::error_code error;
    if (!moved_ && !is_device_) fs::remove(beside_, error);
  }

  void write(std::string_view bytes) {
    out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!out_) refuse(path_, "a write error (disk full?)", "room for the whole file");
  }

  void move_to_place() {
    out_.flush();
    write({});
    out_.close();
    if (is_device_) return;
    std::error_code error;
    fs::rename(beside_, place_, error);
    if (error) refuse(path_, error.message(), "a place that can be written to");
    moved_ = true;
  }

 private:
  fs::path path_;    ///< as the caller wrote it, for messages
  fs::path place_;   ///< where the file belongs
  fs::path beside_;  ///< where it is written first
  std::ofstream out_;
  bool is_device_ = false;
  bool moved_ = false;
};
}  // namespace

void write_file(const fs::path& path, const std::function<void(const ByteSink& sink)>& produce) {
  PartFile file(path);
  produce([&](std::string_view part) { file.write(part); });
  file.move_to_place();
}

void write_file(const fs::path& path, std::string_view bytes) {
  write_file(path, [&](const ByteSink& sink) { sink(bytes); });
}

}  // namespace graze
