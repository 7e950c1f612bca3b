// SPDX-License-Identifier: MIT
// Newton's method for the velocities: for the convex problem with given shifts, for the shifts, and
// for Coulomb's law itself.
#include <cmath>

#include "dynamics/line_search.h"
#include "dynamics/velocity_system.h"

namespace graze::dynamics {
namespace {
constexpr int kMostNewton = 40;
constexpr std::size_t kPatience = 4;  // steps within which the imbalance must fall
constexpr int kMostCutsOfLaw = 6;
}  // namespace

double VelocitySystem::step_length(const Eigen::VectorXd& step, ContactLaw law, double at_0) const {
  double linear = 0.0, growth = 0.0;
  for (int i = 0; i < size(); ++i) {
    const Vec6 d = step.segment<6>(6 * i), push = masses_[i] * d;
    linear += push.dot((u_ - wish_).segment<6>(6 * i));
    growth += push.dot(d);
  }
  Slope slope(linear, growth, law, compliance_);
  for (const SystemPair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u_);
    const Vec6 change = relative_twist(pair, step) - pair.given;
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      slope.add(contacts_[i], seen(contacts_[i], twist), contacts_[i].velocity(change));
    }
  }
  for (const SystemRow& r : rows_) {
    slope.add(r.row, stiffness_of(r), row_velocity(r.row, u_), row_velocity(r.row, step));
  }
  const double at_1 = slope(1.0);
  return at_1 <= kNearZero * std::abs(at_0) ? 1.0 : zero_of(slope, at_0, at_1);
}

// Full steps that halve the imbalance are taken without a line search: near the end, rounding hides
// the slope along a step.
bool VelocitySystem::minimise(ContactLaw law) {
  Eigen::VectorXd g = gradient(u_, law);
  for (int i = 0; i < kMostNewton && size_of(g) > least_imbalance(); ++i, ++iterations_) {
    Eigen::VectorXd step = newton_step(-g, law);
    if (step.size() == 0 || !step.allFinite()) return false;
    const double slope = g.dot(step), before = size_of(g);
    if (!(slope < 0.0)) return false;
    g = gradient(u_ + step, law);
    if (!(size_of(g) <= 0.5 * before)) {
      const double t = step_length(step, law, slope);
      if (!(t > 0.0)) return false;
      step *= t;
      g = gradient(u_ + step, law);
    }
    u_ += step;
  }
  return size_of(g) <= least_imbalance();
}

void VelocitySystem::set_shifts() {
  for (const SystemPair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u_);
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      contacts_[i].shift = slip_of(contacts_[i], seen(contacts_[i], twist), compliance_);
    }
  }
}

// Takes a Newton step in velocities and shifts together, from a solution for given shifts.
void VelocitySystem::follow_shifts() {
  Eigen::VectorXd push = -gradient(u_, ContactLaw::kFollowed);
  for (const SystemPair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u_);
    Vec6 wrench = Vec6::Zero();
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      const LawContact& c = contacts_[i];
      const Vec3 force = force_of_shift(c, seen(c, twist), compliance_);
      wrench.head<3>() += force;
      wrench.tail<3>() += c.arm.cross(force);
    }
    add_wrench(pair, wrench, push);
  }
  lock(push);
  const Eigen::VectorXd step = newton_step(push, ContactLaw::kFollowed);
  if (step.size() == 0 || !step.allFinite()) return set_shifts();
  for (const SystemPair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u_);
    const Vec6 change = relative_twist(pair, step) - pair.given;
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      LawContact& c = contacts_[i];
      const Vec3 v = seen(c, twist);
      const double more = slip_growth(c, v, compliance_).dot(c.velocity(change));
      c.shift = std::max(0.0, slip_of(c, v, compliance_) + more);
    }
  }
}

// Newton's method for the law itself, whose derivative is not symmetric. Steps are halved until the
// imbalance falls; the search ends if it hardly falls.
bool VelocitySystem::solve_coulomb(int most_steps) {
  const Eigen::VectorXd start = u_;
  Eigen::VectorXd g = gradient(u_, ContactLaw::kCoulomb);
  double now = size_of(g);
  std::vector<double> past;
  for (int i = 0; i < most_steps && now > least_imbalance(); ++i, ++iterations_) {
    past.push_back(now);
    if (past.size() > kPatience && now > 0.9 * past[past.size() - 1 - kPatience]) break;
    const Eigen::VectorXd step = newton_step(-g, ContactLaw::kCoulomb);
    if (step.size() == 0 || !step.allFinite()) break;
    double t = 1.0;
    Eigen::VectorXd next = gradient(u_ + step, ContactLaw::kCoulomb);
    for (int k = 0; k < kMostCutsOfLaw && !(size_of(next) < (1.0 - 0.1 * t) * now); ++k) {
      t *= 0.5;
      next = gradient(u_ + t * step, ContactLaw::kCoulomb);
    }
    if (!(size_of(next) < now)) break;
    u_ += t * step;
    g = std::move(next);
    now = size_of(g);
  }
  if (now <= least_imbalance()) return true;
  u_ = start;
  return false;
}

}  // namespace graze::dynamics
