// SPDX-License-Identifier: MIT
// What a search within one window of time is given, and what it finds.                      [C4-C7]
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>

#include "graze/spatial/wide_obb_tree.h"
#include "methods/certified/triangle_pair.h"

namespace graze::certified {

/// How two bodies move during `window`, on which both motions are smooth.
struct TimeWindow {
  MovingPair pair;
  Interval window;
  Interval piece;             ///< from the window's start on: both motions are smooth there
  bool rest_is_free = false;  ///< set by a search: the piece needs no more windows
};

/// And two trees.
struct WindowInput : TimeWindow {
  const WideObbTree* tree_a = nullptr;
  const WideObbTree* tree_b = nullptr;
  double scale = 1.0;               ///< a power of two that brings lengths to about one
  double relative_tolerance = 0.0;  ///< of a smallest distance, beyond `padding`
  double padding = 0.0;

  /// How wide the bracket of a smallest distance may stay.
  double slack_of(double distance) const {
    return std::max(pair.tolerance, relative_tolerance * (distance - padding));
  }
};

/// The earliest contact found so far. Nothing touches before `t`, once the search has ended.
struct Candidate {
  double t = 0.0;
  std::uint32_t triangle_a = 0, triangle_b = 0;
};

/// How near two triangles are at an instant.
struct NearInstant {
  Candidate at;
  double distance = std::numeric_limits<double>::infinity();
};

}  // namespace graze::certified
