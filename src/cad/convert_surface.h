// SPDX-License-Identifier: MIT
// Surfaces of OpenCASCADE as patches with the same parameters.
#pragma once
#include <Geom_Surface.hxx>

#include "cad/face_loops.h"
#include "graze/scene/cad_model.h"

namespace graze::cad {

/// The surface inside trimmed and other wrappers.
Handle(Geom_Surface) basis_of(const Handle(Geom_Surface) & surface);

/// "plane", "cylinder", …, or the name that OpenCASCADE has for it.
std::string kind_of(const Handle(Geom_Surface) & surface);

/// Patches over the box of parameters, untrimmed, each over its part of the box.
/// Analytic surfaces come from their own parameters, since a conversion to splines would change
/// them; periodic splines are cut open first and repeated where the rectangle needs it. Throws
/// InputError with the reason for what cannot be represented.
std::vector<CadPatch> patches_of(const Handle(Geom_Surface) & surface, const ParameterBox& box);

}  // namespace graze::cad
