// SPDX-License-Identifier: MIT
// Any bytes: a stored tree is refused with an InputError or is a tree that can be trusted.    [C3]
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/io/obb_tree_io.h"

namespace {
/// The header's hash would stop every mutation: it is put right, so that the rest is reached.
std::string with_right_header(std::string_view bytes, const graze::ObbTree& tree) {
  std::string fixed = graze::obb_tree_bytes(tree).substr(0, 48);
  if (bytes.size() > 48) fixed += bytes.substr(48);
  return fixed;
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const graze::ObbTree tree = graze::build_obb_tree(graze::make_shape("box"));
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const std::string& file : {std::string(bytes), with_right_header(bytes, tree)}) {
    try {
      graze::obb_tree_from_bytes(file, tree.mesh());
    } catch (const graze::InputError&) {
    }
  }
  return 0;
}
