// SPDX-License-Identifier: MIT
// One reader per format, and how a format is recognised by its first bytes.
#pragma once
#include <string>
#include <string_view>

#include "graze/geometry/triangle_mesh.h"
#include "graze/io/mesh_io.h"
#include "io/input_bytes.h"

namespace graze::io {

TriangleMesh read_obj(InputBytes& input, const std::string& place);
TriangleMesh read_stl(InputBytes& input, const std::string& place);
TriangleMesh read_ply(InputBytes& input, const std::string& place);
TriangleMesh read_off(InputBytes& input, const std::string& place);
TriangleMesh read_collada(InputBytes& input, const std::string& place);
MeshInUnits read_3mf(InputBytes& input, const std::string& place);

bool is_binary_stl(std::string_view bytes);  ///< the size fits the number of triangles
bool is_ascii_stl(std::string_view bytes);   ///< starts with "solid" and is text
bool is_ply(std::string_view bytes);         ///< first line is "ply"
bool is_off(std::string_view bytes);         ///< first word is OFF, COFF, NOFF, …

}  // namespace graze::io
