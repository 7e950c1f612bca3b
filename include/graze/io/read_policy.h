// SPDX-License-Identifier: MIT
// What a file from a stranger may cost and reach. docs/threat_model.md has the whole picture.
#pragma once
#include <cstddef>
#include <filesystem>

namespace graze {

/// Limits of everything that is read from files. A message names the limit that was reached.
struct ReadPolicy {
  std::size_t file_bytes = std::size_t{1} << 32;  ///< of a regular file; some formats allow less
  std::size_t stream_bytes = std::size_t{1}
                             << 28;               ///< of a pipe or device, whose size is not known
  std::size_t line_bytes = std::size_t{1} << 26;  ///< of one line of a batch or a monitor
  /// Of all compounds of a scene, nested ones once per level. Without it, 3 kB of text could ask
  /// for any number of triangles.
  std::size_t compound_triangles = std::size_t{1} << 24;
  /// Files outside of this folder, links followed, are not read. Empty: all may be.
  std::filesystem::path root = {};
};

/// The policy of this process.
const ReadPolicy& read_policy();

/// Takes effect for whatever is read afterwards; not while another thread reads. Throws InputError
/// if the root is not a folder.
void set_read_policy(ReadPolicy policy);

}  // namespace graze
