// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "geometry/mesh_parts.h"
#include "graze/base/error.h"
#include "graze/geometry/closed_polyhedron.h"
#include "graze/geometry/shapes.h"
#include "graze/geometry/shells.h"
#include "graze/math/pose.h"

namespace graze {
namespace {

TEST(K3_Diagnose, CallsEveryShapeClosedAndOutward) {
  for (const std::string& name : shape_names()) {
    const ClosednessReport report = diagnose(make_shape(name));
    EXPECT_TRUE(report.is_outward()) << name << ": " << report.summary();
    EXPECT_EQ(report.summary(), "closed") << name;
    EXPECT_EQ(report.shells, 1) << name;
  }
}

TEST(K3_Diagnose, NamesAHole) {
  std::vector<Triangle> triangles = triangles_of(make_shape("box"));
  const Triangle gone = triangles.back();
  triangles.pop_back();
  const ClosednessReport report = diagnose(TriangleMesh(vertices_of(make_shape("box")), triangles));
  EXPECT_FALSE(report.is_closed());
  EXPECT_EQ(report.boundary_edges.count, 3u);
  for (const VertexPair& edge : report.boundary_edges.first) {
    EXPECT_TRUE(std::count(gone.begin(), gone.end(), edge.first.value) == 1 &&
                std::count(gone.begin(), gone.end(), edge.second.value) == 1);
  }
  EXPECT_EQ(report.summary(), "3 edges with one triangle: 1-5 1-7 5-7");
}

TEST(K3_Diagnose, NamesATriangleThatIsTurned) {
  std::vector<Triangle> triangles = triangles_of(make_shape("box"));
  std::swap(triangles[0][1], triangles[0][2]);
  const ClosednessReport report = diagnose(TriangleMesh(vertices_of(make_shape("box")), triangles));
  EXPECT_EQ(report.inconsistent_edges.count, 3u);
  EXPECT_EQ(report.boundary_edges.count, 0u);
}

TEST(K3_Diagnose, NamesAnEdgeOfThreeTrianglesAndADegenerateOne) {
  std::vector<Triangle> triangles = triangles_of(make_shape("box"));
  triangles.push_back({0, 7, 7});
  triangles.push_back(triangles[0]);
  const ClosednessReport report = diagnose(TriangleMesh(vertices_of(make_shape("box")), triangles));
  EXPECT_EQ(report.non_manifold_edges.count, 3u);
  ASSERT_EQ(report.degenerate_triangles.count, 1u);
  EXPECT_EQ(report.degenerate_triangles.first[0], TriangleId(12));
}

TEST(K3_Diagnose, NamesACornerAtWhichTwoBoxesTouch) {
  const TriangleMesh box = make_shape("box");
  std::vector<Vec3> vertices = vertices_of(box);
  std::vector<Triangle> triangles = triangles_of(box);
  // The second box's corner 0 is the first one's corner 7.
  for (std::size_t i = 1; i < 8; ++i) vertices.push_back(box.vertices()[i] + Vec3(1, 1, 1));
  for (Triangle t : box.triangles()) {
    for (std::uint32_t& v : t) v = v == 0 ? 7 : v + 7;
    triangles.push_back(t);
  }
  const ClosednessReport report = diagnose(TriangleMesh(vertices, triangles));
  ASSERT_EQ(report.pinched_vertices.count, 1u);
  EXPECT_EQ(report.pinched_vertices.first[0], VertexId(7));
  EXPECT_EQ(report.boundary_edges.count + report.non_manifold_edges.count, 0u);
  EXPECT_FALSE(report.is_closed());
}

TEST(K3_Diagnose, SaysInsideOut) {
  const ClosednessReport report = diagnose(flipped(make_shape("torus")));
  EXPECT_TRUE(report.is_closed());
  EXPECT_FALSE(report.is_outward());
  EXPECT_EQ(report.summary(), "inside out");
  EXPECT_FALSE(diagnose(TriangleMesh()).is_closed());
}

TEST(K3_Weld, ClosesASoupOfEveryShape) {
  for (const std::string& name : shape_names()) {
    const TriangleMesh mesh = make_shape(name), soup = soup_of(mesh);
    const ClosednessReport broken = diagnose(soup);
    EXPECT_EQ(broken.boundary_edges.count, 3 * mesh.triangles().size()) << name;
    EXPECT_TRUE(broken.duplicate_vertices.any()) << name;
    const TriangleMesh welded = weld(soup);
    EXPECT_TRUE(diagnose(welded).is_outward()) << name << ": " << diagnose(welded).summary();
    EXPECT_EQ(welded.vertices().size(), mesh.vertices().size()) << name;
    EXPECT_EQ(welded.triangles().size(), mesh.triangles().size()) << name;
  }
}

TEST(K3_Weld, TakesPlusAndMinusZeroForOnePlaceAndDropsCollapsedTriangles) {
  const TriangleMesh mesh({{0, 0, 0}, {-0.0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 2, 3}, {0, 1, 2}});
  const TriangleMesh welded = weld(mesh);
  EXPECT_EQ(welded.vertices().size(), 3u);
  EXPECT_EQ(welded.triangles().size(), 1u);
}

TEST(K3_ClosedPolyhedron, RefusesAMeshThatIsNotClosedAndSaysWhy) {
  try {
    ClosedPolyhedron(soup_of(make_shape("box")));
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(error.parts().found.find("36 edges with one triangle"), std::string::npos);
    EXPECT_EQ(error.parts().advice, "weld the vertices first");
  }
  try {
    ClosedPolyhedron(flipped(make_shape("box")));
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_EQ(error.parts().found, "inside out");
  }
  EXPECT_THROW(ClosedPolyhedron(make_shape("box"), {.coplanar_tolerance = -1}), InputError);
}

TEST(K3_ClosedPolyhedron, HasConsistentAdjacencyForEveryShape) {
  for (const std::string& name : shape_names()) {
    const ClosedPolyhedron solid(make_shape(name));
    const TriangleMesh& mesh = solid.mesh();
    ASSERT_EQ(2 * solid.edges().size(), 3 * mesh.triangles().size()) << name;
    std::size_t ring_total = 0;
    for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
      for (int k = 0; k < 3; ++k) {
        const PolyhedronEdge& edge = solid.edges()[solid.edges_of(TriangleId(t))[k].index()];
        const std::uint32_t from = mesh.triangles()[t][k], to = mesh.triangles()[t][(k + 1) % 3];
        ASSERT_EQ(edge.vertices[0].value, std::min(from, to)) << name;
        ASSERT_EQ(edge.vertices[1].value, std::max(from, to)) << name;
        ASSERT_EQ(edge.triangles[from < to ? 0 : 1], TriangleId(t)) << name;
        ASSERT_EQ(edge.triangles[from < to ? 1 : 0], solid.neighbour(TriangleId(t), k)) << name;
      }
    }
    for (std::size_t v = 0; v < mesh.vertices().size(); ++v) {
      const auto ring = solid.ring(VertexId(v));
      ring_total += ring.size();
      ASSERT_EQ(std::set<TriangleId>(ring.begin(), ring.end()).size(), ring.size()) << name;
      for (std::size_t i = 0; i < ring.size(); ++i) {
        // Counter-clockwise: the next one starts with the corner this one ends with.
        const auto corner_after = [&](TriangleId t, int steps) {
          const Triangle& c = mesh.triangles()[t.index()];
          const int at = c[0] == v ? 0 : (c[1] == v ? 1 : 2);
          return c[(at + steps) % 3];
        };
        ASSERT_EQ(corner_after(ring[i], 2), corner_after(ring[(i + 1) % ring.size()], 1)) << name;
      }
    }
    ASSERT_EQ(ring_total, 3 * mesh.triangles().size()) << name;
  }
}

std::size_t outer_edges(const ClosedPolyhedron& solid) {
  return static_cast<std::size_t>(
      std::count_if(solid.edges().begin(), solid.edges().end(),
                    [](const PolyhedronEdge& e) { return !e.is_interior; }));
}

TEST(K6_FlatPolygons, OfABoxAreItsSixSidesHoweverItIsCutTurnedAndScaled) {
  for (const double triangles : {12, 48, 1200, 10000}) {
    const TriangleMesh box = make_shape("box", {{"x", 0.3}, {"y", 1.7}, {"triangles", triangles}});
    const double per_edge = std::sqrt(triangles / 12);
    for (const double tolerance : {0.0, 1e-12}) {
      const ClosedPolyhedron solid(box, {.coplanar_tolerance = tolerance});
      EXPECT_EQ(solid.polygon_count(), 6u);
      EXPECT_EQ(outer_edges(solid), static_cast<std::size_t>(12 * std::lround(per_edge)));
    }
    Quat turn(0.3, -0.5, 0.7, 0.2);
    turn.normalize();
    const ClosedPolyhedron turned(moved(box, {1e3 * turn.toRotationMatrix(), {30, 500, -2}}));
    EXPECT_EQ(turned.polygon_count(), 6u);
  }
}

TEST(K6_FlatPolygons, KeepTheirPlaneAndNeverJoinAcrossAnEdgeOfTheSolid) {
  for (const std::string& name : shape_names()) {
    const TriangleMesh mesh = make_shape(name);
    const ClosedPolyhedron solid(mesh);
    const double tolerance = 4e-12 * mesh.bounds().diagonal();
    for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
      for (const Vec3& corner : mesh.corners(t)) {
        ASSERT_NEAR(solid.plane_of(TriangleId(t)).height(corner), 0.0, tolerance) << name;
      }
    }
    EXPECT_LE(solid.polygon_count(), mesh.triangles().size());
  }
  EXPECT_EQ(ClosedPolyhedron(make_shape("l_bracket", {{"triangles", 2000}})).polygon_count(), 8u);
  EXPECT_EQ(ClosedPolyhedron(make_shape("stairs")).polygon_count(), 20u);
  EXPECT_EQ(ClosedPolyhedron(make_shape("icosphere")).polygon_count(), 1280u);
}

