// SPDX-License-Identifier: MIT
// What `info` says about CAD files, and what `convert` makes of them.
#pragma once
#include <string>

#include "graze/io/mesh_facts.h"

namespace graze::tool {

/// Kinds of faces, refusals, gaps and instances of a CAD file, as text on the terminal.
void print_facts(const CadFacts& facts);

/// A mesh of a whole CAD file or of one instance, and its proved deviation.
struct CadTriangles {
  TriangleMesh mesh;
  double deviation = 0.0;  ///< mm
};

/// `deviation` is a length with a unit ("0.01mm", "1e-5 m", "0.001in"); a bare number is in mm.
/// Throws InputError where it is not one, or if so small a deviation cannot be proved.
CadTriangles cad_triangles(const std::string& file, const std::string& part,
                           const std::string& deviation);

}  // namespace graze::tool
