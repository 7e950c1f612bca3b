// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/dynamics/world_body.h"
#include "graze/geometry/mass_properties.h"

namespace graze {
namespace {

// A body of density 1.
struct EvenBody {
  double amount = 0.0;  // volume or area
  Vec3 centre = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();
};

// A cylinder of radius r around the segment with two half balls; a ball if it has no length.
EvenBody capsule_of(const Vec3& begin, const Vec3& end, double r) {
  const double pi = std::numbers::pi, length = (end - begin).norm();
  const double ball = 4.0 / 3.0 * pi * r * r * r, tube = pi * r * r * length;
  const double along = 0.4 * ball * r * r + 0.5 * tube * r * r;
  const double across = ball * (0.4 * r * r + length * length / 4.0 + 3.0 / 8.0 * r * length) +
                        tube * (r * r / 4.0 + length * length / 12.0);
  const Vec3 axis = length > 0.0 ? Vec3((end - begin) / length) : Vec3::UnitZ();
  const Mat3 outer = axis * axis.transpose();
  return {ball + tube, 0.5 * (begin + end), across * (Mat3::Identity() - outer) + along * outer};
}

// The integral of x x^T over a triangle is area / 12 times (the sum of p p^T over its corners p,
// plus s s^T for the sum s of its corners).
EvenBody sheet_of(const TriangleMesh& mesh) {
  EvenBody sheet;
  const Vec3 origin = mesh.bounds().centre();
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto c = mesh.corners(i);
    const Vec3 p[3] = {c[0] - origin, c[1] - origin, c[2] - origin};
    const double area = 0.5 * (p[1] - p[0]).cross(p[2] - p[0]).norm();
    const Vec3 sum = p[0] + p[1] + p[2];
    sheet.amount += area;
    first += area / 3.0 * sum;
    second += area / 12.0 * (sum * sum.transpose());
    for (const Vec3& q : p) second += area / 12.0 * (q * q.transpose());
  }
  if (!(sheet.amount > 0.0)) return sheet;
  const Vec3 offset = first / sheet.amount;
  second -= sheet.amount * offset * offset.transpose();
  sheet.centre = origin + offset;
  sheet.inertia = second.trace() * Mat3::Identity() - second;
  return sheet;
}

EvenBody even_body(const Shape& shape) {
  const TriangleMesh& mesh = shape.mesh();
  if (shape.rounding() > 0.0 && mesh.vertices().size() <= 2) {
    return capsule_of(mesh.vertices().front(), mesh.vertices().back(), shape.rounding());
  }
  if (shape.closure().closure != Closure::kClosed) return sheet_of(mesh);
  const MassProperties solid = mass_properties(mesh);
  return {solid.volume, solid.centroid, solid.inertia};
}

}  // namespace

Vec3 centre_of_given(const Shape& shape) {
  if (shape.mesh().is_empty() || shape.is_unbounded()) return Vec3::Zero();
  return shape.mesh().bounds().centre();
}

MassModel mass_model(const Shape& shape, double mass, std::optional<double> density) {
  const double given = density.value_or(mass);
  if (!(given > 0.0) || !std::isfinite(given)) {
    throw InputError({density ? "density" : "mass", number_text(given), "a finite number > 0", ""});
  }
  const EvenBody even = even_body(shape);
  if (!(even.amount > 0.0) || !(even.inertia.determinant() > 0.0)) {
    throw InputError({"shape", "a shape without extent", "a volume or an area", ""});
  }
  const double by_amount = density ? *density : mass / even.amount;
  return {even.amount * by_amount, even.centre, even.inertia * by_amount};
}

}  // namespace graze
