// SPDX-License-Identifier: MIT
#include "cad/mesh_part.h"

#include <BRepMesh_IncrementalMesh.hxx>
#include <BRepTools.hxx>
#include <BRep_Tool.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp_Explorer.hxx>
#include <TopLoc_Location.hxx>
#include <TopoDS.hxx>
#include <algorithm>
#include <array>
#include <map>

#include "cad/prove_mesh.h"
#include "graze/base/parallel.h"

namespace graze::cad {
namespace {

constexpr int kRounds = 5;
constexpr std::size_t kProvedTogether = 16;  // faces

// How far a polygon's vertices are from the edge's curve in the plane of parameters.
double misfit(const Poly_PolygonOnTriangulation& polygon, const FaceEdge& edge,
              const std::vector<Vec3>& uv) {
  double most = 0.0;
  const TColStd_Array1OfInteger& nodes = polygon.Nodes();
  const TColStd_Array1OfReal& t = polygon.Parameters()->Array1();
  for (int k = nodes.Lower(); k <= nodes.Upper(); ++k) {
    const Vec3& node = uv[static_cast<std::size_t>(nodes(k) - 1)];
    most = std::max(most, (edge.at(t(k)) - node).norm());
  }
  return most;
}

// A seam has two polygons on the face, one for each of its curves.
Handle(Poly_PolygonOnTriangulation)
    polygon_on(const FaceEdge& edge, const Handle(Poly_Triangulation) & triangulation,
               const TopLoc_Location& place, const std::vector<Vec3>& uv) {
  Handle(Poly_PolygonOnTriangulation) best;
  for (const TopoDS_Shape& side :
       {edge.edge.Oriented(TopAbs_FORWARD), edge.edge.Oriented(TopAbs_REVERSED)}) {
    const auto polygon =
        BRep_Tool::PolygonOnTriangulation(TopoDS::Edge(side), triangulation, place);
    if (polygon.IsNull() || !polygon->HasParameters()) continue;
    if (best.IsNull() || misfit(*polygon, edge, uv) < misfit(*best, edge, uv)) best = polygon;
  }
  return best;
}

// Sides of the triangulation on an edge, each with the part of the edge's curve beside it.
void add_chords(const FaceEdge& edge, const Handle(Poly_Triangulation) & triangulation,
                const TopLoc_Location& place, FaceTriangles& result) {
  const auto polygon = polygon_on(edge, triangulation, place, result.uv);
  if (polygon.IsNull()) return;
  const TColStd_Array1OfInteger& nodes = polygon->Nodes();
  const TColStd_Array1OfReal& t = polygon->Parameters()->Array1();
  const bool is_pole = BRep_Tool::Degenerated(edge.edge);
  for (int k = nodes.Lower(); k < nodes.Upper(); ++k) {
    const auto from = static_cast<std::uint32_t>(nodes(k) - 1);
    const auto to = static_cast<std::uint32_t>(nodes(k + 1) - 1);
    if (is_pole) {
      const Vec3 along = (result.uv[to] - result.uv[from]).cwiseAbs();
      result.poles[from] = result.poles[to] = along.x() >= along.y() ? 0 : 1;
    }
    if (nodes(k) == nodes(k + 1)) continue;
    result.chords.push_back({from, to, cut(edge.parts, {t(k), t(k + 1)})});
  }
}

FaceTriangles triangles_of(const TopoDS_Face& face, const std::vector<FaceLoop>& loops) {
  FaceTriangles result;
  TopLoc_Location place;
  const auto triangulation = BRep_Tool::Triangulation(face, place);
  if (triangulation.IsNull()) return result;
  for (int k = 1; k <= triangulation->NbNodes(); ++k) {
    result.points.push_back(to_vec(triangulation->Node(k).Transformed(place.Transformation())));
    const gp_Pnt2d uv = triangulation->HasUVNodes() ? triangulation->UVNode(k) : gp_Pnt2d();
    result.uv.push_back({uv.X(), uv.Y(), 0.0});
  }
  for (int k = 1; k <= triangulation->NbTriangles(); ++k) {
    int a = 0, b = 0, c = 0;
    triangulation->Triangle(k).Get(a, b, c);
    result.triangles.push_back({static_cast<std::uint32_t>(a - 1),
                                static_cast<std::uint32_t>(b - 1),
                                static_cast<std::uint32_t>(c - 1)});
  }
  for (const FaceLoop& loop : loops) {
    for (const FaceEdge& edge : loop) add_chords(edge, triangulation, place, result);
  }
  return result;
}

/// Vertices at the same place are one.
class Weld {
 public:
  void add(const FaceTriangles& face, bool reversed, std::uint32_t number) {
    for (const Triangle& t : face.triangles) {
      Triangle joined{index(face.points[t[0]]), index(face.points[t[1]]), index(face.points[t[2]])};
      if (joined[0] == joined[1] || joined[1] == joined[2] || joined[2] == joined[0]) continue;
      if (reversed) std::swap(joined[1], joined[2]);
      triangles_.push_back(joined);
      faces_.push_back(number);
    }
  }
  CadMesh finish() {
    return {TriangleMesh(std::move(vertices_), std::move(triangles_)), std::move(faces_), 0.0, {}};
  }

