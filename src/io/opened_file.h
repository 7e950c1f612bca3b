// SPDX-License-Identifier: MIT
// A file that is open for reading and within the read policy's root.
#pragma once
#include <filesystem>
#include <string>

namespace graze::io {

/// Closes at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(other.release()) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  int value() const { return value_; }
  int release() {
    const int value = value_;
    value_ = -1;
    return value;
  }

 private:
  int value_;
};

/// Opens a file that is not a folder. Throws InputError if that fails, or if what was opened lies
/// outside of the root. The open file itself is asked where it is, so no link or renaming in
/// between gets past.
Descriptor open_for_reading(const std::filesystem::path& path);

/// Whether there is such a file to open: on the disk, or among those taken along (file_bundle.h).
bool is_file(const std::filesystem::path& path);

// Of file_bundle.h: a file that was opened is noted; where files are served, they are opened here.
void note_read(const std::filesystem::path& path, int file);
bool reads_are_served();
bool is_served(const std::filesystem::path& path);
Descriptor open_served(const std::filesystem::path& path);

/// A name that fits into a sentence.
std::string short_name(const std::filesystem::path& path);

[[noreturn]] void refuse_file(const std::filesystem::path& path, std::string found,
                              std::string expected, std::string advice = {});

}  // namespace graze::io
