// SPDX-License-Identifier: MIT
// One moving box against eight, over one time interval.                                [C4, C7]
#pragma once
#include "graze/spatial/wide_obb_tree.h"

namespace graze::interval_ccd {

/// Box X of one body and the frame of a wide node of the other, over [t0, t0 + D]. Everything is
/// written in X's frame frozen at t0. Lengths are multiplied by `scale`, a power of two that brings
/// the larger body to a size of about one; rates are multiplied by D and accelerations by D^2, so
/// that the interval is [0, 1]. "Wide" is the body of the eight boxes, "own" that of X.
struct WideQuery {
  float turn[9];  ///< x_from_wide, row-major
  float scale;
  float origin[3];     ///< the wide node's origin
  float half[3];       ///< of X
  float drift[3];      ///< velocity of the wide body's point at `origin` minus that of X's centre
  float spin[3];       ///< angular velocity of the wide body
  float own_spin[3];   ///< angular velocity of X's body
  float axis[3];       ///< fixed direction of the wide body's angular velocity, or zero
  float reference[3];  ///< the wide body's reference point
  float curvature;     ///< W' + W^2 of the wide body
  float acceleration;  ///< sup |reference''| of the wide body
  float own_bend[3];   ///< sup |n . p''| over X for n = X's face normals
  float own_bend_any;  ///< the same for any unit n
  float gap;           ///< contact is at this distance (padding, wanted clearance)
  float error_begin;   ///< bound of what the poses' errors do to a projection at t0
  float error_end;     ///< and at t0 + D (poses and twists)
  bool thorough;     ///< not only the six face axes, also the nine edge axes and, with may_revolve,
                     ///< bounds that do not grow with the angle
  bool own_still;    ///< X's body does not move during the interval
  bool may_revolve;  ///< one body is still, the other turns about a line of fixed direction through
                     ///< its reference point: bounds that hold for any angle apply, with
  float line[3];     ///< the line's direction
  float line_point[3];
  float slide[3];    ///< the line's velocity at t0
  float line_drift;  ///< the line moves sideways by at most this much
  float own_near;    ///< no point of X is nearer to the line than this
  float own_far;     ///< or farther than this
};

/// For every lane the share of [0, 1] on which the boxes are proved apart; >= 1: all of it.
/// What empty lanes get means nothing.
struct WideResult {
  alignas(32) float advance[kWideLanes];
};

using WideTest = void (*)(const WideQuery& query, const WideObbNode& node, WideResult& result);

/// With the widest instructions this machine has, and without any; both give the same bits.
WideTest wide_test();
WideTest portable_wide_test();

}  // namespace graze::interval_ccd
