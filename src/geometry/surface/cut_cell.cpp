// SPDX-License-Identifier: MIT
// Question   Which part of a cell at the edge of a trimmed face holds the face?               [C10]
// Source     All curves in the rectangle are between two parallel lines. What lies beside them is
//            convex and met by no curve, so one of its points stands for all.
// Guarantee  What is cut off holds nothing of the face. A bilinear patch is within a third of its
//            twist of its linear interpolation over a triangle: s t differs from that by a sum of
//            products of two shares and two sides, at most 1/3.
// Changed    -
#include "geometry/surface/cut_cell.h"

#include <algorithm>
#include <cmath>

#include "geometry/surface/rounded.h"

namespace graze::surface {
namespace {

using Point = Eigen::Vector2d;
constexpr double kRounding = 0x1p-44;  // of places in the unit square, and of products with them

/// The rectangle as the unit square; corner k is at (k & 1, k >> 1).
struct Square {
  Interval u, v;

  Point from(const Vec3& p) const {
    return {(p.x() - u.lo) / u.width(), (p.y() - v.lo) / v.width()};
  }
  std::array<double, 2> parameters(const Point& p) const {
    return {std::clamp(u.lo + p.x() * u.width(), u.lo, u.hi),
            std::clamp(v.lo + p.y() * v.width(), v.lo, v.hi)};
  }
  static Point corner(std::size_t k) { return {k & 1u ? 1.0 : 0.0, k & 2u ? 1.0 : 0.0}; }
  TrimPlace place_of_corner(const TrimLoops& loops, std::size_t k) const {
    return loops.classify(Interval(k & 1u ? u.hi : u.lo), Interval(k & 2u ? v.hi : v.lo));
  }
};

/// All curves in the square are where least <= normal . p <= most.
struct Strip {
  Point normal;
  double least, most;
};

Strip strip_about(const std::vector<CurvePiece>& pieces, const Square& square) {
  const Point from = square.from(pieces[0].begin);
  const auto farthest_from = [&](const Point& p) {
    Point best = p;
    for (const CurvePiece& piece : pieces) {
      for (const Vec3& end : {piece.begin, piece.end}) {
        const Point q = square.from(end);
        if ((q - p).squaredNorm() > (best - p).squaredNorm()) best = q;
      }
    }
    return best;
  };
  const Point one = farthest_from(from), other = farthest_from(one);
  const Point along = (other - one).stableNormalized();
  Strip strip{{-along.y(), along.x()}, kInfinity, -kInfinity};
  const double stretch = std::fabs(strip.normal.x()) / square.u.width() +
                         std::fabs(strip.normal.y()) / square.v.width();
  for (const CurvePiece& piece : pieces) {
    for (const Vec3& end : {piece.begin, piece.end}) {
      const Point p = square.from(end);
      const double slack =
          piece.slack * stretch * (1.0 + kRounding) + kRounding * (1.0 + p.lpNorm<1>());
      const double at = strip.normal.dot(p);
      strip.least = std::min(strip.least, at - slack);
      strip.most = std::max(strip.most, at + slack);
    }
  }
  return strip;
}

Strip turned(const Strip& strip) { return {-strip.normal, -strip.most, -strip.least}; }

/// What is below the strip: where its farthest corner is, unless there is nothing.
struct Side {
  bool is_empty = true;
  TrimPlace place = TrimPlace::kBoundary;
  double farthest = 0.0;  ///< of the corner, as the strip measures
};
Side side_below(const TrimLoops& loops, const Square& square, const Strip& strip) {
  const std::size_t k = (strip.normal.x() > 0.0 ? 0u : 1u) + (strip.normal.y() > 0.0 ? 0u : 2u);
  Side side;
  side.farthest = strip.normal.dot(Square::corner(k));
  side.is_empty = !(side.farthest < strip.least - kRounding);
  if (!side.is_empty) side.place = square.place_of_corner(loops, k);
  return side;
}

/// What is left of the square above the strip's lower line: the corners, moved along the sides; of
/// a triangle the fourth is between two of them. Nothing if it has five corners.
struct Rest {
  std::array<Point, 4> corners;
  bool is_empty = false;
};
std::optional<Rest> rest_of(const Strip& strip) {
  std::array<double, 4> above{};
  std::size_t kept = 0, last = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    above[k] = strip.normal.dot(Square::corner(k)) - strip.least + kRounding;
    if (above[k] > 0.0) ++kept, last = k;
  }
  Rest rest;
  rest.corners.fill(Point::Zero());
  rest.is_empty = kept == 0;
  if (kept == 0) return rest;
  if (kept > 2) return std::nullopt;
  const auto moved = [&](std::size_t cut, std::size_t keep) {
    const double share = std::min(1.0, above[keep] / (above[keep] - above[cut]) + kRounding);
    return Point(Square::corner(keep) + share * (Square::corner(cut) - Square::corner(keep)));
  };
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t beside = above[k ^ 1u] > 0.0 ? k ^ 1u : k ^ 2u;
    rest.corners[k] = above[k] > 0.0        ? Square::corner(k)
                      : above[beside] > 0.0 ? moved(k, beside)
                                            : Point::Zero();
  }
  if (kept == 1)
    rest.corners[last ^ 3u] = 0.5 * (rest.corners[last ^ 1u] + rest.corners[last ^ 2u]);
  return rest;
}

