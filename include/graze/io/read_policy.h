// SPDX-License-Identifier: MIT
// What an untrusted file may cost and reach. docs/threat_model.md has the whole picture.
#pragma once
#include <cstddef>
#include <filesystem>

namespace graze {

/// The limits for everything that is read from files. The error names the limit that was exceeded.
struct ReadPolicy {
  std::size_t file_bytes = std::size_t{1} << 32;    ///< of a regular file; some formats allow less
  std::size_t stream_bytes = std::size_t{1} << 28;  ///< of a pipe or device, whose size is unknown
  std::size_t line_bytes = std::size_t{1} << 26;    ///< of one line of a batch or a monitor
  /// Of all compounds of a scene; nested ones count once per level. Without this limit, 3 kB of
  /// text could ask for any number of triangles.
  std::size_t compound_triangles = std::size_t{1} << 24;
  /// Files outside this folder, after following links, are not read. Empty: no restriction.
  std::filesystem::path root = {};
};

/// The policy of this process.
const ReadPolicy& read_policy();

/// Applies to everything that is read afterwards. Do not call it while another thread reads. Throws
/// InputError if the root is not a folder.
void set_read_policy(ReadPolicy policy);

}  // namespace graze
