// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "graze/io/mesh_io.h"
#include "io/refusal.h"

namespace graze {
namespace {

const TriangleMesh kTetrahedron({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}});

std::string facet(const std::string& third) {
  return "facet normal nan nan nan\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n" + third +
         "\nendloop\nendfacet\n";
}

InputError::Parts refused_stl(const std::string& bytes) {
  return test::refusal_of([&] { parse_stl(bytes, "x.stl"); });
}

TEST(G3_Stl, BinaryThatStartsWithSolidIsBinary) {
  std::string bytes = format_mesh(kTetrahedron, MeshFormat::kStlBinary);
  std::memcpy(bytes.data(), "solid of revolution\n", 20);
  EXPECT_EQ(parse_stl(bytes).triangles().size(), 4u);
}

TEST(G3_Stl, EqualCornersBecomeOneVertexAndMinusZeroIsZero) {
  EXPECT_EQ(parse_stl(format_mesh(kTetrahedron, MeshFormat::kStlBinary)).vertices().size(), 4u);
  const TriangleMesh mesh =
      parse_stl("solid\n" + facet("vertex 0 1 0") + facet("vertex -0 -1 -0.0") + "endsolid");
  EXPECT_EQ(mesh.vertices().size(), 4u);
}

TEST(G3_Stl, TextIsReadInAnyCaseAndLayoutWithManySolids) {
  const std::string text =
      "SOLID a b c\n  FACET NORMAL 0 0 1 OUTER LOOP VERTEX 0 0 0 VERTEX 1 0 0\r\nVERTEX 0 1 0 "
      "ENDLOOP ENDFACET\nENDSOLID a b c\nsolid second\n" +
      facet("vertex 0.1 7 0") + "endsolid second\n\n";
  const TriangleMesh mesh = parse_stl(text);
  ASSERT_EQ(mesh.triangles().size(), 2u);
  EXPECT_EQ(mesh.corners(1)[2], Vec3(0.1, 7, 0)) << "text keeps doubles";
}

TEST(G3_Stl, SaysWhereTextIsWrong) {
  EXPECT_EQ(refused_stl("solid\n" + facet("vertex 0 1")).place, "x.stl:6:11");
  EXPECT_EQ(refused_stl("solid\n" + facet("vertx 0 1 0")).found, "'vertx'");
  EXPECT_EQ(refused_stl("solid\n" + facet("vertex 0 1 0")).found, "the end of the file");
  EXPECT_EQ(refused_stl("solid\n" + facet("vertex 0 1 0\nvertex 1 1 1") + "endsolid").expected,
            "endloop");
}

TEST(G3_Stl, SaysWhichSizeABinaryFileShouldHave) {
  const std::string bytes = format_mesh(kTetrahedron, MeshFormat::kStlBinary);
  const InputError::Parts parts = refused_stl(bytes.substr(0, bytes.size() - 1));
  EXPECT_EQ(parts.place, "x.stl: byte 80");
  EXPECT_EQ(parts.found, "4 triangles in a file of 283 bytes");
  EXPECT_EQ(refused_stl(bytes + "x").found, "4 triangles in a file of 285 bytes");
  EXPECT_EQ(refused_stl("").found, "an empty file");
  EXPECT_EQ(refused_stl(bytes.substr(0, 83)).place, "x.stl: byte 0");
}

TEST(G3_Stl, AHugeClaimCostsNothing) {
  std::string bytes = format_mesh(kTetrahedron, MeshFormat::kStlBinary);
  std::memset(bytes.data() + 80, 0xff, 4);
  EXPECT_EQ(refused_stl(bytes).place, "x.stl: byte 80");
}

TEST(G3_Stl, SaysAtWhichByteACoordinateIsNan) {
  std::string bytes = format_mesh(kTetrahedron, MeshFormat::kStlBinary);
  std::memset(bytes.data() + 84 + 50 + 12, 0xff, 4);
  EXPECT_EQ(refused_stl(bytes).place, "x.stl: byte 146");
  std::memset(bytes.data() + 84, 0xff, 200 - 2);
  bytes = format_mesh(kTetrahedron, MeshFormat::kStlBinary);
  std::memset(bytes.data() + 84, 0xff, 12);
  EXPECT_EQ(parse_stl(bytes).triangles().size(), 4u) << "normals do not matter";
}

TEST(G3_Stl, RefusesToWriteWhatNoFloatHolds) {
  const TriangleMesh huge({{0, 0, 0}, {1e39, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  const InputError::Parts parts =
      test::refusal_of([&] { format_mesh(huge, MeshFormat::kStlBinary); });
  EXPECT_EQ(parts.found, "the coordinate 1e+39");
  EXPECT_EQ(parse_stl(format_mesh(huge, MeshFormat::kStlAscii)).content_hash(),
            huge.content_hash());
}

}  // namespace
}  // namespace graze
