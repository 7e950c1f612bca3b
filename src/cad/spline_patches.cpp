// SPDX-License-Identifier: MIT
#include "cad/spline_patches.h"

#include <GeomConvert_BSplineSurfaceToBezierSurface.hxx>
#include <algorithm>
#include <cmath>

#include "cad/curve_parts.h"
#include "geometry/surface/bernstein_net.h"
#include "graze/base/error.h"

namespace graze::cad {
namespace {

// How many periods to add to a piece so that copies of it cover the wanted range.
std::vector<double> shifts(const Interval& wanted, const Interval& whole, bool periodic) {
  if (!periodic) return {0.0};
  const double period = whole.hi - whole.lo;
  std::vector<double> result;
  const double first = std::floor((wanted.lo - whole.lo) / period - 1e-9);
  for (double k = first; whole.lo + k * period < wanted.hi; ++k) result.push_back(k * period);
  return result;
}

// Curves that another program fitted may leave the face's surface a little. The outermost patches
// are continued there, as polynomials.
constexpr double kFarthest = 0.05;  // of a patch

void extend(const Interval& wanted, const Interval& whole, Interval& range, Interval& own) {
  const Interval before = range;
  if (range.lo == whole.lo) range.lo = std::min(range.lo, wanted.lo);
  if (range.hi == whole.hi) range.hi = std::max(range.hi, wanted.hi);
  own = {mapped(range.lo, before, own), mapped(range.hi, before, own)};
}

// The same polynomial over another range of its parameters: its net there, over [0, 1].
BezierPatch over_range(const BezierPatch& patch, const Interval& u, const Interval& v) {
  surface::ControlNet net{patch.rows, patch.columns, {}};
  for (std::size_t k = 0; k < patch.points.size(); ++k) {
    const Interval weight = patch.weights.empty() ? 1.0 : patch.weights[k];
    net.points.push_back({weight * IntervalVec3(patch.points[k]), weight});
  }
  restrict_columns(net, u);
  restrict_rows(net, v);
  BezierPatch result{patch.rows, patch.columns, {}, {}};
  for (const surface::WeightedPoint& p : net.points) {
    result.points.push_back(place(p).middle());
    if (!patch.weights.empty()) result.weights.push_back(p.weight.middle());
  }
  return result;
}

void check_reach(const Interval& seen, const TColStd_Array1OfReal& knots, bool periodic) {
  const int last = knots.Upper();
  const double before = kFarthest * (knots(2) - knots(1)),
               behind = kFarthest * (knots(last) - knots(last - 1));
  if (periodic || (seen.lo >= knots(1) - before && seen.hi <= knots(last) + behind)) return;
  throw InputError({"face", "edges beyond the ends of the surface", "edges on it", ""});
}

// The common part of a piece and what is wanted of it, in both kinds of parameters.
bool clip(CadPatch& patch, const Interval& u, const Interval& v) {
  const Interval both_u{std::max(patch.u.lo, u.lo), std::min(patch.u.hi, u.hi)};
  const Interval both_v{std::max(patch.v.lo, v.lo), std::min(patch.v.hi, v.hi)};
  if (!(both_u.lo < both_u.hi) || !(both_v.lo < both_v.hi)) return false;
  patch.form.u = {mapped(both_u.lo, patch.u, patch.form.u),
                  mapped(both_u.hi, patch.u, patch.form.u)};
  patch.form.v = {mapped(both_v.lo, patch.v, patch.form.v),
                  mapped(both_v.hi, patch.v, patch.form.v)};
  patch.u = both_u;
  patch.v = both_v;
  return patch.form.u.lo < patch.form.u.hi && patch.form.v.lo < patch.form.v.hi;
}

}  // namespace

BezierPatch bezier_patch(const Handle(Geom_BezierSurface) & surface) {
  BezierPatch patch{surface->NbVPoles(), surface->NbUPoles(), {}, {}};
  const bool rational = surface->IsURational() || surface->IsVRational();
  for (int row = 1; row <= patch.rows; ++row) {
    for (int column = 1; column <= patch.columns; ++column) {
      patch.points.push_back(to_vec(surface->Pole(column, row)));
      if (rational) patch.weights.push_back(surface->Weight(column, row));
    }
  }
  return patch;
}

std::vector<CadPatch> spline_patches(const Handle(Geom_BSplineSurface) & surface,
                                     const ParameterBox& box) {
  const Interval &u = box.u, &v = box.v;
  const Handle(Geom_BSplineSurface) open = Handle(Geom_BSplineSurface)::DownCast(surface->Copy());
  const bool u_periodic = open->IsUPeriodic(), v_periodic = open->IsVPeriodic();
  if (u_periodic) open->SetUNotPeriodic();
  if (v_periodic) open->SetVNotPeriodic();
  GeomConvert_BSplineSurfaceToBezierSurface split(open);
  TColStd_Array1OfReal us(1, split.NbUPatches() + 1), vs(1, split.NbVPatches() + 1);
  split.UKnots(us);
  split.VKnots(vs);
  const Interval all_u{us.First(), us.Last()}, all_v{vs.First(), vs.Last()};
  check_reach(box.seen_u, us, u_periodic);
  check_reach(box.seen_v, vs, v_periodic);
  std::vector<CadPatch> patches;
  for (const double du : shifts(u, all_u, u_periodic)) {
    for (const double dv : shifts(v, all_v, v_periodic)) {
      for (int i = 1; i <= split.NbUPatches(); ++i) {
        for (int j = 1; j <= split.NbVPatches(); ++j) {
          CadPatch patch{{BezierPatch{}, {0.0, 1.0}, {0.0, 1.0}, {}},
                         {us(i) + du, us(i + 1) + du},
                         {vs(j) + dv, vs(j + 1) + dv}};
          Interval from_u{0.0, 1.0}, from_v{0.0, 1.0};
          if (!u_periodic) extend(u, all_u, patch.u, from_u);
          if (!v_periodic) extend(v, all_v, patch.v, from_v);
          if (!clip(patch, u, v)) continue;
          patch.form.patch = over_range(bezier_patch(split.Patch(i, j)), from_u, from_v);
          patches.push_back(std::move(patch));
        }
      }
    }
  }
  return patches;
}

}  // namespace graze::cad
