// SPDX-License-Identifier: MIT
// Question   Which axis-aligned boxes contain moving bodies during a span, and which pairs of
//            bodies stay apart?                                                               [C8]
// Source     Redon et al. 2002, section 5: enclosures composed along the tree, from the root.
// Guarantee  Contains every point, padding included, at every instant, rounding included.
// Changed    One sample of each motion, composed along chains in constant time a link, instead of
//            intervals; intervals where a motion is not smooth.
#include "broadphase/swept_bodies.h"

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

bool has_pieces(const MovingBounds& body) {
  return body.pieces != nullptr && !body.parent && body.motion.is_still();
}

bool is_identity(const Pose& pose) {
  return pose.rotation.isIdentity(0.0) && pose.translation.isZero(0.0);
}

/// Of a motion that stands still.
MotionSample inverse_of(MotionSample sample) {
  MotionState& m = sample.middle;
  m.translation_error +=
      (m.rotation_error + 16.0 * kUnitRoundoff) * m.pose.translation.cwiseAbs().sum();
  m.pose = inverse(m.pose);
  return sample;
}
}  // namespace

Aabb bounds_during(const MovingBounds& body, const Interval& span) {
  if (body.box_body.is_empty()) return {};
  const Box box = box_around(body.box_body);
  if (const auto sample = sample_over(body.motion, span)) {
    return bounds_of(swept_box(*sample, box, body.radius), body.padding);
  }
  return grown(enclose_box(body.motion, span, box), body.padding);
}

namespace broadphase {

SweptBodies::SweptBodies(std::span<const MovingBounds> bodies, const Interval& span,
                         const std::vector<char>& wanted, int threads)
    : bodies_(bodies), span_(span), bounds_(bodies.size()), boxes_(bodies.size()) {
  if (std::any_of(bodies.begin(), bodies.end(), has_pieces)) frames_.resize(bodies.size());
  const std::size_t tasks = (bodies.size() + kBodiesPerTask - 1) / kBodiesPerTask;
  const auto sweep_task = [&](std::size_t task) {
    const std::size_t end = std::min(bodies.size(), (task + 1) * kBodiesPerTask);
    MotionSample sample;
    for (std::size_t i = task * kBodiesPerTask; i < end; ++i) {
      if (wanted[i] && !bodies[i].parent) sweep_free(i, sample);
    }
  };
  parallel_for(tasks, sweep_task, tasks > 1 ? threads : 1);
  sweep_chains(wanted);
}

void SweptBodies::sweep_free(std::size_t i, MotionSample& sample) {
  const MovingBounds& body = bodies_[i];
  if (body.box_body.is_empty()) return;
  if (sample_over(body.motion, span_, sample)) {
    boxes_[i] = swept_box(sample, box_around(body.box_body), body.radius);
    bounds_[i] = bounds_of(*boxes_[i], body.padding);
    if (has_pieces(body)) frames_[i] = {is_identity(sample.middle.pose), inverse_of(sample)};
  } else {
    bounds_[i] = grown(enclose_box(body.motion, span_, box_around(body.box_body)), body.padding);
  }
}

void SweptBodies::sweep_chains(const std::vector<char>& wanted) {
  const auto has_parent = [](const MovingBounds& body) { return body.parent.has_value(); };
  if (std::none_of(bodies_.begin(), bodies_.end(), has_parent)) return;
  const std::vector<char> is_member = chain_members(bodies_, wanted);
  if (std::find(is_member.begin(), is_member.end(), 1) == is_member.end()) return;
  own_.resize(bodies_.size());
  world_.resize(bodies_.size());
  bool all_sampled = true;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!is_member[i]) continue;
    own_[i] = sample_over(bodies_[i].motion, span_);
    const auto parent = bodies_[i].parent;
    if (own_[i] && (!parent || world_[parent->index()])) {
      world_[i] = parent ? composed(*world_[parent->index()], *own_[i]) : *own_[i];
    }
    all_sampled = all_sampled && world_[i];
    if (!world_[i] || !parent || !wanted[i] || bodies_[i].box_body.is_empty()) continue;
    boxes_[i] = swept_box(*world_[i], box_around(bodies_[i].box_body), bodies_[i].radius);
    bounds_[i] = bounds_of(*boxes_[i], bodies_[i].padding);
  }
  if (!all_sampled) enclose_chains(is_member, wanted);
}

void SweptBodies::enclose_chains(const std::vector<char>& is_member,
                                 const std::vector<char>& wanted) {
  std::vector<IntervalPose> world_from_body(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!is_member[i]) continue;
    const IntervalPose own = enclose_pose(bodies_[i].motion, span_);
    const auto parent = bodies_[i].parent;
    world_from_body[i] = parent ? world_from_body[parent->index()] * own : own;
    if (!parent || !wanted[i] || boxes_[i] || bodies_[i].box_body.is_empty()) continue;
    bounds_[i] = bounds_in(world_from_body[i], bodies_[i]);
  }
}

std::optional<MotionSample> SweptBodies::sample_in_frame_of(std::uint32_t body,
                                                            std::optional<BodyId> ancestor) const {
  if (own_.empty() || !own_[body]) return sample_alone(body, ancestor);
  if (!ancestor) return world_[body];
  MotionSample sample = *own_[body];
  for (auto up = bodies_[body].parent; up != ancestor; up = bodies_[up->index()].parent) {
    if (!own_[up->index()]) return std::nullopt;
    sample = composed(*own_[up->index()], sample);
  }
  return sample;
}

