// SPDX-License-Identifier: MIT
// Closed loops in the plane of a patch's parameters that say which part of it is meant.      [C10]
#pragma once
#include <graze/geometry/surface_curve.h>

#include <optional>
#include <vector>

namespace graze {

/// A curve in the plane of (u, v), its x and y, over a range of its own parameter; z is not used.
struct TrimCurve {
  SurfaceCurve curve;
  Interval range{0.0, 1.0};  ///< run from lo to hi, or backwards
  bool backwards = false;
};

/// Where a rectangle of parameters is.
enum class TrimPlace { kInside, kOutside, kBoundary };

/// Points around which the loops run an odd number of times are inside. A loop whose curves do not
/// meet exactly is closed by straight lines between their ends. Immutable.
class TrimLoops {
 public:
  /// Throws InputError if there is no curve, or one that `check` refuses.
  explicit TrimLoops(std::vector<std::vector<TrimCurve>> loops);

  /// Curves whose ends already meet, in any order: what curves() returns. The same error.
  static TrimLoops from_closed(std::vector<TrimCurve> curves);

  /// The same for points of the rectangle, perhaps with fewer curves.
  TrimLoops within(const Interval& u, const Interval& v) const;

  /// kInside and kOutside are proved for every point of the rectangle. kBoundary is the answer
  /// where a curve is in it or as near as a sixty-fourth of its size.
  TrimPlace classify(const Interval& u, const Interval& v) const;

  /// Pieces that hold all of the curves in the rectangle, a quarter of its size or shorter. Nothing
  /// if there are more than a few dozen.
  std::optional<std::vector<CurvePiece>> pieces_in(const Interval& u, const Interval& v) const;

  const std::vector<TrimCurve>& curves() const { return curves_; }

 private:
  struct Box {
    Interval u, v;
  };
  TrimLoops() = default;
  void add(TrimCurve curve);

  std::vector<TrimCurve> curves_;  ///< of all loops, closing lines included
  std::vector<Box> boxes_;         ///< around each curve
};

}  // namespace graze
