// SPDX-License-Identifier: MIT
#include "cad/read_document.h"

#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <Interface_Static.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <TopoDS_Shape.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <algorithm>
#include <cctype>
#include <fstream>

#include "graze/base/error.h"

namespace graze::cad {
namespace {

Handle(TDocStd_Document) new_document() {
  Handle(TDocStd_Document) document;
  XCAFApp_Application::GetApplication()->NewDocument("BinXCAF", document);
  return document;
}

void check_start(const std::filesystem::path& path, const std::string& start,
                 const std::string& kind) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw InputError({path.string(), "a file that cannot be read", "a " + kind + " file", ""});
  std::string head(4096, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  if (head.find(start) != std::string::npos) return;
  throw InputError({path.string(), "a file without '" + start + "'", "a " + kind + " file", ""});
}

CadDocument read_step(const std::filesystem::path& path) {
  check_start(path, "ISO-10303-21", "STEP");
  Interface_Static::SetCVal("xstep.cascade.unit", "MM");
  Interface_Static::SetIVal("read.stepcaf.subshapes.name", 1);
  STEPCAFControl_Reader reader;
  reader.SetNameMode(true);
  reader.SetColorMode(true);
  if (reader.ReadFile(path.c_str()) != IFSelect_RetDone) {
    throw InputError({path.string(), "a damaged STEP file", "one that can be read", ""});
  }
  CadDocument result{new_document(), "STEP"};
  if (!reader.Transfer(result.document)) {
    throw InputError({path.string(), "a STEP file without shapes", "parts or an assembly", ""});
  }
  return result;
}

CadDocument read_brep(const std::filesystem::path& path) {
  check_start(path, "CASCADE Topology", "BREP");
  TopoDS_Shape shape;
  if (!BRepTools::Read(shape, path.c_str(), BRep_Builder()) || shape.IsNull()) {
    throw InputError({path.string(), "a damaged BREP file", "one that can be read", ""});
  }
  CadDocument result{new_document(), "BREP"};
  const auto shapes = XCAFDoc_DocumentTool::ShapeTool(result.document->Main());
  shapes->AddShape(shape, false);
  return result;
}

}  // namespace

CadDocument read_document(const std::filesystem::path& path, const std::string& kind) {
  std::string ending = kind.empty() ? path.extension().string() : kind;
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".step" || ending == ".stp") return read_step(path);
  if (ending == ".brep" || ending == ".brp") return read_brep(path);
  throw InputError(
      {path.string(), "the ending '" + ending + "'", ".step, .stp, .brep or .brp", ""});
}

}  // namespace graze::cad
