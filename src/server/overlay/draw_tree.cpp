// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <set>

#include "methods/backtracking/box_overlap.h"
#include "server/overlay/overlay.h"

namespace graze::server {
namespace {
using NodePair = std::pair<std::uint32_t, std::uint32_t>;

/// One level of the walk through both trees.
struct WalkLevel {
  std::vector<NodePair> cut, open, leaves;
  std::size_t pairs() const { return cut.size() + open.size() + leaves.size(); }
};

/// The walk that asks whether two bodies touch at an instant, level by level.
class TreeWalk {
 public:
  explicit TreeWalk(const ViewedPair& viewed)
      : a_(viewed.body(viewed.a)),
        b_(viewed.body(viewed.b)),
        a_from_b_(inverse(viewed.world_from(viewed.a)) * viewed.world_from(viewed.b)) {}

  std::vector<WalkLevel> run() const {
    std::vector<WalkLevel> levels;
    std::vector<NodePair> now{{0, 0}};
    std::size_t seen = 0;
    while (!now.empty() && seen < kMostPairs) {
      WalkLevel& level = levels.emplace_back();
      std::vector<NodePair> next;
      for (const NodePair& pair : now) look_at(pair, level, next);
      seen += now.size();
      now = std::move(next);
    }
    return levels;
  }

 private:
  static constexpr std::size_t kMostPairs = 200'000;

  static Box grown(const Body& body, std::uint32_t node) {
    Box box = body.shape.tree().nodes()[node].box;
    box.half_size.array() += body.growth();
    return box;
  }

  void look_at(const NodePair& pair, WalkLevel& level, std::vector<NodePair>& next) const {
    const auto [a, b] = pair;
    const Box box_a = grown(a_, a), box_b = grown(b_, b);
    if (!backtracking::may_overlap(box_a, box_b, a_from_b_)) return level.cut.push_back(pair);
    const ObbNode &node_a = a_.shape.tree().nodes()[a], &node_b = b_.shape.tree().nodes()[b];
    if (node_a.is_leaf() && node_b.is_leaf()) return level.leaves.push_back(pair);
    level.open.push_back(pair);
    const bool opens_a =
        node_b.is_leaf() || (!node_a.is_leaf() && box_a.radius() >= box_b.radius());
    for (const std::uint32_t k : {0u, 1u}) {
      next.push_back(opens_a ? NodePair(node_a.first + k, b) : NodePair(a, node_b.first + k));
    }
  }

  const Body &a_, &b_;
  Pose a_from_b_;
};

/// Each box once, however many pairs it is in.
void add_boxes(const ViewedPair& viewed, Look look, const std::vector<NodePair>& pairs,
               Drawing& drawing) {
  std::set<std::uint32_t> of_a, of_b;
  for (const auto& [a, b] : pairs) {
    of_a.insert(a);
    of_b.insert(b);
  }
  const auto add = [&](BodyId id, const std::set<std::uint32_t>& nodes) {
    const Pose pose = viewed.world_from(id);
    for (const std::uint32_t node : nodes) {
      if (drawing.box_count() < kMostBoxes)
        drawing.add_box(look, pose * viewed.body(id).shape.tree().nodes()[node].box);
    }
  };
  add(viewed.a, of_a);
  add(viewed.b, of_b);
}
}  // namespace

void draw_tree(const ViewedPair& viewed, Drawing& drawing) {
  const std::vector<WalkLevel> levels = TreeWalk(viewed).run();
  const std::size_t shown = std::min<std::size_t>(viewed.level, levels.size() - 1);
  const WalkLevel& level = levels[shown];
  add_boxes(viewed, Look::kCut, level.cut, drawing);
  add_boxes(viewed, Look::kOpen, level.open, drawing);
  add_boxes(viewed, Look::kNear, level.leaves, drawing);
  std::size_t all = 0, triangles = 0;
  for (const WalkLevel& one : levels) {
    all += one.pairs();
    triangles += one.leaves.size();
  }
  drawing.set_levels(static_cast<int>(levels.size()));
  drawing.say(fmt::format(
      "Level {} of {}: {} pairs of boxes, {} cut off, {} opened. In all {} "
      "pairs, and {} of triangles, instead of {:.3g}.",
      shown, levels.size() - 1, level.pairs(), level.cut.size(), level.open.size(), all, triangles,
      double(viewed.body(viewed.a).shape.mesh().triangles().size()) *
          double(viewed.body(viewed.b).shape.mesh().triangles().size())));
}

}  // namespace graze::server