TEST(K6_FlatPolygons, SeeABendOfOneBitWhenAskedForExactness) {
  std::vector<Vec3> vertices = vertices_of(make_shape("box"));
  vertices[7].z() = std::nextafter(vertices[7].z(), 1.0);
  const TriangleMesh bent(vertices, triangles_of(make_shape("box")));
  EXPECT_EQ(ClosedPolyhedron(bent, {.coplanar_tolerance = 0.0}).polygon_count(), 7u);
  EXPECT_EQ(ClosedPolyhedron(bent).polygon_count(), 6u);
}

TEST(O3_Shells, EveryConnectedPartHasOnePoint) {
  const TriangleMesh box = make_shape("box");
  EXPECT_EQ(shell_points(box).size(), 1u);
  EXPECT_EQ(shell_points(soup_of(box)).size(), 1u) << "equal coordinates hang together";
  EXPECT_TRUE(shell_points({}).empty());
  const TriangleMesh point({{1, 2, 3}}, {{0, 0, 0}});
  ASSERT_EQ(shell_points(point).size(), 1u);
  EXPECT_EQ(shell_points(point)[0], Vec3(1, 2, 3));
  std::vector<Vec3> vertices = vertices_of(box);
  std::vector<Triangle> triangles = triangles_of(box);
  const auto count = static_cast<std::uint32_t>(vertices.size());
  for (std::uint32_t i = 0; i < count; ++i) vertices.push_back(vertices[i] + Vec3(4, 0, 0));
  for (const Triangle& t : triangles_of(box)) {
    triangles.push_back({t[0] + count, t[1] + count, t[2] + count});
  }
  const auto points = shell_points({vertices, triangles});
  ASSERT_EQ(points.size(), 2u);
  EXPECT_LT(points[0].x(), 1.0);
  EXPECT_GT(points[1].x(), 3.0);
}

}  // namespace
}  // namespace graze
