// SPDX-License-Identifier: MIT
// OpenCASCADE against us: its points on our patches and ours on its faces; meshes within their
// proved deviation; damaged files.
#include <gtest/gtest.h>
#ifndef GRAZE_HAVE_OCCT
TEST(C10_Cad, IsNotTestedWithoutOpenCascade) {
  GTEST_SKIP() << "OpenCASCADE was not found: scripts/install.sh cad";
}
#else
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cad/agreement.h"
#include "cad/as1_file.h"
#include "cad/assembly.h"
#include "cad/prove_mesh.h"
#include "graze/base/error.h"
#include "graze/cad/read_cad.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/io/cad_io.h"
#include "graze/io/load_scene.h"
#include "graze/io/open_scene.h"
#include "graze/query/first_contact.h"
#include "support/trials.h"

namespace graze {
namespace {
namespace fs = std::filesystem;

fs::path step_folder() {
  const char* named = std::getenv("GRAZE_DATA");
  return fs::path(named != nullptr ? named : "../shared/data") / "step";
}

/// The smallest first; a share of them unless all trials are asked for.
std::vector<fs::path> step_files() {
  std::vector<fs::path> files;
  if (!fs::exists(step_folder())) return files;
  for (const auto& entry : fs::recursive_directory_iterator(step_folder())) {
    if (is_cad_file(entry.path())) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
    return fs::file_size(a) < fs::file_size(b);
  });
  files.resize(std::min(files.size(), test::trials(20, 3)));
  if (const auto as1 = test::as1_file()) files.push_back(*as1);
  return files;
}

TEST(C10_Cad, EveryFaceOfEveryFileIsCoveredOrRefusedByName) {
  const auto files = step_files();
  if (files.empty()) GTEST_SKIP() << "no STEP files in " << step_folder();
  const std::size_t points = test::trials(10'000, 200);
  std::uint64_t trial = 0;
  for (const fs::path& path : files) {
    const cad::CadDocument document = cad::read_document(path);
    test::Agreement all;
    for (const TDF_Label& label : cad::assembly_of(document).parts) {
      const TopoDS_Shape shape = XCAFDoc_ShapeTool::GetShape(label);
      for (TopExp_Explorer it(shape, TopAbs_FACE); it.More(); it.Next()) {
        auto random = test::generator(trial++);
        compare(TopoDS::Face(it.Current()), points, random, all);
      }
    }
    std::printf(
        "%s: %zu faces, %zu refused, %zu points, %zu inside, %zu by edges, %zu on the wrong side, "
        "%zu disputed, %g off\n",
        path.filename().c_str(), all.faces, all.refused, all.points, all.inside, all.near_edge,
        all.wrong_side, all.disputed, all.farthest);
    EXPECT_LT(all.farthest, 1e-9) << path;  // mm
    EXPECT_EQ(all.wrong_side, 0u) << path;
    EXPECT_LE(50 * all.refused, all.faces) << path;
  }
}

/// A file of primitives, made by OpenCASCADE itself.
fs::path primitives_file() {
  TopoDS_Compound all;
  BRep_Builder builder;
  builder.MakeCompound(all);
  builder.Add(all, BRepPrimAPI_MakeTorus(10.0, 2.0).Shape());
  builder.Add(all, BRepPrimAPI_MakeCylinder(7.0, 30.0).Shape());
  builder.Add(all,
              BRepPrimAPI_MakeCone(gp_Ax2(gp_Pnt(40, 0, 0), gp_Dir(0, 1, 1)), 5, 2, 9).Shape());
  builder.Add(all, BRepPrimAPI_MakeSphere(gp_Pnt(0, 40, 0), 6.0).Shape());
  const fs::path path = fs::temp_directory_path() / "graze_primitives.brep";
  BRepTools::Write(all, path.c_str());
  return path;
}

double distance_to(const TriangleMesh& mesh, const Vec3& p) {
  double nearest_sq = kInfinity;
  for (std::uint32_t k = 0; k < mesh.triangles().size(); ++k) {
    nearest_sq = std::min(nearest_sq, point_triangle(p, mesh.corners(k)).distance_sq);
  }
  return std::sqrt(nearest_sq);
}

TEST(C10_Cad, AMeshIsWithinItsProvedDeviationAndTheProofFailsForAWrongOne) {
  const CadModel model = read_cad(primitives_file(), {.deviation = 0.1});
  ASSERT_EQ(model.parts.size(), 1u);
  const CadPart& part = model.parts[0];
  ASSERT_TRUE(part.mesh);
  EXPECT_EQ(part.mesh->unproved, "");
  EXPECT_LE(part.mesh->deviation, 0.1);
  EXPECT_GT(part.mesh->deviation, 1e-3);
  // Vertices of the torus are on it; middles of its triangles are inside by what is proved at most.
  double deepest = 0.0;
  for (std::uint32_t k = 0; k < part.mesh->mesh.triangles().size(); ++k) {
    if (part.faces[part.mesh->face_of_triangle[k]].kind != "torus") continue;
    const auto c = part.mesh->mesh.corners(k);
    const Vec3 p = (c[0] + c[1] + c[2]) / 3.0;
    const double off = std::fabs(std::hypot(std::hypot(p.x(), p.y()) - 10.0, p.z()) - 2.0);
    deepest = std::max(deepest, off);
  }
  EXPECT_LE(deepest, part.mesh->deviation);
  EXPECT_GT(deepest, 1e-3 * part.mesh->deviation);
  auto random = test::generator(1);
  for (int k = 0; k < 200; ++k) {
    const double u = test::random_in(random, {0.0, 6.28}), v = test::random_in(random, {0.0, 6.28});
    const Vec3 p((10 + 2 * std::cos(v)) * std::cos(u), (10 + 2 * std::cos(v)) * std::sin(u),
                 2 * std::sin(v));
    EXPECT_LE(distance_to(part.mesh->mesh, p), part.mesh->deviation);
  }
}

TEST(C10_Cad, AFlatFaceWithAVertexOutOfPlaceIsFoundOut) {
  const PatchFace square{
      plane_patch(Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()), {0, 1}, {0, 1}, {}};
  const CadFace face{"square", "plane", false, {{square, square.u, square.v}}, "", 0.0};
  cad::FaceTriangles mesh;
  mesh.uv = mesh.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  for (std::uint32_t k = 0; k < 4; ++k) {
    const cad::CurvePart side{LineCurve{mesh.uv[k], mesh.uv[(k + 1) % 4]}, {0, 1}, {0, 1}};
    mesh.chords.push_back({k, (k + 1) % 4, {side}});
  }
  EXPECT_LT(cad::prove_deviation(face, mesh, 1e-6).deviation, 1e-12);
  cad::FaceTriangles moved = mesh;
  moved.points[2].z() = 0.125;
  EXPECT_GE(cad::prove_deviation(face, moved, 1e-6).deviation, 0.125);
  cad::FaceTriangles torn = mesh;
  torn.triangles.pop_back();
  EXPECT_NE(cad::prove_deviation(face, torn, 1e-6).unproved, "");
  cad::FaceTriangles bent = mesh;  // the edge leaves the triangles' side by a quarter
  bent.chords[0].parts[0].curve = BezierCurve{{{0, 0, 0}, {0.5, -0.5, 0}, {1, 0, 0}}, {}};
  EXPECT_GE(cad::prove_deviation(face, bent, 1e-6).deviation, 0.25);
}

TEST(C10_Cad, APartOfACadFileIsAShapeInAScene) {
  const fs::path path = primitives_file();
  const std::string scene_text = R"({"units": "m", "span": [0, 1], "bodies": [
    {"name": "parts", "shape": {"type": "step", "path": ")" +
                                 path.string() + R"(", "deviation": 1e-4}},
    {"name": "ball", "shape": {"type": "sphere", "radius": 0.001}, "motion": {"type": "slerp",
      "from": {"position": [0.1, 0, 0.02]}, "to": {"position": [0, 0, 0.02]}}}]})";
  const Scene scene = parse_scene(scene_text, "scene", fs::temp_directory_path());
  ASSERT_EQ(scene.notes.size(), 1u);
  const ContactReport report = first_contact(scene).report;
  ASSERT_EQ(report.outcome, Outcome::kContact);
  // The ball of 1 mm meets the cylinder's side, of radius 7 mm, at 8 mm: 92 % of the way.
  EXPECT_LE(report.time.lo, 0.92);
  EXPECT_GT(report.time.lo, 0.92 - 0.003);
}

