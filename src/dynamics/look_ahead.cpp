// SPDX-License-Identifier: MIT
// Question   What may bodies run into on the ways they wish for, though it is not near yet?
// Source     Speculative contacts, as engines for games have them: what is solved for ahead of time
//            needs no event.
// Guarantee  None: ways are proved free afterwards, and what was not foreseen is an event.
// Changed    Features that would not meet where their gap is used up do not count, so that bodies
//            pass beside each other.
#include <algorithm>

#include "dynamics/inner_step.h"
#include "graze/base/parallel.h"

namespace graze::dynamics {

namespace {
constexpr double kCoarse = 0.05;  // of a diagonal: finer surfaces have too many features in reach
}

double farthest_ahead(const World::Data::Entry& a, const World::Data::Entry& b) {
  const double grain = 0.5 * std::min(a.grain, b.grain);
  return grain >= kCoarse * std::min(a.diagonal, b.diagonal) ? grain : 0.0;
}

// 0: nothing to look for. Pairs that bounce or are fast need the instant of their blow.
double InnerStep::reach_ahead(std::size_t a, std::size_t b, const std::vector<Vec6>& twists) const {
  const auto known = near_.find({a, b});
  if (known != near_.end() && !known->second.candidates.empty()) return 0.0;
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

}  // namespace graze::dynamics
