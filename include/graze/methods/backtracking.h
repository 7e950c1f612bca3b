// SPDX-License-Identifier: MIT
// First contact of two closed polyhedra within one time step, found from the step's end: the method
// `backtracking`.                                                                          [K3-K8]
#pragma once
#include <graze/base/budget.h>
#include <graze/contact/collision_event.h>
#include <graze/contact/contact_report.h>
#include <graze/geometry/closed_polyhedron.h>
#include <graze/motion/motion.h>
#include <graze/spatial/obb_tree.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace graze {

/// A solid and where it goes. All members are cheap to copy.
struct BacktrackingBody {
  ClosedPolyhedron polyhedron;
  ObbTree tree;   ///< of polyhedron.mesh()
  Motion motion;  ///< frame of the question from body frame
};

/// What one iteration of the binary search did.
struct BacktrackingIteration {
  double time = 0.0;              ///< seconds
  std::size_t elements = 0;       ///< vertices and edges that were looked at
  std::size_t behind = 0;         ///< of them intersecting at that time: searched earlier
  std::uint64_t vertex_uses = 0;  ///< how often a vertex of b was asked for
  std::uint64_t transforms = 0;   ///< distinct vertices of b: each was transformed once
};

struct BacktrackingOptions {
  Interval span{0.0, 1.0};  ///< the step, seconds
  double tolerance = 1e-6;  ///< largest distance at the event; > 0, scene units
  /// Contacts nearer in time than this are one event; seconds, >= 0. 0: the time in which no
  /// involved vertex moves farther than half the tolerance (half the reach, if that is more).
  double epsilon = 0.0;
  /// Features this near at the event that would touch within epsilon join the event (not the
  /// report); scene units, >= 0; never less than the tolerance. For responses: a box that comes
  /// down nearly flat is pushed at all its corners.
  double reach = 0.0;
  Budget budget = {};
  bool separating_plane = true;  ///< first try to prove the step free by one plane
  bool confirm = true;           ///< look at all elements once more, at the event; see docs
  std::function<void(const BacktrackingIteration&)> trace = {};  ///< called after each iteration
};

/// Counts of one call; they do not depend on the machine.
struct BacktrackingWork {
  std::uint64_t edge_face_pairs = 0;  ///< on the lists at the end of the step
  std::uint64_t vertices_behind = 0;  ///< likewise, connected ones included
  std::uint64_t elements = 0;         ///< searched in time
  std::uint64_t iterations = 0;       ///< of the binary search
  std::uint64_t transforms = 0;       ///< of vertices during those
  std::uint64_t suspended_lists = 0;  ///< pushed on the stack
  std::uint64_t searches = 0;         ///< 1, or more if the confirmation found something earlier
  std::uint64_t instants = 0;         ///< at which all elements were looked at
  std::uint64_t support_queries = 0;  ///< farthest vertices along a direction
  bool separated_by_plane = false;    ///< one plane proved the step free

  BacktrackingWork& operator+=(const BacktrackingWork& other);
};

/// What is worth keeping from one step of a pair to the next. Belongs to the caller; one for each
/// pair. It changes only the cost of an answer, never its meaning.
struct BacktrackingCache {
  std::optional<Vec3> normal = {};  ///< of the last separating or contact plane; from a to b
  /// Pairs of tree nodes at which the last look at the trees ended: where the next one begins.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> front = {};
  std::size_t front_when_new = 0;
  std::optional<double> apart_at = {};  ///< an instant at which the pair was seen not to intersect
};

struct BacktrackingResult {
  ContactReport report;
  CollisionEvent event;  ///< for kContact; its contacts may be as far apart as the reach
  BacktrackingWork work;
};

/// The first contact of a and b in the step, from what intersects at its end.
///
/// kContact: at time.lo the bodies are apart (with `confirm`, looked at in full; if they start
/// within the tolerance, not deeper than then and a quarter of the tolerance) and within the
/// tolerance; at time.hi some element is behind the other body's surface. Contacts are those of
/// time.hi, in the frame of the motions; what moves between the two times is below tolerance / 8.
/// kSeparated: kProved if one plane separates the bodies during the whole step, else kSampled: they
/// do not intersect at its end and may have passed through each other. kOverlapAtStart: they
/// intersect deeper than the tolerance at the start. kUndecided: the reason says which assumption
/// does not hold (one body inside the other, no element that explains the intersection, budget).
/// Throws InputError if an option is out of range or a tree is not of its polyhedron.
BacktrackingResult first_contact_by_backtracking(const BacktrackingBody& a,
                                                 const BacktrackingBody& b,
                                                 const BacktrackingOptions& options = {},
                                                 BacktrackingCache* cache = nullptr);

}  // namespace graze
