// SPDX-License-Identifier: MIT
// Animated scenes from glTF 2.0 (.glb, .gltf). What is exact and what is not: docs/animations.md.
//                                                                                             [G3]
#pragma once
#include <graze/contact/contact_report.h>
#include <graze/scene/scene.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct GltfLoadOptions {
  std::string animation = {};  ///< name or number of the one to play; empty: see `played`
  /// How many frames a deforming body gets for each interval between the keys that move it; > 0.
  std::size_t cuts = 4;
};

/// True if the file's name ends in .glb or .gltf.
bool is_gltf(const std::filesystem::path& path);

/// What the file says about a body besides its shape and motion.
struct GltfBody {
  /// World positions of its vertices in the rest pose: nodes as they stand without an animation.
  std::vector<Vec3> rest;
  std::vector<std::string> bones;  ///< of its skin; none without one
  /// The bone with the largest weight, one for each vertex of a skinned body.
  std::vector<std::uint32_t> bone_of_vertex;
};

/// A scene, and which part of the file it shows.
struct GltfScene {
  /// A body for each node with a mesh, and for each node that moves; nested nodes are chains.
  /// STEP, LINEAR and CUBICSPLINE are exact: jumps, straight lines and slerps, rational motions.
  /// Bodies that never move relative to each other may touch. The span is that of the animation.
  /// What is skinned, morphed or stretched over time deforms: its vertices are exact at the frames.
  /// Vertices that are the same point of a deforming mesh, such as those along a seam of its
  /// texture, are merged: triangles name the first of them.
  Scene scene;
  std::vector<GltfBody> origins;  ///< one for each body
  /// The largest distance of a vertex from the true animation, measured midway between frames;
  /// scene units. 0: nothing deforms, or vertices run straight.
  double deviation = 0.0;
  /// The animations that are played: the one that was asked for; else all, if no two move the same
  /// thing; else the first.
  std::vector<std::string> played;
  std::vector<std::string> animations;  ///< all that the file has
};

/// "hero/hand.R": the bone that moves a feature of a skinned body most; the body's name otherwise.
std::string part_name(const GltfScene& source, BodyId body, const Feature& feature);

/// Throws InputError for what is not glTF 2.0, for indices, accessors and buffers that do not fit
/// together, nodes in cycles, numbers that are not finite, required extensions that are not read,
/// and sizes beyond 20 million triangles, 100,000 nodes, 10 million keys or 100 million vertices in
/// all frames.
GltfScene load_gltf(const std::filesystem::path& path, const GltfLoadOptions& options = {});
/// The same for bytes in memory; `place` names them, other files are looked up in `base_dir`.
GltfScene parse_gltf(std::string_view bytes, const std::string& place,
                     const std::filesystem::path& base_dir = ".",
                     const GltfLoadOptions& options = {});

}  // namespace graze
