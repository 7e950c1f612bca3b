// SPDX-License-Identifier: MIT
#include "detect/analytic_boxes/pieces.h"

#include <graze/base/error.h>

#include <algorithm>

namespace graze::analytic_boxes {
namespace {
[[noreturn]] void refuse_motion(const Motion& motion) {
  throw InputError({"motion", "a '" + std::string(motion.kind()) + "' motion",
                    "a rational one (of low degree), a straight slide, or none",
                    "approximate it with rational_approximation, or use another method"});
}

std::vector<Interval> spans_of(const Motion& motion, const Interval& span) {
  std::vector<Interval> spans;
  for (const SmoothPiece& piece : smooth_pieces(motion, span)) spans.push_back(piece.span);
  return spans;
}
}  // namespace

void refuse_degree() {
  throw InputError({"motions", "separating functions of a degree above 48", "at most 48",
                    "cut the motions into pieces of a lower degree"});
}

void check_span(const Interval& span) {
  if (!(span.lo < span.hi) || !span.is_finite())
    throw InputError({"span", "[" + std::to_string(span.lo) + ", " + std::to_string(span.hi) + "]",
                      "two finite times in ascending order", ""});
}

void check_question(const Motion& a, const Motion& b, const Interval& span) {
  check_span(span);
  if (!is_rational(a)) refuse_motion(a);
  if (!is_rational(b)) refuse_motion(b);
}

std::vector<double> piece_ends(const std::vector<Interval>& a, const std::vector<Interval>& b,
                               const Interval& span) {
  std::vector<double> ends{span.lo, span.hi};
  for (const auto* spans : {&a, &b})
    for (const Interval& s : *spans)
      for (const double t : {s.lo, s.hi})
        if (span.lo < t && t < span.hi) ends.push_back(t);
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

std::vector<double> piece_ends(const Motion& a, const Motion& b, const Interval& span) {
  return piece_ends(spans_of(a, span), spans_of(b, span), span);
}

PolynomialPose pose_over(const Motion& motion, const Interval& piece) {
  auto pieces = polynomial_pieces(motion, piece);
  if (!pieces) refuse_motion(motion);
  return std::move(pieces->front().pose);
}

}  // namespace graze::analytic_boxes
