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

namespace graze::cad {
namespace {

constexpr int kRounds = 5;

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

CadMesh meshed_once(const TopoDS_Shape& shape, const std::vector<ConvertedFace>& faces,
                    double deflection, double target) {
  BRepTools::Clean(shape);
  const BRepMesh_IncrementalMesh made(shape, deflection, false, 0.5, false);
  Weld weld;
  FaceProof worst;
  std::uint32_t number = 0;
  for (TopExp_Explorer it(shape, TopAbs_FACE); it.More(); it.Next(), ++number) {
    const ConvertedFace& known = faces[number];
    const FaceTriangles triangles = triangles_of(TopoDS::Face(it.Current()), known.loops);
    FaceProof proof;
    if (!known.face.refused.empty()) {
      proof = {kInfinity, "it was refused: " + known.face.refused};
    } else if (triangles.triangles.empty()) {
      proof = {kInfinity, "it has no triangles"};
    } else {
      // The worst face counts: the others need not be bounded more closely.
      proof = prove_deviation(known.face, triangles, std::max(target, worst.deviation));
    }
    if (!proof.unproved.empty()) proof.unproved = known.face.name + ": " + proof.unproved;
    if (proof.deviation > worst.deviation) worst = proof;
    weld.add(triangles, it.Current().Orientation() == TopAbs_REVERSED, number);
  }
  CadMesh result = weld.finish();
  result.deviation = worst.deviation;
  result.unproved = worst.unproved;
  return result;
}

}  // namespace

CadMesh mesh_part(const TopoDS_Shape& shape, const std::vector<ConvertedFace>& faces,
                  double deviation) {
  double deflection = 0.5 * deviation;
  CadMesh best = meshed_once(shape, faces, deflection, 0.5 * deviation);
  const bool is_whole = std::ranges::all_of(
      faces, [](const ConvertedFace& face) { return face.face.refused.empty(); });
  for (int round = 1; is_whole && round < kRounds && best.deviation > deviation; ++round) {
    deflection *= 0.5;
    CadMesh next = meshed_once(shape, faces, deflection, 0.5 * deviation);
    if (next.deviation < best.deviation) best = std::move(next);
  }
  return best;
}

}  // namespace graze::cad
