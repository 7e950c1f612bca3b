// SPDX-License-Identifier: MIT
// Any bytes: a stored octree is refused with an InputError or is one that can be trusted.     [O1]
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/io/octree_io.h"

namespace {
constexpr std::size_t kHeader = 88;

/// The header's hash would stop every mutation: it is put right, so that the rest is reached.
std::string with_right_header(std::string_view bytes, const graze::Octree& octree) {
  std::string fixed = graze::octree_bytes(octree).substr(0, kHeader);
  if (bytes.size() > kHeader) fixed += bytes.substr(kHeader);
  return fixed;
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const graze::Octree octree = graze::build_octree(graze::make_shape("box"), {.depth = 2});
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const std::string& file : {std::string(bytes), with_right_header(bytes, octree)}) {
    try {
      graze::octree_from_bytes(file, octree.mesh());
    } catch (const graze::InputError&) {
    }
  }
  return 0;
}
