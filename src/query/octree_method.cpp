// SPDX-License-Identifier: MIT
// Question   When do two solids first touch, as far as octrees and swept faces can tell?   [O5, G1]
// Source     Kitamura et al. 1994, its step made shorter where faces may touch.
// Guarantee  kConservative: no contact before the bracket. At its end the faces are within the
//            tolerance, unless none of the directions tried separates them.
// Changed    The paper has one length of step; here it is as short as the tolerance requires.
#include "query/octree_method.h"

#include <algorithm>
#include <vector>

#include "contact/end_report.h"
#include "geometry/meeting_normal.h"
#include "graze/methods/octree.h"
#include "graze/motion/common_pieces.h"
#include "query/kernel_bodies.h"
#include "query/proved_answer.h"

namespace graze::query {
namespace {
Corners moved(const TriangleMesh& mesh, TriangleId triangle, const Pose& pose) {
  const auto t = mesh.corners(triangle.index());
  return {pose * t[0], pose * t[1], pose * t[2]};
}

/// Largest way of a point of the body in the step.
double way_of(const SweptBody& body) {
  const Aabb box = body.octree.mesh().bounds();
  double way = 0.0;
  for (int k = 0; k < 8; ++k) {
    const Vec3 p(k & 1 ? box.hi.x() : box.lo.x(), k & 2 ? box.hi.y() : box.lo.y(),
                 k & 4 ? box.hi.z() : box.lo.z());
    way = std::max(way, (body.sweep.end * p - body.sweep.begin * p).norm());
  }
  return way + 2.0 * body.sweep.bulge_of(box);
}

class OctreeSearch {
 public:
  explicit OctreeSearch(const PairQuestion& question)
      : question_(question),
        watch_(question.budget),
        octree_a_(question.a.shape.octree()),
        octree_b_(question.b.shape.octree()),
        report_(separated_report(Method::kOctree, Guarantee::kConservative, question.span,
                                 question.tolerance)) {}

  ContactReport run() {
    search();
    report_.stats.seconds = watch_.elapsed_seconds();
    return std::move(report_);
  }

 private:
  void search() {
    open_ =
        common_pieces(question_.a.frame_from_shape, question_.b.frame_from_shape, question_.span);
    std::reverse(open_.begin(), open_.end());
    while (!open_.empty()) {
      const CommonPiece step = open_.back();
      if (watch_.spend() || report_.stats.box_tests > question_.budget.max_tests) {
        return end_undecided(
            report_, {step.span.lo, question_.span.hi},
            watch_.exhausted() ? why_undecided(watch_.limit()) : Undecided::kBudgetOfTests);
      }
      open_.pop_back();
      if (visit(step)) return contact(step);
    }
  }

  /// True if the contact is found; otherwise what is left of the step is open again.
  bool visit(const CommonPiece& piece) {
    const Interval& step = piece.span;
    const SweptBody a = swept_body(question_.a, sweep_of(piece.motion_a, step));
    const SweptBody b = swept_body(question_.b, sweep_of(piece.motion_b, step));
    OctreeSweepOptions options;
    options.margin = question_.min_separation + 0.5 * question_.tolerance;
    alarm_ = check_step(a, b, options);
    report_.stats.box_tests += alarm_.counts.node_tests;
    report_.stats.triangle_tests += alarm_.counts.face_tests;
    // Whether one is inside the other is asked for all methods at once: see answer().
    if (!alarm_.may_touch) return false;
    const double lo = std::max(step.lo, step.lo + alarm_.earliest * (step.hi - step.lo));
    const double middle = 0.5 * lo + 0.5 * step.hi;
    const bool is_short = way_of(a) + way_of(b) <= 0.5 * question_.tolerance;
    if (is_short || !(lo < middle && middle < step.hi)) return true;
    open_.push_back({piece.motion_a, piece.motion_b, {middle, step.hi}});
    open_.push_back({piece.motion_a, piece.motion_b, {lo, middle}});
    return false;
  }

  void contact(const CommonPiece& piece) {
    const Interval& step = piece.span;
    const double lo =
        std::min(std::max(step.lo, step.lo + alarm_.earliest * (step.hi - step.lo)), step.hi);
    // A body that stands still after a jump is in contact at once, however long the step.
    const double hi = is_near_at(piece, lo) ? lo : step.hi;
    add_contact(piece, alarm_.faces.front(), hi);
    if (step.lo == question_.span.lo && is_near_at(piece, step.lo)) report_.start = start_state();
    if (report_.start == StartState::kOverlapping)
      return end_in_overlap(report_, question_.span.lo);
    if (report_.start == StartState::kTouching) return end_in_contact(report_, question_.span.lo);
    end_in_contact(report_, {lo, hi});
  }

  struct PlacedFaces {
    Corners a, b;
  };
  PlacedFaces faces_at(const CommonPiece& piece, const FacePair& pair, double t) const {
    return {moved(octree_a_.mesh(), pair.a, pose_at(piece.motion_a, t)),
            moved(octree_b_.mesh(), pair.b, pose_at(piece.motion_b, t))};
  }
  /// Any of the faces that may touch first: the one that is listed first need not.
  bool is_near_at(const CommonPiece& piece, double t) const {
    const double near =
        question_.a.growth + question_.b.growth + question_.min_separation + question_.tolerance;
    return std::ranges::any_of(alarm_.faces, [&](const FacePair& pair) {
      const PlacedFaces at = faces_at(piece, pair, t);
      return triangle_distance(at.a, at.b).distance() <= near;
    });
  }
  /// Near faces alone do not say whether bodies touch or overlap, or how deeply.
  StartState start_state() const {
    PairQuestion start = question_;
    start.span = Interval(question_.span.lo);
    return proved_answer(start).start;
  }

  void add_contact(const CommonPiece& piece, const FacePair& pair, double t) {
    const PlacedFaces at = faces_at(piece, pair, t);
    const TriangleDistance d = triangle_distance(at.a, at.b);
    Contact contact;
    contact.point_a = d.point_a;
    contact.point_b = d.point_b;
    contact.point = 0.5 * d.point_a + 0.5 * d.point_b;
    contact.distance = std::max(0.0, d.distance() - question_.a.growth - question_.b.growth);
    contact.normal = direction_between(at.a, at.b, d);
    contact.feature_a.triangle = pair.a;
    contact.feature_b.triangle = pair.b;
    report_.contacts.push_back(contact);
  }

  const PairQuestion& question_;
  BudgetWatch watch_;
  const Octree &octree_a_, &octree_b_;
  std::vector<CommonPiece> open_;  // ascending from the back
  SweepAlarm alarm_;
  ContactReport report_;
};
}  // namespace

ContactReport answer_by_octree(const PairQuestion& question) {
  return OctreeSearch(question).run();
}

}  // namespace graze::query
