// SPDX-License-Identifier: MIT
#include "methods/certified/windows.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/motion/common_pieces.h"

namespace graze::certified {
namespace {

constexpr double kMostWindows = 1e8;        // a budget ends the question long before that
constexpr double kLeastSize = 1e-280;       // a point: its scale must be finite
constexpr double kMostTurnPerWindow = 0.5;  // rad; more turns are searched window by window

bool visit_piece(const Interval& piece, TimeWindow& input, const std::function<bool()>& visit) {
  MovingPair& pair = input.pair;
  pair.bounds_a = bounds_over(pair.motion_a, piece);
  pair.bounds_b = bounds_over(pair.motion_b, piece);
  const double turn =
      (pair.bounds_a.angular_speed + pair.bounds_b.angular_speed) * (piece.hi - piece.lo);
  const int windows =
      static_cast<int>(std::clamp(std::ceil(turn / kMostTurnPerWindow), 1.0, kMostWindows));
  double begin = piece.lo;
  for (int w = 1; w <= windows; ++w) {
    const double share = static_cast<double>(w) / windows;
    const double end = w == windows ? piece.hi : piece.lo + (piece.hi - piece.lo) * share;
    input.window = {begin, end};
    input.piece = {begin, piece.hi};
    input.rest_is_free = false;
    if (windows > 1) {
      pair.bounds_a = bounds_over(pair.motion_a, input.window);
      pair.bounds_b = bounds_over(pair.motion_b, input.window);
    }
    note_still(pair, begin);
    if (!visit()) return false;
    if (input.rest_is_free) return true;
    begin = end;
  }
  return true;
}

}  // namespace

double radius_about_origin(const TriangleMesh& mesh) {
  const Vec3 farthest = mesh.bounds().lo.cwiseAbs().cwiseMax(mesh.bounds().hi.cwiseAbs());
  return farthest.norm() * (1.0 + kManyRoundings);
}

double unit_scale(const WideObbTree& a, const WideObbTree& b) {
  const double size = std::max({a.box().radius(), b.box().radius(), kLeastSize});
  return std::ldexp(1.0, -std::ilogb(size));
}

void check_tolerance(double tolerance) {
  if (tolerance > 0.0 && std::isfinite(tolerance)) return;
  throw InputError({"tolerance", number_text(tolerance), "a finite length > 0", ""});
}

void check_body(const Motion& motion, double padding, const Interval& span) {
  if (!(padding >= 0.0) || !std::isfinite(padding)) {
    throw InputError({"padding", number_text(padding), "a length >= 0", ""});
  }
  if (!(span.lo <= span.hi) || !std::isfinite(span.lo) || !std::isfinite(span.hi)) {
    throw InputError({"span", "[" + number_text(span.lo) + ", " + number_text(span.hi) + "]",
                      "finite times, start <= end", ""});
  }
  if (!motion.has_bounds()) {
    throw InputError({"motion", "one without twist and derivative bounds", "one with them",
                      "give them in CustomMotion, or use the method `bisection`"});
  }
}

void check_shapes(const CertifiedBody& a, const CertifiedBody& b) {
  if (!a.tree.nodes().empty() && !b.tree.nodes().empty()) return;
  throw InputError({"shape", "no triangles", "two bodies with triangles", ""});
}

void check_farthest(double farthest) {
  if (farthest > 0.0) return;
  throw InputError({"farthest", number_text(farthest), "a length > 0", ""});
}

void check_share(double share) {
  if (share >= 0.0 && share < 1.0) return;
  throw InputError({"relative_tolerance", number_text(share), "a share in [0, 1)", ""});
}

Interval padding_of(const CertifiedBody& a, const CertifiedBody& b) {
  const double sum = a.padding + b.padding;
  return a.padding == 0.0 || b.padding == 0.0 ? Interval(sum)
                                              : Interval(round_down_sum(sum), round_up_sum(sum));
}

Interval grown_distance(const Interval& distance, const Interval& padding) {
  if (padding == Interval(0.0)) return {std::max(0.0, distance.lo), std::max(0.0, distance.hi)};
  return {std::max(0.0, round_down_sum(distance.lo - padding.hi)),
          std::max(0.0, round_up_sum(distance.hi - padding.lo))};
}

WindowInput window_input(const CertifiedBody& a, const CertifiedBody& b, double gap,
                         double tolerance) {
  WindowInput input;
  input.tree_a = &a.tree;
  input.tree_b = &b.tree;
  input.scale = unit_scale(a.tree, b.tree);
  input.pair.radius_a = radius_about_origin(a.tree.mesh());
  input.pair.radius_b = radius_about_origin(b.tree.mesh());
  input.pair.gap = gap;
  input.pair.tolerance = tolerance;
  return input;
}

void for_each_window(const Motion& a, const Motion& b, const Interval& span, TimeWindow& input,
                     const std::function<bool()>& visit) {
  for (const CommonPiece& piece : common_pieces(a, b, span)) {
    input.pair.motion_a = piece.motion_a;
    input.pair.motion_b = piece.motion_b;
    if (!visit_piece(piece.span, input, visit)) return;
  }
}

}  // namespace graze::certified
