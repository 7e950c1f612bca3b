// SPDX-License-Identifier: MIT
// Nodes of soft bodies that move with rigid ones.                                             [V4]
#include <algorithm>

#include "dynamics/volume/volume_parts.h"
#include "graze/base/error.h"

namespace graze::dynamics::by_volume {
namespace {
void check_attachment(const World::Data& world, const SoftAttachment& attachment) {
  const auto refuse = [](const std::string& found, const std::string& expected) {
    throw InputError({"attachment", found, expected, ""});
  };
  const std::size_t count = world.bodies.size();
  if (attachment.soft.index() >= count || attachment.to.index() >= count) {
    refuse("a body that is not there", "two bodies of the world");
  }
  const auto& soft = world.bodies[attachment.soft.index()];
  const auto& to = world.bodies[attachment.to.index()];
  if (!soft.body.elastic) refuse("'" + soft.body.body.name + "', which is rigid", "a soft body");
  if (to.body.elastic) refuse("'" + to.body.body.name + "', which is soft", "a rigid body");
  for (const std::uint32_t node : attachment.nodes) {
    const std::string name = "node " + std::to_string(node) + " of '" + soft.body.body.name + "'";
    if (node >= soft.body.elastic->nodes.size()) refuse(name, "a node that is there");
    if (std::ranges::binary_search(soft.body.elastic->pinned, node)) {
      refuse(name + ", which is pinned", "one that is not");
    }
    const auto is_it = [&](const World::Data::AttachedNode& n) {
      return n.soft == attachment.soft.index() && n.node == node;
    };
    if (std::ranges::any_of(world.attached, is_it)) {
      refuse(name + ", which is attached already", "a free one");
    }
  }
}
}  // namespace

void attach(World::Data& world, const SoftAttachment& attachment) {
  check_attachment(world, attachment);
  const std::size_t soft = attachment.soft.index(), to = attachment.to.index();
  const Pose to_from_world = inverse(world.state.bodies[to].pose);
  for (const std::uint32_t node : attachment.nodes) {
    world.attached.push_back(
        {soft, to, node, to_from_world * world.state.soft[soft].positions[node]});
  }
}

bool is_attached(const World::Data& world, std::size_t body) {
  return std::ranges::any_of(world.attached, [&](const World::Data::AttachedNode& n) {
    return n.soft == body || n.to == body;
  });
}

}  // namespace graze::dynamics::by_volume
