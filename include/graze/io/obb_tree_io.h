// SPDX-License-Identifier: MIT
// OBB trees in files, so that a large mesh's tree is built once.                               [C3]
//
// Layout, all numbers little-endian: "GRAZEOBB", u32 version (1), u32 zero, u64 hash of the mesh,
// u64 nodes, u64 triangles, u64 hash of mesh and boxes; per node 15 doubles (centre, axes by
// column, half size) and u32 first, count; per triangle u32 of the order.
#pragma once
#include <graze/spatial/obb_tree.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace graze {

/// The file's bytes.
std::string obb_tree_bytes(const ObbTree& tree);

/// The tree of `mesh` from bytes; `place` (a file name) is for messages. Throws InputError if they
/// are not such a file, belong to another version or mesh, are cut off or changed, or do not form a
/// tree whose boxes provably contain their triangles. Never reads past the end, and allocates no
/// more than the size of the bytes justifies.
ObbTree obb_tree_from_bytes(std::string_view bytes, const TriangleMesh& mesh,
                            const std::string& place = "OBB tree");

void save_obb_tree(const ObbTree& tree, const std::filesystem::path& path);
ObbTree load_obb_tree(const std::filesystem::path& path, const TriangleMesh& mesh);

}  // namespace graze
