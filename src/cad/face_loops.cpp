// SPDX-License-Identifier: MIT
#include "cad/face_loops.h"

#include <BRepTools_WireExplorer.hxx>
#include <BRep_Tool.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Iterator.hxx>
#include <TopoDS_Wire.hxx>
#include <algorithm>
#include <cmath>

#include "graze/base/error.h"

namespace graze::cad {
namespace {

constexpr int kPieces = 16;  // of a curve: hulls of pieces are small

[[noreturn]] void refuse_loop(const std::string& found, const std::string& expected) {
  throw InputError({"loop of edges", found, expected, ""});
}

FaceEdge edge_on(const TopoDS_Edge& edge, const TopoDS_Face& face) {
  double first = 0.0, last = 0.0;
  const Handle(Geom2d_Curve) curve = BRep_Tool::CurveOnSurface(edge, face, first, last);
  if (curve.IsNull()) refuse_loop("an edge without a curve of parameters", "one on the face");
  if (!(first < last) || !std::isfinite(first) || !std::isfinite(last)) {
    refuse_loop("an edge without a range of its parameter", "a finite range");
  }
  return {edge, curve, parts_of(curve, {first, last}), edge.Orientation() == TopAbs_REVERSED};
}

bool bounds_the_face(const TopoDS_Shape& edge) {
  return edge.Orientation() == TopAbs_FORWARD || edge.Orientation() == TopAbs_REVERSED;
}

std::size_t count_edges(const TopoDS_Wire& wire) {
  std::size_t count = 0;
  for (TopoDS_Iterator it(wire); it.More(); it.Next()) count += bounds_the_face(it.Value());
  return count;
}

FaceLoop loop_of(const TopoDS_Wire& wire, const TopoDS_Face& face) {
  FaceLoop loop;
  for (BRepTools_WireExplorer it(wire, face); it.More(); it.Next()) {
    if (bounds_the_face(it.Current())) loop.push_back(edge_on(it.Current(), face));
  }
  if (loop.size() != count_edges(wire)) refuse_loop("edges that are not connected", "one loop");
  return loop;
}

Vec3 end_of(const FaceEdge& edge, bool last) {
  const bool at_hi = last != edge.backwards;
  const CurvePart& part = at_hi ? edge.parts.back() : edge.parts.front();
  const CurvePiece piece = piece_of(part.curve, part.own);
  return at_hi ? piece.end : piece.begin;
}

double tolerance_of(const FaceLoop& loop) {
  double tolerance = 0.0;
  for (const FaceEdge& edge : loop) {
    tolerance = std::max(tolerance, BRep_Tool::Tolerance(edge.edge));
    for (TopoDS_Iterator it(edge.edge); it.More(); it.Next()) {
      if (it.Value().ShapeType() != TopAbs_VERTEX) continue;
      tolerance = std::max(tolerance, BRep_Tool::Tolerance(TopoDS::Vertex(it.Value())));
    }
  }
  return tolerance;
}

// A gap of a whole period would be closed by a line across the face.
void check_closed(const FaceLoop& loop, const Handle(Geom_Surface) & surface) {
  const double most = 4.0 * tolerance_of(loop) + 1e-6;
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Vec3 a = end_of(loop[k], true), b = end_of(loop[(k + 1) % loop.size()], false);
    const Vec3 c = 0.5 * (a + b);
    const gp_Pnt at_a = surface->Value(a.x(), a.y());
    const double gap = std::max(at_a.Distance(surface->Value(b.x(), b.y())),
                                at_a.Distance(surface->Value(c.x(), c.y())));
    if (gap <= most) continue;
    refuse_loop("a gap of " + std::to_string(gap), "at most " + std::to_string(most));
  }
}

SurfaceCurve mapped_curve(const SurfaceCurve& curve, const ParameterMap& map) {
  const Vec3 factor((map.own_u.hi - map.own_u.lo) / (map.u.hi - map.u.lo),
                    (map.own_v.hi - map.own_v.lo) / (map.v.hi - map.v.lo), 0.0);
  const auto point = [&](const Vec3& p) {
    return Vec3(mapped(p.x(), map.u, map.own_u), mapped(p.y(), map.v, map.own_v), 0.0);
  };
  if (const auto* line = std::get_if<LineCurve>(&curve)) {
    return LineCurve{point(line->begin), point(line->end)};
  }
  if (const auto* arc = std::get_if<ArcCurve>(&curve)) {
    return ArcCurve{point(arc->centre), arc->x.cwiseProduct(factor), arc->y.cwiseProduct(factor)};
  }
  BezierCurve bezier = std::get<BezierCurve>(curve);
  for (Vec3& p : bezier.points) p = point(p);
  return bezier;
}

// Along u (or v) at one of the box's sides, to a billionth of its size.
bool is_on_side(const CurvePart& part, const Interval& across, int axis) {
  if (!std::holds_alternative<LineCurve>(part.curve)) return false;
  const CurvePiece piece = piece_of(part.curve, part.own);
  const double slack = 1e-9 * (across.hi - across.lo);
  const auto near = [&](double side) {
    return std::fabs(piece.begin[axis] - side) <= slack &&
           std::fabs(piece.end[axis] - side) <= slack;
  };
  return near(across.lo) || near(across.hi);
}

}  // namespace

