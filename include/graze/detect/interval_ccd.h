// SPDX-License-Identifier: MIT
// First contact of two moving meshes, by OBB trees and sound bounds over time.            [C4-C9]
#pragma once
#include <graze/base/budget.h>
#include <graze/contact/contact_report.h>
#include <graze/motion/motion.h>
#include <graze/spatial/obb_tree.h>

namespace graze {

/// A shape and where it goes. Both are cheap to copy.
struct MovingTree {
  ObbTree tree;
  Motion world_from_tree;
  double padding = 0.0;  ///< grows the shape; >= 0, scene units
};

/// Options of the paper's method. Every optimisation of its section 6 is a switch.           [C7]
struct BisectionOptions {
  Interval span{0.0, 1.0};  ///< seconds
  double tolerance = 1e-6;  ///< largest distance at the upper end of the bracket; > 0, scene units
  Budget budget;
  bool all_contacts = false;  ///< report every contact within tolerance at the upper end
};

/// `bisection`: Redon, Kheddar and Coquillart's method, for any motion that can enclose.
/// kSeparated holds at every instant of the span; the lower end of a contact's bracket is never
/// late. Throws InputError if an option is out of range.
ContactReport first_contact_by_bisection(const MovingTree& a, const MovingTree& b,
                                         const BisectionOptions& options = {});

}  // namespace graze
