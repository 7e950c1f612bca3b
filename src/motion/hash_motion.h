// SPDX-License-Identifier: MIT
// Feeds a motion's formula to a hash: every stored double that defines it, in order.           [C1]
#pragma once
#include "motion/node.h"

namespace graze {

/// H has add(double), add(std::uint64_t) and add(std::string_view).
template <typename H>
class MotionFeeder {
 public:
  explicit MotionFeeder(H& hash) : hash_(hash) {}

  void add(const Motion& motion) {
    std::visit([this](const auto& form) { add(form); }, motion.node().form);
  }

 private:
  void add(double number) { hash_.add(number); }
  void add(const Vec3& v) {
    for (int k = 0; k < 3; ++k) add(v[k]);
  }
  void add(const Quat& q) {
    for (const double c : {q.w(), q.x(), q.y(), q.z()}) add(c);
  }
  void add(const Interval& span) {
    add(span.lo);
    add(span.hi);
  }
  void add(const Pose& pose) {
    for (int k = 0; k < 9; ++k) add(pose.rotation(k / 3, k % 3));
    add(pose.translation);
  }
  void add(const Motion::SixParameters& six) {
    add(six.position);
    add(six.rotation_vector);
  }
  template <typename Item>
  void add(const std::vector<Item>& items) {
    hash_.add(std::uint64_t(items.size()));
    for (const Item& item : items) add(item);
  }
  template <typename... Items>
  void add_all(std::string_view kind, const Items&... items) {
    hash_.add(kind);
    (add(items), ...);
  }

  void add(const StillFormula& f) { add_all("still", f.pose); }
  void add(const ScrewFormula& f) { add_all("screw", f.begin, f.point, f.axis, f.angle, f.slide); }
  void add(const SlerpFormula& f) { add_all("slerp", f.begin, f.end_position, f.axis, f.angle); }
  void add(const SixParametersFormula& f) { add_all("six parameters", f.begin, f.end); }
  void add(const RationalFormula& f) { add_all("rational", f.rotation, f.translation, f.weight); }

  void add(const JointFormula& f) {
    hash_.add(std::uint64_t(f.kind));
    add_all("joint", f.axis);
    for (const double c : f.coefficients) add(c);
  }
  void add(const AcceleratedFormula& f) {
    const AcceleratedState& b = f.begin;
    add_all("accelerated", b.pose, b.centre, b.velocity, b.angular_velocity, b.acceleration,
            b.angular_acceleration, f.duration);
  }

  void add(const Segment& segment) {
    add(segment.span);
    hash_.add(std::uint64_t(segment.sense));
    std::visit([this](const auto& curve) { add(curve.formula); }, segment.curve);
  }
  void add(const Track& track) {
    add(track.domain);
    hash_.add(std::uint64_t(track.outside));
    add(track.segments);
  }
  void add(const Chain& chain) { add_all("composition", chain.parts); }
  /// Functions cannot be hashed; seventeen poses tell most of them apart.
  void add(const CustomMotion& custom) {
    add_all("custom", custom.domain);
    hash_.add(std::uint64_t(custom.outside));
    for (int k = 0; k <= 16; ++k) {
      const double share = k / 16.0;
      add(custom.pose_at((1.0 - share) * custom.domain.lo + share * custom.domain.hi));
    }
  }

  H& hash_;
};

}  // namespace graze
