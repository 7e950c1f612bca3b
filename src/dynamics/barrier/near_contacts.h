// SPDX-License-Identifier: MIT
// Features closer than their gap: their distances, forces and friction.                       [V8]
#pragma once
#include <span>
#include <vector>

#include "dynamics/barrier/barrier_function.h"
#include "dynamics/barrier/surfaces.h"

namespace graze::dynamics::barrier {

/// Two features that push each other. The vector between their nearest points, from the second to
/// the first, is sum weights_i x_i = distance * normal.
struct NearContact {
  FeaturePair pair;
  PairRule rule;
  std::array<double, 4> weights{};
  Vec3 normal = Vec3::Zero();
  Vec3 point = Vec3::Zero();  ///< on the second
  double distance = 0.0;
  Slopes barrier;                ///< of the distance
  double faded = 1.0;            ///< below 1 for nearly parallel edges
  std::array<Vec3, 4> fading{};  ///< its slope

  double energy() const { return rule.stiffness * faded * barrier.value; }
  /// The force with which the two push each other, >= 0.
  double force() const { return -rule.stiffness * faded * barrier.first; }
  /// The energy's slope at one of the four vertices.
  Vec3 slope(std::size_t k) const {
    return rule.stiffness *
           (faded * barrier.first * weights[k] * normal + barrier.value * fading[k]);
  }
  double curvature() const { return rule.stiffness * faded * barrier.second; }
};

/// The contacts of the pairs that are close enough; `vertices` are those of all surfaces.
std::vector<NearContact> near_contacts(const Surfaces& surfaces, std::span<const FeaturePair> pairs,
                                       std::span<const Vec3> vertices);
/// The smallest distance between each pair of bodies.
Surfaces::Distances distances_of(std::span<const NearContact> contacts);

/// Coulomb's friction as a potential of how far features have slid since the start of a step. Force
/// and directions are those of one moment.
struct Rub {
  std::array<std::uint32_t, 4> vertices{};
  std::array<double, 4> weights{};
  std::array<Vec3, 2> tangents{};
  double force = 0.0;  ///< the largest resistance
  double small = 0.0;  ///< at smaller distances it resists less

  /// The distances slid along the two tangents.
  Eigen::Vector2d slid(std::span<const Vec3> from, std::span<const Vec3> to) const;
};
std::vector<Rub> rubs_of(std::span<const NearContact> contacts);

}  // namespace graze::dynamics::barrier
