// SPDX-License-Identifier: MIT
// Files bundled: what one process has read, another can read without that disk.                [G5]
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace graze {

/// Bytes by the name under which a file was opened.
struct FileBundle {
  std::map<std::string, std::string> files;

  std::string bytes() const;
  static FileBundle from_bytes(std::string_view bytes);  ///< of what bytes() gave
};

/// Notes every file that this process reads from now on; null ends it. The bundle must outlive
/// that.
void record_reads(FileBundle* bundle);

/// From now on files are read from the bundle only; none: from the disk again.
void serve_reads(std::optional<FileBundle> bundle);

}  // namespace graze
