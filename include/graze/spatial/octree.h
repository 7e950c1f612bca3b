// SPDX-License-Identifier: MIT
// A mesh as cubes that are free, full or cut by its surface.                              [O1, O8]
#pragma once
#include <graze/geometry/triangle_mesh.h>
#include <graze/math/interval.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace graze {

/// The cube that an octree divides.
struct OctreeCube {
  Vec3 lo = Vec3::Zero();
  double side = 1.0;  ///< > 0

  Aabb bounds() const { return {lo, lo + Vec3::Constant(side)}; }
};

/// The smallest cube about the box, grown by 1 part in 1,000 so that the surface of a solid stays
/// inside it.
OctreeCube cube_around(const Aabb& box);

enum class CellColour : std::uint8_t {
  kWhite,  ///< no point of the solid
  kBlack,  ///< inside the solid, no face touches it
  kGray,   ///< a face may touch it
};

/// A cube of the division: the one with index (x, y, z) of the 2^level along each side.
struct OctreeCell {
  std::uint32_t level = 0, x = 0, y = 0, z = 0;

  /// Child k has bit 0 of k for the upper half in x, bit 1 for y, bit 2 for z.
  OctreeCell child(std::uint32_t k) const {
    return {level + 1, 2 * x + (k & 1u), 2 * y + ((k >> 1) & 1u), 2 * z + ((k >> 2) & 1u)};
  }
  friend bool operator==(const OctreeCell&, const OctreeCell&) = default;
};
OctreeCube cube_of(const OctreeCube& root, const OctreeCell& cell);

/// Eight bytes a node. Inner nodes are gray; their eight children are nodes first() … first() + 7.
class OctreeNode {
 public:
  OctreeNode() = default;
  static OctreeNode leaf(CellColour colour) { return {0, 0, colour}; }
  static OctreeNode gray_leaf(std::uint32_t first_face, std::uint32_t faces) {
    return {first_face, faces, CellColour::kGray};
  }
  static OctreeNode inner(std::uint32_t first_child) {
    return {first_child, kInner, CellColour::kGray};
  }

  CellColour colour() const { return static_cast<CellColour>(bits_ & 3u); }
  bool is_leaf() const { return (bits_ >> 2) != kInner; }
  std::uint32_t first() const { return first_; }  ///< child, or place in Octree::faces()
  std::uint32_t face_count() const { return is_leaf() ? bits_ >> 2 : 0; }
  friend bool operator==(const OctreeNode&, const OctreeNode&) = default;

 private:
  static constexpr std::uint32_t kInner = 0x3fffffffu;
  OctreeNode(std::uint32_t first, std::uint32_t count, CellColour colour)
      : first_(first), bits_((count << 2) | static_cast<std::uint32_t>(colour)) {}

  std::uint32_t first_ = 0;
  std::uint32_t bits_ = 0;
};
static_assert(sizeof(OctreeNode) == 8);

/// How many leaves of each colour, and what they cost.
struct OctreeCounts {
  std::size_t white = 0, black = 0, gray = 0;  ///< leaves
  std::size_t nodes = 0;
  std::size_t listed_faces = 0;  ///< in all leaves together
  std::size_t bytes = 0;         ///< nodes and faces, without the mesh
};

inline constexpr int kMaxOctreeDepth = 20;

/// Immutable, cheap to copy, safe to read from every thread. Node 0 is the root; nodes stand level
/// by level, siblings together. Gray leaves are at `depth`.
///
/// What is proved: no face touches a white or black cell, closed as it is, rounding included; a
/// gray leaf lists every face that touches it (and perhaps one that only comes within rounding).
/// In a tree of a body in motion the same holds at every instant of its step.
class Octree {
 public:
  Octree();  ///< a white cube

  const OctreeCube& root() const { return data_->root; }
  int depth() const { return data_->depth; }  ///< levels below the root
  std::span<const OctreeNode> nodes() const { return data_->nodes; }
  std::span<const std::uint32_t> faces() const { return data_->faces; }
  /// Triangles that touch a gray leaf; none for other nodes.
  std::span<const std::uint32_t> faces_of(const OctreeNode& node) const {
    return std::span(data_->faces).subspan(node.face_count() ? node.first() : 0, node.face_count());
  }
  const TriangleMesh& mesh() const { return data_->mesh; }
  /// One vertex of each connected part of mesh(): see shell_points.
  std::span<const Vec3> shells() const { return data_->shells; }
  /// Inside and outside are known. Otherwise the mesh was not closed: there are no black cells.
  bool is_solid() const { return data_->is_solid; }
  OctreeCounts counts() const;
  std::uint64_t content_hash() const;  ///< of mesh, cube and nodes; for any number of threads

  struct Data {
    OctreeCube root;
    int depth = 0;
    bool is_solid = true;
    TriangleMesh mesh;
    std::vector<OctreeNode> nodes;
    std::vector<std::uint32_t> faces;
    std::vector<Vec3> shells = {};  // of mesh; filled by the constructor if empty
  };
  explicit Octree(Data data);

 private:
  std::shared_ptr<const Data> data_;
};

/// What to do about a mesh that is not closed, where inside means nothing.
enum class OpenMesh {
  kRefuse,   ///< InputError with what is wrong with it
  kSurface,  ///< its surface alone: gray and white cells, is_solid() is false
};

struct OctreeOptions {
  int depth = 4;                        ///< levels below the root, 0 to kMaxOctreeDepth
  std::optional<OctreeCube> cube = {};  ///< default: cube_around(mesh.bounds())
  OpenMesh open_mesh = OpenMesh::kRefuse;
  int threads = 0;  ///< 0: all cores; the result does not depend on it
};

/// Cells that no face touches get their colour by flood fill: one exact inclusion test for each
/// region of them, not for each cell. Time and memory follow the number of gray cells. Throws
/// InputError for a mesh that is not closed (see OpenMesh), for a cube that does not contain the
/// mesh or is not finite, or a depth out of range.
Octree build_octree(const TriangleMesh& mesh, const OctreeOptions& options = {});

/// The octree of faces that move: vertices go in straight lines from `begin` to `end`, which have
/// the same triangles. Cells are right during the whole step; mesh() is `begin`. Throws like
/// build_octree.
Octree build_octree(const TriangleMesh& begin, const TriangleMesh& end,
                    const OctreeOptions& options = {});

/// A tree from parts that were stored. Throws InputError unless they form a tree over `mesh` whose
/// leaves list every face that touches them and have the colours that building gives.
Octree octree_from_parts(Octree::Data parts);

/// Contains the volume of the solid: black cells from below, black and gray ones from above.
Interval volume_bounds(const Octree& octree);

/// The colour of the leaf that a point of the cube is in (white outside of it).
CellColour colour_at(const Octree& octree, const Vec3& p);

/// All triangles listed below a node, ascending, each once.
std::vector<std::uint32_t> faces_below(const Octree& octree, std::uint32_t node);

}  // namespace graze
