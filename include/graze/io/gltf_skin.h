// SPDX-License-Identifier: MIT
// The skin and the skeleton of a character in a glTF 2.0 file, in its rest pose.          [V4, G3]
#pragma once
#include <graze/geometry/triangle_mesh.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// How much a vertex follows a joint.
struct JointWeight {
  std::uint32_t joint = 0;  ///< index into GltfSkin::joints
  double weight = 0.0;      ///< > 0
};

/// A joint of a skeleton: the bone that it moves begins there.
struct GltfJoint {
  std::string name;
  std::optional<std::uint32_t> parent;  ///< the nearest joint above; its index may be larger
  Vec3 from = Vec3::Zero();             ///< where it is
  /// Where its bone ends: in the middle of the joints below it or, if there are none, in the middle
  /// of the vertices that follow it.
  Vec3 to = Vec3::Zero();
};

/// Positions are in the world frame of the file, with nodes as they stand without an animation.
struct GltfSkin {
  std::string name;      ///< of the node
  TriangleMesh surface;  ///< vertices of the file's mesh at the same place are merged
  std::vector<std::vector<JointWeight>> weights;  ///< of each vertex; they sum to 1
  std::vector<GltfJoint> joints;
};

/// The skinned mesh at the node of that name; with an empty name, the only one in the file. Throws
/// InputError as load_gltf does. Also throws for a file without a skin, for several skins if no
/// name says which, and for weights of a vertex that are negative or do not sum to 1 within 1e-3
/// (what rounding to bytes left is corrected).
GltfSkin load_gltf_skin(const std::filesystem::path& path, const std::string& node = {});
/// The same for bytes in memory; `place` names them, other files are looked up in `base_dir`.
GltfSkin parse_gltf_skin(std::string_view bytes, const std::string& place,
                         const std::filesystem::path& base_dir = ".", const std::string& node = {});

}  // namespace graze
