// SPDX-License-Identifier: MIT
// How far one box is from each of eight, at an instant.                                   [C7, C9]
#pragma once
#include <vector>

#include "methods/certified/wide_test.h"

namespace graze::certified {

/// The factor that lengths are multiplied by, and the position error of both bodies together.
struct DistanceSetting {
  double scale = 1.0;  ///< a power of two that brings the larger body to a size of about one
  double error = 0.0;  ///< of a difference of points of both; length
};

/// For every lane a lower bound of the boxes' distance, times the scale. Negative where no
/// direction was found that separates them, and larger in size the deeper they overlap. Empty lanes
/// are kNoBox away.
struct BoxDistances {
  static constexpr float kNoBox = 1e30f;
  alignas(32) float lower[kWideLanes];
};

/// Box `x` of the own body against the boxes of `node`, of the wide one; of the view only what
/// concerns places is read.
using BoxDistanceTest = void (*)(const LaneBox& x, const WideObbNode& node, const View& view,
                                 const DistanceSetting& setting, BoxDistances& distances);

/// For the widest instructions that this machine has, and for any machine; all give the same bits.
BoxDistanceTest box_distance_test();
BoxDistanceTest portable_box_distance_test();
/// All that this machine can run, the fastest last.
std::vector<BoxDistanceTest> box_distance_tests();

}  // namespace graze::certified