TEST(C10_Cad, APartThatIsNotThereIsRefusedBeforeMeshesAreMade) {
  const fs::path path = primitives_file();
  const std::string known = read_cad(path).instances.front().path;
  // A deviation that no mesh of these parts could be made for in the time of a test.
  CadOptions options{.deviation = 1e-12};
  options.part = known + "x";
  try {
    read_cad(path, options);
    FAIL() << "was read";
  } catch (const InputError& error) {
    EXPECT_EQ(error.parts().found, "'" + known + "x'");
    EXPECT_NE(error.parts().advice.find(known), std::string::npos) << error.what();
  }
  const std::string scene_text = R"({"units": "mm", "bodies": [{"name": "a", "shape": {"type":
    "step", "path": ")" + path.string() +
                                 R"(", "part": ")" + known + R"(x"}}]})";
  try {
    parse_scene(scene_text, "scene", fs::temp_directory_path());
    FAIL() << "was read";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean"), std::string::npos) << error.what();
  }
}

TEST(C10_Cad, AnAssemblyIsASceneWithABodyForEachPart) {
  const fs::path path = fs::temp_directory_path() / "graze_two_bodies.brep";
  BRep_Builder builder;
  TopoDS_Compound both;
  builder.MakeCompound(both);
  builder.Add(both, BRepPrimAPI_MakeCylinder(10.0, 40.0).Solid());
  builder.Add(both, BRepPrimAPI_MakeSphere(gp_Pnt(40.0, 0.0, 0.0), 5.0).Solid());
  ASSERT_TRUE(BRepTools::Write(both, path.c_str()));
  const Scene scene = open_scene(path);
  EXPECT_EQ(scene.units, "mm");
  const CadModel model = load_cad(path);
  ASSERT_EQ(scene.bodies.size(), model.instances.size());
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    EXPECT_EQ(scene.bodies[i].name, model.instances[i].path);
    EXPECT_FALSE(scene.bodies[i].shape.mesh().is_empty());
  }
  fs::remove(path);
}

