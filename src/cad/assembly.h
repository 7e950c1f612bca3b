// SPDX-License-Identifier: MIT
// Parts and instances of a document: names, places, colours.
#pragma once
#include <TDF_Label.hxx>
#include <TopoDS_Shape.hxx>

#include "cad/read_document.h"
#include "graze/scene/cad_model.h"

namespace graze::cad {

struct Assembly {
  std::vector<TDF_Label> parts;  ///< labels of shapes without components
  std::vector<std::string> part_names;
  std::vector<CadInstance> instances;
};

/// Throws InputError where a placement is not rigid.
Assembly assembly_of(const CadDocument& document);

/// The name of a label, or the one given for labels without a name.
std::string name_of(const TDF_Label& label, const std::string& otherwise);

}  // namespace graze::cad
