// SPDX-License-Identifier: MIT
// Positions of vertices that skins, morph targets or moving scales move.
#pragma once
#include <memory>

#include "graze/io/load_gltf.h"
#include "io/gltf_import/node_tree.h"

namespace graze::gltf {

/// The joints of a skin.
struct Skin {
  std::vector<std::size_t> joints;      ///< nodes
  std::vector<Affine> joint_from_mesh;  ///< inverse bind matrices
};
Skin read_skin(const GltfFile& file, std::size_t skin);

/// A mesh at a node, and what moves its vertices besides the node itself.
struct PosedMesh {
  std::shared_ptr<const NodeTree> tree;
  std::shared_ptr<const GltfMesh> mesh;
  std::size_t node = 0;
  std::optional<Skin> skin;
};

/// Throws InputError for joints that the skin does not have.
void check_joints(const GltfFile& file, const PosedMesh& posed, const std::string& where);

/// Morph targets applied, in the mesh's frame.
std::vector<Vec3> morphed(const GltfMesh& mesh, const NodeCurves& node, double t);
/// In the world: by the skin if there is one, else by the node.
std::vector<Vec3> world_positions(const PosedMesh& posed, double t);
bool deforms(const PosedMesh& posed);  ///< a skin whose joints move, or weights that change
/// Of a skinned mesh: the joint with the largest weight, one for each vertex.
std::vector<std::uint32_t> main_joints(const GltfMesh& mesh);
/// Triangles that name the first of the vertices that nothing can move apart: exporters split
/// vertices where texture coordinates or normals differ.
std::vector<Triangle> seamless_triangles(const GltfMesh& mesh);
std::vector<double> key_times(const PosedMesh& posed);

}  // namespace graze::gltf
