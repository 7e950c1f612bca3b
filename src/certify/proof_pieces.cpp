// SPDX-License-Identifier: MIT
// Question   Into which parts is the time of a proof cut, and what form do bodies have in them?
//                                                                                              [G2]
// Source     docs/proof.md, sections 1 and 3.
// Guarantee  Every instant of the span is in a part that has the poses and forms of that instant.
#include <algorithm>
#include <limits>

#include "certify/separation.h"

namespace graze::certify {
namespace {
/// Times of frames inside the span, of both bodies.
std::vector<double> frames_within(const ProofPair& pair, const Interval& span) {
  std::vector<double> times;
  for (const ProofBody* body : {&pair.a, &pair.b}) {
    if (body->frames == nullptr) continue;
    const std::vector<double> more = body->frames->deformation().knots_within(span);
    times.insert(times.end(), more.begin(), more.end());
  }
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

bool jumps_at_end(const ProofBody& body, const Interval& span) {
  if (body.frames == nullptr) return false;
  const std::vector<double> jumps = body.frames->deformation().jumps_within(span);
  return !jumps.empty() && jumps.back() == span.hi;
}

ProofBody between_frames(const ProofBody& body, const Interval& part) {
  if (body.frames == nullptr) return body;
  const auto frames = body.frames->deformation().frames();
  const auto later = std::ranges::upper_bound(frames, part.lo, {}, &DeformationFrame::time);
  const auto next = static_cast<std::size_t>(later - frames.begin());
  if (next == 0 || next == frames.size())  // before the first frame and after the last it holds
    return {.tree = body.frames->tree(next == 0 ? 0 : next - 1), .motion = body.motion};
  return {.tree = body.frames->tree(next - 1),
          .motion = body.motion,
          .end = body.frames->tree(next),
          .times = {frames[next - 1].time, frames[next].time}};
}
}  // namespace

std::vector<CommonPiece> proof_pieces(const ProofPair& pair, const Interval& span) {
  std::vector<CommonPiece> parts;
  const std::vector<double> times = frames_within(pair, span);
  for (const CommonPiece& piece : common_pieces(pair.a.motion, pair.b.motion, span)) {
    double begin = piece.span.lo;
    for (const double time : times) {
      if (!(begin < time && time < piece.span.hi)) continue;
      parts.push_back({piece.motion_a, piece.motion_b, {begin, time}});
      begin = time;
    }
    parts.push_back({piece.motion_a, piece.motion_b, {begin, piece.span.hi}});
  }
  const bool jumps = jumps_at_end(pair.a, span) || jumps_at_end(pair.b, span);
  if (jumps && !parts.back().span.is_point())
    parts.push_back({parts.back().motion_a, parts.back().motion_b, Interval(span.hi)});
  return parts;
}

ProofPair between_frames(const ProofPair& pair, const Interval& part) {
  return {between_frames(pair.a, part), between_frames(pair.b, part)};
}

double share_of_way(const ProofBody& body, double t) {
  const double all = body.times.hi - body.times.lo;
  if (!(all < kInfinity)) return std::numeric_limits<double>::quiet_NaN();
  return (t - body.times.lo) / all;
}

}  // namespace graze::certify
