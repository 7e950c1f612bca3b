// SPDX-License-Identifier: MIT
// Question   When do two boxes under rational motion meet and part?                        [B1-B6]
// Source     Albocher, Sarel, Choi, Elber, Wang, "Efficient continuous collision detection for
//            bounding boxes under rational motion"; docs/methods/analytic.md.
// Guarantee  Proved: apart outside the intervals, overlapping inside, rounding included.
// Changed    The fast form of the 30 planes (scan_kernel.h); the printed one is in printed.cpp.
#include <graze/base/assert.h>
#include <graze/base/error.h>
#include <graze/motion/common_pieces.h>
#include <graze/motion/polynomial_pose.h>

#include <algorithm>
#include <cmath>

#include "graze/methods/analytic.h"
#include "math/nth_root.h"
#include "methods/analytic/contact_list.h"
#include "methods/analytic/pair_set_up.h"
#include "methods/analytic/pieces.h"
#include "methods/analytic/polish.h"

namespace graze {
namespace {
using namespace analytic;

/// Error of a face's distance: that of its function over the least weight (or, where functions are
/// volumes, over the least area of a face).
double length_error(const PairFunctions& p, const Scan& scan) {
  const double least = least_weight(p);
  if (!(least > 0.0)) return kInfinity;
  return std::fmax(16.0 * scan.error, scan.band) / (p.affine ? nth_root(least * least, 3) : least);
}

/// `formula`: where the functions come from, if that is known exactly.
void scan_piece(const PairFunctions& p, const Interval& span, const BoxContactOptions& options,
                BoxContactList& list, BoxContacts& contacts,
                const RelativeBoxes* formula = nullptr) {
  Scan scan;
  scan_functions().scan(p, {options.first_only}, scan);
  if (formula) polish(*formula, p, scan);
  contacts.error = std::fmax(contacts.error, length_error(p, scan));
  add_scan(p, scan, span, list, contacts);
}

AffineBox affine_box(const Box& box, const AffineFormula& f, const Interval& s) {
  const auto poly = [&](std::size_t count, const auto& at) {
    IntervalBernstein p{std::vector<Interval>(count)};
    for (std::size_t i = 0; i < count; ++i) p.coefficients[i] = at(i);
    if (s.is_point()) return IntervalBernstein{{evaluate(p, s)}};
    return s.lo > 0.0 || s.hi < 1.0 ? restricted(p, s) : p;
  };
  AffineBox result;
  result.weight = poly(f.weight.size(), [&](std::size_t i) { return Interval(f.weight[i]); });
  const std::size_t count = s.is_point() ? 1 : std::max(f.matrix.size(), f.translation.size());
  for (int row = 0; row < 3; ++row) {
    const auto moved = [&](const Vec3& v) {
      return poly(f.matrix.size(), [&](std::size_t i) {
        return graze::dot(IntervalVec3(Vec3(f.matrix[i].row(row))), IntervalVec3(v));
      });
    };
    const IntervalBernstein shift =
        poly(f.translation.size(), [&](std::size_t i) { return Interval(f.translation[i][row]); });
    for (int k = 0; k < 3; ++k) {
      IntervalBernstein edge = moved(Vec3(box.axes.col(k)));
      for (Interval& c : edge.coefficients) c = box.half_size[k] * c;
      result.edge[k][std::size_t(row)] = edge;
    }
    result.centre[std::size_t(row)] =
        box.centre.isZero(0.0) ? shift : elevated(moved(box.centre), int(count) - 1) + shift;
  }
  return result;
}

/// The piece that covers the span, cut to it; at an instant the later one.
AffineBox affine_box_during(const MovingAffineBox& moving, const Interval& span) {
  const auto& pieces = moving.world_from_box.pieces;
  std::size_t k = pieces.size() - 1;
  while (k > 0 && span.middle() < pieces[k].span.lo) --k;
  const Interval& whole = pieces[k].span;
  const auto share = [&](double t) {
    return std::clamp((t - whole.lo) / (whole.hi - whole.lo), 0.0, 1.0);
  };
  const Interval s(share(span.lo), share(span.hi));
  if (span.is_point() ? !whole.contains(span.lo) : !(s.lo < s.hi))
    throw InputError({"span", "times outside an affine motion", "times within it", ""});
  return affine_box(moving.box, pieces[k].formula, s);
}

std::vector<Interval> spans_of(const MovingAffineBox& moving) {
  std::vector<Interval> spans;
  for (const AffinePiece& piece : moving.world_from_box.pieces) spans.push_back(piece.span);
  return spans;
}

/// A rigid box as the affine one that it also is, piece by piece.
struct RigidSide {
  Box box;
  std::vector<CommonPiece> pieces;
};

RigidSide rigid_side(const MovingBox& moving, const Interval& span) {
  return {moving.box, common_pieces(moving.world_from_box, Motion(), span)};
}

std::vector<Interval> spans_of(const RigidSide& side) {
  std::vector<Interval> spans;
  for (const CommonPiece& piece : side.pieces) spans.push_back(piece.span);
  return spans;
}

AffineBox affine_box_during(const RigidSide& side, const Interval& span) {
  std::size_t k = side.pieces.size() - 1;
  while (k > 0 && span.middle() < side.pieces[k].span.lo) --k;
  const PolynomialPose pose = pose_over(side.pieces[k].motion_a, span);
  const auto turned = [&](int row, const Vec3& v) {
    IntervalBernstein sum;
    for (int j = 0; j < 3; ++j) {
      IntervalBernstein term = pose.matrix[std::size_t(3 * row + j)];
      for (Interval& c : term.coefficients) c = v[j] * c;
      sum = sum + term;
    }
    return sum;
  };
  AffineBox result;
  result.weight = pose.norm_sq * pose.weight;
  for (int row = 0; row < 3; ++row) {
    for (int axis = 0; axis < 3; ++axis) {
      IntervalBernstein edge = turned(row, side.box.axes.col(axis));
      for (Interval& c : edge.coefficients) c = side.box.half_size[axis] * c;
      result.edge[axis][std::size_t(row)] = edge * pose.weight;
    }
    result.centre[std::size_t(row)] = turned(row, side.box.centre) * pose.weight +
                                      pose.translation[std::size_t(row)] * pose.norm_sq;
  }
  return result;
}

void unmirror(BoxContacts& contacts, std::size_t from, const Mirrored& mirrored) {
  const auto turn = [&](FeaturePair& f) {
    if (mirrored.a) f.a.side[0] = static_cast<std::int8_t>(-f.a.side[0]);
    if (mirrored.b) f.b.side[0] = static_cast<std::int8_t>(-f.b.side[0]);
  };
  for (std::size_t k = from; k < contacts.intervals.size(); ++k) {
    turn(contacts.intervals[k].entry_features);
    turn(contacts.intervals[k].exit_features);
  }
}

template <typename SideA, typename SideB>
BoxContacts affine_contacts(const SideA& a, const SideB& b, const BoxContactOptions& options) {
  BoxContacts contacts;
  BoxContactList list(contacts);
  PairFunctions p;
  for (const Interval& span : pieces_between(spans_of(a), spans_of(b), options.span)) {
    if (list.stops_at_first(options.first_only)) break;
    const auto mirrored = set_up_affine(affine_box_during(a, span), affine_box_during(b, span), p);
    if (!mirrored) refuse_degree();
    const std::size_t from = contacts.intervals.size();
    scan_piece(p, span, options, list, contacts);
    unmirror(contacts, from, *mirrored);
  }
  list.finish(options.span);
  return contacts;
}
}  // namespace

std::string name(const BoxFeature& feature) {
  std::string text(name(feature.kind()));
  for (int k = 0; k < 3; ++k)
    if (feature.side[k] != 0) {
      text += feature.side[k] > 0 ? " +" : " -";
      text += "xyz"[k];
    }
  return text;
}

BoxContacts box_contacts(const MovingBox& a, const MovingBox& b, const BoxContactOptions& options) {
  check_question(a.world_from_box, b.world_from_box, options.span);
  BoxContacts contacts;
  BoxContactList list(contacts);
  PairFunctions p;
  for (const CommonPiece& piece : common_pieces(a.world_from_box, b.world_from_box, options.span)) {
    if (list.stops_at_first(options.first_only)) break;
    if (!set_up_rigid(a.box, pose_over(piece.motion_a, piece.span), b.box,
                      pose_over(piece.motion_b, piece.span), p))
      refuse_degree();
    scan_piece(p, piece.span, options, list, contacts);
  }
  list.finish(options.span);
  return contacts;
}

BoxContacts box_contacts(const MovingAffineBox& a, const MovingAffineBox& b,
                         const BoxContactOptions& options) {
  check_span(options.span);
  check(a.world_from_box);
  check(b.world_from_box);
  return affine_contacts(a, b, options);
}

BoxContacts box_contacts(const MovingBox& a, const MovingAffineBox& b,
                         const BoxContactOptions& options) {
  check_question(a.world_from_box, Motion(), options.span);
  check(b.world_from_box);
  return affine_contacts(rigid_side(a, options.span), b, options);
}

void box_contacts(const RelativeBoxPair& pair, const BoxContactOptions& options,
                  BoxContacts& contacts) {
  const RationalFormula& f = pair.a_from_b;
  GRAZE_ASSERT(f.weight.size() == 1 && f.weight[0] == 1.0);
  GRAZE_ASSERT(f.rotation.size() <= kMaxRotationDegree + 1);
  GRAZE_ASSERT(f.translation.size() <= kMaxTranslationDegree + 1);
  RelativeBoxes boxes;
  boxes.rotation_degree = int(f.rotation.size()) - 1;
  boxes.translation_degree = int(f.translation.size()) - 1;
  for (std::size_t k = 0; k < f.rotation.size(); ++k) {
    const Quat& q = f.rotation[k];
    boxes.q[k][0] = q.w(), boxes.q[k][1] = q.x(), boxes.q[k][2] = q.y(), boxes.q[k][3] = q.z();
  }
  for (std::size_t k = 0; k < f.translation.size(); ++k)
    for (int i = 0; i < 3; ++i) boxes.x[k][i] = f.translation[k][i];
  for (int i = 0; i < 3; ++i) boxes.half_a[i] = pair.half_a[i], boxes.half_b[i] = pair.half_b[i];
  PairFunctions p;
  scan_functions().set_up(boxes, p);
  contacts.intervals.clear();
  contacts.openings.clear();
  contacts.error = 0.0;
  contacts.undecided = Undecided::kNo;
  contacts.degree = 0;
  contacts.stats = {};
  BoxContactList list(contacts);
  scan_piece(p, {0.0, 1.0}, options, list, contacts, &boxes);
  list.finish({0.0, 1.0});
}

}  // namespace graze
