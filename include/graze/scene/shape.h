// SPDX-License-Identifier: MIT
// What a body is made of: a mesh or a box, with the tree that searches need.
#pragma once
#include <graze/geometry/box.h>
#include <graze/geometry/triangle_mesh.h>
#include <graze/spatial/obb_tree.h>
#include <graze/spatial/wide_obb_tree.h>

#include <memory>
#include <optional>
#include <string>

namespace graze {

/// Immutable and cheap to copy; instances share mesh and tree. Safe to use from every thread.
class Shape {
 public:
  Shape();  ///< empty

  /// `source` is for messages and reports: a file name, "gear", …
  static Shape from_mesh(TriangleMesh mesh, std::string source = {});
  /// A box about the body origin; also has the mesh of its 12 triangles. Throws InputError unless
  /// every half size is finite and > 0.
  static Shape from_box(const Vec3& half_size, std::string source = {});

  const TriangleMesh& mesh() const;
  const std::optional<Box>& box() const;  ///< the exact box, if the shape is one
  const ObbTree& tree() const;            ///< built on first use, once for all copies
  /// The same tree eight wide, likewise. Throws InputError if the mesh extends over more than 1e15.
  const WideObbTree& wide_tree() const;
  const std::string& source() const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace graze
