// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/geometry/closed_polyhedron.h"
#include "graze/geometry/mass_properties.h"
#include "graze/geometry/point_inclusion.h"
#include "graze/geometry/shapes.h"
#include "graze/spatial/octree.h"
#include "support/octree_points.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {
const std::vector<std::string> kShapes{"icosphere", "torus", "gear", "l_bracket",
                                       "shuttle",   "nut",   "blob", "ring"};

TriangleMesh shape(const std::string& name) {
  const auto& parameters = shape_info(name).parameters;
  for (const ShapeParameter& p : parameters) {
    if (p.name == "triangles") return make_shape(name, {{"triangles", std::max(500.0, p.lo)}});
  }
  return make_shape(name);
}

/// A sphere with a hollow in it.
TriangleMesh hollow_sphere() {
  const TriangleMesh outer = make_shape("icosphere", {{"triangles", 320}});
  std::vector<Vec3> vertices(outer.vertices().begin(), outer.vertices().end());
  std::vector<Triangle> triangles(outer.triangles().begin(), outer.triangles().end());
  const auto n = static_cast<std::uint32_t>(vertices.size());
  for (std::uint32_t i = 0; i < n; ++i) vertices.push_back(0.6 * vertices[i]);
  for (const Triangle& t : outer.triangles()) triangles.push_back({t[0] + n, t[2] + n, t[1] + n});
  return {vertices, triangles};
}

TEST(O1_Octree, ColoursAgreeWithTheExactInclusionTest) {
  for (const std::string& name : kShapes) {
    const TriangleMesh mesh = shape(name);
    const Octree octree = build_octree(mesh, {.depth = 5});
    auto random = test::generator(std::hash<std::string>{}(name));
    for (std::size_t i = 0, n = test::trials(20000) / kShapes.size(); i < n; ++i) {
      const Vec3 p = octree.root().lo +
                     0.5 * octree.root().side * (Vec3::Ones() + test::random_vector(random, 1.0));
      const CellColour colour = colour_at(octree, p);
      if (colour == CellColour::kGray) continue;
      const PointPlace expected =
          colour == CellColour::kBlack ? PointPlace::kInside : PointPlace::kOutside;
      ASSERT_EQ(place_of(p, mesh), expected) << name;
    }
  }
}

TEST(O8_Octree, LeavesListEveryFaceThatTouchesThem) {
  for (const std::string& name : kShapes) {
    const TriangleMesh mesh = shape(name);
    const Octree octree = build_octree(mesh, {.depth = 5});
    auto random = test::generator(7 + std::hash<std::string>{}(name));
    for (std::size_t i = 0, n = test::trials(20000) / kShapes.size(); i < n; ++i) {
      const auto [face, p] = test::random_surface_point(mesh, random);
      // Every leaf at the point, not only one: a corner touches all that it is in.
      for (const std::uint32_t leaf : test::leaves_at(octree, p, -1e-9)) {
        const auto faces = octree.faces_of(octree.nodes()[leaf]);
        ASSERT_TRUE(std::find(faces.begin(), faces.end(), face) != faces.end()) << name;
      }
    }
  }
}

TEST(O1_Octree, VolumeBoundsHoldTheVolumeAndCloseInOnIt) {
  for (const std::string& name : kShapes) {
    const TriangleMesh mesh = shape(name);
    const double volume = ClosedPolyhedron(mesh).volume();
    double width = 1e300;
    for (int depth = 0; depth <= 6; ++depth) {
      const Interval bounds = volume_bounds(build_octree(mesh, {.depth = depth}));
      EXPECT_LE(bounds.lo, volume) << name;
      EXPECT_GE(bounds.hi, volume) << name;
      EXPECT_LE(bounds.width(), width * (1 + 1e-9)) << name;
      width = bounds.width();
    }
    EXPECT_LT(width, 0.6 * volume) << name;
  }
}

TEST(O1_Octree, AHollowIsWhite) {
  const Octree octree = build_octree(hollow_sphere(), {.depth = 5});
  EXPECT_EQ(colour_at(octree, Vec3::Zero()), CellColour::kWhite);
  EXPECT_EQ(colour_at(octree, Vec3(0.0, 0.4, 0.0)), CellColour::kBlack);
}

