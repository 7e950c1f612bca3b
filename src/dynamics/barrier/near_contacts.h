// SPDX-License-Identifier: MIT
// Features that are nearer than their gap: distances, what they push, how they rub.           [V8]
#pragma once
#include <span>
#include <vector>

#include "dynamics/barrier/barrier_function.h"
#include "dynamics/barrier/surfaces.h"

namespace graze::dynamics::barrier {

/// Two features that push each other. Their nearest points are apart by sum weights_i x_i =
/// distance * normal, from the second to the first.
struct NearContact {
  FeaturePair pair;
  PairRule rule;
  std::array<double, 4> weights{};
  Vec3 normal = Vec3::Zero();
  Vec3 point = Vec3::Zero();  ///< on the second
  double distance = 0.0;
  Slopes barrier;                ///< of the distance
  double faded = 1.0;            ///< edges: less than 1 where they are parallel
  std::array<Vec3, 4> fading{};  ///< its slope

  double energy() const { return rule.stiffness * faded * barrier.value; }
  /// With which the two push each other, >= 0.
  double force() const { return -rule.stiffness * faded * barrier.first; }
  /// The energy's slope at one of the four vertices.
  Vec3 slope(std::size_t k) const {
    return rule.stiffness *
           (faded * barrier.first * weights[k] * normal + barrier.value * fading[k]);
  }
  double curvature() const { return rule.stiffness * faded * barrier.second; }
};

/// Of the pairs that are near enough; `vertices` of all surfaces.
std::vector<NearContact> near_contacts(const Surfaces& surfaces, std::span<const FeaturePair> pairs,
                                       std::span<const Vec3> vertices);
/// The smallest distance of each pair of bodies.
Surfaces::Distances distances_of(std::span<const NearContact> contacts);

/// Coulomb's friction as a potential of how far features have slid since the start of a step: with
/// the force and the directions of one moment.
struct Rub {
  std::array<std::uint32_t, 4> vertices{};
  std::array<double, 4> weights{};
  std::array<Vec3, 2> tangents{};
  double force = 0.0;  ///< the most that it resists with
  double small = 0.0;  ///< slid less far, it resists with less

  /// Slid along the two tangents.
  Eigen::Vector2d slid(std::span<const Vec3> from, std::span<const Vec3> to) const;
};
std::vector<Rub> rubs_of(std::span<const NearContact> contacts);

}  // namespace graze::dynamics::barrier
