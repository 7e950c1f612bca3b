// SPDX-License-Identifier: MIT
// A span of time cut into pieces in which both motions are polynomials, and what is refused.
#pragma once
#include <graze/motion/polynomial_pose.h>

#include <vector>

namespace graze::analytic {

/// Throws InputError unless both motions are rational and the span is one.
void check_question(const Motion& a, const Motion& b, const Interval& span);
void check_span(const Interval& span);
[[noreturn]] void refuse_degree();

/// The span cut where some interval of a or b begins or ends. One that begins with the end of the
/// span adds that instant: the later one holds there.
std::vector<Interval> pieces_between(const std::vector<Interval>& a, const std::vector<Interval>& b,
                                     const Interval& span);

/// The pose during a smooth piece.
PolynomialPose pose_over(const Motion& motion, const Interval& piece);

}  // namespace graze::analytic
