// SPDX-License-Identifier: MIT
#include "graze/scene/shape.h"

#include <cmath>
#include <mutex>
#include <utility>

#include "graze/base/error.h"
#include "graze/geometry/shells.h"
#include "graze/spatial/octree.h"
#include "scene/prism.h"

namespace graze {

namespace lazy {
/// Memory of a pure function of the mesh: filled once, so const use stays free of visible change.
template <typename T>
class OnFirstUse {
 public:
  template <typename Make>
  const T& get(const Make& make) const {
    std::call_once(once_, [&] { value_ = make(); });
    return value_;
  }

 private:
  mutable std::once_flag once_;
  mutable T value_;
};
}  // namespace lazy

struct Shape::Data {
  TriangleMesh mesh;
  std::optional<Box> box;
  std::string source;
  double rounding = 0.0;
  double outward_error = 0.0;
  lazy::OnFirstUse<ObbTree> tree;
  lazy::OnFirstUse<WideObbTree> wide_tree;
  lazy::OnFirstUse<std::optional<ClosedPolyhedron>> polyhedron;
  lazy::OnFirstUse<Octree> octree;
  lazy::OnFirstUse<ClosureReport> closure;
  lazy::OnFirstUse<std::optional<PointLocator>> locator;
  lazy::OnFirstUse<std::vector<Vec3>> shells;
};

namespace {
void check_half_size(const Vec3& half_size) {
  for (int k = 0; k < 3; ++k) {
    if (std::isfinite(half_size[k]) && half_size[k] > 0.0) continue;
    throw InputError({std::string("box half size ") + "xyz"[k], std::to_string(half_size[k]),
                      "a finite number > 0", ""});
  }
}

// Corner i has the sign of bit k of i in coordinate k.
TriangleMesh box_mesh(const Vec3& half) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back((i & 1) ? half.x() : -half.x(), (i & 2) ? half.y() : -half.y(),
                         (i & 4) ? half.z() : -half.z());
  }
  return TriangleMesh(std::move(corners), {{0, 2, 3},
                                           {0, 3, 1},
                                           {4, 5, 7},
                                           {4, 7, 6},
                                           {0, 1, 5},
                                           {0, 5, 4},
                                           {2, 6, 7},
                                           {2, 7, 3},
                                           {0, 4, 6},
                                           {0, 6, 2},
                                           {1, 3, 7},
                                           {1, 7, 5}});
}

void check_size(const char* place, double size) {
  if (std::isfinite(size) && size > 0.0) return;
  throw InputError({place, std::to_string(size), "a finite number > 0", ""});
}
}  // namespace

Shape::Shape() : data_(std::make_shared<const Data>()) {}

Shape Shape::from_mesh(TriangleMesh mesh, std::string source) {
  auto data = std::make_shared<Data>();
  data->mesh = std::move(mesh);
  data->source = std::move(source);
  Shape shape;
  shape.data_ = std::move(data);
  return shape;
}

Shape Shape::from_box(const Vec3& half_size, std::string source) {
  check_half_size(half_size);
  auto data = std::make_shared<Data>();
  data->mesh = box_mesh(half_size);
  data->box = Box{Vec3::Zero(), Mat3::Identity(), half_size};
  data->source = source.empty() ? "box" : std::move(source);
  Shape shape;
  shape.data_ = std::move(data);
  return shape;
}

Shape Shape::from_rounded_mesh(TriangleMesh core, double radius, std::string source) {
  if (!std::isfinite(radius) || radius < 0.0) {
    throw InputError({"rounding", std::to_string(radius), "a finite number >= 0", ""});
  }
  auto data = std::make_shared<Data>();
  data->mesh = std::move(core);
  data->source = std::move(source);
  data->rounding = radius;
  Shape shape;
  shape.data_ = std::move(data);
  return shape;
}

