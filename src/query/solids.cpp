// SPDX-License-Identifier: MIT
// Question   What does a method's answer become for solids?                                    [G1]
// Source     solidity.h: methods see where surfaces meet; a body inside another meets nothing.
// Guarantee  That one is inside the other is proved. That none is: proved, too, except where every
//            vertex of a part is within rounding of the other's surface; the report then says so.
// Changed    -
#include "graze/query/choose_method.h"

namespace graze {
namespace {
/// Both bodies where the span begins; of one that deforms the mesh of that instant.
class PlacedPair {
 public:
  explicit PlacedPair(const PairQuestion& question)
      : shape_a_(shape_at_start(question.a, question.span.lo)),
        shape_b_(shape_at_start(question.b, question.span.lo)),
        a(placed(question.a, shape_a_, question.span.lo)),
        b(placed(question.b, shape_b_, question.span.lo)) {}

 private:
  static Shape shape_at_start(const MovingShape& moving, double t) {
    return moving.deforms() ? shape_at(moving.shape, moving.deformation, t) : moving.shape;
  }
  static PlacedShape placed(const MovingShape& moving, const Shape& shape, double t) {
    PlacedShape placed = placed_at(shape, moving.is_said_hollow, moving.frame_from_shape, t);
    placed.at.translation_error += moving.deformation.error();
    return placed;
  }

  Shape shape_a_, shape_b_;

 public:
  PlacedShape a, b;
};

std::string quoted(const MovingShape& moving, const char* otherwise) {
  return moving.name.empty() ? otherwise : "'" + moving.name + "'";
}

ContactReport overlap(const PairQuestion& question, const Inside& inside) {
  const MovingShape& inner = inside.is_a_inner ? question.a : question.b;
  const MovingShape& outer = inside.is_a_inner ? question.b : question.a;
  const std::string name = quoted(outer, "the other");
  ContactReport report;
  report.outcome = Outcome::kOverlapAtStart;
  report.guarantee = Guarantee::kProved;
  report.start = StartState::kOverlapping;
  report.time = Interval(question.span.lo);
  report.tolerance = question.tolerance;
  report.reason = quoted(inner, "one") + " is inside " + name + ", which counts as a " +
                  describe(solidity_of(outer.shape)) + "; if " + name +
                  " is hollow, such as a room, say \"solid\": false of it";
  return report;
}

/// Of surfaces at an instant any method tells enough; the wanted one may need a span.
ContactReport surfaces_at_start(const PairQuestion& question, const MethodRow& wanted,
                                std::span<const MethodRow> table) {
  PairQuestion start = question;
  start.span = Interval(question.span.lo);
  const bool may = (wanted.takes_deforming || !start.deforms()) && wanted.applies(start);
  return (may ? wanted : choose_method(start, {}, table)).answer(start);
}

/// What is found by one vertex of each part, looked at again where it does not decide.
Inside looked_at_again(const PairQuestion& question, const Inside& found, StartState start) {
  const bool touches = start == StartState::kTouching;
  if (!touches && found.answer == InsideAnswer::kYes) return found;
  const PlacedPair pair(question);
  const Inside deep = find_deep_inside(pair.a, pair.b, touches ? question.tolerance : 0.0);
  return touches || deep.answer == InsideAnswer::kYes ? deep : found;
}
}  // namespace

Inside inside_at_start(const PairQuestion& question) {
  if (question.is_self) return {};
  const PlacedPair pair(question);
  return find_inside(pair.a, pair.b);
}

ContactReport answer(const PairQuestion& question, const MethodWish& wish,
                     std::span<const MethodRow> table) {
  const MethodRow& row = choose_method(question, wish, table);
  const Inside found = inside_at_start(question);
  if (found.answer == InsideAnswer::kNo) return row.answer(question);
  ContactReport start = surfaces_at_start(question, row, table);
  if (start.outcome == Outcome::kOverlapAtStart || start.outcome == Outcome::kUndecided)
    return start;
  const Inside inside = looked_at_again(question, found, start.start);
  if (inside.answer == InsideAnswer::kYes) {
    ContactReport report = overlap(question, inside);
    report.method = row.method;
    report.stats = start.stats;
    return report;
  }
  ContactReport report = row.answer(question);
  if (inside.answer == InsideAnswer::kUnsure && report.outcome != Outcome::kOverlapAtStart) {
    report.guarantee = Guarantee::kSampled;
    report.reason = "too near to each other to tell whether one is inside the other";
  }
  return report;
}

}  // namespace graze
