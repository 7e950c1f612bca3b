// SPDX-License-Identifier: MIT
// All surfaces of a world with barrier contact: where they are, which features are near each
// other, and how far they can move.                                                           [V8]
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "dynamics/volume/volume_parts.h"

namespace graze::dynamics::barrier {

using by_volume::VolumeParts;

/// Where bodies are: nodes of soft bodies, poses of rigid ones.
struct Placement {
  std::vector<std::vector<Vec3>> nodes;
  std::vector<Pose> poses;
};

/// How two bodies, or parts of one body, push each other.
struct PairRule {
  double gap = 0.0;        ///< they push below this distance
  double stiffness = 0.0;  ///< stiffness * barrier is the energy
  double friction = 0.0;   ///< Coulomb's coefficient
};

/// A vertex and a triangle, or two edges, that may be near each other. The vertices are numbered
/// across all surfaces: (vertex, three corners) or (two ends, two ends).
struct FeaturePair {
  std::array<std::uint32_t, 4> vertices{};
  bool is_edges = false;
  std::size_t first = 0, second = 0;  ///< bodies
  double parallel = 0.0;  ///< edges fade where their squared cross product is below this
};

class Surfaces {
 public:
  /// Throws InputError for a soft body whose surface touches itself at rest.
  Surfaces(const World::Data& world, VolumeParts& parts);

  std::size_t vertex_count() const { return first_.back(); }
  std::uint32_t first_vertex(std::size_t body) const { return first_[body]; }
  std::size_t body_of(std::uint32_t vertex) const { return body_of_[vertex]; }
  const PairRule& rule(std::size_t a, std::size_t b) const;
  double smallest_gap() const { return smallest_gap_; }

  /// The vertices of all surfaces.
  std::vector<Vec3> at(const Placement& placement) const;

  /// Sets the ways: from one placement to another.
  void move(const Placement& from, const Placement& to);
  /// All pairs of features that come closer than their gap on these ways, and some more. Their
  /// order does not depend on threads.
  std::vector<FeaturePair> near() const;

  /// The smallest distances between pairs of bodies now, where they are below their gaps.
  using Distances = std::map<IndexPair, double>;
  /// A share of the ways, at most 1, on which no pair comes closer than `keep` times its present
  /// distance. Throws InputError for surfaces that cross each other at the start.
  double free_share(const Distances& now, double keep) const;
  /// True if `linear` proves that nothing touches on these ways. It keeps a margin for the arcs by
  /// which rigid bodies leave their chords.
  bool are_free() const;
  /// The number of pairs of bodies that can meet.
  int pair_count() const;

  /// Throws InputError for bodies that touch, cross or contain each other in the present state, and
  /// for surfaces that cross themselves.
  void refuse_overlaps();

 private:
  struct Way {
    std::vector<Vec3> from, to;
    Aabb swept;
    double chord = 0.0;  ///< how far a rigid body's points leave their chords
  };
  std::vector<Vec3> vertices_of(std::size_t body, const Placement& placement) const;
  void add_rules();
  double self_gap(std::size_t body, double gap) const;
  double stiffness_of(std::size_t body) const;
  void put_near(std::size_t a, std::size_t b, std::vector<FeaturePair>& out) const;
  ContactReport ask(std::size_t a, std::size_t b, double separation, double until) const;
  [[noreturn]] void refuse_crossing(std::size_t a, std::size_t b) const;

  const World::Data& world_;
  VolumeParts& parts_;
  std::vector<std::uint32_t> first_;  ///< by body, and the end
  std::vector<std::size_t> body_of_;
  std::map<IndexPair, PairRule> rules_;
  std::vector<double> margins_;  ///< by body: half of its largest gap
  std::vector<Way> ways_;
  double smallest_gap_ = kInfinity;
};

}  // namespace graze::dynamics::barrier
