// SPDX-License-Identifier: MIT
// Whole files in and out. A file is written completely or not at all.
#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace graze {

/// The bytes of a file, read once and not copied again.
class FileBytes {
 public:
  FileBytes() = default;
  FileBytes(std::unique_ptr<char[]> bytes, std::size_t size)
      : bytes_(std::move(bytes)), size_(size) {}

  std::string_view view() const { return {bytes_.get(), size_}; }
  /// Gives the memory of [begin, end) back to the system, as far as it fills whole pages; what is
  /// read there afterwards has no meaning.
  void forget(std::size_t begin, std::size_t end);

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
};

/// The bytes of a file. They are copied, not mapped: a file that shrinks while it is read cannot
/// end the program. Throws InputError if it is missing, a directory, not readable or larger than
/// `max_bytes`.
FileBytes read_bytes(const std::filesystem::path& path,
                     std::size_t max_bytes = std::size_t{1} << 32);

/// The same as a string.
std::string read_file(const std::filesystem::path& path,
                      std::size_t max_bytes = std::size_t{1} << 32);

/// Takes the bytes of a file in order, in parts.
using ByteSink = std::function<void(std::string_view part)>;

/// Writes what `produce` passes to its sink beside `path` and renames: readers see the old file or
/// the new one, never a part. Throws InputError if that is not possible, and whatever `produce`
/// throws; nothing is left behind then.
void write_file(const std::filesystem::path& path,
                const std::function<void(const ByteSink& sink)>& produce);

void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace graze
