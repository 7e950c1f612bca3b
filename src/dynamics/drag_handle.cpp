// SPDX-License-Identifier: MIT
#include "graze/dynamics/drag_handle.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/number_text.h"

namespace graze {
namespace {
/// How impulses at a point of a body change the velocity of that point.
struct PointMobility {
  Vec3 arm;
  double inverse_mass;
  Mat3 inverse_inertia;

  PointMobility(const Pose& pose, const MassModel& matter, const Vec3& point)
      : arm(point - pose * matter.centre),
        inverse_mass(1.0 / matter.mass),
        inverse_inertia(pose.rotation * matter.inertia.inverse() * pose.rotation.transpose()) {}

  Mat3 matrix() const {
    Mat3 r;
    r << 0.0, -arm.z(), arm.y(), arm.z(), 0.0, -arm.x(), -arm.y(), arm.x(), 0.0;
    return inverse_mass * Mat3::Identity() - r * inverse_inertia * r;
  }
  Vec3 turn(const Vec3& impulse) const { return inverse_inertia * arm.cross(impulse); }
};
}  // namespace

DragHandle::DragHandle(BodyId body, const Vec3& point_body, HandleOptions options)
    : body_(body), point_body_(point_body), options_(options) {
  const auto require = [](bool holds, const char* place, double value, const char* expected) {
    if (!holds) throw InputError({place, number_text(value), expected, ""});
  };
  const double damping = options_.damping.value_or(0.0);
  require(options_.stiffness > 0.0, "handle.stiffness", options_.stiffness, "a number > 0");
  require(options_.most_speed > 0.0, "handle.most_speed", options_.most_speed, "a number > 0");
  require(damping >= 0.0, "handle.damping", damping, "a number >= 0");
}

void DragHandle::begin(Objects& objects) {
  const MassModel* matter = objects.matter(body_);
  if (!target_ || matter == nullptr) return;
  const BodyState state = objects.state(body_);
  const Vec3 point = state.pose * point_body_;
  const PointMobility mobility(state.pose, *matter, point);
  const double h = objects.span().width();
  if (!objects.is_second_order()) {
    // The motion of least kinetic energy that brings the point there.
    Vec3 speed = (*target_ - point) / h;
    if (speed.norm() > options_.most_speed) speed *= options_.most_speed / speed.norm();
    const Vec3 impulse = mobility.matrix().ldlt().solve(speed);
    objects.change(body_, {mobility.inverse_mass * impulse, mobility.turn(impulse), Vec3::Zero(),
                           Vec3::Zero()});
    return;
  }
  // Implicit spring and damper: f = k (d - h v') - c v' with the new velocity v' = v + h K f.
  const double k = options_.stiffness;
  const double c = options_.damping.value_or(2.0 * std::sqrt(k * matter->mass));
  const Vec3 v =
      state.velocity + state.angular_velocity.cross(mobility.arm) + h * objects.acceleration(body_);
  const Mat3 give = Mat3::Identity() + (h * h * k + h * c) * mobility.matrix();
  const Vec3 force = give.partialPivLu().solve(k * (*target_ - point - h * v) - c * v);
  objects.change(body_, {Vec3::Zero(), Vec3::Zero(), force, mobility.arm.cross(force)});
}

Vec3 DragHandle::point(const World& world) const { return world.state(body_).pose * point_body_; }

Vec3 DragHandle::force_on_hand(const World& world) const {
  return target_ ? Vec3(options_.stiffness * (point(world) - *target_)) : Vec3(Vec3::Zero());
}

std::optional<BodyId> DragHandle::blocker(const World& world, const StepReport& report) const {
  if (!target_) return std::nullopt;
  const Vec3 pull = *target_ - point(world);
  std::map<BodyId, double> against;
  for (const WorldContact& contact : report.contacts) {
    if (contact.b == body_) against[contact.a] -= contact.impulse.dot(pull);
    if (contact.a == body_) against[contact.b] += contact.impulse.dot(pull);
  }
  const auto most = std::ranges::max_element(
      against, [](const auto& x, const auto& y) { return x.second < y.second; });
  if (most == against.end() || !(most->second > 0.0)) return std::nullopt;
  return most->first;
}

HapticTimes run_haptic_loop(World& world, DragHandle& handle, double seconds,
                            const std::function<Vec3(double time, const Vec3& force)>& device) {
  using Clock = std::chrono::steady_clock;
  const auto tick = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(world.options().step));
  const auto ticks = static_cast<std::uint64_t>(std::llround(seconds / world.options().step));
  std::vector<double> spent;
  HapticTimes times;
  auto deadline = Clock::now();
  for (std::uint64_t i = 0; i < ticks; ++i) {
    const auto begin = Clock::now();
    deadline = std::max(deadline, begin) + tick;
    handle.set_target(device(world.time(), handle.force_on_hand(world)));
    world.step();
    const auto end = Clock::now();
    spent.push_back(std::chrono::duration<double>(end - begin).count());
    times.missed += end > deadline;
    std::this_thread::sleep_until(deadline);
  }
  times.ticks = ticks;
  std::ranges::sort(spent);
  if (!spent.empty()) {
    times.worst = spent.back();
    times.p999 = spent[(spent.size() - 1) * 999 / 1000];
  }
  return times;
}

}  // namespace graze
