// SPDX-License-Identifier: MIT
// Shapes that files hold and few tests do, against OpenCASCADE: points, volumes, places.
#include <gtest/gtest.h>
#ifdef GRAZE_HAVE_OCCT
#include <unistd.h>

#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepGProp.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <BRep_Tool.hxx>
#include <GProp_GProps.hxx>
#include <Geom_Circle.hxx>
#include <Geom_OffsetSurface.hxx>
#include <Geom_SphericalSurface.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <cmath>
#include <set>

#include "cad/agreement.h"
#include "cad/assembly.h"
#include "cad/odd_shapes.h"
#include "graze/base/error.h"
#include "graze/cad/read_cad.h"
#include "graze/geometry/mass_properties.h"
#include "graze/io/cad_io.h"
#include "graze/io/load_scene.h"
#include "graze/query/first_contact.h"
#include "support/trials.h"

namespace graze::test {
namespace {
namespace fs = std::filesystem;

TopoDS_Shape only_part(const fs::path& path) {
  const cad::CadDocument document = cad::read_document(path);
  const auto parts = cad::assembly_of(document).parts;
  EXPECT_EQ(parts.size(), 1u);
  return XCAFDoc_ShapeTool::GetShape(parts.at(0));
}

TEST(C10_OddShapes, EveryFaceIsCoveredAndPointsAgree) {
  const std::size_t points = trials(10'000, 100);
  std::uint64_t trial = 0;
  for (const OddShape& odd : odd_shapes()) {
    SCOPED_TRACE(odd.name);
    const StepFile file({odd.shape});
    const TopoDS_Shape shape = only_part(file.path());
    Agreement all;
    for (TopExp_Explorer it(shape, TopAbs_FACE); it.More(); it.Next()) {
      auto random = generator(trial++);
      compare(TopoDS::Face(it.Current()), points, random, all);
    }
    EXPECT_GE(all.faces, 1u);
    EXPECT_EQ(all.refused, 0u) << all.reasons;
    EXPECT_GT(all.inside, 0u);
    EXPECT_LT(all.farthest, 1e-9);
    EXPECT_EQ(all.wrong_side, 0u);
  }
}

TEST(C10_OddShapes, MeshesAreProvedAndEncloseTheVolume) {
  for (const OddShape& odd : odd_shapes()) {
    SCOPED_TRACE(odd.name);
    const StepFile file({odd.shape});
    const CadModel model = read_cad(file.path(), {.relative_deviation = 1e-3});
    ASSERT_EQ(model.parts.size(), 1u);
    ASSERT_TRUE(model.parts[0].mesh);
    const CadMesh& mesh = *model.parts[0].mesh;
    EXPECT_EQ(mesh.unproved, "");
    if (!mesh.unproved.empty()) continue;
    GProp_GProps volume, area;
    BRepGProp::VolumeProperties(odd.shape, volume);
    BRepGProp::SurfaceProperties(odd.shape, area);
    // All between the mesh and the faces is within the deviation of the faces.
    EXPECT_NEAR(mass_properties(mesh.mesh).volume, volume.Mass(),
                1.1 * area.Mass() * mesh.deviation + 1e-9);
  }
}

TEST(C10_OddShapes, InstancesOfNestedAssembliesAreWhereTheyBelong) {
  for (const bool named : {true, false}) {
    const StepFile file = StepFile::nested(named);
    const CadModel model = load_cad(file.path());
    ASSERT_EQ(model.parts.size(), 1u);
    ASSERT_EQ(model.instances.size(), 8u);
    std::set<std::string> paths;
    for (std::size_t k = 0; k < 8; ++k) {
      // From the inside out: turned by a quarter, then moved by 10, 100, 1000 along x, or not.
      Pose expected;
      for (int level = 1; level <= 3; ++level) {
        if ((k >> (level - 1) & 1u) == 0) continue;
        Pose step;
        step.rotation << 0, -1, 0, 1, 0, 0, 0, 0, 1;
        step.translation.x() = std::pow(10.0, level);
        expected = step * expected;
      }
      const CadInstance& instance = model.instances[k];
      paths.insert(instance.path);
      EXPECT_LT((instance.model_from_part.translation - expected.translation).norm(), 1e-9) << k;
      EXPECT_LT((instance.model_from_part.rotation - expected.rotation).norm(), 1e-12) << k;
      if (named && k == 7) {
        EXPECT_EQ(instance.path, "group 3/second/second/second");
      }
    }
    EXPECT_EQ(paths.size(), 8u);
  }
}

TEST(C10_OddShapes, LengthsAreMillimetresWhateverTheFileSays) {
  // The writer keeps the numbers, whatever the unit.
  for (const auto& [unit, millimetres] :
       {std::pair("MM", 1.0), {"INCH", 25.4}, {"FT", 304.8}, {"M", 1000.0}}) {
    SCOPED_TRACE(unit);
    const StepFile file({BRepPrimAPI_MakeBox(1.0, 2.0, 3.0).Shape()}, unit);
    const CadModel model = load_cad(file.path());
    EXPECT_EQ(model.units, "mm");
    const Vec3 size = surface_of(model.parts.at(0)).bounds().size();
    EXPECT_LT((size / millimetres - Vec3(1.0, 2.0, 3.0)).norm(), 1e-9) << size.transpose();
  }
}

/// What is read of a BREP file of the shape; the message if nothing is.
std::string read_again(const TopoDS_Shape& shape, CadModel& model) {
  const fs::path path =
      fs::temp_directory_path() / ("graze_sheet_" + std::to_string(::getpid()) + ".brep");
  BRepTools::Write(shape, path.c_str());
  std::string message;
  try {
    model = load_cad(path, {.relative_deviation = 1e-3});
  } catch (const InputError& error) {
    message = error.what();
  }
  fs::remove(path);
  return message;
}

TEST(C10_OddShapes, WhatCannotBeRepresentedIsRefusedByName) {
  CadModel model;
  const Handle(Geom_Surface) ball = new Geom_SphericalSurface(gp_Ax3(), 5.0);
  const Handle(Geom_Surface) beside = new Geom_OffsetSurface(ball, 1.0);
  EXPECT_EQ(read_again(BRepBuilderAPI_MakeFace(beside, 0.1, 1.0, 0.1, 1.0, 1e-6).Face(), model),
            "");
  ASSERT_EQ(model.parts.size(), 1u);
  ASSERT_EQ(model.parts[0].faces.size(), 1u);
  EXPECT_NE(model.parts[0].faces[0].refused.find("offset"), std::string::npos)
      << model.parts[0].faces[0].refused;
  EXPECT_THROW(surface_of(model.parts[0]), InputError);
}

TEST(C10_OddShapes, FilesWithoutFacesAreNotTakenForEmptyParts) {
  TopoDS_Compound nothing;
  BRep_Builder().MakeCompound(nothing);
  for (const TopoDS_Shape& shape :
       {TopoDS_Shape(nothing),
        TopoDS_Shape(BRepBuilderAPI_MakeEdge(gp_Pnt(0, 0, 0), gp_Pnt(1, 0, 0)).Edge())}) {
    CadModel model;
    const std::string message = read_again(shape, model);
    std::size_t faces = 0;
    for (const CadPart& part : model.parts) faces += part.faces.size();
    EXPECT_EQ(faces, 0u);
    EXPECT_NE(message, "") << model.parts.size() << " parts";
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(C10_OddShapes, ASealedPartIsGrownByTwiceWhatItsEdgesAreOff) {
  // A drum whose upper rim is a circle that is 0.01 too wide for both of its faces.
  const TopoDS_Shape drum = BRepPrimAPI_MakeCylinder(7.0, 20.0).Shape();
  for (TopExp_Explorer it(drum, TopAbs_EDGE); it.More(); it.Next()) {
    double first = 0.0, last = 0.0;
    const Handle(Geom_Curve) curve = BRep_Tool::Curve(TopoDS::Edge(it.Current()), first, last);
    const auto circle = Handle(Geom_Circle)::DownCast(curve);
    if (circle.IsNull() || circle->Location().Z() < 10.0) continue;
    BRep_Builder().UpdateEdge(TopoDS::Edge(it.Current()), new Geom_Circle(circle->Position(), 7.01),
                              0.02);
  }
  const fs::path path =
      fs::temp_directory_path() / ("graze_slit_" + std::to_string(::getpid()) + ".brep");
  ASSERT_TRUE(BRepTools::Write(drum, path.c_str()));
  // A ball that passes the drum at a distance of 0.015.
  const auto passes = [&](const char* more) {
    const std::string text = R"({"units": "mm", "bodies": [
      {"name": "drum", "shape": {"type": "step", "path": ")" +
                             path.string() + "\"}" + more + R"(},
      {"name": "ball", "shape": {"type": "sphere", "radius": 1}, "motion": {"type": "slerp",
        "from": {"position": [8.015, -5, 9]}, "to": {"position": [8.015, 5, 9]}}}]})";
    return parse_scene(text, "scene", fs::temp_directory_path());
  };
  const Scene open = passes(""), sealed = passes(R"(, "sealed": true)"),
              padded = passes(R"(, "sealed": true, "padding": 1)");
  EXPECT_EQ(open.bodies[0].padding, 0.0);
  EXPECT_NEAR(sealed.bodies[0].padding, 0.02, 1e-9);
  EXPECT_NEAR(padded.bodies[0].padding, 1.02, 1e-9);
  EXPECT_EQ(first_contact(open).report.outcome, Outcome::kSeparated);
  EXPECT_EQ(first_contact(sealed).report.outcome, Outcome::kContact);
  EXPECT_THROW(passes(R"(, "sealed": 1)"), InputError);
  fs::remove(path);
}

}  // namespace
}  // namespace graze::test
#endif
