// SPDX-License-Identifier: MIT
// Question   When do a body that deforms and another first touch, over many frames?          [C5,
// G1] Source     Frames are linear by definition; a rigid motion is within a Δt²/8 of its chords.
// Guarantee  Proved: each chord is asked with what it may be off added to the distance to keep. A
//            contact is accepted where that is small against the tolerance, else the chord is cut.
//            Times are the doubles nearest to those of a chord's parameter.
// Changed    -
#include <algorithm>
#include <chrono>
#include <cmath>

#include "contact/end_report.h"
#include "graze/math/interval_arithmetic.h"
#include "graze/methods/linear.h"
#include "graze/motion/common_pieces.h"

namespace graze::linear {
namespace {
/// A part of the span in which vertices of deforming bodies run straight and motions are smooth.
struct Cell {
  Interval span;
  Motion motion_a, motion_b;
};

/// A body's vertices on straight lines during a cell, and how far the true ones may be from them.
struct Chords {
  std::vector<Vec3> begin, end;
  double bend = 0.0;      // smaller for shorter cells
  double rounding = 0.0;  // whatever the cell

  double error() const { return round_up(bend + rounding); }
};

/// Of lengths; nothing stays nothing.
double sum_up(double a, double b) { return round_up_sum(a + b); }

double farthest_vertex(const TriangleMesh& mesh) {
  double farthest_sq = 0.0;
  for (const Vec3& v : mesh.vertices()) farthest_sq = std::max(farthest_sq, v.squaredNorm());
  return round_up(std::sqrt(farthest_sq) * (1.0 + 0x1p-50));
}

/// One side of the question.
class Side {
 public:
  explicit Side(const LinearBody& body) : body_(body), reach_(farthest_vertex(body.mesh)) {}

  const LinearBody& body() const { return body_; }

  Chords chords(const Motion& motion, const Interval& span) const {
    if (!body_.deformation.is_none()) {
      Deformation::Part part = body_.deformation.part(span);
      return {std::move(part.begin), std::move(part.end), 0.0, part.error};
    }
    const MotionState begin = state_at(motion, span.lo), end = state_at(motion, span.hi);
    return {placed(begin.pose), placed(end.pose), bend(motion, span),
            std::max(error_of(begin), error_of(end))};
  }

  LinearMesh mesh(Chords chords) const {
    const auto triangles = body_.mesh.triangles();
    return {TriangleMesh(std::move(chords.begin), {triangles.begin(), triangles.end()}),
            std::move(chords.end)};
  }

 private:
  std::vector<Vec3> placed(const Pose& pose) const {
    std::vector<Vec3> vertices;
    vertices.reserve(body_.mesh.vertices().size());
    for (const Vec3& v : body_.mesh.vertices()) vertices.push_back(pose * v);
    return vertices;
  }

  // The product rounds four times: fewer than 8 u of what is summed up, in each coordinate.
  double error_of(const MotionState& state) const {
    const double sum = reach_ + state.pose.translation.lpNorm<1>();
    return round_up(state.rotation_error * reach_ + state.translation_error + 0x1p-48 * sum);
  }

  double bend(const Motion& motion, const Interval& span) const {
    if (motion.is_still() || span.is_point()) return 0.0;
    const MotionBounds bounds = bounds_over(motion, span);
    const double width = span.hi - span.lo;
    const double arm = reach_ + bounds.reference.norm();
    const double bent = (bounds.acceleration + bounds.curvature * arm) * (0.125 * width * width);
    return bent * (1.0 + 0x1p-48);
  }

  const LinearBody& body_;
  double reach_;  // no vertex is farther from the body's origin
};

Aabb box_of(const Chords& chords, double growth) {
  Aabb box = bounds_of(chords.begin);
  box.add(bounds_of(chords.end));
  const Vec3 by = Vec3::Constant(round_up(growth + chords.error()));
  return {box.lo - by, box.hi + by};
}

class BodySearch {
 public:
  BodySearch(const Side& a, const Side& b, const LinearBodyOptions& options)
      : a_(a),
        b_(b),
        options_(options),
        start_(std::chrono::steady_clock::now()),
        report_(separated_report(Method::kLinear, Guarantee::kProved, options.span,
                                 options.tolerance)) {
    keep_ = is_self() ? options.min_separation
                      : sum_up(sum_up(a.body().growth, b.body().growth), options.min_separation);
  }

  ContactReport run() {
    if (!a_.body().mesh.is_empty() && !b_.body().mesh.is_empty()) search();
    report_.stats.seconds = elapsed_seconds();
    return std::move(report_);
  }

 private:
  static constexpr int kMostOpen =
      4096;  // halvings of one cell are fewer than the bits of a double

  bool is_self() const { return &a_ == &b_; }

  /// Latest first: the end of the list is what is asked next.
  std::vector<Cell> cells_backwards() const {
    std::vector<Cell> cells;
    for (const CommonPiece& piece :
         common_pieces(a_.body().motion, b_.body().motion, options_.span)) {
      std::vector<double> cuts = a_.body().deformation.knots_within(piece.span);
      const std::vector<double> others = b_.body().deformation.knots_within(piece.span);
      cuts.insert(cuts.end(), others.begin(), others.end());
      cuts.push_back(piece.span.hi);
      std::ranges::sort(cuts);
      cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
      double begin = piece.span.lo;
      for (const double end : cuts) {
        cells.push_back({{begin, end}, piece.motion_a, piece.motion_b});
        begin = end;
      }
    }
    std::ranges::reverse(cells);
    return cells;
  }

