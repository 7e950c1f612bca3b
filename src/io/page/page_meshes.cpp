// SPDX-License-Identifier: MIT
#include "io/page/page_meshes.h"

#include "graze/base/sha256.h"
#include "graze/io/report_page.h"
#include "io/gltf/shown_mesh.h"
#include "io/page/base64.h"

namespace graze {
namespace io {
namespace {
std::vector<float> floats_about(std::span<const Vec3> vertices, const Vec3& centre) {
  std::vector<float> positions;
  positions.reserve(3 * vertices.size());
  for (const Vec3& v : vertices) {
    for (int k = 0; k < 3; ++k) positions.push_back(static_cast<float>(v[k] - centre[k]));
  }
  return positions;
}

std::vector<std::uint32_t> corners_of(const TriangleMesh& mesh) {
  std::vector<std::uint32_t> corners;
  corners.reserve(3 * mesh.triangles().size());
  for (const Triangle& t : mesh.triangles()) corners.insert(corners.end(), t.begin(), t.end());
  return corners;
}

/// Of what is drawn, not of what it was made from.
std::string hash_of(std::span<const float> positions, std::span<const std::uint32_t> corners) {
  Sha256 hash;
  hash.add(std::to_string(positions.size()) + " ");
  hash.add(std::as_bytes(positions));
  hash.add(std::as_bytes(corners));
  return hash.hex();
}
}  // namespace

std::string positions_about(std::span<const Vec3> vertices, const Vec3& centre) {
  const std::vector<float> positions = floats_about(vertices, centre);
  return base64_of(std::span<const float>(positions));
}

std::pair<int, Vec3> PageMeshes::add(const Shape& shape) {
  if (shape.mesh().is_empty()) return {-1, Vec3::Zero()};
  const Key key{shape.mesh().vertices().data(), shape.rounding()};
  const auto [place, is_new] = places_.try_emplace(key, static_cast<int>(centres_.size()));
  if (is_new) {
    const TriangleMesh mesh = shown_mesh(shape);
    centres_.push_back(mesh.bounds().centre());
    const std::vector<float> positions = floats_about(mesh.vertices(), centres_.back());
    const std::vector<std::uint32_t> corners = corners_of(mesh);
    json::OrderedJson one{{"hash", hash_of(positions, corners)}};
    const bool is_named = written_ == Written::kNamed && named_.contains(one["hash"]);
    if (written_ == Written::kAll || is_named) {
      one["positions"] = base64_of(std::span<const float>(positions));
      one["indices"] = base64_of(std::span<const std::uint32_t>(corners));
    }
    json_.push_back(std::move(one));
  }
  return {place->second, centres_[static_cast<std::size_t>(place->second)]};
}
}  // namespace io

std::string mesh_document(const Scene& given, const std::set<std::string>& hashes) {
  const Scene scene = io::shown_scene(given);
  io::PageMeshes meshes(io::PageMeshes::Written::kNamed, hashes);
  for (const Body& body : scene.bodies) meshes.add(shape_at(body, scene.span.lo));
  json::OrderedJson found = json::OrderedJson::array();
  for (const json::OrderedJson& mesh : meshes.json()) {
    if (mesh.contains("positions")) found.push_back(mesh);
  }
  return json::OrderedJson{{"meshes", std::move(found)}}.dump();
}

}  // namespace graze
