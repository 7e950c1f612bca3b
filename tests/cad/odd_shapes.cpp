// SPDX-License-Identifier: MIT
#ifdef GRAZE_HAVE_OCCT
#include "cad/odd_shapes.h"

#include <unistd.h>

#include <BRepAlgoAPI_Common.hxx>
#include <BRepAlgoAPI_Cut.hxx>
#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakeWire.hxx>
#include <BRepBuilderAPI_NurbsConvert.hxx>
#include <BRepBuilderAPI_Transform.hxx>
#include <BRepFilletAPI_MakeFillet.hxx>
#include <BRepOffsetAPI_ThruSections.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakePrism.hxx>
#include <BRepPrimAPI_MakeRevol.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <GeomAPI_Interpolate.hxx>
#include <Geom_BSplineCurve.hxx>
#include <Interface_Static.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <STEPControl_Writer.hxx>
#include <TColgp_HArray1OfPnt.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <cmath>
#include <gp_Ax1.hxx>
#include <gp_Ax2.hxx>
#include <gp_Circ.hxx>
#include <gp_Elips.hxx>

namespace graze::test {
namespace {
constexpr double kTurn = 6.283185307179586;

TopoDS_Shape cut(const TopoDS_Shape& a, const TopoDS_Shape& b) {
  return BRepAlgoAPI_Cut(a, b).Shape();
}
TopoDS_Shape common(const TopoDS_Shape& a, const TopoDS_Shape& b) {
  return BRepAlgoAPI_Common(a, b).Shape();
}
gp_Ax2 axis(double x, double y, double z, const gp_Dir& along) {
  return gp_Ax2(gp_Pnt(x, y, z), along);
}

/// A curve through the points, closed and periodic or open.
Handle(Geom_BSplineCurve) through(const std::vector<gp_Pnt>& points, bool closed) {
  Handle(TColgp_HArray1OfPnt) all = new TColgp_HArray1OfPnt(1, static_cast<int>(points.size()));
  for (std::size_t k = 0; k < points.size(); ++k) all->SetValue(static_cast<int>(k) + 1, points[k]);
  GeomAPI_Interpolate made(all, closed, 1e-9);
  made.Perform();
  return made.Curve();
}

TopoDS_Wire wire(const Handle(Geom_Curve) & curve) {
  return BRepBuilderAPI_MakeWire(BRepBuilderAPI_MakeEdge(curve).Edge()).Wire();
}

Handle(Geom_BSplineCurve) wavy_ring(double radius, double z) {
  std::vector<gp_Pnt> points;
  for (int k = 0; k < 9; ++k) {
    const double r = radius * (k % 2 == 0 ? 1.0 : 0.8), t = kTurn * k / 9;
    points.emplace_back(r * std::cos(t), r * std::sin(t), z);
  }
  return through(points, true);
}

/// Hyperbolas, where the cone of the chamfer meets the flats.
TopoDS_Shape hexagonal_nut() {
  BRepBuilderAPI_MakeWire sides;
  const auto corner = [](int k) {
    return gp_Pnt(10 * std::cos(kTurn * k / 6), 10 * std::sin(kTurn * k / 6), 0);
  };
  for (int k = 0; k < 6; ++k) sides.Add(BRepBuilderAPI_MakeEdge(corner(k), corner(k + 1)).Edge());
  const TopoDS_Shape prism =
      BRepPrimAPI_MakePrism(BRepBuilderAPI_MakeFace(sides.Wire()).Face(), gp_Vec(0, 0, 8)).Shape();
  const TopoDS_Shape cone = BRepPrimAPI_MakeCone(axis(0, 0, -1, gp_Dir(0, 0, 1)), 17, 8.6, 9.4);
  const TopoDS_Shape bore = BRepPrimAPI_MakeCylinder(axis(0, 0, -1, gp_Dir(0, 0, 1)), 5, 10);
  return cut(common(prism, cone), bore);
}

TopoDS_Shape wavy_tube() {
  BRepOffsetAPI_ThruSections loft(true, false);
  for (int k = 0; k < 4; ++k) loft.AddWire(wire(wavy_ring(6.0 + k % 2, 5.0 * k)));
  loft.Build();
  return loft.Shape();
}

TopoDS_Shape turned_spline(double least_radius) {
  const auto profile = through({{least_radius, 0, 0}, {4, 0, 3}, {2, 0, 6}, {5, 0, 9}}, false);
  BRepBuilderAPI_MakeWire around(BRepBuilderAPI_MakeEdge(profile).Edge());
  around.Add(BRepBuilderAPI_MakeEdge(gp_Pnt(5, 0, 9), gp_Pnt(0, 0, 9)).Edge());
  around.Add(BRepBuilderAPI_MakeEdge(gp_Pnt(0, 0, 9), gp_Pnt(0, 0, 0)).Edge());
  if (least_radius > 0.0)
    around.Add(BRepBuilderAPI_MakeEdge(gp_Pnt(0, 0, 0), gp_Pnt(least_radius, 0, 0)).Edge());
  return BRepPrimAPI_MakeRevol(BRepBuilderAPI_MakeFace(around.Wire()).Face(),
                               gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)))
      .Shape();
}

