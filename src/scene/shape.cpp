// SPDX-License-Identifier: MIT
#include "graze/scene/shape.h"

#include <array>
#include <chrono>

#include "graze/geometry/shells.h"
#include "scene/shape_data.h"

namespace graze {

std::string_view name(const ShapeForm& form) {
  static constexpr std::array<std::string_view, 9> kNames{"mesh",       "box",         "sphere",
                                                          "capsule",    "cylinder",    "cone",
                                                          "half_space", "convex_hull", "surface"};
  static_assert(kNames.size() == std::variant_size_v<ShapeForm>);
  return kNames[form.index()];
}

const ShapeForm& Shape::form() const { return data_->form; }
const Box* Shape::box() const { return std::get_if<Box>(&data_->form); }
bool Shape::is_unbounded() const { return data_->is_unbounded; }
double Shape::diagonal() const { return mesh().bounds().diagonal() + 2.0 * rounding(); }
double Shape::rounding() const { return data_->rounding; }
double Shape::outward_error() const { return data_->outward_error; }
const TriangleMesh& Shape::mesh() const { return data_->mesh; }
const std::string& Shape::source() const { return data_->source; }
bool Shape::is_surface() const { return std::holds_alternative<SurfaceForm>(data_->form); }
double Shape::mesh_error() const { return is_surface() ? rounding() : 0.0; }

double Shape::prepare(ShapeNeed needs) const {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  if (includes(needs, ShapeNeed::kTree)) tree();
  if (includes(needs, ShapeNeed::kWideTree)) wide_tree();
  if (includes(needs, ShapeNeed::kTree) || includes(needs, ShapeNeed::kWideTree)) curved();
  if (includes(needs, ShapeNeed::kSolidTest)) {
    shells();
    if (closure().closure == Closure::kClosed) locator();
  }
  if (includes(needs, ShapeNeed::kPolyhedron)) polyhedron();
  if (includes(needs, ShapeNeed::kOctree)) octree();
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

const SurfaceTree* Shape::curved() const {
  const auto* surface = std::get_if<SurfaceForm>(&form());
  if (surface == nullptr) return nullptr;
  return &*data_->curved.get([&] { return std::optional(SurfaceTree(*surface->surface)); });
}

const ObbTree& Shape::tree() const {
  return data_->tree.get([this] { return build_obb_tree(mesh()); });
}

const WideObbTree& Shape::wide_tree() const {
  return data_->wide_tree.get([this] {  // the same tree either way
    return data_->tree.is_made() ? WideObbTree(tree()) : build_wide_obb_tree(mesh());
  });
}

void Shape::take_wide_tree(const WideObbTree& tree) const {
  data_->wide_tree.get([&] { return tree; });
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