std::vector<FaceLoop> loops_of(const TopoDS_Face& face, const Handle(Geom_Surface) & surface) {
  std::vector<FaceLoop> loops;
  for (TopExp_Explorer it(face, TopAbs_WIRE); it.More(); it.Next()) {
    FaceLoop loop = loop_of(TopoDS::Wire(it.Current()), face);
    if (loop.empty()) continue;
    check_closed(loop, surface);
    loops.push_back(std::move(loop));
  }
  return loops;
}

std::vector<std::vector<TrimCurve>> trim_curves(const std::vector<FaceLoop>& loops,
                                                const ParameterMap& map) {
  std::vector<std::vector<TrimCurve>> result;
  for (const FaceLoop& loop : loops) {
    auto& curves = result.emplace_back();
    for (const FaceEdge& edge : loop) {
      const std::size_t first = curves.size();
      for (const CurvePart& part : edge.parts) {
        curves.push_back({mapped_curve(part.curve, map), part.own, edge.backwards});
      }
      if (edge.backwards) {
        std::reverse(curves.begin() + static_cast<std::ptrdiff_t>(first), curves.end());
      }
    }
  }
  return result;
}

ParameterBox box_of(const std::vector<FaceLoop>& loops) {
  const Interval nothing{kInfinity, -kInfinity};
  ParameterBox box{nothing, nothing, nothing, nothing, loops.size() == 1};
  const auto add = [](Interval& range, const Interval& more) {
    range = {std::min(range.lo, more.lo), std::max(range.hi, more.hi)};
  };
  const auto for_each_part = [&](const auto& look_at) {
    for (const FaceLoop& loop : loops) {
      for (const FaceEdge& edge : loop) {
        for (const CurvePart& part : edge.parts) look_at(part);
      }
    }
  };
  for_each_part([&](const CurvePart& part) {
    for (int k = 0; k < kPieces; ++k) {
      const Interval piece{mapped(k, {0.0, kPieces}, part.own),
                           mapped(k + 1, {0.0, kPieces}, part.own)};
      const IntervalVec3 all = enclose(part.curve, piece);
      add(box.u, all.x);
      add(box.v, all.y);
      const Vec3 end = enclose(part.curve, Interval(piece.hi)).middle();
      add(box.seen_u, end.x());
      add(box.seen_v, end.y());
    }
  });
  for_each_part([&](const CurvePart& part) {
    box.is_rectangle &= is_on_side(part, box.u, 0) || is_on_side(part, box.v, 1);
  });
  return box;
}

double gap_of(const std::vector<FaceLoop>& loops, const Handle(Geom_Surface) & surface) {
  double gap = 0.0;
  for (const FaceLoop& loop : loops) {
    for (const FaceEdge& edge : loop) {
      double first = 0.0, last = 0.0;
      const Handle(Geom_Curve) curve = BRep_Tool::Curve(edge.edge, first, last);
      if (curve.IsNull()) continue;
      for (const CurvePart& part : edge.parts) {
        for (int k = 0; k <= 8; ++k) {
          const double t = mapped(k / 8.0, {0.0, 1.0}, part.range);
          const Vec3 uv = edge.at(t);
          gap = std::max(gap, curve->Value(t).Distance(surface->Value(uv.x(), uv.y())));
        }
      }
    }
  }
  return gap;
}

}  // namespace graze::cad
