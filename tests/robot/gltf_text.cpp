// SPDX-License-Identifier: MIT
#include "robot/gltf_text.h"

#include <cstring>

namespace graze::test {
namespace {
std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text.append(text.empty() ? "" : ",").append(item);
  return text;
}

std::string base64(const std::vector<unsigned char>& bytes) {
  constexpr const char* kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto at = [&](std::size_t k) { return k < bytes.size() ? bytes[k] : 0u; };
    const unsigned group = (at(i) << 16) | (at(i + 1) << 8) | at(i + 2);
    for (unsigned k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kLetters[(group >> (18 - 6 * k)) & 63u] : '=';
    }
  }
  return text;
}
}  // namespace

int GltfText::add_accessor(const std::vector<float>& numbers, const std::string& type, int width) {
  const std::string offset = std::to_string(bytes_.size());
  const std::size_t size = numbers.size() * sizeof(float);
  bytes_.resize(bytes_.size() + size);
  std::memcpy(bytes_.data() + bytes_.size() - size, numbers.data(), size);
  views_.push_back(R"({"buffer":0,"byteOffset":)" + offset + R"(,"byteLength":)" +
                   std::to_string(size) + "}");
  accessors_.push_back(R"({"bufferView":)" + std::to_string(views_.size() - 1) +
                       R"(,"componentType":5126,"count":)" +
                       std::to_string(numbers.size() / static_cast<std::size_t>(width)) +
                       R"(,"type":")" + type + "\"}");
  return static_cast<int>(accessors_.size()) - 1;
}

int GltfText::add_triangle() {
  const int position = add_accessor({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3", 3);
  meshes_.push_back(R"({"primitives":[{"attributes":{"POSITION":)" + std::to_string(position) +
                    "}}]}");
  return static_cast<int>(meshes_.size()) - 1;
}

int GltfText::add_node(const std::string& name, int mesh, int parent, const std::string& more) {
  Node node;
  node.members = R"("name":")" + name + "\"";
  if (mesh >= 0) node.members.append(R"(,"mesh":)").append(std::to_string(mesh));
  if (!more.empty()) node.members.append(",").append(more);
  nodes_.push_back(node);
  const int index = static_cast<int>(nodes_.size()) - 1;
  if (parent >= 0) add_child(parent, index);
  return index;
}

void GltfText::add_child(int node, int child) {
  nodes_[static_cast<std::size_t>(node)].children.push_back(child);
  nodes_[static_cast<std::size_t>(child)].is_root = false;
}

void GltfText::animate(int node, const std::string& path, const std::string& interpolation,
                       const std::vector<float>& times, const std::vector<float>& values) {
  const int input = add_accessor(times, "SCALAR", 1);
  const bool turns = path == "rotation";
  const int output = add_accessor(values, turns ? "VEC4" : "VEC3", turns ? 4 : 3);
  channels_.push_back(R"({"sampler":)" + std::to_string(samplers_.size()) +
                      R"(,"target":{"node":)" + std::to_string(node) + R"(,"path":")" + path +
                      "\"}}");
  samplers_.push_back(R"({"input":)" + std::to_string(input) + R"(,"output":)" +
                      std::to_string(output) + R"(,"interpolation":")" + interpolation + "\"}");
}

std::string GltfText::str() const {
  std::vector<std::string> nodes, roots;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    std::vector<std::string> children;
    for (const int child : nodes_[i].children) children.push_back(std::to_string(child));
    std::string node = "{" + nodes_[i].members;
    if (!children.empty()) node.append(R"(,"children":[)").append(joined(children)).append("]");
    nodes.push_back(node.append("}"));
    if (nodes_[i].is_root) roots.push_back(std::to_string(i));
  }
  std::string text = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[)" +
                     joined(roots) + R"(]}],"nodes":[)" + joined(nodes) + "]";
  const auto add = [&](const char* key, const std::vector<std::string>& items) {
    if (!items.empty())
      text.append(",\"").append(key).append("\":[").append(joined(items)).append("]");
  };
  add("meshes", meshes_);
  add("accessors", accessors_);
  add("bufferViews", views_);
  if (!channels_.empty()) {
    text += R"(,"animations":[{"channels":[)" + joined(channels_) + R"(],"samplers":[)" +
            joined(samplers_) + "]}]";
  }
  if (!bytes_.empty()) {
    text += R"(,"buffers":[{"byteLength":)" + std::to_string(bytes_.size()) +
            R"(,"uri":"data:application/octet-stream;base64,)" + base64(bytes_) + "\"}]";
  }
  return text + "}";
}

}  // namespace graze::test
