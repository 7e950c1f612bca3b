// SPDX-License-Identifier: MIT
// An edge's part cut in four, looked at side by side: a rake.
#pragma once
#include <cstdint>
#include <vector>

#include "query/edges/arm.h"

namespace graze::query::edges {

inline constexpr int kTines = 4;
inline constexpr int kMostLinks = 64;

struct RakeQuestion {
  const double* from;  ///< values of the joints at s = 0
  const double* step;  ///< by how much they change until s = 1
  double lo, hi;       ///< the part of the edge
  const double* bend;  ///< of each view: bounds |p''| by s; view 0 does not move
  const std::uint32_t* pairs;
  std::uint32_t count;
};

/// Bit k stands for the k-th quarter.
struct RakeAnswer {
  std::uint8_t unproved;  ///< quarters during which the pair may touch
  std::uint8_t near;      ///< of these, those in whose middle it may touch, too
  std::uint8_t pierced;   ///< quarters in whose middle the surfaces surely meet
};

/// Fills one answer for each pair asked. Links: at most kMostLinks.
using Rake = void (*)(const Arm& arm, const RakeQuestion& question, RakeAnswer* answers);

/// Those that this machine can run, the last the fastest. All give the same bits.
std::vector<Rake> rakes();
Rake best_rake();
Rake portable_rake();
Rake avx2_rake();

}  // namespace graze::query::edges
