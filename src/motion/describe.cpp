// SPDX-License-Identifier: MIT
// A motion as plain data, and as one number.
#include <graze/base/hash.h>

#include "motion/hash_motion.h"

namespace graze {
namespace {
TrackDescription description_of(const Track& track) {
  TrackDescription description{track.domain, track.outside, {}};
  for (const Segment& segment : track.segments) {
    const auto formula = [](const auto& curve) { return MotionFormula(curve.formula); };
    description.segments.push_back(
        {segment.span, segment.sense, std::visit(formula, segment.curve)});
  }
  return description;
}
CompositionDescription description_of(const Chain& chain) { return {chain.parts}; }
CustomDescription description_of(const CustomMotion& custom) {
  return {custom.domain, custom.outside};
}
}  // namespace

MotionDescription describe(const Motion& motion) {
  return std::visit([](const auto& form) { return MotionDescription(description_of(form)); },
                    motion.node().form);
}

std::uint64_t content_hash(const Motion& motion) {
  Hasher hasher;
  MotionFeeder(hasher).add(motion);
  return hasher.value();
}

}  // namespace graze
