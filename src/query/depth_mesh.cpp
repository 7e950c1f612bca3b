// SPDX-License-Identifier: MIT
#include "query/depth_mesh.h"

#include <algorithm>

#include "graze/geometry/shapes.h"
#include "graze/math/length.h"

namespace graze::query {
namespace {
constexpr double kTriangles = 20'000;

TriangleMesh ball(const Vec3& centre, double radius) {
  const TriangleMesh unit = make_shape("icosphere", {{"radius", 1.0}, {"triangles", kTriangles}});
  std::vector<Vec3> vertices;
  for (const Vec3& v : unit.vertices()) vertices.push_back(centre + radius * v);
  return {std::move(vertices), {unit.triangles().begin(), unit.triangles().end()}};
}

/// A turn that takes z to the direction.
Mat3 turn_to(const Vec3& w) {
  Mat3 columns;
  columns.col(0) = w.unitOrthogonal();
  columns.col(1) = w.cross(columns.col(0));
  columns.col(2) = w;
  return columns;
}

TriangleMesh capsule_mesh(const CapsuleForm& form) {
  const Vec3 axis = form.end - form.begin;
  const double length = length_of(axis);
  if (length == 0.0) return ball(form.begin, form.radius);
  const double scale = std::max(form.radius, length);
  const TriangleMesh shape = make_shape("capsule", {{"radius", std::max(1e-6, form.radius / scale)},
                                                    {"height", std::max(1e-6, length / scale)},
                                                    {"triangles", kTriangles}});
  const Mat3 turn = turn_to(axis / length);
  const Vec3 middle = 0.5 * form.begin + 0.5 * form.end;
  std::vector<Vec3> vertices;
  for (const Vec3& v : shape.vertices()) vertices.push_back(middle + scale * (turn * v));
  return {std::move(vertices), {shape.triangles().begin(), shape.triangles().end()}};
}
}  // namespace

std::optional<TriangleMesh> depth_mesh(const Shape& shape) {
  if (const auto* form = std::get_if<SphereForm>(&shape.form()))
    return ball(form->centre, form->radius);
  if (const auto* form = std::get_if<CapsuleForm>(&shape.form())) return capsule_mesh(*form);
  if (shape.rounding() > shape.mesh_error()) return std::nullopt;
  return shape.mesh();
}

}  // namespace graze::query
