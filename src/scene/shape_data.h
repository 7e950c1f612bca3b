// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "graze/scene/shape.h"
#include "graze/spatial/octree.h"
#include "graze/spatial/surface_tree.h"

namespace graze {

namespace lazy {
/// Memory of a pure function of the mesh: filled once, so const use stays free of visible change.
template <typename T>
class OnFirstUse {
 public:
  template <typename Make>
  const T& get(const Make& make) const {
    std::call_once(once_, [&] {
      value_ = make();
      is_made_ = true;
    });
    return value_;
  }
  bool is_made() const { return is_made_; }

 private:
  mutable std::once_flag once_;
  mutable std::atomic<bool> is_made_ = false;
  mutable T value_;
};
}  // namespace lazy

struct Shape::Data {
  ShapeForm form = MeshForm{};
  TriangleMesh mesh = {};
  std::string source = {};
  double rounding = 0.0;
  double outward_error = 0.0;
  bool is_unbounded = false;
  lazy::OnFirstUse<ObbTree> tree = {};
  lazy::OnFirstUse<WideObbTree> wide_tree = {};
  lazy::OnFirstUse<std::optional<ClosedPolyhedron>> polyhedron = {};
  lazy::OnFirstUse<Octree> octree = {};
  lazy::OnFirstUse<ClosureReport> closure = {};
  lazy::OnFirstUse<std::optional<PointLocator>> locator = {};
  lazy::OnFirstUse<std::vector<Vec3>> shells = {};
  lazy::OnFirstUse<std::optional<SurfaceTree>> curved = {};
};

}  // namespace graze
