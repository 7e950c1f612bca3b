// SPDX-License-Identifier: MIT
// First contact of two moving triangles.                                                   [C5, C6]
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "graze/geometry/triangle_distance.h"
#include "methods/certified/moment.h"

namespace graze::certified {

/// Both bodies' motions over a window, with bounds that hold over all of it.
struct MovingPair {
  Motion motion_a, motion_b;
  MotionBounds bounds_a, bounds_b;
  double radius_a = 0.0, radius_b = 0.0;       ///< of the bodies about their origins
  double gap = 0.0;                            ///< contact is at this distance
  double tolerance = 0.0;                      ///< and counts up to gap + tolerance
  std::optional<BodyMoment> still_a, still_b;  ///< of a body that rests during the window
};

/// Fills in where a resting body is; needs the motions' bounds.
void note_still(MovingPair& pair, double t);

Moment moment_at(const MovingPair& pair, double t);

/// Two triangles at an instant: corners relative to a's origin, in the work frame.
struct PlacedCorners {
  Corners a, b;
  double position_error = 0.0;  ///< of any difference of a corner of b and one of a
  double distance_error = 0.0;  ///< of triangle_distance(a, b) against the true corners
};

/// And how they move.
struct PlacedTriangles : PlacedCorners {
  double t = 0.0;
  Corners velocity_a, velocity_b;
  double velocity_error = 0.0;
};

/// Corners in the body frames, at an instant.
PlacedCorners place_corners(const Corners& corners_a, const Corners& corners_b,
                            const Moment& moment);
PlacedTriangles place(const Corners& corners_a, const Corners& corners_b, const Moment& moment);

/// True if one body is still, the other turns about a line of fixed direction, and the triangles
/// keep farther than `gap` apart for `duration`, whatever the angle, by their distances to the line
/// alone.
bool apart_at_any_angle(const PlacedTriangles& placed, const Moment& moment, double gap,
                        double duration);

/// What does not change while two triangles move: their corners in the body frames and how strongly
/// the corners' paths may bend.
class TrianglePair {
 public:
  /// Keeps a reference to `moment`: its bounds hold from then on.
  TrianglePair(const Corners& corners_a, const Corners& corners_b, const Moment& moment);

  const PlacedTriangles& first() const { return first_; }  ///< at the first moment
  PlacedTriangles at(const Moment& moment) const { return place(corners_a_, corners_b_, moment); }

  /// How long from `placed` on, at most `duration`, the direction n (work frame, from a to b,
  /// length at most 1 + 1e-15) keeps the triangles farther apart than `threshold`; 0 if it does not
  /// even at `placed`.
  double separated_for(const PlacedTriangles& placed, const Vec3& n, double threshold,
                       double duration) const;

 private:
  Corners corners_a_, corners_b_;
  PlacedTriangles first_;
  std::array<double, 3> reach_a_, reach_b_;  ///< corner to axis or reference
  const BodyMoment& body_a_;                 ///< for the bounds only
  const BodyMoment& body_b_;
};

}  // namespace graze::certified
