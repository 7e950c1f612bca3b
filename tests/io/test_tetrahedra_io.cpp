// SPDX-License-Identifier: MIT
// Tetrahedra from files of mesh generators: one solid in five formats; bad files.        [V4, G3]
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "graze/base/error.h"
#include "graze/geometry/mass_properties.h"
#include "graze/io/tetrahedra_io.h"

namespace graze {
namespace {
// Two tetrahedra on one face, from z = -1 to z = 1: volume 1/3.
const std::string kMsh2 =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
    "9 0 0 -1\n$EndNodes\n$Elements\n3\n1 2 2 0 1 1 2 3\n2 4 2 0 1 1 2 3 4\n3 4 2 0 1 1 3 2 9\n"
    "$EndElements\n";
const std::string kMsh4 =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 1\n1 0 0 -1 1 1 1 0 0\n$EndEntities\n"
    "$Nodes\n1 5 1 5\n3 1 0 5\n1\n2\n3\n4\n5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 0 -1\n$EndNodes\n"
    "$Elements\n2 3 1 3\n2 1 2 1\n1 1 2 3\n3 1 4 2\n2 1 2 3 4\n3 1 3 2 5\n$EndElements\n";
const std::string kVtk =
    "# vtk DataFile Version 3.0\nPOINTS in a title\nASCII\nDATASET UNSTRUCTURED_GRID\n"
    "POINTS 5 double\n0 0 0 1 0 0 0 1 0\n0 0 1 0 0 -1\nCELLS 3 14\n3 0 1 2\n4 0 1 2 3\n4 0 2 1 4\n"
    "CELL_TYPES 3\n5\n10\n10\nPOINT_DATA 5\nSCALARS a double 1\nLOOKUP_TABLE default\n1 2 3 4 5\n";
const std::string kMedit =
    "MeshVersionFormatted 1\n# a comment\nDimension\n3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n"
    "0 0 1 0\n0 0 -1 0\nTriangles\n1\n1 2 3 0\nTetrahedra\n2\n1 2 3 4 0\n1 3 2 5 0\nEnd\n";
const std::string kNode =
    "5 3 0 1\n0 0 0 0 1\n1 1 0 0 1\n2 0 1 0 1\n3 0 0 1 1\n4 0 0 -1 1\n# end\n";
const std::string kEle = "2 4 1\n0 0 1 2 3 7\n1 0 2 1 4 7\n";

void expect_two_tetrahedra(const TetrahedralMesh& mesh) {
  ASSERT_EQ(mesh.tetrahedra.size(), 2u);
  EXPECT_EQ(mesh.vertices.size(), 5u);
  check(mesh);
  const TriangleMesh surface = surface_of(mesh);
  EXPECT_EQ(surface.triangles().size(), 6u);
  EXPECT_NEAR(mass_properties(surface).volume, 1.0 / 3.0, 1e-15);
}

TEST(V4_TetrahedraIo, ReadsOneSolidFromEveryFormat) {
  expect_two_tetrahedra(parse_msh(kMsh2));
  expect_two_tetrahedra(parse_msh(kMsh4));
  expect_two_tetrahedra(parse_vtk(kVtk));
  expect_two_tetrahedra(parse_medit(kMedit));
  expect_two_tetrahedra(parse_tetgen(kNode, kEle));
}

template <typename Parse>
void expect_no_prefix_is_taken_for_more(const std::string& text, const Parse& parse) {
  for (std::size_t size = 0; size < text.size(); ++size) {
    try {
      EXPECT_LE(parse(text.substr(0, size)).tetrahedra.size(), 2u);
    } catch (const InputError&) {
    }
  }
}

TEST(V4_TetrahedraIo, AFileThatEndsEarlyIsRefusedOrHasFewer) {
  expect_no_prefix_is_taken_for_more(kMsh2, [](const auto& t) { return parse_msh(t); });
  expect_no_prefix_is_taken_for_more(kMsh4, [](const auto& t) { return parse_msh(t); });
  expect_no_prefix_is_taken_for_more(kVtk, [](const auto& t) { return parse_vtk(t); });
  expect_no_prefix_is_taken_for_more(kMedit, [](const auto& t) { return parse_medit(t); });
  expect_no_prefix_is_taken_for_more(kEle, [](const auto& t) { return parse_tetgen(kNode, t); });
}

TEST(V4_TetrahedraIo, SaysWhereAFileIsWrong) {
  const auto refusal = [](std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    try {
      parse_medit(text, "a.mesh");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal(kMedit, "1 3 2 5 0", "1 3 2 6 0").find("a.mesh:18"), std::string::npos);
  EXPECT_NE(refusal(kMedit, "0 0 1 0", "0 0 x 0").find("'x'"), std::string::npos);
  EXPECT_NE(refusal(kMedit, "Vertices\n5", "Vertices\n99999999999").find("room"),
            std::string::npos);
  EXPECT_NE(refusal(kMedit, "Tetrahedra\n2\n1 2 3 4 0\n1 3 2 5 0\n", "").find("no tetrahedra"),
            std::string::npos);
}

TEST(V4_TetrahedraIo, ReadsThePublicOctopus) {
  const char* data = std::getenv("GRAZE_DATA");
  const std::filesystem::path path =
      std::filesystem::path(data != nullptr ? data : "../shared/data") /
      "meshes/common/octopus-low.mesh";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there: set GRAZE_DATA";
  const TetrahedralMesh mesh = read_tetrahedra(path);
  EXPECT_EQ(mesh.tetrahedra.size(), 1140u);
  check(mesh);
  EXPECT_EQ(surface_of(mesh).triangles().size(), 898u);
}

}  // namespace
}  // namespace graze
