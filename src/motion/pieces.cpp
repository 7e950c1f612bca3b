// SPDX-License-Identifier: MIT
// Question   Where must a motion be cut so that each part is twice differentiable?            [C1]
// Source     motion.h, smooth_pieces.
// Guarantee  Every time of the span is in a piece; each piece's motion has its segment's formula.
#include "motion/pieces.h"

#include <algorithm>
#include <cmath>
#include <set>

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
/// The first breakpoint after t. They ascend, and there may be 100,000: found by bisection.
auto breakpoint_after(const CustomMotion& custom, double t) {
  return std::upper_bound(custom.breakpoints.begin(), custom.breakpoints.end(), t);
}
bool smooth_on(const CustomMotion& custom, const Interval& span) {
  const auto next = breakpoint_after(custom, span.lo);
  return custom.domain.contains(span) && (next == custom.breakpoints.end() || *next >= span.hi);
}

/// One segment with its times as a motion of its own. Held poses have no natural domain.
Motion alone(const Visit& visit) {
  Segment segment = *visit.occurrence.segment;
  const Interval& span = visit.occurrence.span;
  segment.span = span.is_finite() ? span : visit.span;
  segment.sense = visit.occurrence.sense;
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
  std::vector<double> inner;
  for (auto t = breakpoint_after(custom, span.lo); t != custom.breakpoints.end() && *t < span.hi;
       ++t) {
    inner.push_back(*t);
  }
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

Pieces pieces_of(const Chain& chain, const Motion&, const Interval& span) {
  std::vector<Pieces> parts;
  for (const Motion& part : chain.parts) parts.push_back(smooth_pieces(part, span));
  Pieces pieces;
  for (const MergedPiece& piece : merged(parts)) {
    Chain cut{piece.span, Outside::kHold, {}};
    for (const Motion* part : piece.motions) cut.parts.push_back(*part);
    pieces.push_back({piece.span, make_motion(std::move(cut))});
  }
  return pieces;
}

/// When any list has a piece that begins or ends; when one has an instant of its own.
struct Cuts {
  std::vector<double> ends;
  std::set<double> instants;
};

Cuts cuts_of(const std::vector<Pieces>& lists) {
  Cuts cuts;
  for (const Pieces& pieces : lists) {
    for (const SmoothPiece& piece : pieces) {
      cuts.ends.insert(cuts.ends.end(), {piece.span.lo, piece.span.hi});
      if (piece.span.is_point()) cuts.instants.insert(piece.span.lo);
    }
  }
  std::sort(cuts.ends.begin(), cuts.ends.end());
  cuts.ends.erase(std::unique(cuts.ends.begin(), cuts.ends.end()), cuts.ends.end());
  return cuts;
}

/// One list's pieces, asked for in order of time: each is passed once, and there may be 100,000.
class PieceCursor {
 public:
  explicit PieceCursor(const Pieces& pieces) : pieces_(pieces) {}

  /// What holds during the span: at an instant the piece that is that instant, or else the latest.
  const Motion* during(const Interval& span) {
    std::size_t found = at_;
    for (std::size_t k = at_; k < pieces_.size() && pieces_[k].span.lo <= span.lo; ++k) {
      if (pieces_[k].span == span) {
        found = k;
        break;
      }
      if (pieces_[k].span.contains(span)) found = k;
    }
    at_ = found;
    return &pieces_[at_].motion;
  }

 private:
  const Pieces& pieces_;
  std::size_t at_ = 0;
};
}  // namespace

std::vector<MergedPiece> merged(const std::vector<Pieces>& lists) {
  const Cuts cuts = cuts_of(lists);
  std::vector<PieceCursor> cursors(lists.begin(), lists.end());
  std::vector<MergedPiece> all;
  const auto add = [&](const Interval& span) {
    all.push_back({span, {}});
    for (PieceCursor& cursor : cursors) all.back().motions.push_back(cursor.during(span));
  };
  for (std::size_t k = 0; k < cuts.ends.size(); ++k) {
    if (cuts.instants.contains(cuts.ends[k])) add(cuts.ends[k]);
    if (k + 1 < cuts.ends.size()) add({cuts.ends[k], cuts.ends[k + 1]});
  }
  return all;
}

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
