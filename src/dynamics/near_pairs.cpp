// SPDX-License-Identifier: MIT
// Question   Which bodies are near each other at an instant, and by which features?
// Source     A broad phase over boxes, then feature pairs within seven skins.
// Guarantee  A pair that is not found is farther apart than seven skins.
// Changed    -
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

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

namespace {
bool is_equal(const Pose& x, const Pose& y) {
  return x.rotation == y.rotation && x.translation == y.translation;
}

constexpr double kParallel = 1e-3;  // sine; below it tiny motions turn the normal of two edges

bool is_nearly_parallel(const ContactCandidate& c, const PlacedSurface& a, const PlacedSurface& b) {
  if (c.feature_a.kind != FeatureKind::kEdge || c.feature_b.kind != FeatureKind::kEdge)
    return false;
  const auto along = [](const Feature& edge, const PlacedSurface& body) {
    const auto v = body.features.mesh().vertices();
    return times(body.world_from_body.rotation, Vec3(v[edge.vertices[1]] - v[edge.vertices[0]]));
  };
  const Vec3 p = along(c.feature_a, a), q = along(c.feature_b, b);
  return p.cross(q).norm() <= kParallel * p.norm() * q.norm();
}

// Faces first, then edges, then vertices: a gap to a point grows as bodies slide past each other.
int rank_of(const ContactCandidate& c) {
  const auto sides = [](FeatureKind kind) { return static_cast<int>(kind); };
  return -(sides(c.feature_a.kind) + sides(c.feature_b.kind));
}

// The kept candidates, sorted by x, so that those at the same place are neighbours.
class KeptPlaces {
 public:
  KeptPlaces(const std::vector<ContactCandidate>& candidates, double skin)
      : candidates_(candidates),
        skin_(skin),
        by_x_(candidates.size()),
        place_(candidates.size()),
        is_kept_(candidates.size(), 0) {
    std::iota(by_x_.begin(), by_x_.end(), std::size_t{0});
    std::ranges::sort(by_x_, {}, [&](std::size_t i) { return std::pair(x(i), i); });
    for (std::size_t k = 0; k < by_x_.size(); ++k) place_[by_x_[k]] = k;
  }
  void keep(std::size_t i) { is_kept_[i] = 1; }
  bool is_kept(std::size_t i) const { return is_kept_[i]; }
  bool has_alike(std::size_t i) const {
    const double reach = 1.001 * skin_;
    for (std::size_t k = place_[i]; k-- > 0 && x(i) - x(by_x_[k]) <= reach;) {
      if (is_alike(i, by_x_[k])) return true;
    }
    for (std::size_t k = place_[i] + 1; k < by_x_.size() && x(by_x_[k]) - x(i) <= reach; ++k) {
      if (is_alike(i, by_x_[k])) return true;
    }
    return false;
  }

 private:
  double x(std::size_t i) const { return candidates_[i].point_a.x(); }
  bool is_alike(std::size_t i, std::size_t kept) const {
    const ContactCandidate &c = candidates_[i], &other = candidates_[kept];
    return is_kept_[kept] && is_at_same_place(c, other, skin_) &&
           std::abs(c.gap - other.gap) <= 0.01 * skin_;
  }

  const std::vector<ContactCandidate>& candidates_;
  double skin_;
  std::vector<std::size_t> by_x_, place_;
  std::vector<char> is_kept_;
};

// Keeps one candidate per place, and the nearest of all. Where two corners meet, vertex, edges and
// faces all touch at the same place, and one of them is enough.
void keep_one_at_a_place(std::vector<ContactCandidate>& candidates, double skin) {
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto nearest = std::ranges::min_element(candidates, {}, &ContactCandidate::gap);
  std::ranges::sort(order, {}, [&](std::size_t i) {
    return std::tuple(i != static_cast<std::size_t>(nearest - candidates.begin()),
                      rank_of(candidates[i]), candidates[i].gap, i);
  });
  KeptPlaces places(candidates, skin);
  for (const std::size_t i : order) {
    if (!places.has_alike(i)) places.keep(i);
  }
  std::vector<ContactCandidate> out;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (places.is_kept(i)) out.push_back(candidates[i]);
  }
  candidates = std::move(out);
}
}  // namespace

