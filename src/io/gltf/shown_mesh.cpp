// SPDX-License-Identifier: MIT
#include "io/gltf/shown_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "graze/geometry/exact_predicates.h"
#include "graze/geometry/shapes.h"
#include "graze/scene/reach.h"

namespace graze::io {
namespace {
constexpr std::uint32_t kCapsuleSides = 32;

class Grown {
 public:
  Grown(const TriangleMesh& core, double radius)
      : core_(core), radius_(radius), ball_(make_shape("icosphere", {{"radius", radius}})) {}

  TriangleMesh run() {
    for (std::size_t i = 0; i < core_.triangles().size(); ++i) {
      const Triangle& t = core_.triangles()[i];
      for (std::size_t k = 0; k < 3; ++k) {
        if (balls_.insert(t[k]).second) add_ball(core_.vertices()[t[k]]);
        add_edge(t[k], t[(k + 1) % 3]);
      }
      add_sides(core_.corners(i));
    }
    return {std::move(vertices_), std::move(triangles_)};
  }

 private:
  std::uint32_t next() const { return static_cast<std::uint32_t>(vertices_.size()); }

  void add_ball(const Vec3& centre) {
    const std::uint32_t first = next();
    for (const Vec3& v : ball_.vertices()) vertices_.push_back(centre + v);
    for (const Triangle& t : ball_.triangles()) {
      triangles_.push_back({first + t[0], first + t[1], first + t[2]});
    }
  }

  void add_edge(std::uint32_t a, std::uint32_t b) {
    if (core_.vertices()[a] == core_.vertices()[b]) return;
    if (tubes_.insert(std::minmax(a, b)).second) add_tube(core_.vertices()[a], core_.vertices()[b]);
  }

  void add_tube(const Vec3& from, const Vec3& to) {
    const Vec3 along = (to - from).stableNormalized();
    const Vec3 x = radius_ * along.unitOrthogonal(), y = along.cross(x);
    const std::uint32_t first = next();
    for (std::uint32_t k = 0; k < kCapsuleSides; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / kCapsuleSides;
      const Vec3 out = std::cos(angle) * x + std::sin(angle) * y;
      vertices_.push_back(from + out);
      vertices_.push_back(to + out);
      const std::uint32_t here = first + 2 * k, other = first + 2 * ((k + 1) % kCapsuleSides);
      triangles_.push_back({here, other, other + 1});
      triangles_.push_back({here, other + 1, here + 1});
    }
  }

  /// The triangle on both sides, each seen from outside.
  void add_sides(const Corners& t) {
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]).stableNormalized();
    if (normal.isZero()) return;
    const std::uint32_t first = next();
    for (const double side : {radius_, -radius_}) {
      for (const Vec3& corner : t) vertices_.push_back(corner + side * normal);
    }
    triangles_.push_back({first, first + 1, first + 2});
    triangles_.push_back({first + 3, first + 5, first + 4});
  }

  const TriangleMesh& core_;
  double radius_;
  TriangleMesh ball_;
  std::set<std::uint32_t> balls_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> tubes_;
  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
};
}  // namespace

namespace {
/// The plane of a half-space as a square, seen from outside.
TriangleMesh square(const HalfSpaceForm& form, double half_width) {
  const Vec3 n = form.normal.stableNormalized();
  const Vec3 u = half_width * n.unitOrthogonal(), v = n.cross(u), centre = form.offset * n;
  return {{centre - u - v, centre + u - v, centre + u + v, centre - u + v}, {{0, 1, 2}, {0, 2, 3}}};
}
}  // namespace

Scene shown_scene(const Scene& scene) {
  Scene shown = scene;
  if (std::ranges::none_of(scene.bodies, [](const Body& b) { return b.shape.is_unbounded(); }))
    return shown;
  const std::vector<Motion> motions = world_motions(scene);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Shape& shape = scene.bodies[i].shape;
    if (!shape.is_unbounded()) continue;
    const double farthest = farthest_of_others(scene, motions, BodyId(i), scene.span);
    const auto& form = std::get<HalfSpaceForm>(shape.form());
    shown.bodies[i].shape =
        Shape::from_mesh(square(form, farthest > 0.0 ? farthest : 1.0), "half_space");
  }
  return shown;
}

TriangleMesh shown_mesh(const Shape& shape) {
  const bool is_shown_grown =
      shape.rounding() > shape.mesh_error() && shape.mesh().triangles().size() <= kShownCore;
  return is_shown_grown ? Grown(shape.mesh(), shape.rounding()).run() : shape.mesh();
}

double shown_diagonal(const Shape& shape) {
  const Aabb box = shape.mesh().bounds();
  if (box.is_empty()) return 0.0;
  return (box.size() + Vec3::Constant(2.0 * shape.rounding())).norm();
}

}  // namespace graze::io
