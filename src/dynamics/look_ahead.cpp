// SPDX-License-Identifier: MIT
// Question   What may bodies run into on their wished ways that is not near yet?
// Source     Speculative contacts, as in game engines: what is solved for ahead of time needs no
//            event.
// Guarantee  None: ways are proved free afterwards, and whatever was not foreseen is an event.
// Changed    Features that would miss each other when their gap is used up do not count, so that
//            bodies can pass side by side. Contacts that a proof finds on the ways are foreseen,
//            too, and the ways are solved again.
#include <algorithm>
#include <cmath>

#include "dynamics/inner_step.h"
#include "graze/base/parallel.h"

namespace graze::dynamics {

namespace {
constexpr double kCoarse = 0.05;  // of a diagonal; finer surfaces have too many features in reach
constexpr int kMostForesights = 3;
constexpr double kSameInstant = 0.02;  // of the inner step

bool is_same(const Feature& x, const Feature& y) {
  if (x.kind != y.kind) return false;
  return x.kind == FeatureKind::kFace ? x.triangle == y.triangle
                                      : std::ranges::equal(x.vertices, y.vertices);
}

bool is_same(const ContactCandidate& x, const ContactCandidate& y) {
  return is_same(x.feature_a, y.feature_a) && is_same(x.feature_b, y.feature_b);
}

// New features count at the end of the way. Features that were already known are met between its
// ends, so they count at that instant. True if anything was added. Times closer than kSameInstant
// of the step are the same.
bool add_foreseen(NearPair& near, const std::vector<ContactCandidate>& met, double time,
                  double seconds) {
  const std::size_t before = near.foreseen.size() + near.met.size();
  const auto is_in = [](const std::vector<ContactCandidate>& all, const ContactCandidate& c) {
    return std::ranges::any_of(all,
                               [&](const ContactCandidate& other) { return is_same(c, other); });
  };
  const auto was_met = [&](const ContactCandidate& c) {
    return std::ranges::any_of(near.met, [&](const MetFeature& m) {
      return is_same(c, m.feature) &&
             (is_round(c) || std::abs(m.time - time) < kSameInstant * seconds);
    });
  };
  for (const ContactCandidate& c : met) {
    if (!is_in(near.candidates, c) && !is_in(near.foreseen, c)) {
      near.foreseen.push_back(c);
    } else if (!was_met(c)) {
      near.met.push_back({c, time});
    }
  }
  return near.foreseen.size() + near.met.size() > before;
}
}  // namespace

double farthest_ahead(const World::Data::Entry& a, const World::Data::Entry& b) {
  const double grain = 0.5 * std::min(a.grain, b.grain);
  return grain >= kCoarse * std::min(a.diagonal, b.diagonal) ? grain : 0.0;
}

// How far to look; 0: not at all. Pairs that bounce or are fast need the exact time of their blow.
double InnerStep::reach_ahead(std::size_t a, std::size_t b, const std::vector<Vec6>& twists) const {
  const auto known = near_.find({a, b});
  if (known != near_.end() && known->second.is_linked()) return 0.0;
  if (world_.material(a, b).restitution > 0.0) return 0.0;
  const double since = std::max(ways_[a].since, ways_[b].since);
  const double closing = closing_bound(ways_[a], twists[a], ways_[b], twists[b], since);
  const double reach = closing * (end_ - since) + world_.skin(a, b);
  const bool is_in_reach = reach > kReachInSkins * world_.skin(a, b) &&
                           reach <= farthest_ahead(*ways_[a].entry, *ways_[b].entry);
  return is_in_reach ? reach : 0.0;
}

void InnerStep::look_ahead(const std::vector<std::size_t>& bodies) {
  if (!world_.state.is_second_order) return;
  std::vector<Vec6> twists(ways_.size());
  std::vector<char> is_asked(ways_.size(), 0);
  for (const std::size_t i : bodies) is_asked[i] = ways_[i].is_free_to_move();
  std::vector<Aabb> boxes = swept_;
  boxes.resize(ways_.size());
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    const Way& way = ways_[i];
    twists[i] = is_asked[i] ? wished_twist(world_, way) : way.twist;
    if (is_asked[i] || swept_.empty()) boxes[i] = swept_box(way, twists[i], way.since);
  }
  std::vector<IndexPair> pairs;
  std::vector<double> reaches;
  for (const IndexPair& pair : watched_pairs(boxes, bodies)) {
    // A body that keeps its way could not give way: the pair needs an event that changes both.
    const auto goes_on = [&](std::size_t i) { return !is_asked[i] && ways_[i].is_free_to_move(); };
    if (goes_on(pair.first) || goes_on(pair.second)) continue;
    const double reach = reach_ahead(pair.first, pair.second, twists);
    if (!(reach > 0.0)) continue;
    pairs.push_back(pair);
    reaches.push_back(reach);
  }
  std::vector<NearPair> found(pairs.size());
  parallel_for(
      pairs.size(),
      [&](std::size_t k) {
        const auto& [a, b] = pairs[k];
        found[k] = searched_pair(a, b, std::max(ways_[a].since, ways_[b].since), reaches[k]);
        found[k].is_ahead = true;
      },
      world_.options.threads);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    near_.insert_or_assign(pairs[k], std::move(found[k]));
  }
}

