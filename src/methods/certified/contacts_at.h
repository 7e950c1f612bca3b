// SPDX-License-Identifier: MIT
// All pairs of triangles of two trees that are near each other at one instant.               [C9]
#pragma once
#include <cstdint>
#include <vector>

#include "graze/contact/contact_report.h"
#include "methods/certified/triangle_pair.h"
#include "methods/certified/wide_test.h"

namespace graze::certified {

struct NearPair {
  std::uint32_t triangle_a = 0, triangle_b = 0;
  TriangleDistance distance;  ///< in the work frame, relative to a's origin
};

struct TreesAtInstant {
  const WideObbTree* tree_a = nullptr;
  const WideObbTree* tree_b = nullptr;
  Moment moment;
  double scale = 1.0;  ///< a power of two that brings lengths to about one
};

/// Every pair of triangles not farther apart than `limit`, in ascending order of ids; pairs within
/// rounding of the limit may be there or not. Stops after `most` pairs.
std::vector<NearPair> near_pairs(const TreesAtInstant& trees, double limit, std::size_t most,
                                 WideTest test, Stats& stats);

/// The pair as a contact in the work frame.
Contact contact_of(const NearPair& near, const WideObbTree& tree_a, const WideObbTree& tree_b,
                   const Moment& moment);

/// How fast the bodies approach each other at the contact, along its normal.
double closing_speed(const Contact& contact, const Moment& moment);

}  // namespace graze::certified
