// SPDX-License-Identifier: MIT
// Writes a pair of boxes and their motions into the form that the wide test wants.
#pragma once
#include "detect/interval_ccd/moment.h"
#include "detect/interval_ccd/wide_test.h"

namespace graze::interval_ccd {

/// A box of a wide tree, as doubles, in its body's frame.
struct LaneBox {
  Vec3 centre;
  Mat3 axes;
  Vec3 half;
  double radius;
};

LaneBox lane_box(const WideObbNode& node, int lane);
LaneBox root_box(const WideObbTree& tree);

/// What one body sees of the other at an instant: everything in the frame of `own`, frozen then.
struct View {
  Mat3 turn;            ///< own_from_wide
  Vec3 offset;          ///< of the wide body's origin
  Vec3 drift;           ///< velocity of the wide body's origin minus that of own's
  Vec3 spin, own_spin;  ///< angular velocities
  Vec3 axis, own_axis;  ///< fixed directions of them, or zero
  Vec3 reference, own_reference;
  double curvature = 0.0, own_curvature = 0.0;
  double acceleration = 0.0, own_acceleration = 0.0;
  double position_error = 0.0;  ///< of a difference of points of both
  double velocity_error = 0.0;
  bool own_still = false;
  /// One body is still, the other turns about a line of fixed direction through its reference
  /// point:
  bool may_revolve = false;
  Vec3 line, line_point;   ///< that line
  Vec3 slide;              ///< its velocity
  double line_bend = 0.0;  ///< and bound of its acceleration
};

View view(const BodyMoment& own, const BodyMoment& wide);

struct QuerySetting {
  double duration = 0.0;  ///< D, seconds
  double scale = 1.0;     ///< a power of two
  double gap = 0.0;       ///< distance that counts as contact, length
  bool thorough = false;  ///< try all bounds
};

/// Box `x` of the own body against the boxes of `node`, of the wide one.
WideQuery wide_query(const LaneBox& x, const WideObbNode& node, const View& view,
                     const QuerySetting& setting);

}  // namespace graze::interval_ccd