TEST(O1_Octree, ABoxOnCellBordersIsGrayOnBothSides) {
  // Faces exactly on the planes between cells touch the cells on both sides.
  const TriangleMesh box = make_shape("box");
  const Aabb bounds = box.bounds();
  const double side = 2.0 * bounds.size().maxCoeff();
  const OctreeCube cube{bounds.centre() - Vec3::Constant(0.5 * side), side};
  const Octree octree = build_octree(box, {.depth = 3, .cube = cube});
  const Vec3 edge(bounds.hi.x(), bounds.centre().y() + 0.01 * side, bounds.centre().z());
  EXPECT_EQ(colour_at(octree, edge + Vec3(0.05 * side, 0, 0)), CellColour::kGray);
  EXPECT_EQ(colour_at(octree, edge - Vec3(0.05 * side, 0, 0)), CellColour::kGray);
}

TEST(O1_Octree, OpenMeshesAreRefusedOrKeptAsSurfaces) {
  const TriangleMesh box = make_shape("box");
  std::vector<Triangle> open(box.triangles().begin(), box.triangles().end() - 1);
  const TriangleMesh mesh({box.vertices().begin(), box.vertices().end()}, open);
  EXPECT_THROW(build_octree(mesh), InputError);
  const Octree surface = build_octree(mesh, {.depth = 4, .open_mesh = OpenMesh::kSurface});
  EXPECT_FALSE(surface.is_solid());
  EXPECT_EQ(surface.counts().black, 0u);
  EXPECT_GT(surface.counts().gray, 0u);
  EXPECT_EQ(volume_bounds(surface).lo, 0.0);
}

TEST(O1_Octree, DoesNotDependOnTheNumberOfThreads) {
  const TriangleMesh mesh = make_shape("blob", {{"triangles", 5000}});
  const Octree one = build_octree(mesh, {.depth = 6, .threads = 1});
  const Octree all = build_octree(mesh, {.depth = 6});
  EXPECT_EQ(one.content_hash(), all.content_hash());
  EXPECT_TRUE(std::equal(one.nodes().begin(), one.nodes().end(), all.nodes().begin()));
}

TEST(O1_Octree, AnyDepthAndAnyMeshBuild) {
  EXPECT_EQ(build_octree(TriangleMesh(), {.open_mesh = OpenMesh::kSurface}).counts().gray, 0u);
  const TriangleMesh box = make_shape("box");
  EXPECT_EQ(build_octree(box, {.depth = 0}).counts().gray, 1u);
  EXPECT_GT(build_octree(box, {.depth = 9}).counts().gray, 400000u);
  EXPECT_THROW(build_octree(box, {.depth = 21}), InputError);
  EXPECT_THROW(build_octree(box, {.cube = OctreeCube{Vec3::Zero(), 0.1}}), InputError);
}

TEST(O8_Octree, FacesBelowTheRootAreAllFaces) {
  const TriangleMesh mesh = make_shape("gear");
  const Octree octree = build_octree(mesh, {.depth = 3});
  EXPECT_EQ(faces_below(octree, 0).size(), mesh.triangles().size());
}

TEST(O1_Octree, PartsMakeTheSameTreeAndWrongPartsAreRefused) {
  const Octree octree = build_octree(make_shape("torus", {{"triangles", 500}}), {.depth = 4});
  const Octree::Data good{octree.root(),
                          octree.depth(),
                          true,
                          octree.mesh(),
                          {octree.nodes().begin(), octree.nodes().end()},
                          {octree.faces().begin(), octree.faces().end()}};
  EXPECT_EQ(octree_from_parts(good).content_hash(), octree.content_hash());
  auto random = test::generator(3);
  for (std::size_t i = 0, n = test::trials(400); i < n; ++i) {
    Octree::Data bad = good;
    const std::size_t at = random() % bad.nodes.size();
    const OctreeNode old = bad.nodes[at];
    const OctreeNode wrong[] = {
        OctreeNode::leaf(CellColour::kWhite), OctreeNode::leaf(CellColour::kBlack),
        OctreeNode::inner(static_cast<std::uint32_t>(random() % bad.nodes.size())),
        OctreeNode::gray_leaf(old.first(), old.face_count() / 2)};
    bad.nodes[at] = wrong[random() % 4];
    if (bad.nodes[at] == old) continue;
    EXPECT_THROW(octree_from_parts(bad), InputError) << at;
  }
}
}  // namespace
}  // namespace graze
