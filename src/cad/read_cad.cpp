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

std::size_t face_count(const TDF_Label& label) {
  std::size_t count = 0;
  for (TopExp_Explorer it(XCAFDoc_ShapeTool::GetShape(label), TopAbs_FACE); it.More(); it.Next())
    ++count;
  return count;
}

/// Progress over the faces of all parts.
class FaceProgress {
 public:
  FaceProgress(const std::vector<TDF_Label>& parts, const CadOptions& options)
      : progress_(options.progress) {
    for (const TDF_Label& part : parts) all_ += face_count(part);
  }
  void tell(std::size_t of_part) const {
    if (progress_ && all_ > 0)
      progress_(static_cast<double>(before_ + of_part) / static_cast<double>(all_));
  }
  void end_part(std::size_t faces) { before_ += faces, tell(0); }

 private:
  const std::function<void(double)>& progress_;
  std::size_t all_ = 0, before_ = 0;
};

CadPart convert_part(const CadDocument& document, const TDF_Label& label, const std::string& name,
                     const CadOptions& options, FaceProgress& progress) {
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
  if (deviation > 0.0) {
    part.mesh =
        mesh_part(shape, converted, deviation, [&](std::size_t done) { progress.tell(done); });
  }
  progress.end_part(converted.size());
  return part;
}

CadModel convert_document(const CadDocument& document, const CadOptions& options) {
  const Assembly assembly = assembly_of(document);
  CadModel model;
  model.schema = document.schema;
  model.instances = assembly.instances;
  if (!options.part.empty()) instance_at(model, options.part);
  FaceProgress progress(assembly.parts, options);
  for (std::size_t k = 0; k < assembly.parts.size(); ++k) {
    model.parts.push_back(
        convert_part(document, assembly.parts[k], assembly.part_names[k], options, progress));
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
    if (options.progress) options.progress(0.0);
    return cad::convert_document(cad::read_document(path, options.kind), options);
  } catch (const Standard_Failure& failure) {
    throw InputError(
        {path.string(),
         std::string("a file that OpenCASCADE cannot read: ") + failure.DynamicType()->Name(),
         "a valid CAD file", ""});
  }
}

}  // namespace graze