Interval shrunk(const Interval& range, double lo, double hi) {
  const double width = range.width(), size = std::max(std::fabs(range.lo), std::fabs(range.hi));
  const double slack = kRounding * width + 0x1p-50 * size;
  return {std::max(range.lo, range.lo + lo * width - slack),
          std::min(range.hi, range.lo + hi * width + slack)};
}

SurfaceRegion region_of(const Rest& rest, const Square& square) {
  Point lo = rest.corners[0], hi = rest.corners[0];
  for (const Point& p : rest.corners) lo = lo.cwiseMin(p), hi = hi.cwiseMax(p);
  return {{shrunk(square.u, lo.x(), hi.x()), shrunk(square.v, lo.y(), hi.y()), Interval(0.0)}};
}

double length_along(const SurfaceCell& cell, std::size_t axis) {
  const auto& c = cell.corners;
  const std::size_t other = 3 - axis;
  return std::max((c[axis] - c[0]).norm(), (c[3] - c[other]).norm());
}

void move_corners(const Rest& rest, const Square& square, SurfaceCell& cell) {
  const auto whole = cell.corners;
  const IntervalVec3 twist =
      (IntervalVec3(whole[0]) - whole[1]) + (IntervalVec3(whole[3]) - whole[2]);
  double size = 0.0;
  for (std::size_t k = 0; k < 4; ++k) {
    const double s = rest.corners[k].x(), t = rest.corners[k].y();
    cell.corners[k] = (1.0 - t) * ((1.0 - s) * whole[0] + s * whole[1]) +
                      t * ((1.0 - s) * whole[2] + s * whole[3]);
    cell.cut_at[k] = square.parameters(rest.corners[k]);
    size = std::max(size, whole[k].lpNorm<1>());
  }
  cell.slack =
      round_up_sum(cell.slack + round_up_sum(round_up(0.34 * longest(twist)) + 0x1p-48 * size));
  cell.is_cut = true;
}

/// Roughly how long a length across the strip is in space.
double stretch_across(const Strip& strip, const SurfaceCell& cell) {
  return std::fabs(strip.normal.x()) * length_along(cell, 1) +
         std::fabs(strip.normal.y()) * length_along(cell, 2);
}

/// Turned so that the face is above it, or at least nothing below.
Strip upright(const Strip& strip, const TrimLoops& loops, const Square& square) {
  const Side below = side_below(loops, square, strip);
  const Side above = side_below(loops, square, turned(strip));
  const bool is_upright = above.place == TrimPlace::kInside ||
                          (below.place == TrimPlace::kOutside && !(above.place == below.place));
  return is_upright ? strip : turned(strip);
}

void cut_at(const Rest& rest, const Square& square, SurfaceCell& cell) {
  move_corners(rest, square, cell);
  cell.region = region_of(rest, square);
  cell.longer_axis = length_along(cell, 2) > length_along(cell, 1) ? 1 : 0;
}

}  // namespace

void cut_along_loops(const TrimLoops& loops, SurfaceCell& cell) {
  const auto as_it_is = [&cell] {
    cell.doubt = std::max(cell.doubt, 2.0 * extent(cell));
    cell.flatter_axis = cell.longer_axis;
  };
  const Square square{cell.region.range[0], cell.region.range[1]};
  const auto pieces = loops.pieces_in(square.u, square.v);
  const bool is_plain = cell.count == 4 && !cell.around_axis;
  if (!is_plain || !pieces || pieces->empty()) return as_it_is();
  const Strip strip = upright(strip_about(*pieces, square), loops, square);
  const Side below = side_below(loops, square, strip);
  const Side above = side_below(loops, square, turned(strip));
  const double stretch = stretch_across(strip, cell);
  const auto rest = below.place == TrimPlace::kOutside ? rest_of(strip) : std::nullopt;
  if (rest && rest->is_empty) {
    cell.count = 0;
    return;
  }
  if (rest) cut_at(*rest, square, cell);
  const bool is_known =
      above.place == TrimPlace::kInside && (below.is_empty || below.place == TrimPlace::kOutside);
  if (!is_known) return as_it_is();
  const double across = (strip.most - (rest ? strip.least : below.farthest)) * stretch;
  if (across > cell.doubt) cell.flatter_axis = cell.longer_axis;
  cell.doubt += across;
}

}  // namespace graze::surface