TopoDS_Shape pressed(const Handle(Geom_Curve) & curve, const gp_Vec& way) {
  return BRepPrimAPI_MakePrism(BRepBuilderAPI_MakeFace(wire(curve)).Face(), way).Shape();
}

TopoDS_Shape elliptic_bar() {
  const gp_Elips ellipse(gp_Ax2(gp_Pnt(1, 2, 3), gp_Dir(0, 0, 1)), 6, 3);
  const TopoDS_Wire around =
      BRepBuilderAPI_MakeWire(BRepBuilderAPI_MakeEdge(ellipse).Edge()).Wire();
  return BRepPrimAPI_MakePrism(BRepBuilderAPI_MakeFace(around).Face(), gp_Vec(1, 2, 9)).Shape();
}

TopoDS_Shape rounded_block() {
  const TopoDS_Shape block = BRepPrimAPI_MakeBox(10.0, 8.0, 6.0).Shape();
  BRepFilletAPI_MakeFillet rounded(block);
  for (TopExp_Explorer it(block, TopAbs_EDGE); it.More(); it.Next())
    rounded.Add(1.0, TopoDS::Edge(it.Current()));
  return rounded.Shape();
}

/// A plate with round, square and slotted holes.
TopoDS_Shape pierced_plate() {
  TopoDS_Shape plate = BRepPrimAPI_MakeBox(40.0, 20.0, 3.0).Shape();
  plate = cut(plate, BRepPrimAPI_MakeCylinder(axis(8, 10, -1, gp_Dir(0, 0, 1)), 4, 9).Shape());
  plate = cut(plate, BRepPrimAPI_MakeBox(gp_Pnt(16, 6, -1), gp_Pnt(24, 14, 5)).Shape());
  const TopoDS_Shape wavy = pressed(wavy_ring(4.0, -1), gp_Vec(0, 0, 6));
  gp_Trsf aside;
  aside.SetTranslation(gp_Vec(32, 10, 0));
  return cut(plate, BRepBuilderAPI_Transform(wavy, aside, true).Shape());
}

TopoDS_Shape mirrored(const TopoDS_Shape& shape) {
  gp_Trsf mirror;
  mirror.SetMirror(gp_Ax2(gp_Pnt(20, 0, 0), gp_Dir(1, 0.5, 0)));
  return BRepBuilderAPI_Transform(shape, mirror, true).Shape();
}

TopoDS_Shape drilled(const TopoDS_Shape& shape, const gp_Ax2& along, double radius) {
  return cut(shape, BRepPrimAPI_MakeCylinder(along, radius, 60).Shape());
}

std::filesystem::path fresh_path() {
  static int count = 0;
  return std::filesystem::temp_directory_path() /
         ("graze_odd_" + std::to_string(::getpid()) + "_" + std::to_string(count++) + ".step");
}
}  // namespace

