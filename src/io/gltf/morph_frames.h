// SPDX-License-Identifier: MIT
// A deformation as the frames of a glTF animation.                                        [G4, V4]
#pragma once
#include <string>
#include <vector>

#include "graze/geometry/deformation.h"

namespace graze::io {

/// Vertices at times that ascend; linear in between.
struct MorphFrames {
  std::vector<float> times;  ///< seconds since the start of the span
  std::vector<std::vector<Vec3>> vertices;

  bool is_still() const { return times.size() < 2; }
};

/// As few frames of the deformation as keep every vertex within `max_error`, but for the rounding
/// to float. Throws InputError naming `place` if 4,096 are not enough.
MorphFrames morph_frames_of(const Deformation& deformation, const Interval& span, double max_error,
                            const std::string& place);

}  // namespace graze::io
