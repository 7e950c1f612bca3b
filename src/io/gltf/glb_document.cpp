// SPDX-License-Identifier: MIT
// Source     glTF 2.0 specification, sections 3 (JSON) and 4 (GLB).
#include "io/gltf/glb_document.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/error.h"
#include "io/bytes.h"

namespace graze::io {
namespace {
using Json = nlohmann::ordered_json;

constexpr int kFloat = 5126;
constexpr int kUnsignedInt = 5125;
constexpr int kVertexTarget = 34962;
constexpr int kIndexTarget = 34963;

float to_float(double x, const std::string& place) {
  const auto rounded = static_cast<float>(x);
  if (std::isfinite(rounded)) return rounded;
  throw InputError({place, "a coordinate of " + std::to_string(x),
                    "at most 3.4028e38, the largest float that glTF holds", "scale the scene"});
}

void append_floats(std::string& bytes, std::span<const float> values) {
  for (const float value : values) append_bytes(bytes, value);
}

/// Smallest and largest of each component, as the stored floats.
Json extreme(std::span<const float> values, std::size_t per_element, bool largest) {
  Json bounds = Json::array();
  for (std::size_t k = 0; k < per_element; ++k) {
    float best = values[k];
    for (std::size_t i = k; i < values.size(); i += per_element) {
      best = largest ? std::max(best, values[i]) : std::min(best, values[i]);
    }
    bounds.push_back(best);
  }
  return bounds;
}

void pad(std::string& bytes, char with) {
  while (bytes.size() % 4 != 0) bytes += with;
}

void append_chunk(std::string& file, const std::string& chunk, std::uint32_t type) {
  append_bytes(file, static_cast<std::uint32_t>(chunk.size()));
  append_bytes(file, type);
  file += chunk;
}
}  // namespace

Json to_json(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

Json to_json(const Quat& q) {
  return {static_cast<float>(q.x()), static_cast<float>(q.y()), static_cast<float>(q.z()),
          static_cast<float>(q.w())};
}

GlbDocument::GlbDocument() {
  json_["asset"] = {{"version", "2.0"}, {"generator", "graze"}};
  json_["scene"] = 0;
  json_["scenes"] = Json::array({{{"nodes", Json::array()}}});
  animation_ = {{"name", "motion"}, {"channels", Json::array()}, {"samplers", Json::array()}};
}

GltfIndex GlbDocument::add_material(const GltfColour& colour) {
  const Json rgb{colour.red, colour.green, colour.blue};
  Json material{{"pbrMetallicRoughness",
                 {{"baseColorFactor", {colour.red, colour.green, colour.blue, 1.0}},
                  {"metallicFactor", 0.0},
                  {"roughnessFactor", 0.8}}},
                {"doubleSided", true}};
  if (colour.glows) material["emissiveFactor"] = rgb;
  json_["materials"].push_back(std::move(material));
  return json_["materials"].size() - 1;
}

GltfIndex GlbDocument::add_view(std::size_t begin, std::optional<int> target) {
  Json view{{"buffer", 0}, {"byteOffset", begin}, {"byteLength", buffer_.size() - begin}};
  if (target) view["target"] = *target;
  json_["bufferViews"].push_back(std::move(view));
  return json_["bufferViews"].size() - 1;
}

GltfIndex GlbDocument::add_floats(std::span<const float> values, const char* type,
                                  std::size_t per_element) {
  const std::size_t begin = buffer_.size();
  append_floats(buffer_, values);
  json_["accessors"].push_back({{"bufferView", add_view(begin, std::nullopt)},
                                {"componentType", kFloat},
                                {"count", values.size() / per_element},
                                {"type", type}});
  return json_["accessors"].size() - 1;
}

GltfIndex GlbDocument::add_times(std::span<const float> times) {
  const GltfIndex accessor = add_floats(times, "SCALAR", 1);
  json_["accessors"][accessor]["min"] = extreme(times, 1, false);
  json_["accessors"][accessor]["max"] = extreme(times, 1, true);
  return accessor;
}

GltfIndex GlbDocument::add_positions(std::span<const float> positions) {
  const GltfIndex at = add_floats(positions, "VEC3", 3);
  json_["accessors"][at]["min"] = extreme(positions, 3, false);
  json_["accessors"][at]["max"] = extreme(positions, 3, true);
  json_["bufferViews"].back()["target"] = kVertexTarget;
  return at;
}

GlbDocument::Geometry GlbDocument::add_geometry(const TriangleMesh& mesh,
                                                const std::string& place) {
  const auto [number, is_new] = numbers_.add(mesh);
  if (!is_new) return geometries_[number];
  std::vector<float> positions;
  positions.reserve(3 * mesh.vertices().size());
  for (const Vec3& v : mesh.vertices()) {
    for (const double x : v) positions.push_back(to_float(x, place));
  }
  const GltfIndex at = add_positions(positions);

  const std::size_t begin = buffer_.size();
  for (const Triangle& t : mesh.triangles()) {
    for (const std::uint32_t v : t) append_bytes(buffer_, v);
  }
  json_["accessors"].push_back({{"bufferView", add_view(begin, kIndexTarget)},
                                {"componentType", kUnsignedInt},
                                {"count", 3 * mesh.triangles().size()},
                                {"type", "SCALAR"}});
  geometries_.push_back({at, json_["accessors"].size() - 1});
  return geometries_.back();
}

GltfIndex GlbDocument::add_mesh(const TriangleMesh& mesh, GltfIndex material,
                                const std::string& place) {
  const Geometry geometry = add_geometry(mesh, place);
  json_["meshes"].push_back(
      {{"primitives", Json::array({{{"attributes", {{"POSITION", geometry.positions}}},
                                    {"indices", geometry.indices},
                                    {"material", material}}})}});
  return json_["meshes"].size() - 1;
}

GltfIndex GlbDocument::add_morphing_mesh(const TriangleMesh& mesh, const MorphFrames& frames,
                                         GltfIndex material, const std::string& place) {
  const GltfIndex number = add_mesh(mesh, material, place);
  Json targets = Json::array();
  const std::vector<Vec3>& first = frames.vertices.front();
  for (std::size_t k = 1; k < frames.vertices.size(); ++k) {
    std::vector<float> shifts;
    for (std::size_t v = 0; v < first.size(); ++v) {
      for (const double x : Vec3(frames.vertices[k][v] - first[v])) {
        shifts.push_back(to_float(x, place));
      }
    }
    targets.push_back({{"POSITION", add_positions(shifts)}});
  }
  json_["meshes"][number]["weights"] = std::vector<float>(targets.size(), 0.0f);
  json_["meshes"][number]["primitives"][0]["targets"] = std::move(targets);
  return number;
}

GltfIndex GlbDocument::add_node(Json node) {
  json_["nodes"].push_back(std::move(node));
  json_["scenes"][0]["nodes"].push_back(json_["nodes"].size() - 1);
  return json_["nodes"].size() - 1;
}

GltfIndex GlbDocument::add_child(GltfIndex parent, Json node) {
  json_["nodes"].push_back(std::move(node));
  json_["nodes"][parent]["children"].push_back(json_["nodes"].size() - 1);
  return json_["nodes"].size() - 1;
}

void GlbDocument::add_channel(GltfIndex node, const char* path, GltfIndex times, GltfIndex values,
                              bool steps) {
  animation_["samplers"].push_back(
      {{"input", times}, {"output", values}, {"interpolation", steps ? "STEP" : "LINEAR"}});
  animation_["channels"].push_back({{"sampler", animation_["samplers"].size() - 1},
                                    {"target", {{"node", node}, {"path", path}}}});
}

void GlbDocument::animate(GltfIndex node, const Keyframes& frames) {
  std::vector<float> translations;
  for (const Vec3& v : frames.translations) {
    for (const double x : v) translations.push_back(to_float(x, "keyframe"));
  }
  std::vector<float> rotations;
  for (const Quat& q : frames.rotations) {
    for (const double x : {q.x(), q.y(), q.z(), q.w()}) rotations.push_back(static_cast<float>(x));
  }
  const GltfIndex times = add_times(frames.times);
  add_channel(node, "translation", times, add_floats(translations, "VEC3", 3), frames.steps);
  add_channel(node, "rotation", times, add_floats(rotations, "VEC4", 4), frames.steps);
}

void GlbDocument::animate(GltfIndex node, const MorphFrames& frames) {
  const std::size_t targets = frames.times.size() - 1;
  std::vector<float> weights(frames.times.size() * targets, 0.0f);
  for (std::size_t k = 1; k <= targets; ++k) weights[k * targets + k - 1] = 1.0f;
  add_channel(node, "weights", add_times(frames.times), add_floats(weights, "SCALAR", 1), false);
}

void GlbDocument::appear(GltfIndex node, float time) {
  if (!(time > 0.0f)) return;
  const float times[] = {0.0f, time};
  const float scales[] = {0, 0, 0, 1, 1, 1};
  const GltfIndex input = add_times(times);
  add_channel(node, "scale", input, add_floats(scales, "VEC3", 3), true);
}

void GlbDocument::turn_z_up() {
  Json& top = json_["scenes"][0]["nodes"];
  if (top.empty()) return;
  Json all = std::exchange(top, Json::array());
  const Quat y_up_from_z_up(std::sqrt(0.5), -std::sqrt(0.5), 0.0, 0.0);
  add_node(
      {{"name", "z is up"}, {"rotation", to_json(y_up_from_z_up)}, {"children", std::move(all)}});
}

std::string GlbDocument::bytes(Json extras) const {
  Json json = json_;
  json["asset"]["extras"] = std::move(extras);
  if (!animation_["channels"].empty()) json["animations"] = Json::array({animation_});
  if (json["scenes"][0]["nodes"].empty()) json["scenes"][0].erase("nodes");
  if (!buffer_.empty()) json["buffers"] = Json::array({{{"byteLength", buffer_.size()}}});
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  pad(text, ' ');
  const std::size_t size = 12 + 8 + text.size() + (buffer_.empty() ? 0 : 8 + buffer_.size());
  if (size > 0xffffffffu) {
    throw InputError({"glTF", std::to_string(size) + " bytes", "less than 4 GiB in one file",
                      "export fewer or smaller bodies"});
  }
  std::string file = "glTF";
  append_bytes(file, std::uint32_t{2});
  append_bytes(file, static_cast<std::uint32_t>(size));
  append_chunk(file, text, 0x4e4f534au);
  if (!buffer_.empty()) append_chunk(file, buffer_, 0x004e4942u);
  return file;
}

}  // namespace graze::io