std::vector<OddShape> odd_shapes() {
  const TopoDS_Shape ball = BRepPrimAPI_MakeSphere(gp_Pnt(0, 0, 0), 10.0).Shape();
  const TopoDS_Shape ring = BRepPrimAPI_MakeTorus(12.0, 4.0).Shape();
  const TopoDS_Shape drum = BRepPrimAPI_MakeCylinder(8.0, 20.0).Shape();
  const gp_Dir slanted(1, 0.2, 0.3);
  return {
      {"nut with chamfers", hexagonal_nut()},
      {"ball", ball},
      {"ball, drilled beside its poles", drilled(ball, axis(-30, 2, 3, gp_Dir(1, 0, 0)), 2)},
      {"ball, drilled through its poles", drilled(ball, axis(0, 0, -30, gp_Dir(0, 0, 1)), 2)},
      {"an eighth of a ball",
       common(ball, BRepPrimAPI_MakeBox(gp_Pnt(0, 0, 0), gp_Pnt(20, 20, 20)).Shape())},
      {"cap of a ball", BRepPrimAPI_MakeSphere(gp_Pnt(0, 0, 0), 10.0, 0.3, kTurn / 4).Shape()},
      {"cone with its tip", BRepPrimAPI_MakeCone(6.0, 0.0, 9.0).Shape()},
      {"cone, cut beside its axis",
       cut(BRepPrimAPI_MakeCone(6.0, 1.0, 9.0).Shape(),
           BRepPrimAPI_MakeBox(gp_Pnt(2, -20, -20), gp_Pnt(20, 20, 20)).Shape())},
      {"ring, drilled", drilled(ring, axis(-30, 0, 1, slanted), 1.5)},
      {"quarter of a ring", BRepPrimAPI_MakeTorus(12.0, 4.0, kTurn / 4).Shape()},
      {"drum, drilled", drilled(drum, axis(-30, 1, 9, slanted), 3)},
      {"drum, cut at a slant",
       cut(drum, BRepPrimAPI_MakeCylinder(axis(0, 0, 14, slanted), 30, 30).Shape())},
      {"tube of splines", wavy_tube()},
      {"turned spline", turned_spline(1.5)},
      {"turned spline with a tip", turned_spline(0.0)},
      {"pressed spline", pressed(wavy_ring(7.0, 0), gp_Vec(0, 0, 5))},
      {"elliptic bar, slanted", elliptic_bar()},
      {"block with rounded edges", rounded_block()},
      {"plate with three holes", pierced_plate()},
      {"ball as splines", BRepBuilderAPI_NurbsConvert(ball).Shape()},
      {"ring as splines", BRepBuilderAPI_NurbsConvert(ring).Shape()},
      {"mirror image of a drilled drum", mirrored(drilled(drum, axis(-30, 1, 9, slanted), 3))},
      {"mirror image of a nut", mirrored(hexagonal_nut())},
  };
}

StepFile::StepFile() : path_(fresh_path()) {}

StepFile::StepFile(const std::vector<TopoDS_Shape>& shapes, const char* unit) : StepFile() {
  STEPControl_Writer writer;
  Interface_Static::SetCVal("write.step.unit", unit);
  for (const TopoDS_Shape& shape : shapes) writer.Transfer(shape, STEPControl_AsIs);
  writer.Write(path_.c_str());
  Interface_Static::SetCVal("write.step.unit", "MM");
}

StepFile StepFile::nested(bool named) {
  StepFile file;
  Handle(TDocStd_Document) document;
  XCAFApp_Application::GetApplication()->NewDocument("BinXCAF", document);
  const auto shapes = XCAFDoc_DocumentTool::ShapeTool(document->Main());
  const auto name = [&](const TDF_Label& label, const std::string& text) {
    if (named) {
      TDataStd_Name::Set(label, text.c_str());
    } else {
      label.ForgetAttribute(TDataStd_Name::GetID());
    }
  };
  TDF_Label part = shapes->AddShape(BRepPrimAPI_MakeBox(1.0, 2.0, 3.0).Shape(), false);
  name(part, "block");
  for (int level = 1; level <= 3; ++level) {
    const TDF_Label group = shapes->NewShape();
    name(group, "group " + std::to_string(level));
    for (int k = 0; k < 2; ++k) {
      gp_Trsf turn, move;
      if (k == 1) {
        turn.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), kTurn / 4);
        move.SetTranslation(gp_Vec(std::pow(10.0, level), 0, 0));
      }
      const TDF_Label at = shapes->AddComponent(group, part, TopLoc_Location(move * turn));
      name(at, k == 0 ? "first" : "second");
    }
    part = group;
  }
  shapes->UpdateAssemblies();
  STEPCAFControl_Writer writer;
  writer.SetNameMode(true);
  writer.Transfer(document, STEPControl_AsIs);
  writer.Write(file.path_.c_str());
  return file;
}

}  // namespace graze::test
#endif
