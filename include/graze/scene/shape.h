// SPDX-License-Identifier: MIT
// What a body is made of: a mesh, a box or a round shape, with the tree that searches need.
//
// Round shapes are a mesh that is grown: a sphere is a point, a capsule a segment, and `rounding`
// says by how much. Nothing about them is approximated.
#pragma once
#include <graze/geometry/box.h>
#include <graze/geometry/closed_polyhedron.h>
#include <graze/geometry/closure.h>
#include <graze/geometry/point_inclusion.h>
#include <graze/geometry/triangle_mesh.h>
#include <graze/spatial/obb_tree.h>
#include <graze/spatial/wide_obb_tree.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace graze {
class Octree;

/// Immutable and cheap to copy; instances share mesh and tree. Safe to use from every thread.
class Shape {
 public:
  Shape();  ///< empty

  /// `source` is for messages and reports: a file name, "gear", …
  static Shape from_mesh(TriangleMesh mesh, std::string source = {});
  /// A box about the body origin; also has the mesh of its 12 triangles. Throws InputError unless
  /// every half size is finite and > 0.
  static Shape from_box(const Vec3& half_size, std::string source = {});
  /// All points within `radius` of the mesh. Throws InputError unless it is finite and >= 0.
  static Shape from_rounded_mesh(TriangleMesh core, double radius, std::string source = {});
  /// All points within `radius` of a point, of a segment. Exact. Throw InputError unless the radius
  /// is finite and > 0.
  static Shape from_sphere(const Vec3& centre, double radius);
  static Shape from_capsule(const Vec3& begin, const Vec3& end, double radius);
  /// A cylinder about the z axis, centred, as the prism of 96 sides around it: the prism contains
  /// the cylinder and is outside of it by at most `outward_error`, 0.00054 of the radius. Throws
  /// InputError unless both lengths are finite and > 0.
  static Shape from_cylinder(double radius, double length);
  /// The plane normal . x = offset as a square about the point of it nearest to the origin, `reach`
  /// in each direction along two axes of it: what crosses it touches. Throws InputError unless the
  /// normal is a direction and the reach is in (0, 1e9].
  static Shape from_plane(const Vec3& normal, double offset, double reach = kPlaneReach);
  static constexpr double kPlaneReach = 100.0;  ///< scene units
  /// The same shape in another frame: vertices moved, each rounded; a box becomes its mesh.
  Shape moved(const Pose& other_from_shape) const;

  const TriangleMesh& mesh() const;
  const std::optional<Box>& box() const;  ///< the exact box, if the shape is one
  const ObbTree& tree() const;            ///< built on first use, once for all copies
  /// The same tree eight wide, likewise. Throws InputError if the mesh extends over more than 1e15.
  const WideObbTree& wide_tree() const;
  /// The mesh as a closed solid, likewise; none if it is open, inside out or not manifold.
  const std::optional<ClosedPolyhedron>& polyhedron() const;
  /// Five levels of the mesh's octree, likewise; of its surface alone if the mesh is not closed.
  const Octree& octree() const;
  /// Whether the mesh encloses a volume, likewise.
  const ClosureReport& closure() const;
  /// Where points are with respect to a closed mesh, likewise.
  const PointLocator& locator() const;
  /// One vertex of each connected part of the mesh, likewise.
  std::span<const Vec3> shells() const;
  const std::string& source() const;
  double diagonal() const;       ///< of the bounds, rounding added on both sides
  double rounding() const;       ///< the shape is all that is within this of the mesh; >= 0
  double outward_error() const;  ///< no point of the shape is farther from the exact one than this

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace graze
