// SPDX-License-Identifier: MIT
// Question   Which bodies are near each other at an instant, with which features?
// Source     Broad phase over boxes, then feature pairs within seven skins.
// Guarantee  A pair that is not found is farther apart than that.
// Changed    -
#include <algorithm>
#include <numeric>

#include "dynamics/inner_step.h"
#include "graze/base/parallel.h"
#include "graze/broadphase/overlapping_pairs.h"

namespace graze::dynamics {
namespace {
Aabb box_at(const Way& way, double t, double margin) {
  if (!way.entry->is_there || way.entry->is_empty()) return {};
  const Pose pose = way.pose_at_time(t);
  const Aabb& bounds = way.entry->tree.mesh().bounds();
  const Vec3 centre = pose * bounds.centre();
  const Vec3 half = pose.rotation.cwiseAbs() * (0.5 * bounds.size()) +
                    Vec3::Constant(margin + way.entry->growth + 1e-12 * centre.norm());
  return {centre - half, centre + half};
}
}  // namespace

NearPair InnerStep::near_pair(std::size_t a, std::size_t b, double t) const {
  NearPair pair;
  pair.a = a;
  pair.b = b;
  pair.time = t;
  pair.skin = world_.skin(a, b);
  pair.material = world_.material(a, b);
  const Pose pose_a = ways_[a].pose_at_time(t), pose_b = ways_[b].pose_at_time(t);
  pair.near = near_features(ways_[a].entry->shape(), pose_a, ways_[b].entry->shape(), pose_b,
                            kReachInSkins * pair.skin);
  pair.gaps.reserve(pair.near.pairs.size());
  for (const FeaturePair& f : pair.near.pairs) pair.gaps.push_back(gap_at(f, pose_a, pose_b));
  return pair;
}

// A search over all boxes where many bodies are asked about, else theirs one by one.
std::vector<IndexPair> InnerStep::watched_pairs(const std::vector<Aabb>& boxes,
                                                const std::vector<std::size_t>& bodies,
                                                const std::vector<char>& is_asked) const {
  std::vector<IndexPair> pairs;
  if (bodies.size() * 4 > ways_.size()) {
    for (const auto& [a, b] : overlapping_pairs(boxes)) {
      if ((is_asked[a] || is_asked[b]) && world_.is_watched(a, b)) pairs.push_back({a, b});
    }
  } else {
    for (const std::size_t i : bodies) {
      for (std::size_t j = 0; j < ways_.size(); ++j) {
        if (j == i || (is_asked[j] && j < i) || !boxes[i].overlaps(boxes[j])) continue;
        if (world_.is_watched(i, j)) pairs.push_back(std::minmax(i, j));
      }
    }
    std::sort(pairs.begin(), pairs.end());
  }
  return pairs;
}

void InnerStep::find_near(const std::vector<std::size_t>& bodies, double t) {
  std::vector<char> is_asked(ways_.size(), 0);
  for (const std::size_t i : bodies) is_asked[i] = 1;
  std::erase_if(near_, [&](const auto& entry) {
    return is_asked[entry.first.first] || is_asked[entry.first.second];
  });
  // Of two boxes with the margins of their own diagonals at least the smaller one's skin is kept.
  std::vector<Aabb> boxes(ways_.size());
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    const double skin = world_.options.skin.value_or(1e-4 * ways_[i].entry->diagonal);
    boxes[i] = box_at(ways_[i], t, kReachInSkins * skin);
  }
  const std::vector<IndexPair> pairs = watched_pairs(boxes, bodies, is_asked);
  std::vector<NearPair> found(pairs.size());
  parallel_for(
      pairs.size(),
      [&](std::size_t k) { found[k] = near_pair(pairs[k].first, pairs[k].second, t); },
      world_.options.threads);
  for (std::size_t k = 0; k < pairs.size(); ++k)
    near_.insert_or_assign(pairs[k], std::move(found[k]));
}

std::vector<Island> InnerStep::islands_of(const std::vector<std::size_t>& bodies) const {
  constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  std::vector<std::size_t> root(ways_.size(), kNowhere);
  for (const std::size_t i : bodies) {
    if (ways_[i].is_free_to_move()) root[i] = i;
  }
  const auto find = [&root](std::size_t i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  const auto unite = [&](std::size_t a, std::size_t b) {
    if (root[a] == kNowhere || root[b] == kNowhere) return;
    const auto [lo, hi] = std::minmax({find(a), find(b)});
    root[hi] = lo;
  };
  for (const auto& [key, pair] : near_) {
    if (!pair.near.pairs.empty()) unite(key.first, key.second);
  }
  const auto is_active = [this](std::size_t j) {
    return world_.joints[j].is_there && world_.state.joints[j].is_enabled;
  };
  for (std::size_t j = 0; j < world_.joints.size(); ++j) {
    const WorldJoint& joint = world_.joints[j].joint;
    if (is_active(j)) unite(joint.a.index(), joint.b.index());
  }
  std::map<std::size_t, std::size_t> place;
  std::vector<Island> islands;
  const auto island_of = [&](std::size_t body) -> Island* {
    if (root[body] == kNowhere) return nullptr;
    const auto [it, is_new] = place.try_emplace(find(body), islands.size());
    if (is_new) islands.emplace_back();
    return &islands[it->second];
  };
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    if (Island* island = island_of(i)) island->bodies.push_back(i);
  }
  for (const auto& [key, pair] : near_) {
    if (pair.near.pairs.empty()) continue;
    Island* island = island_of(key.first);
    if (island == nullptr) island = island_of(key.second);
    if (island != nullptr) island->pairs.push_back(&pair);
  }
  for (std::size_t j = 0; j < world_.joints.size(); ++j) {
    if (!is_active(j)) continue;
    Island* island = island_of(world_.joints[j].joint.a.index());
    if (island == nullptr) island = island_of(world_.joints[j].joint.b.index());
    if (island != nullptr) island->joints.push_back(j);
  }
  return islands;
}

}  // namespace graze::dynamics
