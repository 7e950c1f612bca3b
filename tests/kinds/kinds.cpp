// SPDX-License-Identifier: MIT
#include "kinds/kinds.h"

#include <numbers>

#include "graze/geometry/surface.h"

namespace graze::test {
namespace {
Kind kind(std::string name, Shape shape, double top = 0.5) {
  Kind made;
  made.is_grown = shape.rounding() > 0.0;
  made.body.name = std::move(name);
  made.body.shape = std::move(shape);
  made.top = top;
  return made;
}

TriangleMesh box_of(double half) { return Shape::from_box(Vec3::Constant(half)).mesh(); }

TriangleMesh plate_at(double z, double half) {
  return TriangleMesh({{-half, -half, z}, {half, -half, z}, {half, half, z}, {-half, half, z}},
                      {{0, 1, 2}, {0, 2, 3}});
}

/// A cube of six plane faces, each a patch.
Shape curved_block(double half) {
  std::vector<SurfaceFace> faces;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-half, half}) {
      Vec3 origin = Vec3::Constant(-half), x = Vec3::Zero(), y = Vec3::Zero();
      origin[axis] = side;
      x[(axis + 1) % 3] = y[(axis + 2) % 3] = 2.0 * half;
      faces.push_back({"side", PatchFace{plane_patch(origin, x, y), {0, 1}, {0, 1}, {}}, side < 0});
    }
  }
  return Shape::from_surface(Surface(std::move(faces)));
}

Kind padded() {
  Kind made = kind("padded box", Shape::from_box(Vec3::Constant(0.4)));
  made.body.padding = 0.1;
  made.is_grown = true;
  return made;
}

Kind surface(std::string name, Shape shape, const Vec3& within) {
  Kind made = kind(std::move(name), std::move(shape));
  made.within = within;
  made.is_solid = false;
  return made;
}

Kind hollow(std::string name, Shape shape) {
  Kind made = surface(std::move(name), std::move(shape), Vec3::Zero());
  made.body.solid = false;
  return made;
}

/// Its vertices stay where they are, but that is nothing that its kind knows.
Kind deforming() {
  Kind made = kind("deforming mesh", Shape::from_mesh(box_of(0.5), "soft"));
  const auto vertices = made.body.shape.mesh().vertices();
  const std::vector<Vec3> same(vertices.begin(), vertices.end());
  made.body.deformation = Deformation({{0.0, same}, {1.0, same}});
  made.deforms = true;
  return made;
}

Kind at(Kind made, const Vec3& within) {
  made.within = within;
  return made;
}
}  // namespace

Shape curved_ball(double radius) {
  constexpr double kPi = std::numbers::pi;
  return Shape::from_surface(Surface(
      {{"ball",
        PatchFace{sphere_patch(Pose(), radius), {-kPi, kPi}, {-0.5 * kPi, 0.5 * kPi}, {}}}}));
}

std::vector<Kind> all_kinds() {
  const Vec3 up(0.0, 0.0, 0.5), side(0.5, 0.0, 0.0);
  std::vector<Kind> kinds{
      kind("sphere", Shape::from_sphere(Vec3::Zero(), 0.5)),
      kind("capsule", Shape::from_capsule(-0.6 * up, 0.6 * up, 0.4), 0.7),
      kind("cylinder", Shape::from_cylinder(-up, up, 0.5)),
      kind("lying cylinder", Shape::from_cylinder(-side, side, 0.5)),
      kind("fine cylinder", Shape::from_cylinder(-side, side, 0.5, 1000)),
      at(kind("cone", Shape::from_cone(-up, up, 0.5)), {0.0, 0.0, -0.3}),
      kind("box", Shape::from_box(Vec3::Constant(0.5))),
      kind("convex hull",
           Shape::from_convex_hull({{0.6, 0, 0},
                                    {-0.6, 0, 0},
                                    {0, 0.6, 0},
                                    {0, -0.6, 0},
                                    {0, 0, 0.6},
                                    {0, 0, -0.6},
                                    {0, 0.1, 0}}),
           0.6),
      at(kind("half-space", Shape::from_half_space({0, 0, 2}, 0.5)), {0.0, 0.0, -1.0}),
      kind("closed mesh", Shape::from_mesh(box_of(0.5), "box mesh")),
      kind("rounded mesh", Shape::from_rounded_mesh(box_of(0.4), 0.1, "rounded")),
      kind("curved ball", curved_ball(0.5)),
      kind("curved block", curved_block(0.5)),
      padded(),
      deforming(),
      surface("plate", Shape::from_mesh(plate_at(0.5, 1.0), "plate"), {0.0, 0.0, 0.0}),
      surface("rounded plate", Shape::from_rounded_mesh(plate_at(0.4, 1.0), 0.1, "plate"),
              {0.0, 0.0, 0.0}),
      hollow("hollow box", Shape::from_box(Vec3::Constant(0.5))),
      hollow("hollow curved ball", curved_ball(0.5))};
  return kinds;
}

std::vector<Kind> all_partners() {
  const Vec3 up(0.0, 0.0, 0.05);
  return {kind("small box", Shape::from_box(Vec3::Constant(0.1)), 0.1),
          kind("small ball", Shape::from_sphere(Vec3::Zero(), 0.1), 0.1),
          kind("small capsule", Shape::from_capsule(-up, up, 0.05), 0.1),
          kind("small cylinder", Shape::from_cylinder(-2.0 * up, 2.0 * up, 0.05), 0.1),
          kind("small mesh", Shape::from_mesh(box_of(0.1), "small"), 0.1),
          kind("small curved ball", curved_ball(0.1), 0.1)};
}

}  // namespace graze::test
