// SPDX-License-Identifier: MIT
// Question   Which segment of a track does a body run through at a time, and during a span?   [C1]
// Source     TrackDescription in motion_kinds.h; what happens outside the domain.
// Guarantee  Turns of a loop start at doubles, and so do their segments: no time is in doubt. Every
//            instant of a span is visited with the segment that holds there
//            (docs/methods/motions.md, section 1).
#include <graze/base/error.h>
#include <graze/base/number_text.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "motion/defined_on.h"
#include "motion/node.h"

namespace graze {
namespace {
constexpr double kMostTurns = 0x1p40;
constexpr std::size_t kMostVisits = 1'000'000;

/// Turn of a loop (0 is the domain itself) and segment; -1 is before the domain, size() after it.
struct Place {
  std::int64_t turn = 0;
  std::int64_t index = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

std::int64_t count_of(const Track& track) { return std::int64_t(track.segments.size()); }

double turn_begin(const Track& track, std::int64_t turn) {
  if (turn == 0) return track.domain.lo;
  if (turn == 1) return track.domain.hi;
  return track.domain.lo + double(turn) * (track.domain.hi - track.domain.lo);
}

/// When segment `index` of a turn begins; that of the last plus one is the next turn.
double segment_begin(const Track& track, const Place& place) {
  if (place.index == count_of(track)) return turn_begin(track, place.turn + 1);
  const double stored = track.segments[std::size_t(place.index)].span.lo;
  if (place.turn == 0) return stored;
  const double moved = turn_begin(track, place.turn) + (stored - track.domain.lo);
  return std::fmin(moved, turn_begin(track, place.turn + 1));
}

[[noreturn]] void refuse(const Track& track, double t) {
  throw InputError({"time", number_text(t) + " s",
                    "a finite time from " + number_text(track.domain.lo) + " s to " +
                        number_text(track.domain.hi) + " s",
                    "let the motion hold or loop outside its domain, or ask within it"});
}

double turns_at(const Track& track, double t) {
  return std::floor((t - track.domain.lo) / (track.domain.hi - track.domain.lo));
}

bool can_count_turns(const Track& track, double t) {
  return std::fabs(turns_at(track, t)) < kMostTurns;  // false for what is not finite
}

std::int64_t turn_at(const Track& track, double t) {
  if (!can_count_turns(track, t)) refuse(track, t);
  auto turn = std::int64_t(turns_at(track, t));
  while (t < turn_begin(track, turn)) --turn;
  while (t >= turn_begin(track, turn + 1)) ++turn;
  return turn;
}

/// The last segment of the turn that has begun: at a knot the later one.
Place segment_at(const Track& track, std::int64_t turn, double t) {
  std::int64_t lo = 0, hi = count_of(track);
  while (hi - lo > 1) {
    const std::int64_t middle = (lo + hi) / 2;
    (segment_begin(track, {turn, middle}) <= t ? lo : hi) = middle;
  }
  return {turn, lo};
}

Place place_at(const Track& track, double t) {
  const Interval& domain = track.domain;
  if (domain.contains(t) && (t < domain.hi || track.outside != Outside::kLoop)) {
    const bool is_first = t == domain.lo && track.outside != Outside::kLoop;
    return is_first ? Place{} : segment_at(track, 0, t);
  }
  if (!std::isfinite(t) || track.outside == Outside::kError) refuse(track, t);
  if (track.outside == Outside::kLoop) return segment_at(track, turn_at(track, t), t);
  return {0, t < domain.lo ? -1 : count_of(track)};
}

Place next(const Track& track, Place place) {
  ++place.index;
  if (track.outside == Outside::kLoop && place.index == count_of(track)) return {place.turn + 1, 0};
  return place;
}

/// A pose that is kept before (`ends` is false) or after a segment.
Sense held(Sense sense, bool ends) {
  if (sense == Sense::kAtBegin || sense == Sense::kAtEnd) return sense;
  return ends == (sense == Sense::kForward) ? Sense::kAtEnd : Sense::kAtBegin;
}

Occurrence occurrence_of(const Track& track, const Place& place) {
  const Segment& first = track.segments.front();
  const Segment& last = track.segments.back();
  if (place.index < 0) return {&first, {-kInfinity, track.domain.lo}, held(first.sense, false)};
  if (place.index == count_of(track))
    return {&last, {track.domain.hi, kInfinity}, held(last.sense, true)};
  const Segment& segment = track.segments[std::size_t(place.index)];
  if (place.turn == 0) return {&segment, segment.span, segment.sense};
  const double begin = segment_begin(track, place);
  return {&segment, {begin, segment_begin(track, {place.turn, place.index + 1})}, segment.sense};
}

/// A visit of no length that adds no pose. In a loop an instant never holds: the next segment, or
/// the next turn, begins with it (so do segments rounded to one after very many turns). At the ends
/// of a domain that holds, what is held is the pose of the end itself.
bool is_needless(const Track& track, const Place& place, const Visit& visit, const Interval& span) {
  if (!visit.span.is_point() || span.is_point()) return false;
  if (track.outside == Outside::kLoop) return visit.occurrence.span.is_point();
  const bool held_before = place.index == 0 && span.hi == track.domain.lo;
  const bool held_after = place.index == count_of(track) - 1 && span.hi > track.domain.hi;
  return held_before || held_after;
}
/// Of every loop that the motion consists of.
bool can_count_turns(const Motion& motion, const Interval& span) {
  const auto& form = motion.node().form;
  if (const auto* chain = std::get_if<Chain>(&form))
    return std::ranges::all_of(chain->parts,
                               [&](const Motion& m) { return can_count_turns(m, span); });
  const auto* track = std::get_if<Track>(&form);
  if (track == nullptr || track->outside != Outside::kLoop) return true;
  return can_count_turns(*track, span.lo) && can_count_turns(*track, span.hi);
}
}  // namespace

bool is_defined_on(const Motion& motion, const Interval& span) {
  if (motion.outside() == Outside::kError && !motion.domain().contains(span)) return false;
  return can_count_turns(motion, span);
}

Occurrence occurrence_at(const Track& track, double t) {
  if (track.segments.size() == 1 && track.domain.lo <= t && t < track.domain.hi)
    return {&track.segments[0], track.segments[0].span, track.segments[0].sense};
  return occurrence_of(track, place_at(track, t));
}

std::vector<Visit> visits_during(const Track& track, const Interval& span) {
  std::vector<Visit> visits;
  const Place last = place_at(track, span.hi);
  for (Place place = place_at(track, span.lo);; place = next(track, place)) {
    const Occurrence o = occurrence_of(track, place);
    const Visit visit{o, {std::fmax(span.lo, o.span.lo), std::fmin(span.hi, o.span.hi)}};
    if (!is_needless(track, place, visit, span)) visits.push_back(visit);
    if (visits.size() > kMostVisits) refuse(track, span.hi);
    if (place == last) return visits;
  }
}

}  // namespace graze
