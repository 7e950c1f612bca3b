// SPDX-License-Identifier: MIT
// Triangles for a part, by OpenCASCADE, and the proof of their deviation.
#pragma once
#include <TopoDS_Shape.hxx>
#include <functional>
#include <vector>

#include "cad/convert_face.h"

namespace graze::cad {

/// Finer and finer, until the deviation that is proved is at most `deviation` or nothing helps.
/// `faces` are those of the shape, in its order. Faces that share an edge share its vertices.
/// `progress` is called with the number of faces that now have triangles for the first time.
CadMesh mesh_part(const TopoDS_Shape& shape, const std::vector<ConvertedFace>& faces,
                  double deviation, const std::function<void(std::size_t)>& progress);

}  // namespace graze::cad
