// SPDX-License-Identifier: MIT
// Question   Which axis-aligned boxes contain moving bodies during a whole span?               [C8]
// Source     Redon et al. 2002, section 5: enclosures composed along the tree, from the root.
// Guarantee  Contains every point, padding included, at every instant, rounding included.
// Changed    One pass over a chain: each body takes its parent's enclosure instead of composing all
//            motions up to the root anew.
#include "broadphase/swept_boxes.h"

#include <algorithm>

#include "graze/base/assert.h"
#include "graze/base/parallel.h"

namespace graze {
namespace {
constexpr std::size_t kBodiesPerTask = 64;

Box box_around(const Aabb& aabb) {
  Box box;
  box.centre = aabb.centre();
  for (int k = 0; k < 3; ++k) {
    // From the rounded centre to the farther side, rounded up: contains the box.
    box.half_size[k] = round_up(std::max(aabb.hi[k] - box.centre[k], box.centre[k] - aabb.lo[k]));
  }
  return box;
}

Aabb grown(const IntervalVec3& place, double padding) {
  Aabb box;
  for (int k = 0; k < 3; ++k) {
    box.lo[k] = round_down(place[k].lo - padding);
    box.hi[k] = round_up(place[k].hi + padding);
  }
  return box;
}

/// The box of a body whose world pose is somewhere in `pose`.
Aabb bounds_in(const IntervalPose& pose, const MovingBounds& body) {
  const Box box = box_around(body.box_body);
  IntervalVec3 place = pose * box.centre;
  for (int k = 0; k < 3; ++k) {
    Interval reach(0.0);
    for (int j = 0; j < 3; ++j) {
      const double share = box.half_size[j] * pose.rotation.rows[k][j].magnitude();
      reach = reach + Interval(0.0, round_up(share));
    }
    place[k] = place[k] + Interval(-reach.hi, reach.hi);
  }
  return grown(place, body.padding);
}

/// Wanted bodies on parents, and all that carries them.
std::vector<char> chain_members(std::span<const MovingBounds> bodies,
                                const std::vector<char>& wanted) {
  std::vector<char> is_member(bodies.size());
  for (std::size_t i = bodies.size(); i-- > 0;) {
    if (!bodies[i].parent) continue;
    GRAZE_ASSERT(bodies[i].parent->index() < i);
    is_member[i] = is_member[i] || wanted[i];
    if (is_member[i]) is_member[bodies[i].parent->index()] = 1;
  }
  return is_member;
}

void fill_chains(std::span<const MovingBounds> bodies, const Interval& span,
                 const std::vector<char>& wanted, std::vector<Aabb>& boxes) {
  const std::vector<char> is_member = chain_members(bodies, wanted);
  if (std::find(is_member.begin(), is_member.end(), 1) == is_member.end()) return;
  std::vector<IntervalPose> world_from_body(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!is_member[i]) continue;
    const IntervalPose own = enclose_pose(bodies[i].motion, span);
    const auto parent = bodies[i].parent;
    world_from_body[i] = parent ? world_from_body[parent->index()] * own : own;
    if (parent && wanted[i] && !bodies[i].box_body.is_empty()) {
      boxes[i] = bounds_in(world_from_body[i], bodies[i]);
    }
  }
}
}  // namespace

Aabb bounds_during(const MovingBounds& body, const Interval& span) {
  if (body.box_body.is_empty()) return {};
  return grown(enclose_box(body.motion, span, box_around(body.box_body)), body.padding);
}

std::vector<Aabb> broadphase::swept_boxes(std::span<const MovingBounds> bodies,
                                          const Interval& span, const std::vector<char>& wanted,
                                          int threads) {
  std::vector<Aabb> boxes(bodies.size());
  const std::size_t tasks = (bodies.size() + kBodiesPerTask - 1) / kBodiesPerTask;
  const auto fill_task = [&](std::size_t task) {
    const std::size_t end = std::min(bodies.size(), (task + 1) * kBodiesPerTask);
    for (std::size_t i = task * kBodiesPerTask; i < end; ++i) {
      if (wanted[i] && !bodies[i].parent) boxes[i] = bounds_during(bodies[i], span);
    }
  };
  parallel_for(tasks, fill_task, tasks > 1 ? threads : 1);
  fill_chains(bodies, span, wanted, boxes);
  return boxes;
}

}  // namespace graze
