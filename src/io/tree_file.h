// SPDX-License-Identifier: MIT
// The whole file of a kept tree as memory, without a copy of it.
#pragma once
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace graze::io {

/// Read only. It shows the file itself. That is safe for files that only our own programs write,
/// under another name that is then renamed: an open file never changes.
class TreeFile {
 public:
  /// Null if there is no such file, if it is not a regular one of this user, or if it is empty. The
  /// folder decides who else may write to it.
  static std::shared_ptr<const TreeFile> open_own(const std::filesystem::path& path);

  TreeFile(const TreeFile&) = delete;
  TreeFile& operator=(const TreeFile&) = delete;
  ~TreeFile();

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  explicit TreeFile(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::span<const std::byte> bytes_;
};

}  // namespace graze::io
