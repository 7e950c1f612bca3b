// SPDX-License-Identifier: MIT
// A mesh made fit to be a solid: welded, turned the same way round, its holes filled.          [G7]
#pragma once
#include <graze/geometry/triangle_mesh.h>

#include <cstddef>

namespace graze {

struct RepairOptions {
  double weld_distance = 0.0;  ///< vertices nearer than this become one; >= 0; 0: equal ones only
  bool orient = true;          ///< neighbours run the same way round, parts face outward
  bool fill = true;            ///< every loop of open edges is closed by a fan about its middle
};

struct RepairCounts {
  std::size_t welded_vertices = 0;    ///< that are gone
  std::size_t removed_triangles = 0;  ///< that had two equal corners, or were there twice
  std::size_t turned_triangles = 0;
  std::size_t filled_holes = 0;
  std::size_t added_triangles = 0;
  std::size_t open_edges = 0;  ///< that are left
  friend bool operator==(const RepairCounts&, const RepairCounts&) = default;
};

struct RepairedMesh : RepairCounts {
  TriangleMesh mesh;
};

/// Whatever was right stays as it is: the coordinates of vertices that are kept never change. A fan
/// is a guess at what is missing, good for small holes. Where more than two triangles share an
/// edge, nothing is turned across it. Throws InputError for a weld distance that is not finite and
/// >= 0.
RepairedMesh repair(const TriangleMesh& mesh, const RepairOptions& options = {});

}  // namespace graze
