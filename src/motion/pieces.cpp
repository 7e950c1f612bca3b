// SPDX-License-Identifier: MIT
// Question   Where must a motion be cut so that each part is twice differentiable?            [C1]
// Source     motion.h, smooth_pieces.
// Guarantee  Every time of the span is in a piece; each piece's motion has its segment's formula.
#include "motion/pieces.h"

#include <algorithm>
#include <cmath>

#include "motion/node.h"

namespace graze {
namespace {
using Pieces = std::vector<SmoothPiece>;

bool smooth_on(const Track& track, const Interval& span) {
  return track.segments.size() == 1 && track.outside != Outside::kLoop &&
         track.domain.contains(span);
}
bool smooth_on(const Chain& chain, const Interval& span) {
  return std::all_of(chain.parts.begin(), chain.parts.end(),
                     [&](const Motion& part) { return is_smooth_on(part, span); });
}
bool smooth_on(const CustomMotion& custom, const Interval& span) {
  const auto inside = [&](double t) { return span.lo < t && t < span.hi; };
  return custom.domain.contains(span) &&
         std::none_of(custom.breakpoints.begin(), custom.breakpoints.end(), inside);
}

/// One segment with its times as a motion of its own. Held poses have no natural domain.
Motion alone(const Visit& visit) {
  Segment segment = *visit.occurrence.segment;
  const Interval& span = visit.occurrence.span;
  segment.span = span.is_finite() ? span : visit.span;
  segment.sense = visit.occurrence.sense;
  segment.jumps_at_end = false;
  return make_motion(Track{segment.span, Outside::kHold, {segment}});
}

Pieces pieces_of(const Track& track, const Motion&, const Interval& span) {
  Pieces pieces;
  for (const Visit& visit : visits_during(track, span))
    pieces.push_back({visit.span, alone(visit)});
  return pieces;
}

/// The pose at the nearer end of the domain, kept.
Motion held(const CustomMotion& custom, const Interval& span) {
  const double t = span.lo < custom.domain.lo ? custom.domain.lo : custom.domain.hi;
  CustomMotion still;
  still.domain = span;
  still.pose_at = [custom, t](double) { return custom.pose_at(t); };
  still.enclose = [custom, t](const Interval&) { return custom.enclose(t); };
  if (!custom.state_at || !custom.bounds_over) return make_motion(std::move(still));
  still.state_at = [custom, t](double) {
    MotionState state = custom.state_at(t);
    state.twist = Twist{};
    state.angular_error = state.linear_error = 0.0;
    return state;
  };
  still.bounds_over = [](const Interval&) {
    MotionBounds none;
    none.curvature = 0.0;
    return none;
  };
  return make_motion(std::move(still));
}

Pieces pieces_of(const CustomMotion& custom, const Motion& motion, const Interval& span) {
  std::vector<double> cuts{span.lo};
  std::vector<double> inner = custom.breakpoints;
  inner.push_back(custom.domain.lo);
  inner.push_back(custom.domain.hi);
  std::sort(inner.begin(), inner.end());
  for (const double t : inner)
    if (cuts.back() < t && t < span.hi) cuts.push_back(t);
  cuts.push_back(span.hi);
  Pieces pieces;
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    const Interval piece(cuts[k], cuts[k + 1]);
    const bool inside = custom.domain.contains(piece);
    pieces.push_back({piece, inside ? motion : held(custom, piece)});
  }
  return pieces;
}

/// Cut where any part is cut. A part that ends with an instant jumps there: so does the whole.
std::vector<Interval> merged_spans(const std::vector<Pieces>& parts) {
  std::vector<double> cuts;
  bool ends_with_instant = false;
  for (const Pieces& pieces : parts) {
    for (const SmoothPiece& piece : pieces) {
      cuts.push_back(piece.span.lo);
      cuts.push_back(piece.span.hi);
    }
    ends_with_instant |= pieces.back().span.is_point();
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::vector<Interval> spans;
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) spans.emplace_back(cuts[k], cuts[k + 1]);
  if (ends_with_instant || spans.empty()) spans.emplace_back(cuts.back());
  return spans;
}

/// The last piece that covers the span; of two that meet at an instant the later one.
const Motion& piece_during(const Pieces& pieces, const Interval& span) {
  const auto covers = [&](const SmoothPiece& piece) { return piece.span.contains(span); };
  return std::find_if(pieces.rbegin(), pieces.rend(), covers)->motion;
}

Pieces pieces_of(const Chain& chain, const Motion&, const Interval& span) {
  std::vector<Pieces> parts;
  for (const Motion& part : chain.parts) parts.push_back(smooth_pieces(part, span));
  Pieces pieces;
  for (const Interval& piece : merged_spans(parts)) {
    Chain cut{piece, Outside::kHold, {}};
    for (const Pieces& part : parts) cut.parts.push_back(piece_during(part, piece));
    pieces.push_back({piece, make_motion(std::move(cut))});
  }
  return pieces;
}
}  // namespace

bool is_smooth_on(const Motion& motion, const Interval& span) {
  return std::visit([&](const auto& form) { return smooth_on(form, span); }, motion.node().form) ||
         motion.is_still();
}

std::vector<SmoothPiece> smooth_pieces(const Motion& motion, const Interval& span) {
  if (is_smooth_on(motion, span)) return {{span, motion}};
  return std::visit([&](const auto& form) { return pieces_of(form, motion, span); },
                    motion.node().form);
}

}  // namespace graze
