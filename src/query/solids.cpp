// SPDX-License-Identifier: MIT
// Question   What does a method's answer become for solids?                                    [G1]
// Source     solidity.h: methods see where surfaces meet; a body inside another meets nothing.
// Guarantee  That one is inside the other, at the start or after a jump, is proved. That none is:
//            proved, too, except where every vertex of a part is within rounding of the other's
//            surface, or where finding the depth of bodies in touch took too long; the report then
//            says so.
// Changed    -
#include <algorithm>
#include <cmath>

#include "contact/end_report.h"
#include "graze/methods/certified.h"
#include "graze/motion/common_pieces.h"
#include "graze/query/choose_method.h"
#include "query/faces_deep_inside.h"
#include "query/kernel_bodies.h"
#include "query/proved_answer.h"
#include "scene/deep_inside.h"

namespace graze {
namespace {
constexpr const char* kTooNear = "too near to each other to tell whether one is inside the other";
constexpr const char* kTooDeepToTell =
    "in touch at the start: it was not proved that no part is deeper than the tolerance";

/// Both bodies at an instant; of one that deforms the mesh of that instant.
class PlacedPair {
 public:
  explicit PlacedPair(const PairQuestion& question)
      : PlacedPair(question, {question.a.frame_from_shape, question.b.frame_from_shape,
                              Interval(question.span.lo)}) {}
  /// Where a piece of the motions begins.
  PlacedPair(const PairQuestion& question, const CommonPiece& piece)
      : shape_a_(shape_then(question.a, piece.span.lo)),
        shape_b_(shape_then(question.b, piece.span.lo)),
        a(placed(question.a, shape_a_, piece.motion_a, piece.span.lo)),
        b(placed(question.b, shape_b_, piece.motion_b, piece.span.lo)) {}

