// SPDX-License-Identifier: MIT
// Spline surfaces cut into Bezier patches.
#pragma once
#include <Geom_BSplineSurface.hxx>
#include <Geom_BezierSurface.hxx>

#include "cad/face_loops.h"
#include "graze/scene/cad_model.h"

namespace graze::cad {

BezierPatch bezier_patch(const Handle(Geom_BezierSurface) & surface);

/// Those that the box needs, cut to it. A periodic surface is cut open first and repeated. Throws
/// InputError if the loops leave the surface.
std::vector<CadPatch> spline_patches(const Handle(Geom_BSplineSurface) & surface,
                                     const ParameterBox& box);

}  // namespace graze::cad
