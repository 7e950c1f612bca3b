// SPDX-License-Identifier: MIT
// A question about two bodies, cut into windows of time on which both motions are smooth and turn
// little.
#pragma once
#include <functional>

#include "graze/methods/certified.h"
#include "methods/certified/window_input.h"

namespace graze::certified {

/// Throws InputError unless the motion has bounds, the padding is a length and the span is ordered.
void check_body(const Motion& motion, double padding, const Interval& span);
inline void check_body(const CertifiedBody& body, const Interval& span) {
  check_body(body.motion, body.padding, span);
}
/// Throws InputError unless both bodies have triangles.
void check_shapes(const CertifiedBody& a, const CertifiedBody& b);
/// Throws InputError unless it is finite and > 0.
void check_tolerance(double tolerance);

/// Throws InputError unless it is a length > 0; infinity is one.
void check_farthest(double farthest);

/// Throws InputError unless it is in [0, 1).
void check_share(double share);

/// No vertex is farther from the body origin.
double radius_about_origin(const TriangleMesh& mesh);
/// A power of two that brings the larger tree to a size of about one.
double unit_scale(const WideObbTree& a, const WideObbTree& b);

/// What both bodies are grown by together: contains the sum.
Interval padding_of(const CertifiedBody& a, const CertifiedBody& b);
/// The distance of grown bodies from that of what is grown; never negative, rounding included.
Interval grown_distance(const Interval& distance, const Interval& padding);

/// What does not change from window to window: trees, sizes, gap and tolerance.
WindowInput window_input(const CertifiedBody& a, const CertifiedBody& b, double gap,
                         double tolerance);

/// Calls `visit` with every window in order of time, until it returns false. `input` is filled
/// again for each; it stays valid during the call.
void for_each_window(const Motion& a, const Motion& b, const Interval& span, TimeWindow& input,
                     const std::function<bool()>& visit);
inline void for_each_window(const CertifiedBody& a, const CertifiedBody& b, const Interval& span,
                            TimeWindow& input, const std::function<bool()>& visit) {
  for_each_window(a.motion, b.motion, span, input, visit);
}

}  // namespace graze::certified
