// SPDX-License-Identifier: MIT
// The header of a PLY file: which elements follow, and what their rows hold.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze::io {

enum class PlyType : std::uint8_t {
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kFloat32,
  kFloat64
};

constexpr std::size_t size_of(PlyType type) {
  constexpr std::size_t kSizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return kSizes[static_cast<std::size_t>(type)];
}

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::kFloat32;
  std::optional<PlyType> count_type;  ///< of a list
};

struct PlyElement {
  std::string name;
  std::size_t count = 0;  ///< as claimed
  std::vector<PlyProperty> properties;
  const char* where = nullptr;  ///< the claim, for messages

  /// Position of the first property with one of the names, if there is one.
  std::optional<std::size_t> find(std::initializer_list<std::string_view> names) const;
};

enum class PlyEncoding { kAscii, kLittleEndian, kBigEndian };

struct PlyHeader {
  PlyEncoding encoding = PlyEncoding::kAscii;
  std::vector<PlyElement> elements;
  const char* body = nullptr;  ///< first byte after the header

  const PlyElement* find(std::string_view name) const;
};

/// Throws InputError with line and column at the first thing that is wrong.
PlyHeader read_ply_header(std::string_view bytes, const std::string& place);

}  // namespace graze::io
