// SPDX-License-Identifier: MIT
// Question   Which wide nodes stand for a binary tree?                                    [C3, C7]
// Source     Wald, Benthin, Boulos 2008 (wide trees from binary ones).
// Guarantee  Every triangle is below the root once.
// Changed    In blocks, each from a binary subtree that need not be kept.
#include "spatial/wide_part.h"

#include <algorithm>
#include <utility>

#include "spatial/wide_node.h"

namespace graze {
namespace {
constexpr std::size_t kCrownParts = 4096;
constexpr std::size_t kLeastCrownLimit = 4;

/// A lane that still wants its wide node, made from binary node `top`.
struct OpenLane {
  std::uint32_t node;
  int lane;
  std::uint32_t top;
};

void add_block_node(const Subtree& of, const WideChildren& children,
                    std::vector<WideObbNode>& nodes, std::vector<OpenLane>& open) {
  std::array<const Box*, kWideLanes> boxes;
  for (std::size_t k = 0; k < kWideLanes; ++k) boxes[k] = &of.nodes[children.nodes[k]].box;
  const auto index = static_cast<std::uint32_t>(nodes.size());
  WideObbNode& wide =
      nodes.emplace_back(wide_node_of({boxes.data(), static_cast<std::size_t>(children.count)}));
  for (int lane = 0; lane < children.count; ++lane) {
    const std::uint32_t top = children.nodes[static_cast<std::size_t>(lane)];
    const ObbNode& child = of.nodes[top];
    set_child(wide, lane, child.first, child.count);
    if (!child.is_leaf()) open.push_back({index, lane, top});
  }
}

/// The binary nodes of a block's crown, its root first.
class CrownOfBlock {
 public:
  CrownOfBlock(const Subtree& of, std::size_t limit) : of_(of), limit_(limit), crown_(1) {
    add(of.nodes[of.root], 0);
  }
  std::vector<ObbNode> take() { return std::move(crown_); }

 private:
  void add(const ObbNode& node, std::size_t place) {
    const std::uint32_t begin = begin_of(node), count = end_of(node) - begin;
    if (node.is_leaf() || count <= limit_) {
      crown_[place] = {node.box, begin, count};
      return;
    }
    const std::size_t first = crown_.size();
    crown_[place] = {node.box, static_cast<std::uint32_t>(first), 0};
    crown_.resize(first + 2);
    add(of_.nodes[node.first], first);
    add(of_.nodes[node.first + 1], first + 1);
  }
  std::uint32_t begin_of(const ObbNode& node) const {
    return node.is_leaf() ? node.first : begin_of(of_.nodes[node.first]);
  }
  std::uint32_t end_of(const ObbNode& node) const {
    return node.is_leaf() ? node.first + node.count : end_of(of_.nodes[node.first + 1]);
  }

  const Subtree& of_;
  std::size_t limit_;
  std::vector<ObbNode> crown_;
};

/// Puts the wide nodes of all parts into one array.
class Assembly {
 public:
  Assembly(const WidePart& root, int width) : width_(width) { nodes.reserve(size_of(root)); }

  std::uint32_t add(WidePart& part) {
    const auto index = static_cast<std::uint32_t>(nodes.size());
    if (part.is_block()) {
      add_block(part, index);
      return index;
    }
    std::vector<WidePart*> lanes;
    add_lanes(part, width_, lanes);
    std::vector<const Box*> boxes;
    for (const WidePart* lane : lanes) boxes.push_back(&lane->box);
    nodes.push_back(wide_node_of(boxes));
    for (std::size_t k = 0; k < lanes.size(); ++k) {
      const std::uint32_t child = add(*lanes[k]);
      set_child(nodes[index], static_cast<int>(k), child, 0);
    }
    return index;
  }

  std::vector<WideObbNode> nodes;

 private:
  std::size_t size_of(const WidePart& part) const {  // or a little more: not all parts have a node
    return part.is_block() ? part.nodes.size() : 1 + size_of(*part.first) + size_of(*part.second);
  }

  void add_block(WidePart& part, std::uint32_t index) {
    nodes.insert(nodes.end(), part.nodes.begin(), part.nodes.end());
    std::vector<WideObbNode>().swap(part.nodes);
    for (std::size_t i = index; i < nodes.size(); ++i) {
      for (int lane = 0; lane < kWideLanes; ++lane) {
        if (nodes[i].triangles[lane] == 0) nodes[i].child[lane] += index;
      }
    }
  }

  static void add_lanes(WidePart& part, int lanes, std::vector<WidePart*>& found) {
    const int to_first = part.plan.to_first[static_cast<std::size_t>(lanes - 1)];
    if (part.is_block() || to_first == 0) {
      found.push_back(&part);
      return;
    }
    add_lanes(*part.first, to_first, found);
    add_lanes(*part.second, lanes - to_first, found);
  }

  int width_;
};

void add_crown(const WidePart& part, std::size_t place, std::vector<ObbNode>& crown) {
  const auto first = static_cast<std::uint32_t>(crown.size());
  if (!part.is_block()) {
    crown[place] = {part.box, first, 0};
    crown.resize(first + std::size_t{2});
    add_crown(*part.first, first, crown);
    add_crown(*part.second, first + std::size_t{1}, crown);
    return;
  }
  const auto moved = [&](ObbNode node) {  // place 1 of the block becomes place `first`
    if (!node.is_leaf()) node.first += first - 1;
    return node;
  };
  crown[place] = moved(part.crown[0]);
  for (std::size_t i = 1; i < part.crown.size(); ++i) crown.push_back(moved(part.crown[i]));
}
}  // namespace

std::size_t crown_limit(std::size_t triangles) {
  return std::max(triangles / kCrownParts, kLeastCrownLimit);
}

WidePart make_block(const Subtree& of, int width, std::size_t crown_limit) {
  WidePart block;
  block.box = of.nodes[of.root].box;
  const Collapse collapse(of, width);
  block.plan = alone(collapse.plan());
  block.nodes.reserve(of.leaves / 4 + 1);  // what is not used is never touched
  std::vector<OpenLane> open;
  add_block_node(of, collapse.children_of(of.root), block.nodes, open);
  while (!open.empty()) {
    const OpenLane next = open.back();
    open.pop_back();
    set_child(block.nodes[next.node], next.lane, static_cast<std::uint32_t>(block.nodes.size()), 0);
    add_block_node(of, collapse.children_of(next.top), block.nodes, open);
  }
  block.crown = CrownOfBlock(of, crown_limit).take();
  return block;
}

WidePart join_parts(const Box& box, WidePart first, WidePart second, int width) {
  WidePart part;
  part.box = box;
  part.plan = joined(first.plan, second.plan, static_cast<float>(surface_of(box)),
                     static_cast<std::size_t>(width));
  part.first = std::make_unique<WidePart>(std::move(first));
  part.second = std::make_unique<WidePart>(std::move(second));
  return part;
}

std::vector<WideObbNode> wide_nodes_of(WidePart& root, int width) {
  Assembly assembly(root, width);
  assembly.add(root);
  return std::move(assembly.nodes);
}

std::vector<ObbNode> crown_of(const WidePart& root) {
  std::vector<ObbNode> crown(1);
  add_crown(root, 0, crown);
  return crown;
}

}  // namespace graze
