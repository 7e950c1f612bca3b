// SPDX-License-Identifier: MIT
#include "graze/simulation/recording_claims.h"

#include <algorithm>
#include <map>
#include <set>

#include "graze/simulation/frame_check.h"

namespace graze {
namespace {
using BodyPair = std::pair<BodyId, BodyId>;

bool lists(const RecordedFrame& frame, const BodyPair& pair) {
  return std::ranges::any_of(frame.overlaps, [&](const OverlappingPair& p) {
    return std::minmax(p.a, p.b) == std::minmax(pair.first, pair.second);
  });
}

/// Spans of a pair: from frame to frame, joined where it is listed in neither.
std::vector<Interval> apart_spans(const std::vector<RecordedFrame>& frames, const BodyPair& pair) {
  std::vector<Interval> spans;
  bool goes_on = false;
  for (std::size_t i = 1; i < frames.size(); ++i) {
    const bool is_apart = !lists(frames[i], pair);
    const double lo = frames[i - 1].state.time, hi = frames[i].state.time;
    if (is_apart && goes_on) spans.back() = Interval(spans.back().lo, hi);
    if (is_apart && !goes_on) spans.emplace_back(lo, hi);
    goes_on = is_apart;
  }
  return spans;
}

/// Of the tolerance that a body would have with its like.
constexpr double kToleranceShare = 1e-3;

std::optional<double> finest_tolerance(const Scene& scene) {
  std::optional<double> finest;
  for (const Body& body : scene.bodies) {
    if (body.shape.mesh().is_empty()) continue;
    const double own = kToleranceShare * default_tolerance(body, body);
    finest = std::min(own, finest.value_or(own));
  }
  return finest;
}
}  // namespace

std::vector<ApartClaim> claims_of(const Recording& recording, const Scene& ways) {
  const auto& frames = recording.frames;
  if (frames.size() < 2) return {};
  const Interval whole(frames.front().state.time, frames.back().state.time);
  std::set<BodyPair> listed;
  for (const RecordedFrame& frame : frames) {
    for (const OverlappingPair& pair : frame.overlaps) listed.emplace(pair.a, pair.b);
  }
  if (listed.empty()) return {{whole, {}}};
  std::map<std::pair<double, double>, std::vector<BodyPair>> by_span;
  for (const BodyPair& pair : checked_pairs(ways)) {
    const bool is_listed = listed.contains(std::minmax(pair.first, pair.second));
    for (const Interval& span :
         is_listed ? apart_spans(frames, pair) : std::vector<Interval>{whole}) {
      by_span[{span.lo, span.hi}].push_back(pair);
    }
  }
  std::vector<ApartClaim> claims;
  for (auto& [span, pairs] : by_span) {
    claims.push_back({Interval(span.first, span.second), std::move(pairs)});
  }
  return claims;
}

std::vector<BodyPair> broken_claims(const Recording& recording, const Scene& ways,
                                    std::size_t number) {
  const auto& frames = recording.frames;
  const RecordedFrame& frame = frames[number];
  Scene now = ways;
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < now.bodies.size(); ++i) {
    Body& body = now.bodies[i];
    const bool deforms = body.deforms();
    if (deforms) body.shape = shape_at(body, frame.state.time);
    body.deformation = {};
    poses.push_back(recording.scene.bodies[i].elastic ? Pose{} : frame.state.bodies[i].pose);
  }
  std::vector<BodyPair> broken = intersecting_pairs(now, poses);
  std::erase_if(broken, [&](const BodyPair& pair) {
    return lists(frame, pair) || (number + 1 < frames.size() && lists(frames[number + 1], pair));
  });
  return broken;
}

std::vector<FrameFault> faults_of(const Recording& recording, const Scene& ways) {
  std::vector<FrameFault> faults;
  for (std::size_t i = 0; i < recording.frames.size(); ++i) {
    for (const auto& [a, b] : broken_claims(recording, ways, i)) {
      faults.push_back({recording.frames[i].state.time, a, b});
    }
  }
  return faults;
}

std::vector<AnsweredPairs> check_claims(const Recording& recording, const Scene& ways,
                                        ContactOptions options) {
  if (!options.tolerance) options.tolerance = finest_tolerance(ways);
  const PreparedScene scene(ways);
  std::vector<AnsweredPairs> answers;
  for (const ApartClaim& claim : claims_of(recording, ways)) {
    options.span = claim.span;
    options.pairs = claim.pairs;
    answers.push_back({contacts_per_pair(scene, options), options});
  }
  return answers;
}

}  // namespace graze
