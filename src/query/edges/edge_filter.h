// SPDX-License-Identifier: MIT
// Before any tree is walked: which pairs of a robot's bodies and its world's may touch on an edge?
#pragma once
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "graze/query/prepared_scene.h"
#include "graze/scene/robot.h"
#include "query/edges/rake.h"

namespace graze::query::edges {

using IdPair = std::pair<BodyId, BodyId>;

/// A pair at an instant of an edge.
struct PairAt {
  IdPair pair;
  double s = 0.0;
};

/// What a look at an edge says.
struct EdgeLook {
  /// Pairs that may touch, the likeliest first, and where. All others are proved apart at every s.
  std::vector<PairAt> suspects;
  /// Surfaces that surely meet, deeper than the tolerance; then the suspects are not complete.
  std::optional<PairAt> contact;
};

/// What does not change from edge to edge. Immutable.
class EdgeFilter {
 public:
  struct Source {
    const Robot& robot;
    const RobotBodies& bodies;
    const PreparedScene& scene;
    std::span<const std::size_t> joints;  ///< those whose values differ from edge to edge
    double margin;                        ///< contact is where the distance falls to this
    double tolerance;                     ///< contacts named are deeper than this
  };
  explicit EdgeFilter(const Source& source);

  /// `from` and `to`: a value for each joint of the robot. With `any_contact`, stops at the first
  /// contact found.
  EdgeLook look(std::span<const double> from, std::span<const double> to, bool any_contact) const;

  /// Pairs whose place to each other is the same on every edge; they are not looked at.
  std::span<const IdPair> fixed_pairs() const { return fixed_; }

 private:
  class Maker;
  struct View;
  struct Search;

  Arm arm() const;
  bool is_in_range(std::span<const double> values) const;
  double bend_of(const View& view, std::span<const double> from, std::span<const double> to) const;

  /// A body seen from a link: the links that move it.
  struct View {
    std::uint32_t body = 0;
    std::vector<std::uint32_t> path = {};
  };

  std::vector<ArmLink> links_;
  std::vector<ArmBody> bodies_;
  std::vector<double> points_;
  std::vector<StillBody> still_;
  std::vector<StillBox> boxes_;
  std::vector<ArmPair> pairs_;
  std::vector<IdPair> ids_;      // of pairs_
  std::vector<View> views_{1};   // the first: of what stands still
  std::vector<IdPair> unknown_;  // always suspect
  std::vector<IdPair> fixed_;
  double extent_ = 0.0;     // no place is farther from the world's origin
  double tolerance_ = 0.0;  // what is not deeper does not overlap
};

}  // namespace graze::query::edges
