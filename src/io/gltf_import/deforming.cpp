// SPDX-License-Identifier: MIT
#include "io/gltf_import/deforming.h"

#include <algorithm>
#include <map>

#include "io/gltf_import/tinygltf_header.h"

namespace graze::gltf {
namespace {
Affine matrix_of(const double* columns) {
  Affine affine = Affine::Identity();
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 3; ++row) affine.matrix()(row, column) = columns[4 * column + row];
  }
  return affine;
}

std::vector<Vec3> skinned(const PosedMesh& posed, const std::vector<Vec3>& vertices, double t) {
  std::vector<Affine> world_from_mesh;
  for (std::size_t j = 0; j < posed.skin->joints.size(); ++j) {
    world_from_mesh.push_back(posed.tree->world_from_node(posed.skin->joints[j], t) *
                              posed.skin->joint_from_mesh[j]);
  }
  std::vector<Vec3> positions(vertices.size(), Vec3::Zero());
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    double total = 0.0;
    for (std::size_t k = 4 * v; k < 4 * v + 4; ++k) {
      const double weight = posed.mesh->joint_weights[k];
      if (weight == 0.0) continue;
      total += weight;
      positions[v] += weight * (world_from_mesh[posed.mesh->joints[k]] * vertices[v]);
    }
    positions[v] = total > 0.0 ? Vec3(positions[v] / total) : vertices[v];
  }
  return positions;
}
}  // namespace

Skin read_skin(const GltfFile& file, std::size_t index) {
  const tinygltf::Skin& source = file.model().skins[index];
  const std::string where = "skins[" + std::to_string(index) + "]";
  Skin skin;
  for (const int joint : source.joints) {
    skin.joints.push_back(file.index(joint, file.model().nodes.size(), where + ".joints"));
  }
  skin.joint_from_mesh.assign(skin.joints.size(), Affine::Identity());
  if (source.inverseBindMatrices < 0) return skin;
  const auto numbers = file.numbers(source.inverseBindMatrices, 16, where + ".inverseBindMatrices");
  if (numbers.size() < 16 * skin.joints.size()) {
    file.refuse(where + ".inverseBindMatrices", "fewer matrices than joints", "one for each joint");
  }
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    skin.joint_from_mesh[j] = matrix_of(numbers.data() + 16 * j);
  }
  return skin;
}

void check_joints(const GltfFile& file, const PosedMesh& posed, const std::string& where) {
  if (!posed.skin) return;
  for (std::size_t k = 0; k < posed.mesh->joints.size(); ++k) {
    const std::size_t joint = posed.mesh->joints[k];
    if (joint < posed.skin->joints.size()) continue;
    file.refuse(where, "joint " + std::to_string(joint),
                "one of the skin's " + std::to_string(posed.skin->joints.size()));
  }
}

std::vector<Vec3> morphed(const GltfMesh& mesh, const NodeCurves& node, double t) {
  std::vector<Vec3> positions = mesh.vertices;
  const std::vector<double> weights = node.weights.moves()   ? value_at(node.weights, t)
                                      : !node.morphs.empty() ? node.morphs
                                                             : mesh.weights;
  for (std::size_t k = 0; k < mesh.targets.size() && k < weights.size(); ++k) {
    if (weights[k] == 0.0) continue;
    for (std::size_t v = 0; v < positions.size(); ++v)
      positions[v] += weights[k] * mesh.targets[k][v];
  }
  return positions;
}

std::vector<Vec3> world_positions(const PosedMesh& posed, double t) {
  std::vector<Vec3> positions = morphed(*posed.mesh, posed.tree->nodes[posed.node], t);
  if (posed.skin) return skinned(posed, positions, t);
  const Affine world = posed.tree->world_from_node(posed.node, t);
  for (Vec3& p : positions) p = world * p;
  return positions;
}

bool deforms(const PosedMesh& posed) {
  if (posed.tree->nodes[posed.node].weights.moves()) return true;
  return posed.skin &&
         std::any_of(posed.skin->joints.begin(), posed.skin->joints.end(),
                     [&](std::size_t joint) { return posed.tree->ever_moves(joint); });
}

std::vector<std::uint32_t> main_joints(const GltfMesh& mesh) {
  std::vector<std::uint32_t> joints;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const double* weights = mesh.joint_weights.data() + 4 * v;
    const auto largest = std::max_element(weights, weights + 4) - weights;
    joints.push_back(mesh.joints[4 * v + static_cast<std::size_t>(largest)]);
  }
  return joints;
}

std::vector<Triangle> seamless_triangles(const GltfMesh& mesh) {
  const auto key = [&mesh](std::size_t v) {
    std::vector<double> numbers(mesh.vertices[v].begin(), mesh.vertices[v].end());
    for (const auto& target : mesh.targets)
      numbers.insert(numbers.end(), target[v].begin(), target[v].end());
    for (std::size_t k = 4 * v; k < 4 * v + 4; ++k) {
      numbers.push_back(mesh.joints[k]);
      numbers.push_back(mesh.joint_weights[k]);
    }
    return numbers;
  };
  std::map<std::vector<double>, std::uint32_t> first;
  std::vector<std::uint32_t> same;
  for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v)
    same.push_back(first.emplace(key(v), v).first->second);
  std::vector<Triangle> triangles = mesh.triangles;
  for (Triangle& triangle : triangles) {
    for (std::uint32_t& corner : triangle) corner = same[corner];
  }
  return triangles;
}

std::vector<double> key_times(const PosedMesh& posed) {
  std::vector<double> times;
  posed.tree->add_key_times(posed.node, times);
  if (posed.skin) {
    for (const std::size_t joint : posed.skin->joints) posed.tree->add_key_times(joint, times);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace graze::gltf
