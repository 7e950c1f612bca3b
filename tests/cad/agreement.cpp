// SPDX-License-Identifier: MIT
#ifdef GRAZE_HAVE_OCCT
#include "cad/agreement.h"

#include <gtest/gtest.h>

#include <BRepClass_FaceClassifier.hxx>
#include <BRepTopAdaptor_FClass2d.hxx>
#include <BRep_Tool.hxx>
#include <TopoDS.hxx>
#include <algorithm>
#include <optional>

#include "cad/convert_face.h"

namespace graze::test {

double random_in(std::mt19937_64& random, const Interval& range) {
  return std::uniform_real_distribution<double>(range.lo, range.hi)(random);
}

namespace {

/// The place of OpenCASCADE's parameters on a face of ours, if it is inside. Points within a
/// hundred-thousandth of a patch of an edge are not judged: the file's own curves differ by more.
std::optional<Vec3> ours_at(const CadFace& face, double u, double v, bool& near_edge) {
  for (const CadPatch& patch : face.patches) {
    if (!patch.u.contains(u) || !patch.v.contains(v)) continue;
    const double own_u = cad::mapped(u, patch.u, patch.form.u);
    const double own_v = cad::mapped(v, patch.v, patch.form.v);
    const auto& trim = patch.form.trim;
    const Interval around_u = inflated(Interval(own_u), 1e-5 * patch.form.u.width());
    const Interval around_v = inflated(Interval(own_v), 1e-5 * patch.form.v.width());
    const TrimPlace place = trim ? trim->classify(around_u, around_v) : TrimPlace::kInside;
    near_edge |= place == TrimPlace::kBoundary;
    if (place == TrimPlace::kOutside) continue;
    return enclose(patch.form.patch, own_u, own_v).middle();
  }
  return std::nullopt;
}

}  // namespace

void compare(const TopoDS_Face& face, std::size_t count, std::mt19937_64& random,
             Agreement& result) {
  const cad::ConvertedFace known = cad::convert_face(face);
  ++result.faces;
  if (!known.face.refused.empty()) {
    ++result.refused;
    result.reasons += known.face.kind + ": " + known.face.refused + "; ";
    return;
  }
  EXPECT_FALSE(known.face.patches.empty());
  const TopoDS_Face forward = TopoDS::Face(face.Oriented(TopAbs_FORWARD));
  const Handle(Geom_Surface) surface = BRep_Tool::Surface(forward);
  const BRepTopAdaptor_FClass2d other_opinion(forward, 1e-7);
  Interval u{kInfinity, -kInfinity}, v{kInfinity, -kInfinity};
  for (const CadPatch& patch : known.face.patches) {
    u = {std::min(u.lo, patch.u.lo), std::max(u.hi, patch.u.hi)};
    v = {std::min(v.lo, patch.v.lo), std::max(v.hi, patch.v.hi)};
  }
  for (std::size_t k = 0; k < count; ++k) {
    const double at_u = random_in(random, u), at_v = random_in(random, v);
    const BRepClass_FaceClassifier theirs(forward, gp_Pnt2d(at_u, at_v), 1e-7);
    bool near_edge = theirs.State() == TopAbs_ON;
    const auto ours = ours_at(known.face, at_u, at_v, near_edge);
    ++result.points;
    if (ours) {
      const Vec3 there = cad::to_vec(surface->Value(at_u, at_v));
      result.farthest = std::max(result.farthest, (*ours - there).norm());
      ++result.inside;
    }
    result.near_edge += near_edge;
    if (near_edge || ours.has_value() == (theirs.State() == TopAbs_IN)) continue;
    const bool is_disputed = other_opinion.Perform(gp_Pnt2d(at_u, at_v)) != theirs.State();
    (is_disputed ? result.disputed : result.wrong_side) += 1;
  }
}

}  // namespace graze::test
#endif
