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
  /// read there afterwards is meaningless.
  void forget(std::size_t begin, std::size_t end);

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
};

/// A path that stands for standard input.
inline constexpr const char* kStandardInput = "-";

/// The bytes of a file ("-": of standard input, which is read once and kept). They are copied, not
/// mapped: a file that shrinks while it is read cannot end the program. Throws InputError if it is
/// missing, a directory, not readable, outside of the read policy's root, or larger than
/// `max_bytes` or the read policy allow.
FileBytes read_bytes(const std::filesystem::path& path,
                     std::size_t max_bytes = std::size_t{1} << 32);

/// The same as a string.
std::string read_file(const std::filesystem::path& path,
                      std::size_t max_bytes = std::size_t{1} << 32);

/// Takes the bytes of a file in order, in parts.
using ByteSink = std::function<void(std::string_view part)>;

/// Writes what `produce` passes to its sink into a new file beside `path`, and renames it once the
/// bytes are on the disk: readers see the old file or the new one, never a part, even if the power
/// fails. An old file's permissions stay. A link stays a link, and its target is written. A device
/// or pipe is written to directly. Throws InputError if that is not possible, and whatever
/// `produce` throws; then nothing is left behind.
void write_file(const std::filesystem::path& path,
                const std::function<void(const ByteSink& sink)>& produce);

void write_file(const std::filesystem::path& path, std::string_view bytes);

/// Removes files that write_file() has started but not finished. For signal handlers that end the
/// process: calls nothing but unlink().
void remove_unfinished_files();

/// Throws InputError if this process has read the file at `output`, by whatever name or link: an
/// answer must not take the place of its question.
void refuse_input_as_output(const std::filesystem::path& output);

/// The same, and if write_file() could not write there: before a long answer, not after it.
void refuse_as_output(const std::filesystem::path& output);

}  // namespace graze
