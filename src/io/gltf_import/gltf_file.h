// SPDX-License-Identifier: MIT
// A glTF document whose indices are checked where they are used.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graze/geometry/triangle_mesh.h"

namespace tinygltf {
class Model;
struct Accessor;
}  // namespace tinygltf

namespace graze::gltf {

class GltfFile {
 public:
  /// Throws InputError for what is not glTF 2.0.
  GltfFile(std::string_view bytes, std::string place, const std::filesystem::path& base_dir);
  ~GltfFile();
  GltfFile(const GltfFile&) = delete;
  GltfFile& operator=(const GltfFile&) = delete;

  const tinygltf::Model& model() const { return *model_; }
  [[noreturn]] void refuse(const std::string& where, std::string found, std::string expected,
                           std::string advice = {}) const;

  /// `index` as an index of a list of that length. Throws InputError that names `where`.
  std::size_t index(int index, std::size_t length, const std::string& where) const;

  /// Numbers of an accessor, `components` for each element, normalised integers as glTF says;
  /// sparse ones filled in. Throws InputError for a wrong type, data that is missing, or numbers
  /// that are not finite.
  std::vector<double> numbers(int accessor, std::size_t components, const std::string& where) const;
  std::vector<std::uint32_t> indices(int accessor, const std::string& where) const;
  std::size_t count(int accessor, const std::string& where) const;

 private:
  struct Block;
  Block block(int view, std::size_t offset, std::size_t needed, const std::string& where) const;
  void fill_sparse(const tinygltf::Accessor& accessor, std::size_t components, bool normalised,
                   const std::string& where, std::vector<double>& numbers) const;

  std::unique_ptr<tinygltf::Model> model_;
  std::string place_;
};

/// The triangles of a mesh (all primitives; lines and points left out) in its own frame, and how
/// morph targets and joints move its vertices.
struct GltfMesh {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  std::vector<std::vector<Vec3>> targets;  ///< displacements, as many as vertices each
  std::vector<double> weights;             ///< of the targets, at rest
  std::vector<std::uint32_t> joints;       ///< four for each vertex, if skinned
  std::vector<double> joint_weights;       ///< the same
};
GltfMesh read_mesh(const GltfFile& file, std::size_t mesh);

}  // namespace graze::gltf