  void search() {
    open_ = cells_backwards();
    while (!open_.empty()) {
      const Cell cell = std::move(open_.back());
      open_.pop_back();
      if (!goes_on_after(cell)) return;
    }
  }

  bool goes_on_after(const Cell& cell) {
    Chords a = a_.chords(cell.motion_a, cell.span);
    Chords b = is_self() ? a : b_.chords(cell.motion_b, cell.span);
    ++report_.stats.iterations;
    if (!is_self() && !box_of(a, keep_).overlaps(box_of(b, 0.0))) return true;
    const double bend = sum_up(a.bend, b.bend), rounding = sum_up(a.rounding, b.rounding);
    const double error = sum_up(bend, rounding);
    const LinearMesh mesh_a = a_.mesh(std::move(a));
    const LinearMesh mesh_b = is_self() ? mesh_a : b_.mesh(std::move(b));
    const bool is_first = cell.span.lo == options_.span.lo;
    // Chords end where the bodies are: what crosses at the start is seen before a cut forgets it.
    ContactReport found = ask(mesh_a, mesh_b, {sum_up(keep_, error), 1.0, is_first});
    if (found.outcome == Outcome::kSeparated) return true;
    const bool is_exact = 4.0 * error <= options_.tolerance || bend <= rounding;
    if (found.outcome == Outcome::kContact && !is_exact && cut(cell, found.time.lo)) return true;
    finish(cell, std::move(found), error, mesh_a, mesh_b);
    return false;
  }

  struct Asked {
    double separation = 0.0;
    double until = 1.0;
    bool crossings = false;
  };

  ContactReport ask(const LinearMesh& a, const LinearMesh& b, const Asked& asked) {
    LinearMeshOptions linear;
    linear.tolerance = 0.5 * options_.tolerance;
    linear.until = asked.until;
    linear.min_separation = asked.separation;
    linear.look_for_crossings = asked.crossings;
    linear.threads = options_.threads;
    linear.budget = options_.budget;
    linear.budget.max_seconds = std::max(0.0, options_.budget.max_seconds - elapsed_seconds());
    const std::uint64_t spent = report_.stats.triangle_tests;
    linear.budget.max_tests -= std::min(linear.budget.max_tests, spent);
    const ContactReport found =
        is_self() ? first_self_contact_linear(a, linear) : first_contact_linear(a, b, linear);
    report_.stats += found.stats;
    return found;
  }

  /// What is before `safe`, a share of the cell, needs no second look.
  bool cut(const Cell& cell, double safe) {
    const double begin = std::max(cell.span.lo, round_down(time_of(cell.span, safe)));
    const double middle = begin + 0.5 * (cell.span.hi - begin);
    if (!(begin < middle && middle < cell.span.hi) || open_.size() > kMostOpen) return false;
    open_.push_back({{middle, cell.span.hi}, cell.motion_a, cell.motion_b});
    open_.push_back({{begin, middle}, cell.motion_a, cell.motion_b});
    return true;
  }

  static double time_of(const Interval& span, double share) {
    return share >= 1.0 ? span.hi : span.lo + share * (span.hi - span.lo);
  }

  void finish(const Cell& cell, ContactReport found, double error, const LinearMesh& a,
              const LinearMesh& b) {
    const bool at_start = found.outcome == Outcome::kContact && cell.span.lo == options_.span.lo &&
                          found.time.hi <= 0.0;
    if (at_start && is_deep(a, b, error)) end_in_overlap(found, 0.0);
    if (!at_start && found.outcome == Outcome::kContact) found.start = StartState::kApart;
    const double lo = time_of(cell.span, found.time.lo);
    const double width = cell.span.hi - cell.span.lo;
    found.time = {found.time.lo <= 0.0 ? cell.span.lo : std::max(cell.span.lo, round_down(lo)),
                  found.outcome == Outcome::kUndecided ? options_.span.hi
                                                       : time_of(cell.span, found.time.hi)};
    if (width > 0.0) found.closing_speed /= width;
    // Accepted either with 4 error <= tolerance, or as near as rounding can tell.
    found.tolerance = std::max(options_.tolerance, sum_up(2.0 * error, found.tolerance));
    for (Contact& contact : found.contacts) contact.distance += error;
    found.stats = report_.stats;
    report_ = std::move(found);
  }

  /// Nearer at the start than what is to be kept, by more than the tolerance.
  bool is_deep(const LinearMesh& a, const LinearMesh& b, double error) {
    const double deep = keep_ - options_.tolerance - 2.0 * error;
    return deep > 0.0 && ask(a, b, {deep, 0.0, false}).outcome == Outcome::kContact;
  }

  double elapsed_seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  const Side& a_;
  const Side& b_;
  const LinearBodyOptions& options_;
  std::chrono::steady_clock::time_point start_;
  double keep_ = 0.0;
  std::vector<Cell> open_;
  ContactReport report_;
};
}  // namespace
}  // namespace graze::linear

namespace graze {

ContactReport first_contact_linear(const LinearBody& a, const LinearBody& b,
                                   const LinearBodyOptions& options) {
  const linear::Side side_a(a), side_b(b);
  return linear::BodySearch(side_a, side_b, options).run();
}

ContactReport first_self_contact_linear(const LinearBody& body, const LinearBodyOptions& options) {
  const linear::Side side(body);
  return linear::BodySearch(side, side, options).run();
}

}  // namespace graze
