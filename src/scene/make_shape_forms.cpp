// SPDX-License-Identifier: MIT
// Shapes from their forms: the one place that decides which mesh and which growth stand for a form.
#include <cmath>
#include <utility>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/geometry/convex_polytope.h"
#include "graze/math/length.h"
#include "scene/containing_mesh.h"
#include "scene/mesh_near.h"
#include "scene/shape_data.h"

namespace graze {
namespace {
constexpr double kReach = 0x1p40;  // of a half-space before any question is asked

void check_size(const std::string& place, double size) {
  if (std::isfinite(size) && size > 0.0) return;
  throw InputError({place, number_text(size), "a finite number > 0", ""});
}

void check_axis(const std::string& place, const Vec3& from, const Vec3& to, int sides) {
  const double length = length_of(to - from);
  if (!std::isfinite(length) || length == 0.0)
    throw InputError(
        {place + " axis", "a length of " + number_text(length), "two different points", ""});
  if (sides < 3 || sides > 65536)
    throw InputError({place + " sides", std::to_string(sides), "3 to 65536", ""});
}

/// A segment without length is a point; a triangle that is one says so.
TriangleMesh segment_mesh(const Vec3& begin, const Vec3& end) {
  return TriangleMesh({begin, end}, {{0, 1, 1}});
}

double up_to_power_of_two(double x) {
  int exponent = 0;
  return std::ldexp(1.0, std::frexp(x, &exponent) == 0.5 ? exponent - 1 : exponent);
}
}  // namespace

Shape::Shape() : data_(std::make_shared<const Data>()) {}

Shape Shape::from_mesh(TriangleMesh mesh, std::string source) {
  return from_containing_mesh(std::move(mesh), 0.0, std::move(source));
}

Shape Shape::from_containing_mesh(TriangleMesh mesh, double outward_error, std::string source) {
  return Shape(std::make_shared<const Data>(MeshForm{}, std::move(mesh), std::move(source), 0.0,
                                            outward_error));
}

Shape Shape::from_rounded_mesh(TriangleMesh core, double radius, std::string source) {
  if (!std::isfinite(radius) || radius < 0.0)
    throw InputError({"rounding", number_text(radius), "a finite number >= 0", ""});
  return Shape(
      std::make_shared<const Data>(MeshForm{}, std::move(core), std::move(source), radius));
}

Shape Shape::from_box(const Vec3& half_size, std::string source) {
  for (int k = 0; k < 3; ++k) check_size(std::string("box half size ") + "xyz"[k], half_size[k]);
  return Shape(std::make_shared<const Data>(Box{Vec3::Zero(), Mat3::Identity(), half_size},
                                            box_mesh(Vec3::Zero(), Mat3::Identity(), half_size),
                                            source.empty() ? "box" : source));
}

Shape Shape::from_sphere(const Vec3& centre, double radius) {
  check_size("sphere radius", radius);
  return Shape(std::make_shared<const Data>(SphereForm{centre, radius},
                                            TriangleMesh({centre}, {{0, 0, 0}}), "sphere", radius));
}

Shape Shape::from_capsule(const Vec3& begin, const Vec3& end, double radius) {
  check_size("capsule radius", radius);
  return Shape(std::make_shared<const Data>(CapsuleForm{begin, end, radius},
                                            segment_mesh(begin, end), "capsule", radius));
}

Shape Shape::from_cylinder(const Vec3& begin, const Vec3& end, double radius, int sides) {
  check_size("cylinder radius", radius);
  check_axis("cylinder", begin, end, sides);
  const CylinderForm form{begin, end, radius, sides};
  ContainingMesh prism = prism_around(form);
  return Shape(std::make_shared<const Data>(form, std::move(prism.mesh), "cylinder", 0.0,
                                            prism.outward_error));
}

Shape Shape::from_cylinder(double radius, double length) {
  check_size("cylinder length", length);
  const Vec3 half(0.0, 0.0, 0.5 * length);
  return from_cylinder(-half, half, radius);
}

Shape Shape::from_cone(const Vec3& base, const Vec3& tip, double radius, int sides) {
  check_size("cone radius", radius);
  check_axis("cone", base, tip, sides);
  const ConeForm form{base, tip, radius, sides};
  ContainingMesh pyramid = pyramid_around(form);
  return Shape(std::make_shared<const Data>(form, std::move(pyramid.mesh), "cone", 0.0,
                                            pyramid.outward_error));
}

Shape Shape::from_half_space(const Vec3& normal, double offset) {
  const double length = length_of(normal);
  if (!std::isfinite(length) || length == 0.0)
    throw InputError({"half_space normal", "a zero or non-finite vector", "a direction", ""});
  if (!(std::fabs(offset) <= 1e12))
    throw InputError({"half_space offset", number_text(offset), "a length up to 1e12", ""});
  const HalfSpaceForm form{normal, offset};
  ContainingMesh box = box_in(form, kReach);
  return Shape(std::make_shared<const Data>(form, std::move(box.mesh), "half_space", 0.0,
                                            box.outward_error, true));
}

Shape Shape::from_convex_hull(std::vector<Vec3> points, std::string source) {
  TriangleMesh mesh = convex_hull(points).mesh();
  return Shape(std::make_shared<const Data>(ConvexHullForm{std::move(points)}, std::move(mesh),
                                            source.empty() ? "convex_hull" : source));
}

Shape Shape::from_surface(Surface surface, std::string source) {
  const SurfaceTree tree(std::move(surface));
  if (tree.nodes().empty())
    throw InputError({"surface", "faces without points", "at least one point", ""});
  NearMesh near = mesh_near(tree);
  return from_surface(tree.surface(), std::move(near.mesh), near.deviation, std::move(source));
}

Shape Shape::from_surface(Surface surface, TriangleMesh mesh, double deviation,
                          std::string source) {
  if (!std::isfinite(deviation) || deviation < 0.0)
    throw InputError({"deviation", std::to_string(deviation), "a finite number >= 0", ""});
  return Shape(std::make_shared<const Data>(
      SurfaceForm{std::make_shared<const Surface>(std::move(surface))}, std::move(mesh),
      source.empty() ? "surface" : std::move(source), deviation));
}

namespace {
/// What describes a form, moved; a mesh for forms that have no place of their own.
struct MovedForm {
  const Shape& shape;
  const Pose& pose;

