// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <limits>

#include "geometry/mesh_parts.h"
#include "graze/geometry/closed_polyhedron.h"
#include "graze/geometry/closure.h"
#include "graze/geometry/point_inclusion.h"
#include "graze/geometry/shapes.h"
#include "graze/geometry/triangle_distance.h"
#include "support/trials.h"

namespace graze {
namespace {
TriangleMesh joined(const TriangleMesh& a, const TriangleMesh& b, const Vec3& shift) {
  std::vector<Vec3> vertices = vertices_of(a);
  std::vector<Triangle> triangles = triangles_of(a);
  const auto first = static_cast<std::uint32_t>(vertices.size());
  for (const Vec3& v : b.vertices()) vertices.push_back(v + shift);
  for (const Triangle& t : b.triangles())
    triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  return {std::move(vertices), std::move(triangles)};
}

TEST(K5_Closure, AgreesWithTheDiagnosisOfEveryBuiltInShape) {
  for (const std::string& name : shape_names()) {
    const TriangleMesh mesh = make_shape(name);
    const ClosednessReport diagnosis = diagnose(weld(mesh));
    const Closure closure = closure_of(mesh).closure;
    if (diagnosis.is_outward()) {
      EXPECT_EQ(closure, Closure::kClosed) << name;
    }
    EXPECT_EQ(closure == Closure::kOpen, diagnosis.boundary_edges.any()) << name;
    EXPECT_EQ(closure_of(soup_of(mesh)).closure, closure) << name << " as a soup";
    if (closure == Closure::kClosed) {
      EXPECT_EQ(closure_of(flipped(mesh)).closure, Closure::kInsideOut) << name;
    }
  }
}

TEST(K5_Closure, CountsTheEdgesOfHoles) {
  const TriangleMesh box = make_shape("box");
  std::vector<Triangle> triangles = triangles_of(box);
  triangles.pop_back();
  const ClosureReport report = closure_of({vertices_of(box), triangles});
  EXPECT_EQ(report.closure, Closure::kOpen);
  EXPECT_EQ(report.open_edges, 3u);
  std::swap(triangles[0][0], triangles[0][1]);
  EXPECT_EQ(closure_of({vertices_of(box), triangles}).open_edges, 6u) << "and one is turned round";
}

TEST(K5_Closure, TakesWhatIsClosedAlthoughNotManifold) {
  const TriangleMesh box = make_shape("box", {{"x", 2}, {"y", 2}, {"z", 2}});
  EXPECT_EQ(closure_of(joined(box, box, {2, 2, 0})).closure, Closure::kClosed) << "common edge";
  EXPECT_EQ(closure_of(joined(box, box, {2, 2, 2})).closure, Closure::kClosed) << "common corner";
  EXPECT_EQ(closure_of(joined(box, box, {1, 0, 0})).closure, Closure::kClosed) << "crossing";
  EXPECT_EQ(closure_of(joined(box, flipped(box), {0, 0, 0})).closure, Closure::kFlat);
  const TriangleMesh sheet({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}});
  EXPECT_EQ(closure_of(sheet).closure, Closure::kFlat);
  EXPECT_EQ(closure_of({}).closure, Closure::kEmpty);
  EXPECT_EQ(closure_of(TriangleMesh({{1, 2, 3}}, {{0, 0, 0}})).closure, Closure::kFlat);
}

TEST(K5_PointLocator, AgreesWithTheWholeMeshAndItsDistances) {
  for (const char* name : {"box", "torus", "blob", "gear", "chain_link"}) {
    const TriangleMesh mesh = make_shape(name);
    const PointLocator locator(mesh);
    const std::size_t count = test::trials(mesh.triangles().size() > 3000 ? 400 : 4000);
    for (std::size_t i = 0; i < count; ++i) {
      auto random = test::generator(i);
      std::uniform_real_distribution<double> real(-0.1, 1.1);
      const Vec3 at(real(random), real(random), real(random));
      const Vec3 p = mesh.bounds().lo + at.cwiseProduct(mesh.bounds().size());
      ASSERT_EQ(locator.place_of(p), place_of(p, mesh)) << name << " " << i;
      double distance = std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < mesh.triangles().size(); ++k) {
        distance = std::min(distance, std::sqrt(point_triangle(p, mesh.corners(k)).distance_sq));
      }
      EXPECT_EQ(locator.place_of(p, 1.001 * distance + 1e-12), PointPlace::kOnSurface);
      EXPECT_EQ(locator.place_of(p, 0.999 * distance - 1e-12), place_of(p, mesh));
    }
  }
}

TEST(K5_PointLocator, IsOnTheSurfaceAtEveryVertex) {
  const TriangleMesh mesh = make_shape("gear");
  const PointLocator locator(mesh);
  for (const Vec3& v : mesh.vertices()) {
    EXPECT_EQ(locator.place_of(v), PointPlace::kOnSurface);
    EXPECT_EQ(locator.place_of(v, 1e-300), PointPlace::kOnSurface);
  }
}

TEST(K5_EnclosedShare, TellsBoxesWithAndWithoutALid) {
  const TriangleMesh box = make_shape("box", {{"x", 2}, {"y", 2}, {"z", 2}});
  std::vector<Triangle> triangles = triangles_of(box);
  EXPECT_NEAR(enclosed_share(Vec3::Zero(), box), 1.0, 1e-12);
  EXPECT_NEAR(enclosed_share({3, 0, 0}, box), 0.0, 1e-12);
  triangles.pop_back();
  EXPECT_NEAR(enclosed_share(Vec3::Zero(), {vertices_of(box), triangles}), 11.0 / 12.0, 1e-12);
}
}  // namespace
}  // namespace graze
