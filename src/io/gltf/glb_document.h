// SPDX-License-Identifier: MIT
// A glTF document under construction: the JSON and the bytes that it points into.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "graze/geometry/equal_meshes.h"
#include "io/gltf/keyframes.h"
#include "io/gltf/morph_frames.h"

namespace graze::io {

/// Index into one of the arrays of the document.
using GltfIndex = std::size_t;

struct GltfColour {
  double red = 1.0, green = 1.0, blue = 1.0;
  bool glows = false;  ///< the same in shade
};

/// Everything is appended; references are indices, as in glTF itself. All data lies on multiples of
/// four bytes, and what must have bounds has them.
class GlbDocument {
 public:
  GlbDocument();

  GltfIndex add_material(const GltfColour& colour);
  /// Positions and indices; the same content is stored once. Throws InputError naming `place` if a
  /// coordinate does not fit a float. Needs at least one triangle.
  GltfIndex add_mesh(const TriangleMesh& mesh, GltfIndex material, const std::string& place);
  /// The same mesh with a morph target for each frame after the first.
  GltfIndex add_morphing_mesh(const TriangleMesh& mesh, const MorphFrames& frames,
                              GltfIndex material, const std::string& place);
  /// A node of the scene, or a child of `parent`. `node` is its JSON.
  GltfIndex add_node(nlohmann::ordered_json node);
  GltfIndex add_child(GltfIndex parent, nlohmann::ordered_json node);
  /// Puts all nodes of the scene, if there are any, below one that turns z up into y up.
  void turn_z_up();
  /// Moves a node; it must have no matrix.
  void animate(GltfIndex node, const Keyframes& frames);
  /// Leads the mesh of a node from frame to frame.
  void animate(GltfIndex node, const MorphFrames& frames);
  /// Hides a node before `time`, by scaling it to nothing.
  void appear(GltfIndex node, float time);

  /// The finished file.
  std::string bytes(nlohmann::ordered_json extras) const;

 private:
  struct Geometry {
    GltfIndex positions;
    GltfIndex indices;
  };
  Geometry add_geometry(const TriangleMesh& mesh, const std::string& place);
  GltfIndex add_view(std::size_t begin, std::optional<int> target);
  GltfIndex add_floats(std::span<const float> values, const char* type, std::size_t per_element);
  GltfIndex add_positions(std::span<const float> positions);
  GltfIndex add_times(std::span<const float> times);
  void add_channel(GltfIndex node, const char* path, GltfIndex times, GltfIndex values, bool steps);

  nlohmann::ordered_json json_;
  nlohmann::ordered_json animation_;
  std::string buffer_;
  MeshNumbers numbers_;
  std::vector<Geometry> geometries_;  // by number
};

nlohmann::ordered_json to_json(const Vec3& v);
nlohmann::ordered_json to_json(const Quat& q);  ///< x, y, z, w as glTF wants it

}  // namespace graze::io
