// SPDX-License-Identifier: MIT
// Octrees in files.                                                                           [O1]
//
// Layout, all numbers little-endian: "GRAZEOCT", u32 version (1), u32 depth, u32 (1: solid), u32
// zero, u64 hash of the mesh, 4 doubles (low corner and side of the cube), u64 nodes, u64 listed
// faces, u64 hash of the tree; per node u32 first, u32 (faces << 2 | colour), all faces bits set
// for an inner node; per listed face u32.
#pragma once
#include <graze/spatial/octree.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace graze {

/// The file's bytes.
std::string octree_bytes(const Octree& octree);

/// The octree of `mesh` from bytes; `place` (a file name) is for messages. Throws InputError if
/// they are not such a file, belong to another version or mesh, are cut off or changed, or do not
/// form an octree of the mesh. Never reads past the end, and allocates no more than the size of the
/// bytes justifies.
Octree octree_from_bytes(std::string_view bytes, const TriangleMesh& mesh,
                         const std::string& place = "octree");

void save_octree(const Octree& octree, const std::filesystem::path& path);
Octree load_octree(const std::filesystem::path& path, const TriangleMesh& mesh);

}  // namespace graze
