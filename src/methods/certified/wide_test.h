// SPDX-License-Identifier: MIT
// One moving box against eight, over one time interval.                                [C4, C7]
#pragma once
#include <vector>

#include "graze/spatial/wide_obb_tree.h"

namespace graze::certified {

/// Three coordinates (the fourth means nothing) that are computed together. Aligned alike for every
/// instruction set: what holds them is passed between translation units.
typedef double Four __attribute__((vector_size(32), aligned(32)));

/// A box of a wide tree, as doubles, in its body's frame; its axes are right-handed.
struct LaneBox {
  Four rows[3];  ///< rows[k]: coordinate k of the three axes
  Four centre;
  Four half;
  double radius;
};

/// What one body sees of the other at an instant: everything in the frame of `own`, frozen then.
/// "Wide" is the body of the eight boxes, "own" that of the single box.
struct View {
  Four turn[3];         ///< own_from_wide, by columns
  Four offset;          ///< of the wide body's origin
  Four drift;           ///< velocity of the wide body's origin minus that of own's
  Four spin, own_spin;  ///< angular velocities
  Four axis, own_axis;  ///< fixed directions of them, or zero
  Four reference, own_reference;
  double axis_speed;  ///< |spin| where `spin` is along `axis`, else 0
  double curvature, own_curvature;
  double acceleration, own_acceleration;
  double position_error;  ///< of a difference of points of both
  double velocity_error;
  bool own_still, wide_still;
  /// One body is still, the other turns about a line of fixed direction through its reference
  /// point.
  bool may_revolve;
};

struct QuerySetting {
  double duration = 0.0;   ///< D, seconds
  double scale = 1.0;      ///< a power of two that brings the larger body to a size of about one
  double gap = 0.0;        ///< distance that counts as contact, length
  bool edges = false;      ///< not only the six face axes, also the nine edge axes
  bool any_angle = false;  ///< and bounds that hold for any angle, where they apply
};

/// For every lane the share of the duration on which the boxes are proved apart. `waiting` has a
/// bit for every lane that is not proved apart on all of it; its share is below 1.
struct WideResult {
  alignas(32) float advance[kWideLanes];
  unsigned waiting;
};

/// Box `x` of the own body against the boxes of `node`, of the wide one.
using WideTest = void (*)(const LaneBox& x, const WideObbNode& node, const View& view,
                          const QuerySetting& setting, WideResult& result);

/// For the widest instructions that this machine has, and for any machine; all give the same bits.
WideTest wide_test();
WideTest portable_wide_test();
/// All that this machine can run, the fastest last.
std::vector<WideTest> wide_tests();

}  // namespace graze::certified