  Shape operator()(const SphereForm& f) const {
    return Shape::from_sphere(pose * f.centre, f.radius);
  }
  Shape operator()(const CapsuleForm& f) const {
    return Shape::from_capsule(pose * f.begin, pose * f.end, f.radius);
  }
  Shape operator()(const CylinderForm& f) const {
    return Shape::from_cylinder(pose * f.begin, pose * f.end, f.radius, f.sides);
  }
  Shape operator()(const ConeForm& f) const {
    return Shape::from_cone(pose * f.base, pose * f.tip, f.radius, f.sides);
  }
  Shape operator()(const HalfSpaceForm& f) const {
    const Vec3 unit = f.normal / length_of(f.normal);
    const Vec3 turned = pose.rotation * unit;
    return Shape::from_half_space(turned, f.offset + turned.dot(pose.translation));
  }
  Shape operator()(const SurfaceForm& f) const {
    std::vector<SurfaceFace> faces(f.surface->faces().begin(), f.surface->faces().end());
    for (SurfaceFace& face : faces) {
      auto* patch = std::get_if<PatchFace>(&face.form);
      if (patch == nullptr || !can_move(patch->patch)) return as_mesh();
      patch->patch = moved(patch->patch, pose);
    }
    const double rounding = 0x1p-46 * (shape.diagonal() + pose.translation.norm());
    return Shape::from_surface(Surface(std::move(faces)), moved_mesh(), shape.rounding() + rounding,
                               shape.source());
  }
  template <typename Other>
  Shape operator()(const Other&) const {
    return as_mesh();
  }

 private:
  TriangleMesh moved_mesh() const {
    std::vector<Vec3> vertices;
    vertices.reserve(shape.mesh().vertices().size());
    for (const Vec3& v : shape.mesh().vertices()) vertices.push_back(pose * v);
    const auto triangles = shape.mesh().triangles();
    return TriangleMesh(std::move(vertices), {triangles.begin(), triangles.end()});
  }
  Shape as_mesh() const {
    if (shape.rounding() > 0.0)
      return Shape::from_rounded_mesh(moved_mesh(), shape.rounding(), shape.source());
    return Shape::from_containing_mesh(moved_mesh(), shape.outward_error(), shape.source());
  }
};
}  // namespace

Shape Shape::moved(const Pose& other_from_shape) const {
  const bool stays =
      other_from_shape.rotation.isIdentity(0.0) && other_from_shape.translation.isZero(0.0);
  return stays ? *this : std::visit(MovedForm{*this, other_from_shape}, form());
}

Shape Shape::refined(double wanted) const {
  if (!(outward_error() > wanted)) return *this;
  if (const auto* f = std::get_if<CylinderForm>(&form()))
    return from_cylinder(f->begin, f->end, f->radius, sides_for(f->radius, wanted));
  if (const auto* f = std::get_if<ConeForm>(&form()))
    return from_cone(f->base, f->tip, f->radius, sides_for(f->radius, wanted));
  return *this;
}

Shape Shape::reaching(double radius) const {
  const auto* form = std::get_if<HalfSpaceForm>(&data_->form);
  if (form == nullptr || !(radius < 0.5 * kReach)) return *this;
  // Powers of two, so that questions that go a little farther see the same box.
  const double reach = up_to_power_of_two(std::max({radius, 2.0 * std::fabs(form->offset), 1e-12}));
  ContainingMesh box = box_in(*form, reach);
  return Shape(std::make_shared<const Data>(*form, std::move(box.mesh), "half_space", 0.0,
                                            box.outward_error));
}

Shape Shape::reaching(const Vec3& centre, double radius) const {
  const auto* form = std::get_if<HalfSpaceForm>(&data_->form);
  if (form == nullptr || !(radius < 0.5 * kReach) || !(centre.norm() < kReach)) return *this;
  ContainingMesh box = box_in(*form, up_to_power_of_two(std::max(radius, 1e-12)), centre);
  return Shape(std::make_shared<const Data>(*form, std::move(box.mesh), "half_space", 0.0,
                                            box.outward_error));
}

}  // namespace graze
