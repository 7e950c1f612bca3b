// SPDX-License-Identifier: MIT
// Question   How do bodies on joints move, in the world and against each other?                [C8]
// Source     Redon et al. 2002, section 5 (screws composed along the tree, from the root).
// Guarantee  Compositions of the bodies' motions as real numbers; nothing is approximated here.
// Changed    A pair is seen from its lowest common ancestor, and from a motion that both share
//            below it: what carries both does not matter.
#include <algorithm>
#include <vector>

#include "graze/base/assert.h"
#include "graze/scene/scene.h"
#include "scene/pair_frame.h"

namespace graze {
namespace {
/// The body and its ancestors, up to the root.
std::vector<BodyId> ancestry(const Scene& scene, BodyId body) {
  std::vector<BodyId> chain{body};
  while (const auto parent = scene.bodies[chain.back().index()].parent) {
    GRAZE_ASSERT(*parent < chain.back());
    chain.push_back(*parent);
  }
  return chain;
}

/// `outer` carried on, without a composition where one side stands still.
Motion carried(const Motion& outer, const Motion& inner) {
  if (outer.is_still()) {
    const Pose pose = pose_at(outer, outer.domain().lo);
    return pose.rotation.isIdentity(0.0) && pose.translation.isZero(0.0)
               ? inner
               : Motion::placed(pose, inner, Pose{});
  }
  if (inner.is_still()) return Motion::placed(Pose{}, outer, pose_at(inner, inner.domain().lo));
  return Motion::composed(outer, inner);
}

/// Composition from just below `ancestor` (the world if none) down to `body`.
Motion motion_below(const Scene& scene, std::span<const Motion> motions, BodyId body,
                    std::optional<BodyId> ancestor) {
  if (body == ancestor) return Motion();
  std::vector<BodyId> chain = ancestry(scene, body);
  if (ancestor) chain.erase(std::find(chain.begin(), chain.end(), *ancestor), chain.end());
  Motion motion = motions[chain.back().index()];
  for (std::size_t i = chain.size() - 1; i-- > 0;) {
    motion = carried(motion, motions[chain[i].index()]);
  }
  return motion;
}

std::vector<Motion> own_motions(const Scene& scene) {
  std::vector<Motion> motions;
  motions.reserve(scene.bodies.size());
  for (const Body& body : scene.bodies) motions.push_back(body.motion);
  return motions;
}
}  // namespace

Motion world_motion(const Scene& scene, BodyId body) {
  return motion_below(scene, own_motions(scene), body, std::nullopt);
}

Motion world_motion(const Scene& scene, std::span<const Motion> motions, BodyId body) {
  return motion_below(scene, motions, body, std::nullopt);
}

std::vector<Motion> world_motions(const Scene& scene) {
  return world_motions(scene, own_motions(scene));
}

std::vector<Motion> world_motions(const Scene& scene, std::span<const Motion> motions) {
  GRAZE_ASSERT(motions.size() == scene.bodies.size());
  std::vector<Motion> world;
  world.reserve(motions.size());
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const std::optional<BodyId> parent = scene.bodies[i].parent;
    world.push_back(parent ? carried(world[parent->index()], motions[i]) : motions[i]);
  }
  return world;
}

std::optional<BodyId> common_ancestor(const Scene& scene, BodyId a, BodyId b) {
  // Parents have smaller ids: step up from whichever is larger until both meet.
  std::optional<BodyId> up_a = a, up_b = b;
  while (up_a && up_b && *up_a != *up_b) {
    std::optional<BodyId>& later = *up_a > *up_b ? up_a : up_b;
    later = scene.bodies[later->index()].parent;
  }
  return up_a && up_b ? up_a : std::nullopt;
}

std::pair<Motion, Motion> pair_motions(const Scene& scene, BodyId a, BodyId b) {
  return pair_motions(scene, own_motions(scene), a, b);
}

std::pair<Motion, Motion> pair_motions(const Scene& scene, std::span<const Motion> motions,
                                       BodyId a, BodyId b) {
  CarriedPair pair = carried_pair(scene, motions, a, b);
  return {std::move(pair.a), std::move(pair.b)};
}

CarriedPair carried_pair(const Scene& scene, std::span<const Motion> motions, BodyId a, BodyId b) {
  const std::optional<BodyId> ancestor = common_ancestor(scene, a, b);
  return without_carrier(motion_below(scene, motions, a, ancestor),
                         motion_below(scene, motions, b, ancestor));
}

}  // namespace graze
