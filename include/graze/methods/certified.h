// SPDX-License-Identifier: MIT
// First contact of two moving meshes, proved: the method `certified`.                       [C4-C9]
#pragma once
#include <graze/base/budget.h>
#include <graze/contact/clearance.h>
#include <graze/contact/contact_report.h>
#include <graze/motion/motion.h>
#include <graze/spatial/wide_obb_tree.h>

#include <optional>

namespace graze {

/// A shape and where it goes. All members are cheap to copy.
struct CertifiedBody {
  WideObbTree tree;
  Motion motion;         ///< frame of the question from body frame; has_bounds()
  double padding = 0.0;  ///< the shape is grown by this much; >= 0, scene units
};

/// A triangle of a and one of b.
struct TrianglePairId {
  TriangleId a;
  TriangleId b;
};

struct CertifiedOptions {
  Interval span{0.0, 1.0};  ///< seconds
  double tolerance = 1e-6;  ///< largest distance at the upper end of the bracket; > 0, scene units
  double min_separation = 0.0;  ///< contact is where the distance falls to this; >= 0, scene units
  Budget budget;
  bool all_contacts = false;  ///< report every contact within tolerance at the upper end
  /// A pair to look at first, such as the one that touched last time: it can make a tight bound
  /// early. A wrong guess only costs time.
  std::optional<TrianglePairId> likely_first;
  bool portable = false;  ///< do without wide instructions: same bits, slower; to test
};

/// The first time in `options.span` at which a and b touch.
/// kSeparated holds at every instant of the span; nothing touches before the bracket's lower end,
/// and at its upper end the distance is at most min_separation + paddings + tolerance. Bodies that
/// touch at the start may slide, spin and lift; they may not press: see
/// docs/methods/certified.md. Contacts are in the frame of the motions. Deterministic: equal bits
/// on every machine and for any instruction set, unless a wall-clock budget ends the search. Throws
/// InputError if an option is out of range or a motion has no bounds.
ContactReport first_contact_certified(const CertifiedBody& a, const CertifiedBody& b,
                                      const CertifiedOptions& options = {});

struct ClearanceOptions {
  Interval span{0.0, 1.0};  ///< seconds
  double tolerance = 1e-6;  ///< largest width of the distance's bracket; > 0, scene units
  /// Or this share of the distance, if that is more. Bodies that keep their distance for long, as
  /// links that turn about each other do, are much cheaper to bound by a share.
  double relative_tolerance = 0.0;  ///< in [0, 1)
  /// Distances beyond this do not matter: if there is none below, the bracket goes from it to
  /// infinity. > 0, scene units, paddings taken off.
  double farthest = kInfinity;
  Budget budget;
};

/// The smallest distance of a and b over the span, paddings taken off, and when it is reached. The
/// lower end of the bracket is proved: at no instant are the bodies nearer. Throws like
/// first_contact_certified.
Clearance clearance_certified(const CertifiedBody& a, const CertifiedBody& b,
                              const ClearanceOptions& options = {});

struct DistanceOptions {
  double farthest = kInfinity;  ///< distances beyond this do not matter; as in ClearanceOptions
  /// A pair to look at first, such as the nearest one of the instant before: it can make the search
  /// short. A wrong guess only costs time.
  std::optional<TrianglePairId> likely_nearest;
  Budget budget;          ///< used up: kUndecided, with a bracket that is proved but wide
  bool portable = false;  ///< do without wide instructions: same bits, slower; to test
};

/// The distance of a and b at time t, paddings taken off; never negative. The bracket is as wide as
/// the rounding of the poses and of the closest points; [0, 0] if triangles intersect at the
/// computed poses. Takes time logarithmic in the triangles where the bodies are far apart.
Clearance distance_at(const CertifiedBody& a, const CertifiedBody& b, double t,
                      const DistanceOptions& options = {});

}  // namespace graze
