// SPDX-License-Identifier: MIT
// First contact of two moving meshes, by OBB trees and sound bounds over time.              [C4-C9]
#pragma once
#include <graze/base/budget.h>
#include <graze/contact/contact_report.h>
#include <graze/motion/motion.h>
#include <graze/spatial/obb_tree.h>

#include <array>
#include <cstdint>
#include <vector>

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
  Budget budget = {};
  bool all_contacts = false;  ///< report every contact within tolerance at the upper end

  /// Time is divided where boxes move farther than k times their sizes along the motion; > 0.
  double k = 0.2;
  bool discrete_pretest = true;  ///< boxes that overlap at an end of the interval need no more test
  bool pass_current_collision_time = true;  ///< nothing later than the best contact is looked at
  bool directional_traversal = true;        ///< the nearer child first
  bool partial_axes = false;                ///< only the 6 axes of the boxes instead of all 15
};

/// The front of the last search of a pair of trees: where it stopped descending. The next search of
/// the same pair begins there. A value that the caller keeps; starts empty. Memory grows with the
/// search, 8 bytes per pair of nodes.
struct CoherenceTable {
  ObbTree tree_a,
      tree_b;  ///< that it belongs to; others, and trees built anew, make it start again
  std::vector<std::array<std::uint32_t, 2>> front;  ///< pairs of nodes; all below them is covered
  std::uint32_t searches = 0;  ///< since one began at the roots; every 16th does, to let go of
                               ///< depth that bodies moving apart no longer need
};

/// `bisection`: Redon, Kheddar and Coquillart's method, for any motion that can enclose.
/// kSeparated holds at every instant of the span; the lower end of a contact's bracket is never
/// late. Throws InputError if an option is out of range.
ContactReport first_contact_bisection(const MovingTree& a, const MovingTree& b,
                                      const BisectionOptions& options = {});

/// The same, from the front of the last search; leaves that of this one in the table. The table
/// changes the order of the search, never the truth of its answer.
ContactReport first_contact_bisection(const MovingTree& a, const MovingTree& b,
                                      const BisectionOptions& options, CoherenceTable& table);

}  // namespace graze