TEST(C10_Cad, DamagedFilesGiveOneSentence) {
  std::string bytes;
  fs::path source = step_folder() / "odri/motor_antigravity_4004_custom_shaft.STEP";
  const bool is_step = fs::exists(source);
  if (!is_step) source = primitives_file();
  std::ifstream in(source, std::ios::binary);
  bytes.assign(std::istreambuf_iterator<char>(in), {});
  const fs::path path = fs::temp_directory_path() / (is_step ? "graze_bad.step" : "graze_bad.brep");
  const std::size_t count = test::trials(1'000);
  std::size_t read = 0, refused = 0;
  for (std::size_t k = 0; k < count; ++k) {
    auto random = test::generator(k);
    std::string damaged = bytes;
    for (int change = 0; change < 1 + static_cast<int>(k % 8); ++change) {
      const std::size_t at = random() % damaged.size();
      switch (random() % 4) {
        case 0:
          damaged[at] = static_cast<char>(random() % 256);
          break;
        case 1:
          damaged.erase(at, random() % 64);
          break;
        case 2:
          damaged.insert(at, damaged.substr(random() % damaged.size(), 32));
          break;
        default:
          damaged[at] = "0123456789#(),;.'$*"[random() % 19];
      }
      if (random() % 50 == 0) damaged.resize(at + 1);
    }
    std::ofstream(path, std::ios::binary) << damaged;
    try {
      load_cad(path);
      ++read;
    } catch (const InputError& error) {
      ++refused;
      const std::string sentence = error.what();
      EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
      EXPECT_LT(sentence.size(), 400u) << sentence;
    }
  }
  fs::remove(path);
  std::printf("%zu damaged files: %zu read, %zu refused\n", count, read, refused);
  EXPECT_EQ(read + refused, count);
}

}  // namespace
}  // namespace graze
#endif
