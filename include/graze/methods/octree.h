// SPDX-License-Identifier: MIT
// Which faces of two bodies may touch during a step: octrees first, then swept faces.       [O3-O5]
//
// Conservative: a pair of faces that comes within `margin` at any instant of the step is always
// listed. Pairs that stay a little farther apart may be listed, too.
#pragma once
#include <graze/contact/face_pair.h>
#include <graze/motion/motion.h>
#include <graze/spatial/octree.h>
#include <graze/spatial/swept_pose.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace graze {

/// The step of a motion over a span. Motions with bounds leave the chord by at most sup |x''| D^2 /
/// 8 on each smooth piece, plus the distance of their knots from it; others are enclosed as a
/// whole. Throws InputError if the span is not in a domain that must not be left.
SweptPose sweep_of(const Motion& motion, const Interval& span);

/// The step of a body that keeps its velocity: the origin goes straight on, the rotation keeps its
/// axis. `duration` in seconds, >= 0.
SweptPose sweep_of(const Pose& begin, const Twist& twist, double duration);

/// A body during one step.
struct SweptBody {
  Octree octree;               ///< in the body frame
  SweptPose sweep;             ///< world from body
  TriangleMesh end_mesh = {};  ///< vertices at the end of a body that deforms; empty: rigid. The
                               ///< octree is then that of both meshes, and `sweep` deforming_sweep
  double padding = 0.0;        ///< the shape is grown by this much; >= 0, scene units
};

/// For a body whose vertices go from those of `begin` to those of `end`, in its own moving frame.
SweptPose deforming_sweep(const SweptPose& sweep, const TriangleMesh& begin,
                          const TriangleMesh& end);

/// How two swept faces are compared.
enum class HullTest {
  kDirections,  ///< directions that separate the faces at both ends of the step, and so throughout
  kPrinted,     ///< edges of one hull through faces of the other, as in the paper: misses faces
                ///< that turn, and hulls inside one another; to compare
};

struct OctreeSweepOptions {
  double margin = 0.0;  ///< faces nearer than this count; >= 0, scene units
  HullTest hull_test = HullTest::kDirections;
  /// Node and face tests that the pair may cost. Beyond that, what was not looked at counts as
  /// touching.
  std::uint64_t max_tests = std::numeric_limits<std::uint64_t>::max();
  int max_level = kMaxOctreeDepth;  ///< coarser: cells of this level count as touching
};

/// What a step cost. Equal on every machine.
struct SweepCounts {
  std::uint64_t node_tests = 0;
  std::uint64_t interfering_nodes = 0;  ///< cells of either body that meet the other's
  std::uint64_t face_tests = 0;

  SweepCounts& operator+=(const SweepCounts& other);
};

/// The answer for one pair of bodies and one step.
struct SweepAlarm {
  bool may_touch = false;
  bool is_coarse = false;       ///< limits were reached: `faces` need not have all pairs
  bool is_inside = false;       ///< one solid contains a part of the other; faces do not touch
  double earliest = 1.0;        ///< share of the step before which they certainly do not touch
  std::vector<FacePair> faces;  ///< by earliest (a share of the step), then ids
  SweepCounts counts;
};

/// The body-frame form: no octree is moved; cells of one are tested against the other's as boxes.
SweepAlarm check_step(const SweptBody& a, const SweptBody& b,
                      const OctreeSweepOptions& options = {});

/// The same answer without octrees: all faces of a against all of b. To compare.
SweepAlarm check_step_all_faces(const SweptBody& a, const SweptBody& b,
                                const OctreeSweepOptions& options = {});

}  // namespace graze
