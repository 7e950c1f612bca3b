// SPDX-License-Identifier: MIT
// Two boxes of any size and place: their overlap by images, and by clipping.
#pragma once
#include <random>

#include "graze/geometry/shapes.h"
#include "graze/methods/volume.h"
#include "support/random_doubles.h"
#include "support/soups.h"
#include "volume/convex_volume.h"

namespace graze::test {

struct BoxPair {
  TriangleMesh a, b;
  Pose pose_a, pose_b;

  OverlapVolume sampled(int n) const {
    return overlap_by_depth({DepthSurface(a), pose_a}, {DepthSurface(b), pose_b}, with_pixels(n));
  }
  double exact() const { return common_volume(a, pose_a, b, pose_b); }
};

/// Sides from `least` to 1.5.
inline BoxPair random_boxes(std::mt19937_64& random, double least) {
  const auto box = [&] {
    const double x = uniform(random, least, 1.5), y = uniform(random, least, 1.5);
    return make_shape("box", {{"x", x}, {"y", y}, {"z", uniform(random, least, 1.5)}});
  };
  const auto pose = [&]() -> Pose {
    const Mat3 rotation = random_rotation(random);
    return {rotation, random_vector(random, 0.4)};
  };
  return {box(), box(), pose(), pose()};
}

}  // namespace graze::test
