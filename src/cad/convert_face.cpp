// SPDX-License-Identifier: MIT
#include "cad/convert_face.h"

#include <BRep_Tool.hxx>
#include <Precision.hxx>
#include <Standard_Failure.hxx>
#include <TopoDS.hxx>

#include "cad/convert_surface.h"
#include "graze/base/error.h"

namespace graze::cad {
namespace {

ParameterBox natural_box(const Handle(Geom_Surface) & surface) {
  double u0 = 0.0, u1 = 0.0, v0 = 0.0, v1 = 0.0;
  surface->Bounds(u0, u1, v0, v1);
  for (const double x : {u0, u1, v0, v1}) {
    if (!Precision::IsInfinite(x)) continue;
    throw InputError({"face", "no edges and no ends", "a finite face", ""});
  }
  return {{u0, u1}, {v0, v1}, {u0, u1}, {v0, v1}, true};
}

// Patches outside the loops are dropped; those that no loop meets need no trimming.
void trim(const std::vector<FaceLoop>& loops, std::vector<CadPatch>& patches) {
  std::vector<CadPatch> kept;
  for (CadPatch& patch : patches) {
    const TrimLoops all(trim_curves(loops, {patch.u, patch.v, patch.form.u, patch.form.v}));
    const TrimPlace place = all.classify(patch.form.u, patch.form.v);
    if (place == TrimPlace::kOutside) continue;
    if (place == TrimPlace::kBoundary) patch.form.trim = all.within(patch.form.u, patch.form.v);
    kept.push_back(std::move(patch));
  }
  patches = std::move(kept);
}

void convert(const TopoDS_Face& face, ConvertedFace& result) {
  const Handle(Geom_Surface) surface = basis_of(BRep_Tool::Surface(face));
  result.face.kind = kind_of(surface);
  result.loops = loops_of(face, surface);
  const ParameterBox box = result.loops.empty() ? natural_box(surface) : box_of(result.loops);
  result.face.patches = patches_of(surface, box);
  for (const CadPatch& patch : result.face.patches) check(patch.form.patch);
  if (!box.is_rectangle) trim(result.loops, result.face.patches);
  if (result.face.patches.empty()) throw InputError({"face", "nothing inside its loops", "", ""});
  result.face.model_gap = gap_of(result.loops, surface);
}

std::string reason(const InputError& error) {
  const auto& parts = error.parts();
  return parts.place + ": " + parts.found + (parts.expected.empty() ? "" : ", expected ") +
         parts.expected;
}

}  // namespace

ConvertedFace convert_face(const TopoDS_Face& face) {
  ConvertedFace result;
  result.face.flipped = face.Orientation() == TopAbs_REVERSED;
  try {
    convert(TopoDS::Face(face.Oriented(TopAbs_FORWARD)), result);
  } catch (const InputError& error) {
    result.face.refused = reason(error);
  } catch (const Standard_Failure& failure) {
    result.face.refused = std::string("OpenCASCADE: ") + failure.DynamicType()->Name();
  }
  if (!result.face.refused.empty()) result.face.patches.clear();
  return result;
}

}  // namespace graze::cad
