// SPDX-License-Identifier: MIT
// What a body is made of: an exact form, the mesh that stands for it, and what searches need of it.
//
// A shape is everything within `rounding` of its mesh: a sphere is a grown point, a capsule a grown
// segment. Other curved forms are contained in their mesh, and `outward_error` says by how much the
// mesh is larger: nothing that touches the exact form is ever missed.
#pragma once
#include <graze/geometry/box.h>
#include <graze/geometry/closed_polyhedron.h>
#include <graze/geometry/closure.h>
#include <graze/geometry/point_inclusion.h>
#include <graze/geometry/triangle_mesh.h>
#include <graze/scene/shape_form.h>
#include <graze/spatial/obb_tree.h>
#include <graze/spatial/wide_obb_tree.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace graze {
class Octree;
class Surface;
class SurfaceTree;

/// What a question may need of a shape beyond its mesh. Sets are sums: kTree | kSolidTest.
enum class ShapeNeed : unsigned {
  kNothing = 0,
  kTree = 1,        ///< boxes around triangles, two by two: proofs, methods but `certified`
  kWideTree = 2,    ///< the same eight wide: `certified`, the broad phase
  kSolidTest = 4,   ///< to find what is inside it
  kPolyhedron = 8,  ///< `backtracking`
  kOctree = 16,     ///< `octree`
};
constexpr ShapeNeed operator|(ShapeNeed a, ShapeNeed b) {
  return static_cast<ShapeNeed>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool includes(ShapeNeed set, ShapeNeed need) {
  return (static_cast<unsigned>(set) & static_cast<unsigned>(need)) != 0;
}

/// Immutable and cheap to copy; instances share mesh and tree. Safe to use from every thread.
class Shape {
 public:
  Shape();  ///< empty

  /// `source` is for messages and reports: a file name, "gear", …
  static Shape from_mesh(TriangleMesh mesh, std::string source = {});
  /// A mesh that contains the true form; no point of the mesh is farther from it than
  /// `outward_error`.
  static Shape from_containing_mesh(TriangleMesh mesh, double outward_error,
                                    std::string source = {});
  /// All points within `radius` of the mesh. Throws InputError unless it is finite and >= 0.
  static Shape from_rounded_mesh(TriangleMesh core, double radius, std::string source = {});

  // Exact forms. Sizes are finite and > 0, ends of an axis are different points; else InputError.
  /// A box about the body origin; also has the mesh of its 12 triangles.
  static Shape from_box(const Vec3& half_size, std::string source = {});
  static Shape from_sphere(const Vec3& centre, double radius);
  static Shape from_capsule(const Vec3& begin, const Vec3& end, double radius);
  /// The prism with that many sides (3 to 65536) around it: outward_error is 0.00054 of the radius
  /// with 96, 5e-6 with 1000. See `refined`.
  static Shape from_cylinder(const Vec3& begin, const Vec3& end, double radius, int sides = kSides);
  /// About the z axis, centred.
  static Shape from_cylinder(double radius, double length);
  /// Likewise, the pyramid around it.
  static Shape from_cone(const Vec3& base, const Vec3& tip, double radius, int sides = kSides);
  /// All p with normal . p <= offset |normal|. Its mesh is a box that reaches 2^40 in all
  /// directions; questions take the one that reaches as far as they do (`reaching`).
  static Shape from_half_space(const Vec3& normal, double offset);
  /// Decided exactly. Throws InputError if all points lie in one plane.
  static Shape from_convex_hull(std::vector<Vec3> points, std::string source = {});
  static constexpr int kSides = 96;
  /// Curved faces. The mesh is made of their cells, about 1e-3 of the diagonal from the faces, and
  /// `rounding` is how far it may be. Throws InputError if the faces have no points.
  static Shape from_surface(Surface surface, std::string source = {});
  /// The same with a mesh of the caller's own: every point of a face is within `deviation` of it,
  /// and every point of it within `deviation` of a face, at the same place of the face.
  static Shape from_surface(Surface surface, TriangleMesh mesh, double deviation,
                            std::string source = {});

  /// The same shape in another frame: the numbers that describe it are moved, each rounded. A box
  /// and a hull become their mesh.
  Shape moved(const Pose& other_from_shape) const;
  /// The same form with an outward_error of at most this, as far as 65536 sides go.
  Shape refined(double outward_error) const;
  /// A half-space as seen by everything within `radius` of the body origin: a box with bounds. Any
  /// other shape unchanged.
  Shape reaching(double radius) const;
  /// As seen by everything within `radius` of a point: a box there, whose numbers stay small if the
  /// point is far from the origin and the radius is not.
  Shape reaching(const Vec3& centre, double radius) const;

  const ShapeForm& form() const;
  const Box* box() const;  ///< the exact box, if the shape is one; else null
  bool is_unbounded() const;
  const TriangleMesh& mesh() const;
  const std::string& source() const;
  double diagonal() const;       ///< of the bounds, rounding added on both sides
  double rounding() const;       ///< the shape is all that is within this of the mesh; >= 0
  double outward_error() const;  ///< no point of the shape is farther from the exact one than this

  /// The faces of a surface, which `certified` searches as they are; null for all other forms.
  const SurfaceTree* curved() const;
  bool is_surface() const;    ///< its form is SurfaceForm
  double mesh_error() const;  ///< how far the mesh may be from the faces of a surface; else 0

  /// Builds what is needed and missing; returns the seconds that took. Without it, everything below
  /// is built on first use, once for all copies.
  double prepare(ShapeNeed needs) const;

  const ObbTree& tree() const;
  /// Throws InputError if the mesh extends over more than 1e15.
  const WideObbTree& wide_tree() const;
  /// Uses this tree of the mesh instead of building one. Does nothing if there is one already.
  void take_wide_tree(const WideObbTree& tree) const;
  /// The mesh as a closed solid; none if it is open, inside out or not manifold.
  const std::optional<ClosedPolyhedron>& polyhedron() const;
  /// Five levels of the mesh's octree; of its surface alone if the mesh is not closed.
  const Octree& octree() const;
  /// Whether the mesh encloses a volume.
  const ClosureReport& closure() const;
  /// Tells whether points are inside or outside a closed mesh.
  const PointLocator& locator() const;
  /// One vertex of each connected part of the mesh.
  std::span<const Vec3> shells() const;
  /// Equal for copies, and for nothing else: shapes with the same id share trees.
  const void* identity() const { return data_.get(); }

 private:
  struct Data;
  explicit Shape(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

}  // namespace graze
