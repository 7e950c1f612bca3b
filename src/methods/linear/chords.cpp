// SPDX-License-Identifier: MIT
#include "methods/linear/chords.h"

#include <algorithm>
#include <cmath>

#include "graze/math/interval_arithmetic.h"
#include "graze/motion/common_pieces.h"

namespace graze::linear {
namespace {
double farthest_vertex(const TriangleMesh& mesh) {
  double farthest_sq = 0.0;
  for (const Vec3& v : mesh.vertices()) farthest_sq = std::max(farthest_sq, v.squaredNorm());
  return round_up(std::sqrt(farthest_sq) * (1.0 + 0x1p-50));
}
}  // namespace

std::vector<Cell> cells_of(const LinearBody& a, const LinearBody& b, const Interval& span) {
  std::vector<Cell> cells;
  for (const CommonPiece& piece : common_pieces(a.motion, b.motion, span)) {
    std::vector<double> cuts = a.deformation.knots_within(piece.span);
    const std::vector<double> others = b.deformation.knots_within(piece.span);
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
  // If a form jumps at the end of the span, the form after the jump counts there, too.
  const auto jumps_at_end = [&](const LinearBody& body) {
    const std::vector<double> jumps = body.deformation.jumps_within(span);
    return !jumps.empty() && jumps.back() == span.hi;
  };
  if (!cells.back().span.is_point() && (jumps_at_end(a) || jumps_at_end(b))) {
    cells.push_back({Interval(span.hi), cells.back().motion_a, cells.back().motion_b});
  }
  return cells;
}

std::vector<double> fresh_starts(const LinearBody& a, const LinearBody& b, const Interval& span) {
  std::vector<double> times{span.lo};
  for (const LinearBody* body : {&a, &b}) {
    const std::vector<double> jumps = body->deformation.jumps_within(span);
    times.insert(times.end(), jumps.begin(), jumps.end());
  }
  for (const CommonPiece& piece : pieces_after_jumps(a.motion, b.motion, span)) {
    times.push_back(piece.span.lo);
  }
  std::ranges::sort(times);
  return times;
}

std::vector<Cell> halves_of(const Cell& cell, double begin) {
  const double middle = begin + 0.5 * (cell.span.hi - begin);
  if (!(begin < middle && middle < cell.span.hi)) return {};
  return {{{begin, middle}, cell.motion_a, cell.motion_b},
          {{middle, cell.span.hi}, cell.motion_a, cell.motion_b}};
}

Aabb box_of(const Chords& chords, double growth) {
  Aabb box = bounds_of(chords.begin);
  box.add(bounds_of(chords.end));
  const Vec3 by = Vec3::Constant(round_up(growth + chords.error()));
  return {box.lo - by, box.hi + by};
}

Side::Side(const LinearBody& body) : body_(body), reach_(farthest_vertex(body.mesh)) {}

Chords Side::chords(const Motion& motion, const Interval& span) const {
  if (!body_.deformation.is_none()) {
    Deformation::Part part = body_.deformation.part(span);
    return {std::move(part.begin), std::move(part.end), 0.0, part.error};
  }
  const MotionState begin = state_at(motion, span.lo), end = state_at(motion, span.hi);
  return {placed(begin.pose), placed(end.pose), bend(motion, span),
          std::max(error_of(begin), error_of(end))};
}

LinearMesh Side::mesh(Chords chords) const {
  const auto triangles = body_.mesh.triangles();
  return {TriangleMesh(std::move(chords.begin), {triangles.begin(), triangles.end()}),
          std::move(chords.end)};
}

std::vector<Vec3> Side::placed(const Pose& pose) const {
  std::vector<Vec3> vertices;
  vertices.reserve(body_.mesh.vertices().size());
  for (const Vec3& v : body_.mesh.vertices()) vertices.push_back(pose * v);
  return vertices;
}

// The product rounds four times: fewer than 8 u of what is summed up, in each coordinate.
double Side::error_of(const MotionState& state) const {
  const double sum = reach_ + state.pose.translation.lpNorm<1>();
  return round_up(state.rotation_error * reach_ + state.translation_error + 0x1p-48 * sum);
}

double Side::bend(const Motion& motion, const Interval& span) const {
  if (motion.is_still() || span.is_point()) return 0.0;
  const MotionBounds bounds = bounds_over(motion, span);
  const double width = span.hi - span.lo;
  const double arm = reach_ + bounds.reference.norm();
  const double bent = (bounds.acceleration + bounds.curvature * arm) * (0.125 * width * width);
  return bent * (1.0 + 0x1p-48);
}

}  // namespace graze::linear
