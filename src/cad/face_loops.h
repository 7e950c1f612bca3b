// SPDX-License-Identifier: MIT
// The loops of edges around a face, in the plane of its parameters.
#pragma once
#include <Geom_Surface.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>

#include "cad/curve_parts.h"
#include "graze/geometry/trim_loops.h"

namespace graze::cad {

struct FaceEdge {
  TopoDS_Edge edge;
  Handle(Geom2d_Curve) curve;    ///< in the plane of parameters
  std::vector<CurvePart> parts;  ///< of it, in the order of its parameter
  bool backwards = false;        ///< the loop runs against the parameter

  Vec3 at(double t) const { return {curve->Value(t).X(), curve->Value(t).Y(), 0.0}; }
};
using FaceLoop = std::vector<FaceEdge>;

/// Of a face that is oriented forward. Throws InputError where an edge has no curve of parameters
/// or one of an unknown kind, or a loop does not close.
std::vector<FaceLoop> loops_of(const TopoDS_Face& face, const Handle(Geom_Surface) & surface);

/// The linear map of parameters that takes u to own_u and v to own_v.
struct ParameterMap {
  Interval u, v, own_u, own_v;
};
std::vector<std::vector<TrimCurve>> trim_curves(const std::vector<FaceLoop>& loops,
                                                const ParameterMap& map);

/// Contains the loops.
struct ParameterBox {
  Interval u, v;
  Interval seen_u, seen_v;    ///< not larger than the loops
  bool is_rectangle = false;  ///< the loops run along the box's sides and nowhere else
};
ParameterBox box_of(const std::vector<FaceLoop>& loops);

/// The largest sampled distance of the edges from the surface.
double gap_of(const std::vector<FaceLoop>& loops, const Handle(Geom_Surface) & surface);

}  // namespace graze::cad
