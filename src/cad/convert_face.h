// SPDX-License-Identifier: MIT
// A face of OpenCASCADE as patches with trims.
#pragma once
#include <TopoDS_Face.hxx>

#include "cad/face_loops.h"
#include "graze/scene/cad_model.h"

namespace graze::cad {

/// A face and what the proof of its mesh needs.
struct ConvertedFace {
  CadFace face;
  std::vector<FaceLoop> loops;
};

/// Never throws for a face that cannot be represented: `refused` says why.
ConvertedFace convert_face(const TopoDS_Face& face);

}  // namespace graze::cad