 private:
  static Shape shape_then(const MovingShape& moving, double t) {
    return moving.deforms() ? shape_at(moving.shape, moving.deformation, t) : moving.shape;
  }
  static PlacedShape placed(const MovingShape& moving, const Shape& shape, const Motion& motion,
                            double t) {
    PlacedShape placed = placed_at(shape, moving.is_said_hollow, motion, t);
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

/// Where surfaces are apart, all of a connected body is inside; where they meet, a part of it.
std::string reason_of(const PairQuestion& question, const Inside& inside, StartState surfaces) {
  const MovingShape& inner = inside.is_a_inner ? question.a : question.b;
  const MovingShape& outer = inside.is_a_inner ? question.b : question.a;
  const bool is_whole = surfaces == StartState::kApart && inner.shape.shells().size() == 1;
  const std::string name = quoted(outer, "the other");
  return (is_whole ? "" : "a part of ") + quoted(inner, "one") + " is inside " + name +
         ", which counts as a " + describe(solidity_of(outer.shape)) + "; if " + name +
         " is hollow, such as a room, say \"solid\": false of it";
}

ContactReport overlap(const PairQuestion& question, const Inside& inside, Method method,
                      const ContactReport& surfaces) {
  ContactReport report =
      separated_report(method, Guarantee::kProved, question.span, question.tolerance);
  end_in_overlap(report, question.span.lo);
  report.stats = surfaces.stats;
  report.reason = reason_of(question, inside, surfaces.start);
  return report;
}

bool may_hold_others(const MovingShape& moving) {
  return solidity_of(moving.shape, moving.is_said_hollow).is_solid();
}

/// For surfaces at an instant any method will do; the wanted one may need a span.
ContactReport surfaces_at_start(const PairQuestion& question, const MethodRow& wanted,
                                std::span<const MethodRow> table) {
  PairQuestion start = question;
  start.span = Interval(question.span.lo);
  const bool may = (wanted.takes_deforming || !start.deforms()) && wanted.applies(start);
  return (may ? wanted : choose_method(start, {}, table)).answer(start);
}

/// What is found by one vertex of each part, looked at again where it does not decide: bodies in
/// touch may cross by so little that a way back is short, and lie deep inside all the same.
Inside looked_at_again(const PairQuestion& question, const Inside& found,
                       const ContactReport& surfaces) {
  const bool touches = surfaces.start == StartState::kTouching;
  if (question.is_self || (!touches && found.answer != InsideAnswer::kUnsure)) return found;
  const PlacedPair pair(question);
  Budget left = question.budget;
  left.max_seconds -= std::min(left.max_seconds, surfaces.stats.seconds);
  const bool is_curved = query::has_surface(question);
  const Inside deep = is_curved ? query::find_faces_deep_inside(question, pair.a, pair.b, left)
                                : find_deep_inside(pair.a, pair.b, question.tolerance, left);
  // For faces, "not deep" means that every part of them is outside, or can be moved there.
  const bool is_told =
      deep.answer == InsideAnswer::kYes || (is_curved && deep.answer == InsideAnswer::kNo);
  return touches || is_told ? deep : found;
}

bool have_bounds_of_derivatives(const PairQuestion& question) {
  return question.a.frame_from_shape.has_bounds() && question.b.frame_from_shape.has_bounds();
}

/// Bodies in touch at the start may slide, lift off and land elsewhere: one rule for all methods.
ContactReport answer_beyond_touch(const PairQuestion& question, const MethodRow& row) {
  ContactReport report = row.answer(question);
  const bool stopped = row.stops_at_touch && report.start == StartState::kTouching;
  if (!stopped || !have_bounds_of_derivatives(question)) return report;
  const Stats spent = report.stats;
  report = query::proved_answer(question);
  report.stats += spent;
  if (explanation(report).empty())
    report.reason = "handed over by " + std::string(name(row.method)) + ": in touch at the start";
  return report;
}

ContactReport from_start(const PairQuestion& question, const MethodRow& row,
                         std::span<const MethodRow> table) {
  const Inside found = inside_at_start(question);
  ContactReport report = found.answer == InsideAnswer::kNo
                             ? answer_beyond_touch(question, row)
                             : surfaces_at_start(question, row, table);
  if (report.outcome == Outcome::kOverlapAtStart) return report;
  if (found.answer != InsideAnswer::kNo && report.outcome == Outcome::kUndecided) return report;
  const Inside inside = looked_at_again(question, found, report);
  if (inside.answer == InsideAnswer::kYes) return overlap(question, inside, row.method, report);
  const bool touches = report.start == StartState::kTouching;
  if (found.answer != InsideAnswer::kNo) report = answer_beyond_touch(question, row);
  if (inside.answer == InsideAnswer::kUnsure && report.outcome != Outcome::kOverlapAtStart) {
    report.guarantee = Guarantee::kSampled;
    report.reason = touches ? kTooDeepToTell : kTooNear;
  }
  return report;
}

CertifiedBody still(const PlacedShape& placed, const MovingShape& moving) {
  return {placed.shape.wide_tree(), Motion::still(placed.at.pose), moving.growth};
}

/// Where something starts again in the span: after jumps of motions and of forms, in order.
std::vector<CommonPiece> fresh_pieces(const PairQuestion& question) {
  const Motion &a = question.a.frame_from_shape, &b = question.b.frame_from_shape;
  std::vector<CommonPiece> fresh = pieces_after_jumps(a, b, question.span);
  for (const MovingShape* moving : {&question.a, &question.b}) {
    for (const double t : moving->deformation.jumps_within(question.span)) {
      std::optional<CommonPiece> at;
      for (const CommonPiece& piece : common_pieces(a, b, question.span)) {
        if (piece.span.contains(t)) at = piece;  // the later one of two that meet there
      }
      fresh.push_back({at->motion_a, at->motion_b, {t, at->span.hi}});
    }
  }
  std::ranges::stable_sort(fresh, {}, [](const CommonPiece& piece) { return piece.span.lo; });
  return fresh;
}

/// Inside from a jump on: the points are those where the surfaces are nearest.
void tell_jump(const PairQuestion& question, const InsideAfterJump& found, ContactReport& report) {
  end_in_contact(report, found.time);
  report.guarantee = Guarantee::kProved;
  report.closing_speed = 0.0;
  report.contacts = {found.nearest};
  report.reason = "after a jump " + reason_of(question, found.inside, StartState::kApart);
}
}  // namespace

Inside inside_at_start(const PairQuestion& question) {
  if (question.is_self) return {};
  const PlacedPair pair(question);
  return find_inside(pair.a, pair.b);
}

std::optional<InsideAfterJump> inside_after_jump(const PairQuestion& question, double until) {
  if (question.is_self || (!may_hold_others(question.a) && !may_hold_others(question.b)))
    return std::nullopt;
  const Motion &a = question.a.frame_from_shape, &b = question.b.frame_from_shape;
  for (const CommonPiece& piece : fresh_pieces(question)) {
    const double t = piece.span.lo;
    if (t >= until) break;
    const PlacedPair pair(question, piece);
    const Inside inside = find_inside(pair.a, pair.b);
    if (inside.answer == InsideAnswer::kNo) continue;
    // A proof ends with the pose before the jump.
    const double before = std::max(question.span.lo, std::nextafter(t, -kInfinity));
    Contact nearest = distance_at(still(pair.a, question.a), still(pair.b, question.b), t).closest;
    nearest.distance = 0.0;
    return InsideAfterJump{inside, {before, instant_of(piece, a, b, t)}, std::move(nearest)};
  }
  return std::nullopt;
}

ContactReport answer(const PairQuestion& asked, const MethodWish& wish,
                     std::span<const MethodRow> table) {
  const query::BoundedQuestion bounded(asked);
  const PairQuestion& question = bounded.get();
  const MethodRow& row = choose_method(question, wish, table);
  ContactReport report = from_start(question, row, table);
  if (report.outcome == Outcome::kOverlapAtStart) return report;
  const double until = report.outcome == Outcome::kSeparated ? kInfinity : report.time.lo;
  const auto found = inside_after_jump(question, until);
  if (!found) return report;
  if (found->inside.answer == InsideAnswer::kYes) {
    tell_jump(question, *found, report);
  } else {
    report.guarantee = Guarantee::kSampled;
    report.reason = kTooNear;
  }
  return report;
}

}  // namespace graze
