// SPDX-License-Identifier: MIT
// Bundled files: what one process has read, another can read without the same disk.            [G5]
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace graze {

/// The bytes of each file, by the name under which it was opened.
struct FileBundle {
  std::map<std::string, std::string> files;

  std::string bytes() const;
  static FileBundle from_bytes(std::string_view bytes);  ///< of what bytes() gave
};

/// Puts every file that this process reads from now on into the bundle, which must live until
/// record_reads(nullptr) ends that.
void record_reads(FileBundle* bundle);

/// From now on, files are read from the bundle only; without one, from the disk again.
void serve_reads(std::optional<FileBundle> bundle);

}  // namespace graze
