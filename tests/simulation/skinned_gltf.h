// SPDX-License-Identifier: MIT
// A square column of three rings on a skeleton of three joints, as a glTF document.
#pragma once
#include <cstring>
#include <string>
#include <vector>

namespace graze::test {

/// Its ends and rings are at y = 0, 1 and 2, it is 0.4 wide. The vertices of the last side are
/// there twice, as exporters write them along a seam. Joint "low" at y = 0 moves the first ring,
/// "high" at y = 1 the last; the middle ring follows both; "tip" at y = 2 moves nothing.
/// `middle` is the weight of "low" in the middle ring, `rest` that of "high".
inline std::string skinned_column(float middle = 0.5f, float rest = 0.5f) {
  std::vector<float> points, weights, binds;
  std::vector<float> joints;  // as bytes below
  const float corners[5][2] = {{-.2f, -.2f}, {.2f, -.2f}, {.2f, .2f}, {-.2f, .2f}, {-.2f, -.2f}};
  for (int ring = 0; ring < 3; ++ring) {
    for (const auto& c : corners) {
      points.insert(points.end(), {c[0], static_cast<float>(ring), c[1]});
      const float low = ring == 0 ? 1.0f : ring == 1 ? middle : 0.0f;
      const float high = ring == 2 ? 1.0f : ring == 1 ? rest : 0.0f;
      weights.insert(weights.end(), {low, high, 0.0f, 0.0f});
      joints.insert(joints.end(), {0.0f, 1.0f, 0.0f, 0.0f});
    }
  }
  std::vector<unsigned char> bytes;
  const auto put = [&](const auto& list) {
    const auto* data = reinterpret_cast<const unsigned char*>(list.data());
    bytes.insert(bytes.end(), data, data + list.size() * sizeof(list[0]));
  };
  std::vector<unsigned char> joint_bytes(joints.begin(), joints.end());
  std::vector<unsigned short> corners_of;
  const auto quad = [&](int a, int b, int c, int d) {
    for (const int v : {a, b, c, a, c, d}) corners_of.push_back(static_cast<unsigned short>(v));
  };
  for (int ring = 0; ring < 2; ++ring) {
    for (int k = 0; k < 4; ++k) {
      const int at = 5 * ring + k;
      quad(at, at + 5, at + 6, at + 1);
    }
  }
  quad(0, 1, 2, 3);
  quad(10, 13, 12, 11);
  for (int joint = 0; joint < 3; ++joint) {  // inverse bind matrices, column by column
    for (int k = 0; k < 16; ++k) binds.push_back(k % 5 == 0 ? 1.0f : 0.0f);
    binds[static_cast<std::size_t>(16 * joint + 13)] = static_cast<float>(-joint);
  }
  put(points);
  put(weights);
  put(binds);
  put(joint_bytes);
  put(corners_of);
  static const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    unsigned block = static_cast<unsigned>(bytes[k]) << 16;
    if (k + 1 < bytes.size()) block |= static_cast<unsigned>(bytes[k + 1]) << 8;
    if (k + 2 < bytes.size()) block |= bytes[k + 2];
    for (int d = 0; d < 4; ++d) text += kDigits[block >> (18 - 6 * d) & 63];
    if (k + 1 >= bytes.size()) text[text.size() - 2] = '=';
    if (k + 2 >= bytes.size()) text[text.size() - 1] = '=';
  }
  return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 3]}],
    "nodes": [{"name": "low", "children": [1]},
              {"name": "high", "translation": [0, 1, 0], "children": [2]},
              {"name": "tip", "translation": [0, 1, 0]},
              {"name": "column", "mesh": 0, "skin": 0}],
    "skins": [{"joints": [0, 1, 2], "inverseBindMatrices": 2}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "WEIGHTS_0": 1, "JOINTS_0": 3},
                                "indices": 4}]}],
    "accessors": [
      {"bufferView": 0, "componentType": 5126, "count": 15, "type": "VEC3",
       "min": [-0.2, 0, -0.2], "max": [0.2, 2, 0.2]},
      {"bufferView": 1, "componentType": 5126, "count": 15, "type": "VEC4"},
      {"bufferView": 2, "componentType": 5126, "count": 3, "type": "MAT4"},
      {"bufferView": 3, "componentType": 5121, "count": 15, "type": "VEC4"},
      {"bufferView": 4, "componentType": 5123, "count": 60, "type": "SCALAR"}],
    "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 180},
                    {"buffer": 0, "byteOffset": 180, "byteLength": 240},
                    {"buffer": 0, "byteOffset": 420, "byteLength": 192},
                    {"buffer": 0, "byteOffset": 612, "byteLength": 60},
                    {"buffer": 0, "byteOffset": 672, "byteLength": 120}],
    "buffers": [{"byteLength": 792, "uri": "data:application/octet-stream;base64,)" +
         text + "\"}]}";
}

}  // namespace graze::test
