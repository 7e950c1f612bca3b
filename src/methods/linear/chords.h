// SPDX-License-Identifier: MIT
// Bodies during a part of a span in which their vertices run straight, or nearly so.
#pragma once
#include <vector>

#include "graze/methods/linear.h"

namespace graze::linear {

/// A part of the span in which vertices of deforming bodies run straight and motions are smooth.
struct Cell {
  Interval span;
  Motion motion_a, motion_b;
};

/// The whole span, in order.
std::vector<Cell> cells_of(const LinearBody& a, const LinearBody& b, const Interval& span);

/// The start of the span and after each jump of a motion or a form, in order: what crosses there
/// need not have touched before.
std::vector<double> fresh_starts(const LinearBody& a, const LinearBody& b, const Interval& span);

/// Two halves of what is left of a cell from `begin` on; empty if doubles cannot halve it.
std::vector<Cell> halves_of(const Cell& cell, double begin);

/// A body's vertices on straight lines during a cell, and how far the true ones may be from them.
struct Chords {
  std::vector<Vec3> begin, end;
  double bend = 0.0;      ///< smaller for shorter cells
  double rounding = 0.0;  ///< whatever the cell

  double error() const { return round_up(bend + rounding); }
};

/// Contains the body, grown by `growth`, during the cell.
Aabb box_of(const Chords& chords, double growth);

/// Of lengths; nothing stays nothing.
inline double sum_up(double a, double b) { return round_up_sum(a + b); }

/// A share of a span, 1 exactly its end.
inline double time_of(const Interval& span, double share) {
  return share >= 1.0 ? span.hi : span.lo + share * (span.hi - span.lo);
}

/// One side of the question.
class Side {
 public:
  explicit Side(const LinearBody& body);

  const LinearBody& body() const { return body_; }
  Chords chords(const Motion& motion, const Interval& span) const;
  LinearMesh mesh(Chords chords) const;

 private:
  std::vector<Vec3> placed(const Pose& pose) const;
  double error_of(const MotionState& state) const;
  double bend(const Motion& motion, const Interval& span) const;

  const LinearBody& body_;
  double reach_;  // no vertex is farther from the body's origin
};

}  // namespace graze::linear
