// SPDX-License-Identifier: MIT
// Solids as tetrahedra, read from files of mesh generators.                               [V4, G3]
#pragma once
#include <graze/geometry/tetrahedral_mesh.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace graze {

/// Reads .msh (Gmsh 2 and 4, text), .vtk (legacy, text), .mesh (Medit, text) or .node with its .ele
/// (TetGen; either may be named). Only tetrahedra of four nodes count; other elements are left out.
/// Throws InputError with the file and line (or element) at the first thing that is wrong.
TetrahedralMesh read_tetrahedra(const std::filesystem::path& path);

/// The same for text in memory, one function for each format; `place` names the text in errors.
TetrahedralMesh parse_msh(std::string_view text, const std::string& place = "msh");
TetrahedralMesh parse_vtk(std::string_view text, const std::string& place = "vtk");
TetrahedralMesh parse_medit(std::string_view text, const std::string& place = "mesh");
TetrahedralMesh parse_tetgen(std::string_view nodes, std::string_view elements,
                             const std::string& place = "node");

}  // namespace graze
