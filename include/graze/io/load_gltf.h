// SPDX-License-Identifier: MIT
// Animated scenes from glTF 2.0 (.glb, .gltf). What is exact and what is not: docs/animations.md.
//                                                                                             [G3]
#pragma once
#include <graze/scene/scene.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct GltfLoadOptions {
  std::string animation = {};  ///< name or number of the one to play; empty: see GltfScene
};

/// A body that changes its shape: skinned, morphed, or stretched over time. Known at instants.
struct DeformingBody {
  BodyId body;  ///< its name in the scene, where it has no shape
  std::vector<Triangle> triangles;
  std::vector<double> key_times;  ///< of everything that moves it, ascending
  /// World positions at a time; safe to call from every thread.
  std::function<std::vector<Vec3>(double t)> positions_at;
};

/// A scene and what of the file it shows.
struct GltfScene {
  /// A body for each node with a mesh, and for each node that moves; nested nodes are chains.
  /// STEP, LINEAR and CUBICSPLINE are exact: jumps, straight lines and slerps, rational motions.
  /// Bodies that never move against each other may touch. The span is that of the animation.
  Scene scene;
  std::vector<DeformingBody> deforming;
  /// Those that are played: the one that was asked for; else all if no two move the same thing,
  /// else the first.
  std::vector<std::string> played;
  std::vector<std::string> animations;  ///< all of the file
};

/// Throws InputError for what is no glTF 2.0, for indices, accessors and buffers that do not fit
/// together, nodes in cycles, numbers that are not finite, required extensions, and sizes beyond
/// 20 million triangles, 100,000 nodes or 10 million keys.
GltfScene load_gltf(const std::filesystem::path& path, const GltfLoadOptions& options = {});
/// The same for bytes in memory; `place` names them, other files are sought in `base_dir`.
GltfScene parse_gltf(std::string_view bytes, const std::string& place,
                     const std::filesystem::path& base_dir = ".",
                     const GltfLoadOptions& options = {});

}  // namespace graze