bool is_at_same_place(const ContactCandidate& x, const ContactCandidate& y, double skin) {
  constexpr double kAlike = 1e-6;  // 1 - cosine of two normals
  return (x.point_a - y.point_a).squaredNorm() <= skin * skin &&
         x.normal.dot(y.normal) >= 1.0 - kAlike;
}

NearPair InnerStep::near_pair(std::size_t a, std::size_t b, double t) const {
  const Pose pose_a = ways_[a].pose_at_time(t), pose_b = ways_[b].pose_at_time(t);
  if (const auto known = world_.near.find({a, b}); known != world_.near.end() &&
                                                   is_equal(known->second.pose_a, pose_a) &&
                                                   is_equal(known->second.pose_b, pose_b)) {
    NearPair pair = known->second;
    pair.time = t;
    return pair;
  }
  return searched_pair(a, b, t, kReachInSkins * world_.skin(a, b));
}

NearPair InnerStep::searched_pair(std::size_t a, std::size_t b, double t, double reach) const {
  NearPair pair;
  pair.a = a;
  pair.b = b;
  pair.time = t;
  pair.skin = world_.skin(a, b);
  pair.material = world_.material(a, b);
  pair.pose_a = ways_[a].pose_at_time(t);
  pair.pose_b = ways_[b].pose_at_time(t);
  pair.distance = reach;
  const PlacedSurface placed_a = ways_[a].entry->placed(pair.pose_a);
  const PlacedSurface placed_b = ways_[b].entry->placed(pair.pose_b);
  pair.candidates = contact_candidates(placed_a, placed_b, pair.distance);
  for (const ContactCandidate& c : pair.candidates) {
    pair.distance = std::max(0.0, std::min(pair.distance, c.gap));
  }
  std::erase_if(pair.candidates, [&](const ContactCandidate& c) {
    return c.gap > pair.distance && is_nearly_parallel(c, placed_a, placed_b);
  });
  if (pair.candidates.size() > 1) keep_one_at_a_place(pair.candidates, pair.skin);
  return pair;
}

// Searches all boxes if many bodies are asked about, and otherwise body by body.
std::vector<IndexPair> InnerStep::watched_pairs(const std::vector<Aabb>& boxes,
                                                const std::vector<std::size_t>& bodies) const {
  std::vector<char> is_asked(ways_.size(), 0);
  for (const std::size_t i : bodies) is_asked[i] = 1;
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
  const auto is_of_asked = [&](const auto& entry) {
    return is_asked[entry.first.first] || is_asked[entry.first.second];
  };
  std::erase_if(near_, is_of_asked);
  std::erase_if(impulses_, is_of_asked);
  // Each box grows by the reach for its own diagonal. A pair's skin is that of the smaller body, so
  // the margins suffice.
  const auto reach_box = [&](std::size_t i) {
    const double skin = world_.options.skin.value_or(1e-4 * ways_[i].entry->diagonal);
    return box_at(ways_[i], t, kReachInSkins * skin);
  };
  // In the middle of a step, the boxes of the other bodies' whole ways are enough for a first look:
  // a pair's reach is not above that of the body asked about.
  const bool is_few = !swept_.empty() && bodies.size() * 4 <= ways_.size();
  std::vector<Aabb> boxes = is_few ? swept_ : std::vector<Aabb>(ways_.size());
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    if (!is_few || is_asked[i]) boxes[i] = reach_box(i);
  }
  const std::vector<IndexPair> pairs = watched_pairs(boxes, bodies);
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
    if (pair.is_linked()) unite(key.first, key.second);
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
    if (!pair.is_linked()) continue;
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
