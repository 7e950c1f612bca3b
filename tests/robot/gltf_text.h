// SPDX-License-Identifier: MIT
// Small glTF documents, put together by hand: JSON text with its buffer in base64.
#pragma once
#include <string>
#include <vector>

namespace graze::test {

class GltfText {
 public:
  /// A triangle (0,0,0) (1,0,0) (0,1,0); returns the mesh's number.
  int add_triangle();
  /// A node, below `parent` if that is >= 0; returns its number. `more` are further members.
  int add_node(const std::string& name, int mesh, int parent = -1, const std::string& more = {});
  void add_child(int node, int child);
  void animate(int node, const std::string& path, const std::string& interpolation,
               const std::vector<float>& times, const std::vector<float>& values);
  std::string str() const;

 private:
  int add_accessor(const std::vector<float>& numbers, const std::string& type, int width);

  struct Node {
    std::string members;
    std::vector<int> children;
    bool is_root = true;
  };
  std::vector<unsigned char> bytes_;
  std::vector<std::string> views_, accessors_, meshes_, samplers_, channels_;
  std::vector<Node> nodes_;
};

}  // namespace graze::test
