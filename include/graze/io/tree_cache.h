// SPDX-License-Identifier: MIT
// Trees of large meshes, kept in a folder from run to run.                                     [C3]
#pragma once
#include <graze/base/sip_hash.h>
#include <graze/scene/shape.h>

#include <filesystem>
#include <optional>

namespace graze {

/// A folder of trees that only its owner's programs have written: each file ends in a hash made
/// with a key that is in the folder and that nobody else may read. So a tree is used without a
/// check, many times faster than it is built. A file that was cut, changed, or written by someone
/// else, or of another version, is ignored; so is the whole folder if others may write to it or
/// read the key. A file also holds its mesh, and is used only for an equal one. Trees that were
/// found are mapped from the file: remove files if you like, but do not change them in place.
///
/// Safe to use from several threads and programs at once. Files are never removed.
class TreeCache {
 public:
  /// Makes the folder and its key unless they exist. Never throws: if that fails, nothing is found
  /// and nothing is kept.
  explicit TreeCache(std::filesystem::path folder);

  std::optional<WideObbTree> find(const TriangleMesh& mesh) const;
  /// False if the file could not be written.
  bool keep(const WideObbTree& tree) const;

 private:
  std::filesystem::path file_of(const TriangleMesh& mesh) const;

  std::filesystem::path folder_;
  std::optional<SipHash::Key> key_;
};

/// $XDG_CACHE_HOME/graze or ~/.cache/graze; empty if neither is set.
std::filesystem::path user_cache_folder();

/// The tree of a smaller mesh is built as quickly as a file is opened.
inline constexpr std::size_t kLeastCachedTriangles = 50'000;

/// Gives a large shape its wide tree: from the cache, or built now and kept there. The folder is
/// what the environment variable GRAZE_TREE_CACHE says, "user" for user_cache_folder(); does
/// nothing if it is not set.
void use_tree_cache(const Shape& shape);

}  // namespace graze
