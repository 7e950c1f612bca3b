// SPDX-License-Identifier: MIT
// Oracle for two primitives on rigid bodies whose position and rotation vector move linearly: dense
// sampling in 64-bit mantissas with steps that the largest speed allows.                       [C5]
//
// Shares nothing with the library but the parameters: Rodrigues' formula, distances and the search
// are written again from their definitions.
#pragma once
#include <array>
#include <optional>

#include "graze/methods/certified_primitives.h"

namespace graze::test {

class RigidPairOracle {
 public:
  /// The motions must be six_parameters over [0, 1].
  RigidPairOracle(const RigidPrimitive& a, const RigidPrimitive& b);

  long double distance(double t) const;

  /// The first time at which the distance falls to `limit`; none if it stays above. Before that
  /// time the distance is more than limit / 2. `gave_up` is set where that takes too many samples.
  std::optional<double> first_within(long double limit);
  bool gave_up = false;

 private:
  using Vec = std::array<long double, 3>;
  struct Primitive {
    std::array<Vec, 3> corners;
    int count;
    Vec position, travel, rotation, growth;

    std::array<Vec, 3> at(long double t) const;
    long double speed() const;  // of its fastest corner, an upper bound
  };
  static Primitive read(const RigidPrimitive& primitive);

  Primitive a_, b_;
};

}  // namespace graze::test
