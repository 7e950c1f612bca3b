// SPDX-License-Identifier: MIT
// Question   Are these stored nodes the octree of this mesh?                                  [O1]
// Source     The invariants of Octree.
// Guarantee  What is accepted lists every face that touches a leaf and has the right colours.
// Changed    -
#include <algorithm>
#include <string>

#include "graze/base/error.h"
#include "graze/geometry/closed_polyhedron.h"
#include "graze/geometry/point_inclusion.h"
#include "graze/spatial/octree.h"
#include "spatial/octree/check_cube.h"
#include "spatial/octree/face_cells.h"
#include "spatial/octree/paint.h"
#include "spatial/octree/rounding_margin.h"

namespace graze {
namespace {
[[noreturn]] void refuse(std::uint32_t node, const char* found, const char* expected) {
  throw InputError({"octree node " + std::to_string(node), found, expected, "build it again"});
}

void check_faces(const Octree::Data& data, std::uint32_t node) {
  const OctreeNode& leaf = data.nodes[node];
  const std::size_t end = std::size_t{leaf.first()} + leaf.face_count();
  if (end > data.faces.size()) refuse(node, "faces beyond the end", "faces that are stored");
  for (std::size_t i = leaf.first(); i < end; ++i) {
    const bool ascends = i == leaf.first() || data.faces[i - 1] < data.faces[i];
    if (data.faces[i] >= data.mesh.triangles().size() || !ascends) {
      refuse(node, "a face out of range or order", "ascending triangles of the mesh");
    }
  }
}

/// The cell of every node; children stand in the order of their parents, so each has one parent.
std::vector<OctreeCell> checked_cells(const Octree::Data& data) {
  if (data.nodes.empty()) refuse(0, "no nodes", "a root");
  std::vector<OctreeCell> cells(data.nodes.size());
  std::size_t next = 1;
  for (std::uint32_t node = 0; node < data.nodes.size(); ++node) {
    const OctreeNode& here = data.nodes[node];
    if (static_cast<unsigned>(here.colour()) > 2) refuse(node, "an unknown colour", "0 to 2");
    if (here.is_leaf()) {
      check_faces(data, node);
      if ((here.colour() == CellColour::kGray) != (here.face_count() > 0)) {
        refuse(node, "a colour that its faces contradict", "faces in gray leaves only");
      }
      continue;
    }
    const bool fits = next + 8 <= data.nodes.size() && int(cells[node].level) < data.depth;
    if (here.first() != next || !fits || node >= next || here.colour() != CellColour::kGray) {
      refuse(node, "children out of place", "a tree, level by level");
    }
    for (std::uint32_t k = 0; k < 8; ++k) cells[next + k] = cells[node].child(k);
    next += 8;
  }
  if (next != data.nodes.size()) refuse(0, "nodes without a parent", "one tree");
  return cells;
}

/// Follows a face down to every leaf that it touches.
void check_listed(const Octree::Data& data, const std::vector<OctreeCell>& cells,
                  const octree::StillFaces& faces, std::uint32_t face) {
  std::vector<std::uint32_t> open{0};
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    const OctreeNode& here = data.nodes[node];
    const double half = 0.5 * data.root.side / double(1u << cells[node].level);
    const Vec3 centre = octree::centre_of(data.root, cells[node]);
    if (!faces.touches(face, centre, half)) continue;
    if (!here.is_leaf()) {
      for (std::uint32_t k = 0; k < 8; ++k) open.push_back(here.first() + k);
      continue;
    }
    const auto begin = data.faces.begin() + here.first();
    if (here.face_count() == 0 || !std::binary_search(begin, begin + here.face_count(), face)) {
      refuse(node, "a list without a face that touches it", "every face that touches it");
    }
  }
}

void check_colours(const Octree::Data& data, std::vector<OctreeCell> cells) {
  octree::Growth painted{data.nodes, std::move(cells), {}};
  octree::paint(painted, data.root,
                [&](const Vec3& p) { return data.is_solid && is_inside(p, data.mesh); });
  for (std::uint32_t node = 0; node < data.nodes.size(); ++node) {
    if (painted.nodes[node].colour() != data.nodes[node].colour()) {
      refuse(node, "a wrong colour", "black inside the solid, white outside");
    }
  }
}
}  // namespace

Octree octree_from_parts(Octree::Data parts) {
  octree::check_cube(parts.root, parts.depth, parts.mesh.bounds());
  std::vector<OctreeCell> cells = checked_cells(parts);
  if (parts.is_solid && !diagnose(parts.mesh).is_closed()) {
    throw InputError({"octree", "a solid of an open mesh", "a closed mesh", "build it again"});
  }
  const octree::StillFaces faces(parts.mesh, octree::rounding_margin(octree::size_of(parts.root)));
  for (std::uint32_t face = 0; face < parts.mesh.triangles().size(); ++face) {
    check_listed(parts, cells, faces, face);
  }
  check_colours(parts, std::move(cells));
  return Octree(std::move(parts));
}

}  // namespace graze
