// SPDX-License-Identifier: MIT
#include "graze/scene/shape.h"

#include <cmath>
#include <mutex>
#include <utility>

#include "graze/base/error.h"

namespace graze {

struct Shape::Data {
  TriangleMesh mesh;
  std::optional<Box> box;
  std::string source;
  // Memory of a pure function of `mesh`: filled once, so const use stays free of visible change.
  mutable std::once_flag once;
  mutable ObbTree tree;
  mutable std::once_flag wide_once;
  mutable WideObbTree wide_tree;
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

const TriangleMesh& Shape::mesh() const { return data_->mesh; }
const std::optional<Box>& Shape::box() const { return data_->box; }
const std::string& Shape::source() const { return data_->source; }

const ObbTree& Shape::tree() const {
  const Data& data = *data_;
  std::call_once(data.once,
                 [&data] { data.tree = build_obb_tree(data.mesh, {.leaf_triangles = 1}); });
  return data.tree;
}

const WideObbTree& Shape::wide_tree() const {
  const Data& data = *data_;
  std::call_once(data.wide_once, [&] { data.wide_tree = WideObbTree(tree()); });
  return data.wide_tree;
}

}  // namespace graze
