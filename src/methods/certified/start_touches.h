// SPDX-License-Identifier: MIT
// Curved bodies that touch at the start of a span: which touches may go on.                   [C10]
//
// A touch has a direction n, out of one body and into the other's outside. Cells that are near each
// other, then or later, are excused while n keeps them from getting deeper than half the tolerance
// (or than the touch is, if that is more and not above the tolerance), and no point comes nearer
// along n: bodies slide and lift off freely, are stopped when they press, and land like any other.
#pragma once
#include <optional>
#include <vector>

#include "methods/certified/surface_hull.h"

namespace graze::certified {

class StartTouches {
 public:
  /// `sided`: which side of the faces of both bodies is outside is known; else nothing is excused.
  StartTouches(bool sided, double start, double gap, double tolerance)
      : sided_(sided), start_(start), gap_(gap), tolerance_(tolerance) {}

  bool have_been() const { return have_been_; }
  bool may_begin(double t) const { return sided_ && t == start_; }

  /// Excuses a touch at the start, and what is like it, if one of the directions (work frame, from
  /// a to b) does so for the rest of the window.
  bool begin(const PlacedPair& placed, const Moment& moment, const std::vector<Vec3>& directions,
             double duration);
  bool excuses(const PlacedPair& placed, const Moment& moment, double duration) const;

  /// The same in the plane of x = rho and z about a line of body a, for faces that are seen from
  /// it.
  struct Line {
    Vec3 point, axis;  ///< frame of a; unit
  };
  bool begin(const Line& line, const PlacedPair& placed, const Moment& moment,
             const std::vector<Vec3>& directions, double duration);
  bool excuses(const Line& line, const PlacedPair& placed, const Moment& moment,
               double duration) const;
  /// Lines about which faces touch.
  std::vector<Line> lines() const;

 private:
  /// The least separation along n that is excused: none if the touch is deeper than the tolerance.
  std::optional<double> threshold_of(const PlacedPair& placed, const Moment& moment, const Vec3& n,
                                     double duration) const;
  bool allows(const Vec3& n, double threshold, const PlacedPair& placed, const Moment& moment,
              double duration) const;

  struct Direction {
    Vec3 n;  ///< frame of a, and of b
    bool fixed_to_a;
    double threshold;
  };
  struct PlaneDirection {
    Line line;
    Vec3 n;
    double threshold;
  };
  bool sided_;
  double start_, gap_, tolerance_;
  bool have_been_ = false;
  std::vector<Direction> directions_;
  std::vector<PlaneDirection> in_plane_;
};

}  // namespace graze::certified
