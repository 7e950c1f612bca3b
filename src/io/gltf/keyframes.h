// SPDX-License-Identifier: MIT
// A motion as the keyframes of a glTF animation.
#pragma once
#include <vector>

#include "graze/motion/motion.h"

namespace graze::io {

/// Poses at times; between them glTF moves the origin on a straight line and turns uniformly about
/// a fixed axis (or, with `steps`, holds the earlier pose).
struct Keyframes {
  std::vector<float> times;  ///< seconds after the start of the span, strictly ascending
  std::vector<Vec3> translations;
  std::vector<Quat> rotations;  ///< neighbours in the same half of the sphere
  bool steps = false;

  bool is_still() const { return times.size() < 2; }
};

struct KeyframeLimits {
  double radius = 0.0;     ///< of the body about its origin: whose points the error is about
  double max_error = 0.0;  ///< > 0
};

/// Throws InputError naming `place` if a million keyframes are not enough.
Keyframes keyframes_of(const Motion& motion, const Interval& span, const KeyframeLimits& limits,
                       const std::string& place);

}  // namespace graze::io
