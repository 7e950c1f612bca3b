// SPDX-License-Identifier: MIT
#include "methods/analytic/pieces.h"

#include <graze/base/assert.h>
#include <graze/base/error.h>

#include <algorithm>

namespace graze::analytic {
namespace {
[[noreturn]] void refuse_motion(const Motion& motion) {
  throw InputError({"motion", "a '" + std::string(motion.kind()) + "' motion",
                    "a rational one (of low degree), a straight slide, or none",
                    "approximate it with rational_approximation, or use another method"});
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

std::vector<Interval> pieces_between(const std::vector<Interval>& a, const std::vector<Interval>& b,
                                     const Interval& span) {
  std::vector<double> ends{span.lo, span.hi};
  bool begins_at_end = false;
  for (const auto* spans : {&a, &b}) {
    for (const Interval& s : *spans) {
      begins_at_end |= s.lo == span.hi;
      for (const double t : {s.lo, s.hi})
        if (span.lo < t && t < span.hi) ends.push_back(t);
    }
  }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  std::vector<Interval> pieces;
  for (std::size_t k = 0; k + 1 < ends.size(); ++k) pieces.emplace_back(ends[k], ends[k + 1]);
  if (begins_at_end) pieces.emplace_back(span.hi);
  return pieces;
}

PolynomialPose pose_over(const Motion& motion, const Interval& piece) {
  auto pieces = polynomial_pieces(motion, piece);
  if (!pieces) refuse_motion(motion);
  GRAZE_ASSERT(pieces->size() == 1);
  return std::move(pieces->front().pose);
}

}  // namespace graze::analytic
