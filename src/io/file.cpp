// SPDX-License-Identifier: MIT
#include "graze/io/file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "graze/base/error.h"

namespace graze {
namespace {
namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, std::string found, std::string expected,
                         std::string advice = {}) {
  throw InputError({path.string(), std::move(found), std::move(expected), std::move(advice)});
}

void check_readable(const fs::path& path, std::size_t max_bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) refuse(path, "no such file", "a file to read", "check the path");
  if (fs::is_directory(status)) refuse(path, "a directory", "a file to read");
  if (!fs::is_regular_file(status)) return;  // pipes have no size
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && size > max_bytes) {
    refuse(path, std::to_string(size) + " bytes",
           "at most " + std::to_string(max_bytes) + " bytes");
  }
}
}  // namespace

std::string read_file(const fs::path& path, std::size_t max_bytes) {
  check_readable(path, max_bytes);
  std::ifstream in(path, std::ios::binary);
  if (!in) refuse(path, std::strerror(errno), "a file that can be read", "check its permissions");
  std::string bytes;
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error) bytes.reserve(static_cast<std::size_t>(size));
  constexpr std::size_t kChunk = std::size_t{1} << 20;
  while (in) {
    const std::size_t old_size = bytes.size();
    bytes.resize(old_size + kChunk);
    in.read(bytes.data() + old_size, kChunk);
    bytes.resize(old_size + static_cast<std::size_t>(in.gcount()));
    if (bytes.size() > max_bytes) {
      refuse(path, "more than " + std::to_string(max_bytes) + " bytes", "a smaller file");
    }
  }
  if (in.bad()) refuse(path, "a read error", "a file that can be read to its end");
  return bytes;
}

void write_file(const fs::path& path, std::string_view bytes) {
  fs::path beside = path;
  beside += ".part" + std::to_string(::getpid());
  std::error_code error;
  if (fs::is_directory(path, error)) refuse(path, "a directory", "a file name to write to");
  {
    std::ofstream out(beside, std::ios::binary | std::ios::trunc);
    if (!out) refuse(path, std::strerror(errno), "a place that can be written to");
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.flush();
    if (!out) {
      fs::remove(beside, error);
      refuse(path, "a write error (disk full?)",
             "room for " + std::to_string(bytes.size()) + " bytes");
    }
  }
  fs::rename(beside, path, error);
  if (!error) return;
  const std::string message = error.message();
  fs::remove(beside, error);
  refuse(path, message, "a place that can be written to");
}

}  // namespace graze
