// SPDX-License-Identifier: MIT
// A motion as plain data, and as one number.
#include <graze/base/hash.h>

#include "motion/node.h"

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

void add(Hasher& hasher, const Vec3& v) {
  for (int k = 0; k < 3; ++k) hasher.add(v[k]);
}
void add(Hasher& hasher, const Interval& span) {
  hasher.add(span.lo);
  hasher.add(span.hi);
}
void add(Hasher& hasher, const Pose& pose) {
  for (int k = 0; k < 9; ++k) hasher.add(pose.rotation(k / 3, k % 3));
  add(hasher, pose.translation);
}
void add(Hasher& hasher, const StillFormula& f) {
  hasher.add("still");
  add(hasher, f.pose);
}
void add(Hasher& hasher, const ScrewFormula& f) {
  hasher.add("screw");
  add(hasher, f.begin);
  add(hasher, f.point);
  add(hasher, f.axis);
  hasher.add(f.angle);
  hasher.add(f.slide);
}
void add(Hasher& hasher, const SlerpFormula& f) {
  hasher.add("slerp");
  add(hasher, f.begin);
  add(hasher, f.end_position);
  add(hasher, f.axis);
  hasher.add(f.angle);
}
void add(Hasher& hasher, const SixParametersFormula& f) {
  hasher.add("six parameters");
  for (const Motion::SixParameters* p : {&f.begin, &f.end}) {
    add(hasher, p->position);
    add(hasher, p->rotation_vector);
  }
}
void add(Hasher& hasher, const RationalFormula& f) {
  hasher.add("rational");
  hasher.add(std::uint64_t(f.rotation.size()));
  for (const Quat& q : f.rotation)
    for (const double c : {q.w(), q.x(), q.y(), q.z()}) hasher.add(c);
  hasher.add(std::uint64_t(f.translation.size()));
  for (const Vec3& x : f.translation) add(hasher, x);
  hasher.add(std::uint64_t(f.weight.size()));
  for (const double w : f.weight) hasher.add(w);
}
void add(Hasher& hasher, const Track& track) {
  add(hasher, track.domain);
  hasher.add(std::uint64_t(track.outside));
  hasher.add(std::uint64_t(track.segments.size()));
  for (const Segment& segment : track.segments) {
    add(hasher, segment.span);
    hasher.add(std::uint64_t(segment.sense));
    std::visit([&](const auto& curve) { add(hasher, curve.formula); }, segment.curve);
  }
}
void add(Hasher& hasher, const Chain& chain) {
  hasher.add("composition");
  hasher.add(std::uint64_t(chain.parts.size()));
  for (const Motion& part : chain.parts) hasher.add(content_hash(part));
}
void add(Hasher& hasher, const CustomMotion& custom) {
  hasher.add("custom");
  add(hasher, custom.domain);
  hasher.add(std::uint64_t(custom.outside));
  for (const double share : {0.0, 0.0625, 0.125, 0.1875, 0.25, 0.3125, 0.375, 0.4375, 0.5, 0.5625,
                             0.625, 0.6875, 0.75, 0.8125, 0.875, 0.9375, 1.0})
    add(hasher, custom.pose_at((1.0 - share) * custom.domain.lo + share * custom.domain.hi));
}
}  // namespace

MotionDescription describe(const Motion& motion) {
  return std::visit([](const auto& form) { return MotionDescription(description_of(form)); },
                    motion.node().form);
}

std::uint64_t content_hash(const Motion& motion) {
  Hasher hasher;
  std::visit([&](const auto& form) { add(hasher, form); }, motion.node().form);
  return hasher.value();
}

}  // namespace graze
