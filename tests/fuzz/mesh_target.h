// SPDX-License-Identifier: MIT
// What the fuzz targets of the mesh readers share.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "graze/base/error.h"
#include "graze/io/mesh_io.h"

namespace graze::fuzz {

inline int read_write_read(const std::uint8_t* data, std::size_t size,
                           TriangleMesh (*parse)(std::string_view, const std::string&),
                           MeshFormat format) {
  TriangleMesh mesh;
  try {
    mesh = parse({reinterpret_cast<const char*>(data), size}, "fuzz");
  } catch (const InputError&) {
    return 0;
  }
  // OBJ cannot say "no vertices"; STL forgets vertices that no triangle uses.
  if (format == MeshFormat::kObj && mesh.vertices().empty()) return 0;
  const TriangleMesh back = parse(format_mesh(mesh, format), "back");
  if (back.triangles().size() != mesh.triangles().size()) std::abort();
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    if (back.corners(i) != mesh.corners(i)) std::abort();
  }
  return 0;
}

}  // namespace graze::fuzz
