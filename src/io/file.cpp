// SPDX-License-Identifier: MIT
#include "graze/io/file.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "graze/io/read_policy.h"
#include "io/opened_file.h"

namespace graze {
namespace {
namespace fs = std::filesystem;

using io::Descriptor;
using io::refuse_file;

/// What a file may hold, and how much room to begin with.
struct Room {
  std::size_t most;
  std::size_t first;
};

Room room_for(const fs::path& path, int descriptor, std::size_t max_bytes) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) refuse_file(path, std::strerror(errno), "a file to read");
  const ReadPolicy& policy = read_policy();
  if (!S_ISREG(status.st_mode)) {
    return {std::min(max_bytes, policy.stream_bytes), std::size_t{1} << 16};
  }
  const std::size_t most = std::min(max_bytes, policy.file_bytes);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > most) {
    refuse_file(path, std::to_string(size) + " bytes",
                "at most " + std::to_string(most) + " bytes");
  }
  return {most, size};
}

/// Fills what is left of the room; 0 at the end of the file.
std::size_t read_some(const fs::path& path, int descriptor, char* to, std::size_t room) {
  while (true) {
    const ssize_t got = ::read(descriptor, to, room);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR)
      refuse_file(path, std::strerror(errno), "a file that can be read to its end");
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

namespace {
/// Standard input can be read only once; its bytes are kept for later callers.
FileBytes read_standard_input(std::size_t max_bytes) {
  static const std::string kept = [&] {
    return std::string(read_bytes("/dev/stdin", max_bytes).view());
  }();
  auto bytes = std::make_unique_for_overwrite<char[]>(kept.size());
  std::copy(kept.begin(), kept.end(), bytes.get());
  return {std::move(bytes), kept.size()};
}
}  // namespace

FileBytes read_bytes(const fs::path& path, std::size_t max_bytes) {
  if (path == kStandardInput) return read_standard_input(max_bytes);
  const Descriptor file = io::open_for_reading(path);
  const auto [most, first] = room_for(path, file.value(), max_bytes);
  std::size_t room = first + 1;  // + 1: to see the end
  auto bytes = std::make_unique_for_overwrite<char[]>(room);
  std::size_t size = 0;
  while (const std::size_t got = read_some(path, file.value(), bytes.get() + size, room - size)) {
    size += got;
    if (size > most) {
      refuse_file(path, "more than " + std::to_string(most) + " bytes", "a smaller file");
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

}  // namespace graze
