// SPDX-License-Identifier: MIT
// COLLADA: forms of our own, and public files against assimp.
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <assimp/Importer.hpp>
#include <functional>

#include "graze/io/mesh_io.h"
#include "io/refusal.h"
#include "robot/data_files.h"

namespace graze::test {
namespace {
std::string collada(const std::string& primitive, const std::string& node,
                    const std::string& unit = "1") {
  return R"(<?xml version="1.0"?><COLLADA version="1.4.1"><asset><unit meter=")" + unit +
         R"("/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="s"><float_array id="f" count="12">0 0 0 1 0 0 1 1 0 0 1 0.5</float_array>
<technique_common><accessor source="#f" count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
)" + primitive +
         R"(</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w">)" +
         node + R"(</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene></COLLADA>)";
}

const std::string kInput = R"(<input semantic="VERTEX" source="#v" offset="0"/>)";
const std::string kTriangles = "<triangles count='2'>" + kInput + "<p>0 1 2 0 2 3</p></triangles>";
const std::string kNode = "<node><instance_geometry url='#g'/></node>";

TriangleMesh parsed(const std::string& text) { return parse_mesh(text, "m.dae"); }

/// All triangles that assimp finds, node transforms applied, without its turn to Y up.
std::vector<std::array<Vec3, 3>> triangles_by_assimp(const std::filesystem::path& path) {
  Assimp::Importer importer;
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE,
                              aiPrimitiveType_LINE | aiPrimitiveType_POINT);
  const aiScene* scene =
      importer.ReadFile(path.string(), aiProcess_Triangulate | aiProcess_SortByPType);
  std::vector<std::array<Vec3, 3>> all;
  const std::function<void(const aiNode&, const aiMatrix4x4&)> visit =
      [&](const aiNode& node, const aiMatrix4x4& above) {
        const aiMatrix4x4 here = above * node.mTransformation;
        for (unsigned m = 0; m < node.mNumMeshes; ++m) {
          const aiMesh& mesh = *scene->mMeshes[node.mMeshes[m]];
          for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
            std::array<Vec3, 3> corners;
            for (unsigned k = 0; k < 3; ++k) {
              const aiVector3D p = here * mesh.mVertices[mesh.mFaces[f].mIndices[k]];
              corners[k] = Vec3(p.x, p.y, p.z);
            }
            all.push_back(corners);
          }
        }
        for (unsigned c = 0; c < node.mNumChildren; ++c) visit(*node.mChildren[c], here);
      };
  if (scene == nullptr) return all;
  // The root holds the turn and the unit; the unit is kept.
  aiVector3D scale, position;
  aiQuaternion turn;
  scene->mRootNode->mTransformation.Decompose(scale, turn, position);
  const aiMatrix4x4 unturned(scale, aiQuaternion(), position);
  const aiMatrix4x4 back = unturned * aiMatrix4x4(scene->mRootNode->mTransformation).Inverse();
  visit(*scene->mRootNode, back);
  return all;
}
}  // namespace

TEST(G3_Collada, EveryPrimitiveGivesItsTriangles) {
  EXPECT_EQ(parsed(collada(kTriangles, kNode)).triangles().size(), 2u);
  const std::string poly =
      "<polylist count='1'>" + kInput + "<vcount>4</vcount><p>0 1 2 3</p></polylist>";
  EXPECT_EQ(parsed(collada(poly, kNode)).triangles().size(), 2u);
  const std::string strip = "<tristrips count='1'>" + kInput + "<p>0 1 3 2</p></tristrips>";
  const TriangleMesh strips = parsed(collada(strip, kNode));
  ASSERT_EQ(strips.triangles().size(), 2u);
  EXPECT_EQ(strips.triangles()[1], (Triangle{1, 2, 3}));
  const std::string fan = "<trifans count='1'>" + kInput + "<p>0 1 2 3</p></trifans>";
  EXPECT_EQ(parsed(collada(fan, kNode)).triangles()[1], (Triangle{0, 2, 3}));
  const std::string polygons = "<polygons count='1'>" + kInput + "<p>0 1 2 3</p></polygons>";
  EXPECT_EQ(parsed(collada(polygons, kNode)).triangles().size(), 2u);
}

TEST(G3_Collada, TransformsUnitsAndMirrorsAreApplied) {
  const std::string node =
      "<node><translate>1 2 3</translate><rotate>0 0 1 90</rotate><scale>2 1 -1</scale>"
      "<instance_geometry url='#g'/></node>";
  const TriangleMesh mesh = parsed(collada(kTriangles, node, "0.01"));
  EXPECT_LT((mesh.vertices()[3] - 0.01 * Vec3(1 - 1, 2, 3 - 0.5)).norm(), 1e-15);
  EXPECT_LT((mesh.vertices()[1] - 0.01 * Vec3(1, 2 + 2, 3)).norm(), 1e-15);
  EXPECT_EQ(mesh.triangles()[0], (Triangle{0, 2, 1}));  // the mirror turns it round
}

TEST(G3_Collada, RefusalsNameTheLine) {
  const auto found = [](const std::string& text) {
    return refusal_of([&] { parsed(text); }).found;
  };
  EXPECT_EQ(found(collada("<triangles>" + kInput + "<p>0 1 4</p></triangles>", kNode)), "vertex 4");
  EXPECT_EQ(found(collada("<triangles>" + kInput + "<p>0 1</p></triangles>", kNode)), "2 corners");
  EXPECT_EQ(found(collada(kTriangles, "<node><instance_geometry url='#h'/></node>")), "url '#h'");
  EXPECT_EQ(found(collada(kTriangles, "<node id='n'><instance_node url='#n'/></node>")),
            "nodes inside nodes inside nodes …");
  EXPECT_EQ(
      found(collada("<polylist>" + kInput + "<vcount>5</vcount><p>0 1 2 3</p></polylist>", kNode)),
      "a face with 5 corners");
  EXPECT_EQ(found("<COLLADA><asset><unit meter='0'/></asset></COLLADA>"), "meter = 0");
}

TEST(G3_Collada, PublicFilesAgreeWithAssimp) {
  std::size_t files = 0;
  for (const char* folder : {"robots/pr2", "scenes/omplapp", "robots/kitchen"}) {
    for (const auto& path : data_files(folder, ".dae")) {
      SCOPED_TRACE(path);
      const auto expected = triangles_by_assimp(path);
      const TriangleMesh mesh = read_mesh(path);
      ASSERT_EQ(mesh.triangles().size(), expected.size());
      // Assimp sorts by material and keeps floats: compare areas' sum and the box.
      Aabb box;
      double area = 0.0, own_area = 0.0;
      for (const auto& t : expected) {
        for (const Vec3& corner : t) box.add(corner);
        area += (t[1] - t[0]).cross(t[2] - t[0]).norm();
      }
      for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
        const auto t = mesh.corners(i);
        own_area += (t[1] - t[0]).cross(t[2] - t[0]).norm();
      }
      const double size = box.diagonal();
      EXPECT_LT((box.lo - mesh.bounds().lo).norm(), 2e-6 * size);
      EXPECT_LT((box.hi - mesh.bounds().hi).norm(), 2e-6 * size);
      EXPECT_NEAR(area, own_area, 1e-5 * area);
      ++files;
    }
  }
  std::printf("%zu public COLLADA files\n", files);
}

}  // namespace graze::test
