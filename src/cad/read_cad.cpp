// SPDX-License-Identifier: MIT
#include "graze/cad/read_cad.h"

#include <Standard_Failure.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <algorithm>

#include "cad/assembly.h"
#include "cad/convert_face.h"
#include "cad/mesh_part.h"
#include "graze/base/error.h"

namespace graze {
namespace cad {
namespace {

std::string face_name(const Handle(XCAFDoc_ShapeTool) & shapes, const TDF_Label& part,
                      const TopoDS_Shape& face, std::size_t number) {
  const std::string otherwise = "face " + std::to_string(number);
  TDF_Label label;
  return shapes->FindSubShape(part, face, label) ? name_of(label, otherwise) : otherwise;
}

double wanted_deviation(const CadOptions& options, const CadPart& part) {
  if (options.deviation > 0.0 || !(options.relative_deviation > 0.0)) return options.deviation;
  Aabb bounds;
  for (const CadFace& face : part.faces) {
    for (const CadPatch& patch : face.patches) {
      bounds.add(Surface({{face.name, patch.form}}).bounds());
    }
  }
  return bounds.is_empty() ? 0.0 : options.relative_deviation * bounds.diagonal();
}

CadPart convert_part(const CadDocument& document, const TDF_Label& label, const std::string& name,
                     const CadOptions& options) {
  const auto shapes = XCAFDoc_DocumentTool::ShapeTool(document.document->Main());
  CadPart part{name, {}, {}};
  const TopoDS_Shape shape = XCAFDoc_ShapeTool::GetShape(label);
  std::vector<ConvertedFace> converted;
  for (TopExp_Explorer it(shape, TopAbs_FACE); it.More(); it.Next()) {
    converted.push_back(convert_face(TopoDS::Face(it.Current())));
    converted.back().face.name = face_name(shapes, label, it.Current(), converted.size());
    part.faces.push_back(converted.back().face);
  }
  const double deviation = wanted_deviation(options, part);
  if (deviation > 0.0) part.mesh = mesh_part(shape, converted, deviation);
  return part;
}

CadModel convert_document(const CadDocument& document, const CadOptions& options) {
  const Assembly assembly = assembly_of(document);
  CadModel model;
  model.schema = document.schema;
  model.instances = assembly.instances;
  if (!options.part.empty()) instance_at(model, options.part);
  for (std::size_t k = 0; k < assembly.parts.size(); ++k) {
    model.parts.push_back(
        convert_part(document, assembly.parts[k], assembly.part_names[k], options));
  }
  const auto has_faces = [](const CadPart& part) { return !part.faces.empty(); };
  if (std::ranges::none_of(model.parts, has_faces))
    throw InputError({"file", "a file without faces", "parts that are made of faces", ""});
  return model;
}

}  // namespace
}  // namespace cad

CadModel read_cad(const std::filesystem::path& path, const CadOptions& options) {
  try {
    return cad::convert_document(cad::read_document(path, options.kind), options);
  } catch (const Standard_Failure& failure) {
    throw InputError(
        {path.string(),
         std::string("a file that OpenCASCADE cannot read: ") + failure.DynamicType()->Name(),
         "a valid CAD file", ""});
  }
}

}  // namespace graze
