// SPDX-License-Identifier: MIT
#include "cad/assembly.h"

#include <Quantity_Color.hxx>
#include <TCollection_AsciiString.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDF_Tool.hxx>
#include <TDataStd_Name.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <cmath>
#include <map>
#include <set>

#include "cad/curve_parts.h"
#include "graze/base/error.h"

namespace graze::cad {
namespace {

Pose pose_of(const gp_Trsf& placement, const std::string& path) {
  if (std::fabs(placement.ScaleFactor() - 1.0) > 1e-12) {
    throw InputError({path, "a placement that scales", "a rigid one", "scale the part instead"});
  }
  Pose pose;
  for (int row = 1; row <= 3; ++row) {
    for (int column = 1; column <= 3; ++column) {
      pose.rotation(row - 1, column - 1) = placement.Value(row, column);
    }
    pose.translation[row - 1] = placement.Value(row, 4);
  }
  return pose;
}

class AssemblyWalk {
 public:
  explicit AssemblyWalk(const CadDocument& document)
      : shapes_(XCAFDoc_DocumentTool::ShapeTool(document.document->Main())),
        colours_(XCAFDoc_DocumentTool::ColorTool(document.document->Main())) {}

  Assembly run() {
    TDF_LabelSequence tops;
    shapes_->GetFreeShapes(tops);
    for (int k = 1; k <= tops.Length(); ++k) {
      const TDF_Label& top = tops.Value(k);
      visit(top, unique(name_of(top, "part " + std::to_string(k))), gp_Trsf(), {});
    }
    return std::move(result_);
  }

 private:
  std::string unique(const std::string& path) {
    for (int k = 1;; ++k) {
      const std::string tried = k == 1 ? path : path + "#" + std::to_string(k);
      if (taken_.insert(tried).second) return tried;
    }
  }

  void visit(const TDF_Label& label, const std::string& path, const gp_Trsf& placement,
             std::optional<Vec3> colour) {
    if (const auto own = colour_of(label)) colour = own;
    if (!XCAFDoc_ShapeTool::IsAssembly(label)) return add_instance(label, path, placement, colour);
    TDF_LabelSequence components;
    XCAFDoc_ShapeTool::GetComponents(label, components);
    for (int k = 1; k <= components.Length(); ++k) {
      const TDF_Label& component = components.Value(k);
      TDF_Label referred;
      if (!XCAFDoc_ShapeTool::GetReferredShape(component, referred)) continue;
      const gp_Trsf here = placement * XCAFDoc_ShapeTool::GetLocation(component).Transformation();
      const std::string name = name_of(component, name_of(referred, "part " + std::to_string(k)));
      const auto own = colour_of(component);
      visit(referred, unique(path + "/" + name), here, own ? own : colour);
    }
  }

  void add_instance(const TDF_Label& label, const std::string& path, const gp_Trsf& placement,
                    const std::optional<Vec3>& colour) {
    TCollection_AsciiString entry;
    TDF_Tool::Entry(label, entry);
    const auto next = static_cast<std::uint32_t>(result_.parts.size());
    const auto [known, is_new] = part_of_.emplace(entry.ToCString(), next);
    if (is_new) {
      result_.parts.push_back(label);
      result_.part_names.push_back(name_of(label, "part " + std::to_string(next + 1)));
    }
    result_.instances.push_back({path, known->second, pose_of(placement, path), colour});
  }

  std::optional<Vec3> colour_of(const TDF_Label& label) const {
    Quantity_Color colour;
    for (const auto kind : {XCAFDoc_ColorSurf, XCAFDoc_ColorGen}) {
      if (colours_->GetColor(label, kind, colour)) {
        return Vec3(colour.Red(), colour.Green(), colour.Blue());
      }
    }
    return std::nullopt;
  }

  Handle(XCAFDoc_ShapeTool) shapes_;
  Handle(XCAFDoc_ColorTool) colours_;
  Assembly result_;
  std::set<std::string> taken_;
  std::map<std::string, std::uint32_t> part_of_;
};

}  // namespace

std::string name_of(const TDF_Label& label, const std::string& otherwise) {
  Handle(TDataStd_Name) name;
  if (!label.FindAttribute(TDataStd_Name::GetID(), name)) return otherwise;
  const TCollection_ExtendedString& wide = name->Get();
  std::string text(static_cast<std::size_t>(wide.LengthOfCString()) + 1, '\0');
  char* data = text.data();
  wide.ToUTF8CString(data);
  text.resize(std::char_traits<char>::length(text.data()));
  const bool is_made_up =
      text == "NONE" || text.rfind("=>[", 0) == 0;  // what programs write if there is no name
  return text.empty() || is_made_up ? otherwise : text;
}

Assembly assembly_of(const CadDocument& document) { return AssemblyWalk(document).run(); }

}  // namespace graze::cad
