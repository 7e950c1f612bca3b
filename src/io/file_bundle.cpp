// SPDX-License-Identifier: MIT
#include "graze/io/file_bundle.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>

#include "graze/base/assert.h"
#include "io/opened_file.h"

namespace graze {
namespace {
std::mutex bundle_mutex;
FileBundle* recorded = nullptr;
std::optional<FileBundle> served;

void put(std::string& bytes, std::string_view text) {
  const std::uint64_t size = text.size();
  bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
  bytes.append(text);
}

std::string take(std::string_view& bytes) {
  std::uint64_t size = 0;
  GRAZE_ASSERT(bytes.size() >= sizeof size);
  std::memcpy(&size, bytes.data(), sizeof size);
  bytes.remove_prefix(sizeof size);
  GRAZE_ASSERT(bytes.size() >= size);
  std::string text(bytes.substr(0, size));
  bytes.remove_prefix(size);
  return text;
}

/// All that is in an open file, whose place is the same afterwards.
std::string content_of(int file) {
  std::string bytes;
  char part[1 << 16];
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(file, part, sizeof part, at);
    if (got <= 0) return bytes;
    bytes.append(part, static_cast<std::size_t>(got));
    at += got;
  }
}
}  // namespace

std::string FileBundle::bytes() const {
  std::string all;
  for (const auto& [name, content] : files) {
    put(all, name);
    put(all, content);
  }
  return all;
}

FileBundle FileBundle::from_bytes(std::string_view bytes) {
  FileBundle bundle;
  while (!bytes.empty()) {
    std::string name = take(bytes);
    bundle.files[std::move(name)] = take(bytes);
  }
  return bundle;
}

void record_reads(FileBundle* bundle) {
  const std::lock_guard lock(bundle_mutex);
  recorded = bundle;
}

void serve_reads(std::optional<FileBundle> bundle) {
  const std::lock_guard lock(bundle_mutex);
  served = std::move(bundle);
}

namespace io {

void note_read(const std::filesystem::path& path, int file) {
  const std::lock_guard lock(bundle_mutex);
  if (recorded != nullptr) recorded->files.try_emplace(path.string(), content_of(file));
}

bool reads_are_served() {
  const std::lock_guard lock(bundle_mutex);
  return served.has_value();
}

bool is_served(const std::filesystem::path& path) {
  const std::lock_guard lock(bundle_mutex);
  return served && served->files.contains(path.string());
}

Descriptor open_served(const std::filesystem::path& path) {
  const std::lock_guard lock(bundle_mutex);
  const auto found = served->files.find(path.string());
  if (found == served->files.end())
    refuse_file(path, "no such file", "a file that was taken along", "");
  Descriptor file(::memfd_create("graze", MFD_CLOEXEC));
  std::string_view rest = found->second;
  while (file.value() >= 0 && !rest.empty()) {
    const ssize_t put = ::write(file.value(), rest.data(), rest.size());
    if (put < 0 && errno != EINTR) break;
    if (put > 0) rest.remove_prefix(static_cast<std::size_t>(put));
  }
  if (file.value() < 0 || !rest.empty() || ::lseek(file.value(), 0, SEEK_SET) != 0)
    refuse_file(path, std::strerror(errno), "memory for the file");
  return file;
}

}  // namespace io
}  // namespace graze
