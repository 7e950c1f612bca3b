// SPDX-License-Identifier: MIT
// Question   Is a rectangle of parameters inside the loops, outside, or on them?             [C10]
// Source     Winding numbers by crossings of a ray; curves in the hulls of their pieces.
// Guarantee  Inside and outside are proved: no curve meets the rectangle, so that all of its points
//            are where its middle is, and pieces that the ray could meet are ones whose hull does
//            not contain the middle, so that their ends alone decide.
// Changed    -
#include "graze/geometry/trim_loops.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/base/number_text.h"

namespace graze {
namespace {

constexpr int kDeepestPiece = 60;
constexpr std::size_t kMostPieces = 64;  // in a rectangle: more would not bound it closely
constexpr double kLongestArc = 12.6;     // rad: two turns; each costs as much as the first

struct Rectangle {
  Interval u, v;
};

// The box around a piece: its ends and the slack about them.
Rectangle box_of(const CurvePiece& piece) {
  const Interval u = ordered(piece.begin.x(), piece.end.x());
  const Interval v = ordered(piece.begin.y(), piece.end.y());
  return {inflated(u, piece.slack), inflated(v, piece.slack)};
}

bool meet(const Rectangle& a, const Rectangle& b) {
  return overlaps(a.u, b.u) && overlaps(a.v, b.v);
}

bool meets(const SurfaceCurve& curve, const Interval& t, const Rectangle& rectangle, int depth) {
  const Rectangle box = box_of(piece_of(curve, t));
  if (!meet(box, rectangle)) return false;
  const double size = std::max(rectangle.u.width(), rectangle.v.width()) / 64.0;
  if (depth == kDeepestPiece || std::max(box.u.width(), box.v.width()) <= size) return true;
  const double middle = t.middle();
  if (middle <= t.lo || middle >= t.hi) return true;
  return meets(curve, {t.lo, middle}, rectangle, depth + 1) ||
         meets(curve, {middle, t.hi}, rectangle, depth + 1);
}

// False if there are too many.
bool add_pieces(const SurfaceCurve& curve, const Interval& t, const Rectangle& rectangle,
                std::vector<CurvePiece>& pieces) {
  const CurvePiece piece = piece_of(curve, t);
  const Rectangle box = box_of(piece);
  if (!meet(box, rectangle)) return true;
  const bool is_short =
      4.0 * box.u.width() <= rectangle.u.width() && 4.0 * box.v.width() <= rectangle.v.width();
  const double middle = t.middle();
  if (is_short || middle <= t.lo || middle >= t.hi) {
    pieces.push_back(piece);
    return pieces.size() <= kMostPieces;
  }
  return add_pieces(curve, {t.lo, middle}, rectangle, pieces) &&
         add_pieces(curve, {middle, t.hi}, rectangle, pieces);
}

// How often the piece crosses the ray from (u, v) towards larger u, modulo 2. Nothing if the point
// is too near to tell.
std::optional<bool> crosses(const SurfaceCurve& curve, const Interval& t, double u, double v,
                            int depth) {
  const CurvePiece piece = piece_of(curve, t);
  const Rectangle box = box_of(piece);
  if (!box.v.contains(v) || box.u.hi < u) return false;
  if (box.u.lo > u) return (piece.begin.y() <= v) != (piece.end.y() <= v);
  const double middle = t.middle();
  if (depth == kDeepestPiece || middle <= t.lo || middle >= t.hi) return std::nullopt;
  const auto first = crosses(curve, {t.lo, middle}, u, v, depth + 1);
  const auto second = crosses(curve, {middle, t.hi}, u, v, depth + 1);
  if (!first || !second) return std::nullopt;
  return *first != *second;
}

void check_length(const TrimCurve& curve) {
  if (!std::holds_alternative<ArcCurve>(curve.curve) || curve.range.width() <= kLongestArc) return;
  throw InputError({"trim curve", "an arc of " + number_text(curve.range.width()) + " rad",
                    "at most two turns", "give its range in radians: one turn for a circle"});
}

Vec3 end_of(const TrimCurve& curve, bool last) {
  const CurvePiece piece = piece_of(curve.curve, curve.range);
  return last != curve.backwards ? piece.end : piece.begin;
}

}  // namespace

TrimLoops::TrimLoops(std::vector<std::vector<TrimCurve>> loops) {
  for (auto& loop : loops) {
    if (loop.empty()) throw InputError({"trim loop", "no curves", "a closed loop of them", ""});
    for (std::size_t k = 0; k < loop.size(); ++k) {
      check(loop[k].curve);
      const Vec3 from = end_of(loop[k], true), to = end_of(loop[(k + 1) % loop.size()], false);
      add(loop[k]);
      if (from.head<2>() != to.head<2>()) add({LineCurve{from, to}, {0.0, 1.0}});
    }
  }
  if (curves_.empty()) throw InputError({"trim loops", "none", "at least one", ""});
}

void TrimLoops::add(TrimCurve curve) {
  check_length(curve);
  const Rectangle box = box_of(piece_of(curve.curve, curve.range));
  boxes_.push_back({box.u, box.v});
  curves_.push_back(std::move(curve));
}

TrimLoops TrimLoops::from_closed(std::vector<TrimCurve> curves) {
  if (curves.empty()) throw InputError({"trim loops", "none", "at least one", ""});
  TrimLoops loops;
  for (TrimCurve& curve : curves) {
    check(curve.curve);
    loops.add(std::move(curve));
  }
  return loops;
}

// A ray towards larger u from inside the rectangle sees no other curves.
TrimLoops TrimLoops::within(const Interval& u, const Interval& v) const {
  TrimLoops few;
  for (std::size_t k = 0; k < curves_.size(); ++k) {
    if (overlaps(boxes_[k].v, v) && boxes_[k].u.hi >= u.lo) few.add(curves_[k]);
  }
  return few;
}

TrimPlace TrimLoops::classify(const Interval& u, const Interval& v) const {
  bool inside = false;
  for (std::size_t k = 0; k < curves_.size(); ++k) {
    const TrimCurve& trim = curves_[k];
    if (!overlaps(boxes_[k].v, v) || boxes_[k].u.hi < u.lo) continue;
    if (meets(trim.curve, trim.range, {u, v}, 0)) return TrimPlace::kBoundary;
    const auto crossing = crosses(trim.curve, trim.range, u.middle(), v.middle(), 0);
    if (!crossing) return TrimPlace::kBoundary;
    inside = inside != *crossing;
  }
  return inside ? TrimPlace::kInside : TrimPlace::kOutside;
}

std::optional<std::vector<CurvePiece>> TrimLoops::pieces_in(const Interval& u,
                                                            const Interval& v) const {
  std::vector<CurvePiece> pieces;
  for (std::size_t k = 0; k < curves_.size(); ++k) {
    if (!meet({boxes_[k].u, boxes_[k].v}, {u, v})) continue;
    if (!add_pieces(curves_[k].curve, curves_[k].range, {u, v}, pieces)) return std::nullopt;
  }
  return pieces;
}

}  // namespace graze
