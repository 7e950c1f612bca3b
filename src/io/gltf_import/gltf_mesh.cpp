// SPDX-License-Identifier: MIT
#include <algorithm>

#include "io/gltf_import/gltf_file.h"
#include "io/gltf_import/tinygltf_header.h"

namespace graze::gltf {
namespace {
constexpr std::size_t kMostMeshTriangles = 20'000'000;
constexpr int kTriangles = 4, kStrip = 5, kFan = 6;

std::vector<Vec3> points_of(const std::vector<double>& numbers) {
  std::vector<Vec3> points;
  points.reserve(numbers.size() / 3);
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) {
    points.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  }
  return points;
}

/// Corners of a primitive as triangles; `first` is added to each.
void add_triangles(int mode, const std::vector<std::uint32_t>& c, std::uint32_t first,
                   std::vector<Triangle>& triangles) {
  const auto add = [&](std::size_t i, std::size_t j, std::size_t k) {
    triangles.push_back({c[i] + first, c[j] + first, c[k] + first});
  };
  if (mode == kTriangles) {
    for (std::size_t i = 0; i + 2 < c.size(); i += 3) add(i, i + 1, i + 2);
  }
  if (mode == kStrip) {
    for (std::size_t i = 0; i + 2 < c.size(); ++i) add(i, i + 1 + i % 2, i + 2 - i % 2);
  }
  if (mode == kFan) {
    for (std::size_t i = 1; i + 1 < c.size(); ++i) add(0, i, i + 1);
  }
}

std::vector<std::uint32_t> corners_of(const GltfFile& file, const tinygltf::Primitive& primitive,
                                      std::size_t vertices, const std::string& where) {
  std::vector<std::uint32_t> corners;
  if (primitive.indices >= 0) {
    corners = file.indices(primitive.indices, where + ".indices");
  } else {
    for (std::size_t i = 0; i < vertices; ++i) corners.push_back(static_cast<std::uint32_t>(i));
  }
  for (const std::uint32_t corner : corners) {
    if (corner >= vertices) {
      file.refuse(where + ".indices", "vertex " + std::to_string(corner),
                  "one of " + std::to_string(vertices));
    }
  }
  return corners;
}

void add_targets(const GltfFile& file, const tinygltf::Primitive& primitive,
                 const std::string& where, std::size_t added, GltfMesh& mesh) {
  const std::size_t before = mesh.vertices.size() - added;
  mesh.targets.resize(std::max(mesh.targets.size(), primitive.targets.size()),
                      std::vector<Vec3>(before, Vec3::Zero()));
  for (std::size_t t = 0; t < mesh.targets.size(); ++t) {
    const auto* target = t < primitive.targets.size() ? &primitive.targets[t] : nullptr;
    const auto found =
        target != nullptr ? target->find("POSITION") : std::map<std::string, int>::const_iterator();
    if (target == nullptr || found == target->end()) {
      mesh.targets[t].resize(mesh.vertices.size(), Vec3::Zero());
      continue;
    }
    const auto moves = points_of(file.numbers(found->second, 3, where + ".targets"));
    if (moves.size() != added)
      file.refuse(where + ".targets", "another number of vertices", std::to_string(added));
    mesh.targets[t].insert(mesh.targets[t].end(), moves.begin(), moves.end());
  }
}

void add_joints(const GltfFile& file, const tinygltf::Primitive& primitive,
                const std::string& where, std::size_t added, GltfMesh& mesh) {
  const auto joints = primitive.attributes.find("JOINTS_0");
  const auto weights = primitive.attributes.find("WEIGHTS_0");
  if (joints == primitive.attributes.end() || weights == primitive.attributes.end()) {
    mesh.joints.resize(4 * mesh.vertices.size(), 0);
    mesh.joint_weights.resize(4 * mesh.vertices.size(), 0.0);
    return;
  }
  const auto ids = file.numbers(joints->second, 4, where + ".JOINTS_0");
  const auto shares = file.numbers(weights->second, 4, where + ".WEIGHTS_0");
  if (ids.size() != 4 * added || shares.size() != 4 * added) {
    file.refuse(where, "joints or weights of another number of vertices", std::to_string(added));
  }
  for (const double id : ids) mesh.joints.push_back(static_cast<std::uint32_t>(std::max(id, 0.0)));
  mesh.joint_weights.insert(mesh.joint_weights.end(), shares.begin(), shares.end());
}

void add_primitive(const GltfFile& file, const tinygltf::Primitive& primitive,
                   const std::string& where, GltfMesh& mesh) {
  const int mode = primitive.mode < 0 ? kTriangles : primitive.mode;
  if (mode != kTriangles && mode != kStrip && mode != kFan) return;
  const auto position = primitive.attributes.find("POSITION");
  if (position == primitive.attributes.end()) return;
  const auto points = points_of(file.numbers(position->second, 3, where + ".POSITION"));
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  const auto corners = corners_of(file, primitive, points.size(), where);
  mesh.vertices.insert(mesh.vertices.end(), points.begin(), points.end());
  add_triangles(mode, corners, first, mesh.triangles);
  if (mesh.triangles.size() > kMostMeshTriangles)
    file.refuse(where, "more than 20 million triangles", "fewer");
  add_targets(file, primitive, where, points.size(), mesh);
  add_joints(file, primitive, where, points.size(), mesh);
}
}  // namespace

GltfMesh read_mesh(const GltfFile& file, std::size_t index) {
  const tinygltf::Mesh& source = file.model().meshes[index];
  GltfMesh mesh;
  for (std::size_t p = 0; p < source.primitives.size(); ++p) {
    const std::string where =
        "meshes[" + std::to_string(index) + "].primitives[" + std::to_string(p) + "]";
    add_primitive(file, source.primitives[p], where, mesh);
  }
  mesh.weights = source.weights;
  mesh.weights.resize(mesh.targets.size(), 0.0);
  return mesh;
}

}  // namespace graze::gltf
