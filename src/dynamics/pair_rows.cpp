// SPDX-License-Identifier: MIT
#include "dynamics/pair_rows.h"

#include <algorithm>

namespace graze::dynamics {
namespace {
constexpr double kCareInSkins = 3.0;  // rows this far beyond their target are left out, if the wish
                                      // does not lead nearer
constexpr double kNearStartInSkins = 0.5;  // features that start closer also get a row at the start
}  // namespace

const ContactCandidate& feature_of(const NearPair& near, FeatureRow row) {
  if (row.of == FeatureRow::Of::kForeseen) return near.foreseen[row.index];
  if (row.of == FeatureRow::Of::kMet) return near.met[row.index].feature;
  return near.candidates[row.index];
}

PairRowsMaker::PairRowsMaker(const WayTrial& trial, double bounce_speed, const Bulges& bulges,
                             const NearPair& near)
    : trial_(trial),
      near_(near),
      middle_(0.5 * (trial.begin + trial.end)),
      a_mid_(trial.placed(near.a, middle_)),
      b_mid_(trial.placed(near.b, middle_)),
      a_end_(trial.placed(near.a, trial.end)),
      b_end_(trial.placed(near.b, trial.end)) {
  set_pairs();
  using Of = FeatureRow::Of;
  for (std::size_t i = 0; i < near.candidates.size(); ++i) add_candidate(i, bounce_speed, bulges);
  for (std::size_t i = 0; i < near.foreseen.size(); ++i) {
    add_at_end(near.foreseen[i], near.skin, {Of::kForeseen, i});
  }
  for (std::size_t i = 0; i < near.met.size(); ++i) add_met(near.met[i], {Of::kMet, i});
}

void PairRowsMaker::set_pairs() {
  SolverPair& pair = later_.pair;
  pair.a = trial_.place[near_.a];
  pair.b = trial_.place[near_.b];
  pair.rolling = near_.material.rolling;
  pair.spinning = near_.material.spinning;
  pair.origin = near_.origin();
  const Vec3 ca = trial_.centre(near_.a, a_mid_.world_from_body);
  const Vec3 cb = trial_.centre(near_.b, b_mid_.world_from_body);
  const Vec6 twist_a = twist_at_point(trial_.twist(near_.a), ca, pair.origin);
  const Vec6 twist_b = twist_at_point(trial_.twist(near_.b), cb, pair.origin);
  relative_ = twist_b - twist_a;
  const Vec6 wished = twist_at_point(trial_.wish(near_.b), cb, pair.origin) -
                      twist_at_point(trial_.wish(near_.a), ca, pair.origin);
  change_ = wished - relative_;

  SolverPair& start = at_start_.pair = pair;
  if (pair.b == kGiven) pair.given += twist_b;
  if (pair.a == kGiven) pair.given -= twist_a;
  const double half = 0.5 * trial_.seconds;
  if (start.a != kGiven) start.shift_a = half * trial_.twist(near_.a).head<3>();
  if (start.b != kGiven) start.shift_b = half * trial_.twist(near_.b).head<3>();
  if (start.b == kGiven) start.given += trial_.start_twist(near_.b, start.origin);
  if (start.a == kGiven) start.given -= trial_.start_twist(near_.a, start.origin);
}

void PairRowsMaker::add_candidate(std::size_t index, double bounce_speed, const Bulges& bulges) {
  using Of = FeatureRow::Of;
  const ContactCandidate& start = near_.candidates[index];
  if (near_.material.restitution > 0.0 && trial_.approach(near_, start) > bounce_speed) return;
  add_at_end(start, target_gap(start.gap, near_.skin), {Of::kEnd, index});
  const auto bulge = bulges.find({&near_, index});
  const bool is_bulge = bulge != bulges.end();
  const bool touches = start.gap <= kTouchInSkins * near_.skin;
  if (touches && is_bulge) add_between(start, bulge->second, {Of::kBetween, index});
  if (is_bulge || start.gap < kNearStartInSkins * near_.skin) {
    add_at_start(start, {Of::kStart, index});
  }
}

void PairRowsMaker::add_at_end(const ContactCandidate& start, double target, FeatureRow row) {
  const ContactCandidate end = candidate_at(start, a_end_, b_end_);
  if (is_far(end, target, trial_.seconds) || !trial_.meets(near_, start, end)) return;
  later_.add(contact(candidate_at(start, a_mid_, b_mid_), target - end.gap, trial_.seconds), row);
}

// For features that touch and come nearer between the ends of the way: the other body goes round,
// or is driven.
void PairRowsMaker::add_between(const ContactCandidate& start, double part, FeatureRow row) {
  const ContactCandidate then = trial_.on_way(near_, start, part);
  if (then.gap < -kReachInSkins * near_.skin) return;  // the features no longer face each other
  const double lack = target_gap(start.gap, near_.skin) - then.gap;
  later_.add(contact(then, lack, part * trial_.seconds), row);
}

void PairRowsMaker::add_at_start(const ContactCandidate& start, FeatureRow row) {
  const double bound = std::min(0.0, (near_.skin - start.gap) / trial_.seconds);
  at_start_.add({middle_of(start), start.normal, bound, near_.material.friction}, row);
}

// For features that the ways met between their ends.
void PairRowsMaker::add_met(const MetFeature& met, FeatureRow row) {
  const double part = trial_.part_of(near_, met), seconds = part * trial_.seconds;
  const ContactCandidate then = trial_.on_way(near_, met.feature, part);
  const double target = trial_.target_of(near_, met, part);
  if (is_far(then, target, seconds)) return;
  later_.add(contact(then, target - then.gap, seconds), row);
}

SolverContact PairRowsMaker::contact(const ContactCandidate& there, double lack,
                                     double seconds) const {
  const Vec3 point = middle_of(there);
  const Vec3 arm = point - later_.pair.origin;
  const Vec3 v = relative_.head<3>() + relative_.tail<3>().cross(arm);
  return {point, there.normal, there.normal.dot(v) + lack / seconds, near_.material.friction};
}

bool PairRowsMaker::is_far(const ContactCandidate& then, double target, double seconds) const {
  const Vec3 arm = middle_of(then) - later_.pair.origin;
  const double growth = then.normal.dot(change_.head<3>() + change_.tail<3>().cross(arm));
  return then.gap + std::min(0.0, seconds * growth) > target + kCareInSkins * near_.skin;
}

}  // namespace graze::dynamics
