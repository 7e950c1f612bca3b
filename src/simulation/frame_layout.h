// SPDX-License-Identifier: MIT
// What writers and readers of records agree on.
#pragma once
#include <string_view>

#include "graze/base/hash.h"
#include "graze/simulation/recording.h"

namespace graze::simulation {

inline constexpr std::string_view kMagic = "graze recording\n";

/// Every number of the statistics in order, for writing and reading alike.
template <typename Statistics, typename Take>
void each_number(Statistics& s, const Take& take) {
  for (auto* count : {&s.inner_steps, &s.rounds, &s.clamps, &s.contacts, &s.impacts, &s.holds,
                      &s.broken, &s.late, &s.undecided}) {
    take(*count);
  }
  for (auto* number : {&s.residual, &s.smallest_gap, &s.energy.kinetic, &s.energy.gravity,
                       &s.energy.springs, &s.time_lost}) {
    take(*number);
  }
}

inline std::uint64_t payload_hash(std::string_view payload) {
  Hasher hash;
  hash.add(payload);
  return hash.value();
}

/// Of a rigid body, and before the first frame: nothing.
inline const SoftState& soft_of(const WorldState& state, std::size_t body) {
  static const SoftState none;
  return body < state.soft.size() ? state.soft[body] : none;
}

}  // namespace graze::simulation
