// SPDX-License-Identifier: MIT
// First contact of two meshes under rational motion, through their trees of boxes.            [B6]
#pragma once
#include <graze/base/budget.h>
#include <graze/contact/contact_report.h>
#include <graze/motion/motion.h>
#include <graze/spatial/obb_tree.h>

namespace graze {

/// A mesh and where it goes. The motion must be rational: see is_rational().
struct MovingMesh {
  ObbTree tree;
  Motion world_from_mesh;
};

struct RationalMeshOptions {
  Interval span{0.0, 1.0};  ///< seconds
  double tolerance = 1e-6;  ///< largest distance at the upper end of the bracket; > 0, scene units
  Budget budget = {};
};

/// The first time at which the surfaces touch. Boxes of the trees are kept apart by the 15
/// functions of box_contacts(), triangles by those of convex_contacts(): kSeparated and the
/// bracket's lower end are proved. At its upper end the distance is at most `tolerance`, in general
/// far less: near misses within the tolerance are told from contacts as far as rounding allows.
/// Surfaces that touch at the start are reported as kOverlapAtStart. Throws InputError if a motion
/// is not rational, or the degrees of all functions exceed 48.
ContactReport first_mesh_contact(const MovingMesh& a, const MovingMesh& b,
                                 const RationalMeshOptions& options = {});

}  // namespace graze