Shape Shape::from_sphere(const Vec3& centre, double radius) {
  check_size("sphere radius", radius);
  return from_rounded_mesh(TriangleMesh({centre}, {{0, 0, 0}}), radius, "sphere");
}

Shape Shape::from_capsule(const Vec3& begin, const Vec3& end, double radius) {
  check_size("capsule radius", radius);
  return from_rounded_mesh(TriangleMesh({begin, end}, {{0, 1, 1}}), radius, "capsule");
}

Shape Shape::from_cylinder(double radius, double length) {
  check_size("cylinder radius", radius);
  check_size("cylinder length", length);
  const Prism prism = prism_around(radius, length);
  auto data = std::make_shared<Data>();
  data->mesh = prism.mesh;
  data->outward_error = prism.outward_error;
  data->source = "cylinder";
  Shape shape;
  shape.data_ = std::move(data);
  return shape;
}

Shape Shape::from_plane(const Vec3& normal, double offset, double reach) {
  const double length = normal.stableNorm();
  if (!std::isfinite(length) || length == 0.0 || !std::isfinite(offset)) {
    throw InputError({"plane", "a zero or non-finite normal or offset", "a direction", ""});
  }
  if (!(reach > 0.0 && reach <= 1e9)) {
    throw InputError({"plane reach", std::to_string(reach), "a length in (0, 1e9]", ""});
  }
  const Vec3 n = normal / length;
  const Vec3 u = reach * n.unitOrthogonal();
  const Vec3 v = n.cross(u);
  const Vec3 centre = (offset / length) * n;
  return from_mesh(TriangleMesh({centre - u - v, centre + u - v, centre + u + v, centre - u + v},
                                {{0, 1, 2}, {0, 2, 3}}),
                   "plane");
}

Shape Shape::moved(const Pose& other_from_shape) const {
  if (other_from_shape.rotation.isIdentity(0.0) && other_from_shape.translation.isZero(0.0)) {
    return *this;
  }
  std::vector<Vec3> vertices;
  vertices.reserve(mesh().vertices().size());
  for (const Vec3& v : mesh().vertices()) vertices.push_back(other_from_shape * v);
  auto data = std::make_shared<Data>();
  data->mesh =
      TriangleMesh(std::move(vertices), {mesh().triangles().begin(), mesh().triangles().end()});
  data->source = source();
  data->rounding = rounding();
  data->outward_error = outward_error();
  Shape shape;
  shape.data_ = std::move(data);
  return shape;
}

double Shape::diagonal() const { return mesh().bounds().diagonal() + 2.0 * rounding(); }
double Shape::rounding() const { return data_->rounding; }
double Shape::outward_error() const { return data_->outward_error; }
const TriangleMesh& Shape::mesh() const { return data_->mesh; }
const std::optional<Box>& Shape::box() const { return data_->box; }
const std::string& Shape::source() const { return data_->source; }

const ObbTree& Shape::tree() const {
  return data_->tree.get([this] { return build_obb_tree(mesh()); });
}

const WideObbTree& Shape::wide_tree() const {
  return data_->wide_tree.get([this] { return WideObbTree(mesh()); });
}

const std::optional<ClosedPolyhedron>& Shape::polyhedron() const {
  return data_->polyhedron.get([this] {
    return diagnose(mesh()).is_outward() ? std::optional(ClosedPolyhedron(mesh())) : std::nullopt;
  });
}

const Octree& Shape::octree() const {
  return data_->octree.get(
      [this] { return build_octree(mesh(), {.depth = 5, .open_mesh = OpenMesh::kSurface}); });
}

const ClosureReport& Shape::closure() const {
  return data_->closure.get([this] { return closure_of(mesh()); });
}

const PointLocator& Shape::locator() const {
  return *data_->locator.get([this] { return std::optional(PointLocator(mesh())); });
}

std::span<const Vec3> Shape::shells() const {
  return data_->shells.get([this] { return shell_points(mesh()); });
}

}  // namespace graze