 private:
  std::uint32_t index(const Vec3& p) {
    const auto [found, is_new] =
        known_.try_emplace({p.x(), p.y(), p.z()}, static_cast<std::uint32_t>(vertices_.size()));
    if (is_new) vertices_.push_back(p);
    return found->second;
  }
  std::map<std::array<double, 3>, std::uint32_t> known_;
  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
  std::vector<std::uint32_t> faces_;
};

struct MeshedFace {
  FaceTriangles triangles;
  bool is_reversed = false;
  FaceProof proof = {};
};

FaceProof proof_of(const CadFace& face, const FaceTriangles& triangles, double target) {
  FaceProof proof;
  if (!face.refused.empty()) {
    proof = {kInfinity, "it was refused: " + face.refused};
  } else if (triangles.triangles.empty()) {
    proof = {kInfinity, "it has no triangles"};
  } else {
    proof = prove_deviation(face, triangles, target);
  }
  if (!proof.unproved.empty()) proof.unproved = face.name + ": " + proof.unproved;
  return proof;
}

CadMesh meshed_once(const TopoDS_Shape& shape, const std::vector<ConvertedFace>& faces,
                    double deflection, double target,
                    const std::function<void(std::size_t)>& progress) {
  BRepTools::Clean(shape);
  const BRepMesh_IncrementalMesh made(shape, deflection, false, 0.5, false);
  std::vector<MeshedFace> meshed;
  for (TopExp_Explorer it(shape, TopAbs_FACE); it.More(); it.Next()) {
    const ConvertedFace& known = faces[meshed.size()];
    meshed.push_back({triangles_of(TopoDS::Face(it.Current()), known.loops),
                      it.Current().Orientation() == TopAbs_REVERSED});
  }
  // Only the worst face counts: those after it need no closer bound. Groups have a fixed size, so
  // that the number of threads changes nothing.
  FaceProof worst;
  for (std::size_t first = 0; first < meshed.size(); first += kProvedTogether) {
    const std::size_t end = std::min(first + kProvedTogether, meshed.size());
    const double enough = std::max(target, worst.deviation);
    parallel_for(end - first, [&](std::size_t k) {
      MeshedFace& face = meshed[first + k];
      face.proof = proof_of(faces[first + k].face, face.triangles, enough);
    });
    for (std::size_t k = first; k < end; ++k)
      if (meshed[k].proof.deviation > worst.deviation) worst = meshed[k].proof;
    if (progress) progress(end);
  }
  Weld weld;
  for (std::uint32_t k = 0; k < meshed.size(); ++k)
    weld.add(meshed[k].triangles, meshed[k].is_reversed, k);
  CadMesh result = weld.finish();
  result.deviation = worst.deviation;
  result.unproved = worst.unproved;
  return result;
}

}  // namespace

CadMesh mesh_part(const TopoDS_Shape& shape, const std::vector<ConvertedFace>& faces,
                  double deviation, const std::function<void(std::size_t)>& progress) {
  double deflection = 0.5 * deviation;
  CadMesh best = meshed_once(shape, faces, deflection, 0.5 * deviation, progress);
  const bool is_whole = std::ranges::all_of(
      faces, [](const ConvertedFace& face) { return face.face.refused.empty(); });
  for (int round = 1; is_whole && round < kRounds && best.deviation > deviation; ++round) {
    deflection *= 0.5;
    CadMesh next = meshed_once(shape, faces, deflection, 0.5 * deviation, {});
    if (next.deviation < best.deviation) best = std::move(next);
  }
  return best;
}

}  // namespace graze::cad
