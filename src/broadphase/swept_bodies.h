// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "graze/broadphase/candidate_pairs.h"
#include "graze/motion/motion_sample.h"

namespace graze::broadphase {

/// What is proved of two bodies: nothing; that their boxes never meet, so that neither is inside
/// the other; that the box of one never meets the surface of the other, which stands still in the
/// world; that their surfaces never meet.
enum class Apart { kNot, kBoxes, kBoxAndSurface, kSurfaces };

/// Bodies over one span: the box that contains each, and what proves pairs of them apart.
class SweptBodies {
 public:
  /// Boxes of the bodies that are `wanted`; those of the others are empty. Refers to `bodies`.
  SweptBodies(std::span<const MovingBounds> bodies, const Interval& span,
              const std::vector<char>& wanted, int threads);

  const std::vector<Aabb>& bounds() const { return bounds_; }  ///< world frame

  /// A proof that the two never touch during the span; both were wanted.
  Apart surely_apart(std::uint32_t a, std::uint32_t b) const;
  /// Of two that are kBoxAndSurface: what tells whether one is inside the other.
  MayContain::Still still_beside(std::uint32_t a, std::uint32_t b) const;

 private:
  void sweep_free(std::size_t i, MotionSample& sample);  // overwrites the sample
  void sweep_chains(const std::vector<char>& wanted);
  void enclose_chains(const std::vector<char>& is_member, const std::vector<char>& wanted);

  /// A body as seen from one that carries it, or from itself.
  struct Seen;
  /// Still bodies that are cut into pieces, and the way into their frames.
  struct StillFrame {
    bool is_world = false;
    MotionSample body_from_world;
  };

  std::optional<BodyId> common_ancestor(std::uint32_t a, std::uint32_t b) const;
  /// Composed from the body outwards, up to a body that carries it; none: the world.
  std::optional<MotionSample> sample_in_frame_of(std::uint32_t body,
                                                 std::optional<BodyId> ancestor) const;
  std::optional<MotionSample> sample_alone(std::uint32_t body,
                                           std::optional<BodyId> ancestor) const;
  std::optional<Seen> seen_from(std::uint32_t body, std::optional<BodyId> ancestor) const;
  bool has_frame(std::uint32_t body) const { return !frames_.empty() && frames_[body]; }
  Apart apart_from_still(std::uint32_t still, std::uint32_t mover) const;
  bool parts_out_of_reach(std::uint32_t still, std::uint32_t mover, double gap) const;
  Apart links_apart(std::uint32_t a, std::uint32_t b, double gap) const;

  std::span<const MovingBounds> bodies_;
  Interval span_;
  std::vector<Aabb> bounds_;
  std::vector<std::optional<SweptBox>> boxes_;      // world; without one: only bounds
  std::vector<std::optional<MotionSample>> own_;    // parent_from_body, members of chains only
  std::vector<std::optional<MotionSample>> world_;  // world_from_body of the same
  std::vector<std::optional<StillFrame>> frames_;   // empty if no body needs one
};

}  // namespace graze::broadphase
