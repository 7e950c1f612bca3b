// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/io/file.h"
#include "graze/io/gltf_skin.h"
#include "io/gltf_import/deforming.h"
#include "io/gltf_import/tinygltf_header.h"

namespace graze {
namespace {
constexpr double kWeightError = 1e-3;  // four weights in bytes, each rounded for itself

std::string node_name(const gltf::GltfFile& file, std::size_t node) {
  const std::string& name = file.model().nodes[node].name;
  return name.empty() ? "node " + std::to_string(node) : name;
}

std::size_t skinned_node(const gltf::GltfFile& file, const std::string& wanted) {
  std::vector<std::size_t> found;
  for (std::size_t n = 0; n < file.model().nodes.size(); ++n) {
    const tinygltf::Node& node = file.model().nodes[n];
    if (node.skin < 0 || node.mesh < 0) continue;
    if (wanted.empty() || node_name(file, n) == wanted) found.push_back(n);
  }
  if (found.size() == 1) return found.front();
  if (!wanted.empty()) {
    file.refuse("nodes",
                found.empty() ? "no skinned mesh '" + wanted + "'"
                              : "several skinned meshes '" + wanted + "'",
                "one of that name");
  }
  file.refuse("nodes",
              found.empty() ? "no skinned mesh" : std::to_string(found.size()) + " skinned meshes",
              "one", found.empty() ? "" : "name one of them by 'mesh'");
}

std::vector<GltfJoint> joints_of(const gltf::GltfFile& file, const gltf::PosedMesh& posed) {
  std::map<std::size_t, std::uint32_t> number;
  for (const std::size_t node : posed.skin->joints) {
    number.emplace(node, static_cast<std::uint32_t>(number.size()));
  }
  std::vector<GltfJoint> joints;
  for (const std::size_t node : posed.skin->joints) {
    GltfJoint joint{node_name(file, node), {}, {}, {}};
    joint.from = joint.to = posed.tree->world_from_node(node, 0.0).translation();
    for (auto above = posed.tree->parents[node]; above; above = posed.tree->parents[*above]) {
      const auto found = number.find(*above);
      if (found == number.end()) continue;
      joint.parent = found->second;
      break;
    }
    joints.push_back(std::move(joint));
  }
  return joints;
}

/// Of one vertex of the file's mesh.
std::vector<JointWeight> weights_of(const gltf::GltfFile& file, const gltf::GltfMesh& mesh,
                                    std::size_t vertex, const std::string& where) {
  std::vector<JointWeight> weights;
  double sum = 0.0;
  for (std::size_t k = 4 * vertex; k < 4 * vertex + 4; ++k) {
    const double weight = mesh.joint_weights[k];
    const std::string place = where + ", weights of vertex " + std::to_string(vertex);
    if (!(weight >= 0.0)) file.refuse(place, number_text(weight), "weights >= 0");
    sum += weight;
    if (weight > 0.0) weights.push_back({mesh.joints[k], weight});
  }
  if (!(std::abs(sum - 1.0) <= kWeightError)) {
    file.refuse(where + ", weights of vertex " + std::to_string(vertex),
                "a sum of " + number_text(sum), "weights that sum to 1");
  }
  for (JointWeight& w : weights) w.weight /= sum;
  return weights;
}

/// Exporters split vertices where texture coordinates or normals differ: the first at each place
/// stands for all.
void put_surface(const gltf::GltfFile& file, const gltf::PosedMesh& posed, const std::string& where,
                 GltfSkin& out) {
  const gltf::GltfMesh& mesh = *posed.mesh;
  const std::vector<Vec3> positions = gltf::world_positions(posed, 0.0);
  std::map<std::array<double, 3>, std::uint32_t> at_place;
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (const Triangle& t : mesh.triangles) {
    Triangle corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& p = mesh.vertices[t[k]];
      const auto [at, is_new] = at_place.emplace(std::array<double, 3>{p.x(), p.y(), p.z()},
                                                 static_cast<std::uint32_t>(vertices.size()));
      if (is_new) {
        vertices.push_back(positions[t[k]]);
        out.weights.push_back(weights_of(file, mesh, t[k], where));
      }
      corners[k] = at->second;
    }
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) continue;
    triangles.push_back(corners);
  }
  out.surface = TriangleMesh(std::move(vertices), std::move(triangles));
}

void put_ends(GltfSkin& skin) {
  std::vector<Vec3> sums(skin.joints.size(), Vec3::Zero()), below = sums;
  std::vector<double> shares(skin.joints.size(), 0.0), children = shares;
  for (std::size_t v = 0; v < skin.weights.size(); ++v) {
    for (const JointWeight& w : skin.weights[v]) {
      sums[w.joint] += w.weight * skin.surface.vertices()[v];
      shares[w.joint] += w.weight;
    }
  }
  for (const GltfJoint& joint : skin.joints) {
    if (!joint.parent) continue;
    below[*joint.parent] += joint.from;
    children[*joint.parent] += 1.0;
  }
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    if (children[j] > 0.0) {
      skin.joints[j].to = below[j] / children[j];
    } else if (shares[j] > 0.0) {
      skin.joints[j].to = sums[j] / shares[j];
    }
  }
}
}  // namespace

GltfSkin parse_gltf_skin(std::string_view bytes, const std::string& place,
                         const std::filesystem::path& base_dir, const std::string& wanted) {
  const gltf::GltfFile file(bytes, place, base_dir);
  const std::size_t node = skinned_node(file, wanted);
  const tinygltf::Node& source = file.model().nodes[node];
  const std::string where = "nodes[" + std::to_string(node) + "]";
  gltf::NodeTree tree = gltf::build_node_tree(file, gltf::read_curves(file, "").nodes);
  for (gltf::NodeCurves& curves : tree.nodes) {  // at rest
    curves.translations = curves.rotations = curves.scales = curves.weights = {};
  }
  gltf::PosedMesh posed{
      std::make_shared<const gltf::NodeTree>(std::move(tree)),
      std::make_shared<const gltf::GltfMesh>(gltf::read_mesh(
          file, file.index(source.mesh, file.model().meshes.size(), where + ".mesh"))),
      node,
      gltf::read_skin(file, file.index(source.skin, file.model().skins.size(), where + ".skin"))};
  gltf::check_joints(file, posed, where);
  GltfSkin skin;
  skin.name = node_name(file, node);
  skin.joints = joints_of(file, posed);
  put_surface(file, posed, where, skin);
  put_ends(skin);
  return skin;
}

GltfSkin load_gltf_skin(const std::filesystem::path& path, const std::string& node) {
  const std::string bytes = read_file(path, std::size_t{1} << 30);
  return parse_gltf_skin(bytes, path.string(), path.parent_path(), node);
}

}  // namespace graze