std::optional<MotionSample> SweptBodies::sample_alone(std::uint32_t body,
                                                      std::optional<BodyId> ancestor) const {
  if (bodies_[body].parent != ancestor) return std::nullopt;
  return sample_over(bodies_[body].motion, span_);
}

/// Parents have smaller ids: step up from whichever is larger until both meet.
std::optional<BodyId> SweptBodies::common_ancestor(std::uint32_t a, std::uint32_t b) const {
  std::optional<BodyId> up_a = BodyId(a), up_b = BodyId(b);
  while (up_a && up_b && *up_a != *up_b) {
    std::optional<BodyId>& later = *up_a > *up_b ? up_a : up_b;
    later = bodies_[later->index()].parent;
  }
  return up_a && up_b ? up_a : std::nullopt;
}

Apart SweptBodies::apart_from_still(std::uint32_t still, std::uint32_t mover) const {
  if (!boxes_[mover]) return Apart::kNot;
  const MovingBounds& body = bodies_[mover];
  const double gap = round_up(bodies_[still].padding + body.padding);
  if (frames_[still]->is_world) {
    const Aabb bounds =
        bodies_[still].padding == 0.0 ? bounds_[mover] : bounds_of(*boxes_[mover], gap);
    if (!bodies_[still].pieces->may_be_reached(*boxes_[mover], bounds, gap))
      return Apart::kBoxAndSurface;
    if (body.parts == nullptr) return Apart::kNot;
  }
  return parts_out_of_reach(still, mover, gap) ? Apart::kSurfaces : Apart::kNot;
}

bool SweptBodies::parts_out_of_reach(std::uint32_t still, std::uint32_t mover, double gap) const {
  const MovingBounds& body = bodies_[mover];
  auto sample = sample_in_frame_of(mover, std::nullopt);
  if (!sample) return false;
  const StillFrame& frame = *frames_[still];
  if (!frame.is_world) sample = composed(frame.body_from_world, *sample);
  const auto is_reached = [&](const ShapePart& part) {
    const SweptBox seen = swept_box(*sample, part.box, part.radius);
    return bodies_[still].pieces->may_be_reached(seen, bounds_of(seen, gap), gap);
  };
  if (body.parts == nullptr) return !is_reached({box_around(body.box_body), body.radius});
  return std::none_of(body.parts->begin(), body.parts->end(), is_reached);
}

struct SweptBodies::Seen {
  const MovingBounds& body;
  bool rests = false;
  MotionSample sample = {};

  SweptBox sweep(const ShapePart& part) const {
    return rests ? resting_box(part.box, part.radius) : swept_box(sample, part.box, part.radius);
  }
  SweptBox whole() const { return sweep({box_around(body.box_body), body.radius}); }
  std::vector<SweptBox> parts() const {
    std::vector<SweptBox> boxes;
    boxes.reserve(body.parts->size());
    for (const ShapePart& part : *body.parts) boxes.push_back(sweep(part));
    return boxes;
  }
};

std::optional<SweptBodies::Seen> SweptBodies::seen_from(std::uint32_t body,
                                                        std::optional<BodyId> ancestor) const {
  if (ancestor && ancestor->index() == body) return Seen{bodies_[body], true};
  auto sample = sample_in_frame_of(body, ancestor);
  if (!sample) return std::nullopt;
  return Seen{bodies_[body], false, *sample};
}

Apart SweptBodies::links_apart(std::uint32_t a, std::uint32_t b, double gap) const {
  const auto ancestor = common_ancestor(a, b);
  const auto seen_a = seen_from(a, ancestor), seen_b = seen_from(b, ancestor);
  if (!seen_a || !seen_b) return Apart::kNot;
  if (graze::surely_apart(seen_a->whole(), seen_b->whole(), gap)) return Apart::kBoxes;
  if (bodies_[a].parts == nullptr || bodies_[b].parts == nullptr) return Apart::kNot;
  const std::vector<SweptBox> parts_b = seen_b->parts();
  const bool are_apart =
      std::all_of(bodies_[a].parts->begin(), bodies_[a].parts->end(), [&](const ShapePart& part_a) {
        const SweptBox swept_a = seen_a->sweep(part_a);
        return std::all_of(parts_b.begin(), parts_b.end(), [&](const SweptBox& swept_b) {
          return graze::surely_apart(swept_a, swept_b, gap);
        });
      });
  return are_apart ? Apart::kSurfaces : Apart::kNot;
}

Apart SweptBodies::surely_apart(std::uint32_t a, std::uint32_t b) const {
  if (has_frame(a) || has_frame(b))
    return has_frame(a) ? apart_from_still(a, b) : apart_from_still(b, a);
  const double gap = round_up(bodies_[a].padding + bodies_[b].padding);
  if (bodies_[a].parent || bodies_[b].parent) return links_apart(a, b, gap);
  const bool are_apart = boxes_[a] && boxes_[b] && graze::surely_apart(*boxes_[a], *boxes_[b], gap);
  return are_apart ? Apart::kBoxes : Apart::kNot;
}

/// The mover's box is convex and meets no piece of the surface, so all of it is where its centre
/// is, in the middle of the span as at every other instant.
MayContain::Still SweptBodies::still_beside(std::uint32_t a, std::uint32_t b) const {
  const std::uint32_t still = has_frame(a) ? a : b, mover = has_frame(a) ? b : a;
  const SweptBox& box = *boxes_[mover];
  return {BodyId(still), {box.place[0][3], box.place[1][3], box.place[2][3]}, box.error};
}

}  // namespace broadphase
}  // namespace graze