// Pairs that bounce need the exact time of their blow, and a body that keeps its way could not give
// way.
bool InnerStep::can_foresee(const IndexPair& pair, const std::vector<char>& is_asked) const {
  const auto goes_on = [&](std::size_t i) { return !is_asked[i] && ways_[i].is_free_to_move(); };
  const auto [a, b] = pair;
  if (goes_on(a) || goes_on(b) || !(is_asked[a] || is_asked[b])) return false;
  return !(world_.material(a, b).restitution > 0.0);
}

std::vector<std::size_t> InnerStep::foresee_events(const std::vector<std::size_t>& bodies) {
  std::vector<char> is_asked(ways_.size(), 0);
  for (const std::size_t i : bodies) is_asked[i] = ways_[i].is_free_to_move();
  std::vector<std::pair<IndexPair, double>> met;
  for (const auto& [pair, event] : events_) {
    if (can_foresee(pair, is_asked)) met.push_back({pair, event.time});
  }
  std::vector<NearPair> found(met.size());
  parallel_for(
      met.size(),
      [&](std::size_t k) {
        const auto& [a, b] = met[k].first;
        found[k] = searched_pair(a, b, met[k].second, kReachInSkins * world_.skin(a, b));
      },
      world_.options.threads);
  std::vector<char> is_changed(ways_.size(), 0);
  for (std::size_t k = 0; k < met.size(); ++k) {
    const auto& [a, b] = met[k].first;
    auto near = near_.find({a, b});
    if (near == near_.end()) {
      const double since = std::max(ways_[a].since, ways_[b].since);
      near = near_.emplace(met[k].first, near_pair(a, b, since)).first;
    }
    if (!add_foreseen(near->second, found[k].candidates, met[k].second, end_ - begin_)) continue;
    is_changed[a] = is_asked[a];
    is_changed[b] = is_asked[b];
  }
  std::vector<std::size_t> all;
  for (const Island& island : islands_of(bodies)) {
    if (std::ranges::none_of(island.bodies, [&](std::size_t i) { return is_changed[i]; })) continue;
    all.insert(all.end(), island.bodies.begin(), island.bodies.end());
  }
  std::ranges::sort(all);
  return all;
}

void InnerStep::avoid_events(const std::vector<std::size_t>& bodies) {
  for (int i = 0; i < kMostForesights && !events_.empty(); ++i) {
    const std::vector<std::size_t> changed = foresee_events(bodies);
    if (changed.empty()) return;
    solve_ways(changed);
    prove_ways(changed);
  }
}

}  // namespace graze::dynamics
