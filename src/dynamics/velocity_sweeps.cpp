// SPDX-License-Identifier: MIT
// Question   Which impulses are about right for hundreds of bodies that hit each other at once?
// Source     Jean, Moreau 1992: Coulomb's law one contact after the other, over and over (Gauss and
//            Seidel); sped up as nonsmooth nonlinear conjugate gradients: Silcowitz-Hansen, Niebe,
//            Erleben 2010.
// Guarantee  Velocities and impulses belong together: whatever is missing is in the contacts' laws.
// Changed    Only the start of Newton's method, which such sweeps lead to the contacts that push
//            and slip.
#include <algorithm>

#include "dynamics/velocity_system.h"

namespace graze::dynamics {
namespace {
constexpr double kMostGrowth = 10.0;  // of speeds, by sweeps
}  // namespace

struct SweptContact {
  int a, b;
  Vec3 arm_a, arm_b;  // from the centres of mass
  Vec3 given;         // velocity that given bodies add
  Vec3 of_normal;     // what an impulse of one along the normal does to the velocity
};

struct SweptRow {
  Vec6 gain_a, gain_b;  // what an impulse does to the bodies
  double give;
};

/// What sweeps change, and the sums and multiples of it.
struct SweepState {
  Eigen::VectorXd u, contacts, rows;

  void add(double part, const SweepState& other) {
    u += part * other.u;
    contacts += part * other.contacts;
    rows += part * other.rows;
  }
};

/// Sweeps over the contacts and rows of a system.
class ContactSweeps {
 public:
  explicit ContactSweeps(const VelocitySystem& system) : system_(system) {
    const auto bodies = static_cast<std::size_t>(system.size());
    for (std::size_t i = 0; i < bodies; ++i) add_body(system.problem_.bodies[i]);
    now_.u = system.wish_;
    now_.contacts.resize(static_cast<Eigen::Index>(3 * system.contacts_.size()));
    now_.rows = system.row_impulses_;
    for (const SystemPair& pair : system.pairs_) add_pair(pair);
    for (std::size_t i = 0; i < system.rows_.size(); ++i) add_row(i);
  }

  // Where a sweep changes more than the one before, the directions are forgotten.
  void run(int count) {
    SweepState last = now_, way = now_;
    double before = 0.0;
    for (int i = 0; i < count; ++i) {
      sweep();
      SweepState step = now_;
      step.add(-1.0, last);
      const double now = size_of(step), part = before > 0.0 ? now / before : 2.0;
      if (part <= 1.0) {
        now_.add(part, way);
        step.add(part, way);
      }
      way = std::move(step);
      last = now_;
      before = now;
    }
    sweep();  // an extrapolation may leave the cones
  }

  const Eigen::VectorXd& velocities() const { return now_.u; }
  const Eigen::VectorXd& row_impulses() const { return now_.rows; }
  std::vector<Vec3> impulses() const {
    std::vector<Vec3> all(contacts_.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = impulse(i);
    return all;
  }

 private:
  void add_body(const SolverBody& body) {
    Vec3 linear = Vec3::Constant(1.0 / body.mass);
    Mat3 angular = body.inertia.inverse();
    for (int k = 0; k < 3; ++k) {
      if (body.is_locked[static_cast<std::size_t>(k)]) linear[k] = 0.0;
      if (!body.is_locked[static_cast<std::size_t>(k + 3)]) continue;
      angular.row(k).setZero();
      angular.col(k).setZero();
    }
    linear_.push_back(linear);
    angular_.push_back(angular);
  }

  void add_pair(const SystemPair& pair) {
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      const LawContact& law = system_.contacts_[i];
      contacts_.push_back({pair.a, pair.b, pair.lever_a + law.arm, pair.lever_b + law.arm,
                           law.velocity(pair.given), Vec3::Zero()});
      SweptContact& swept = contacts_.back();
      swept.of_normal =
          gain(pair.a, swept.arm_a, law.normal) + gain(pair.b, swept.arm_b, law.normal);
      now_.contacts.segment<3>(static_cast<Eigen::Index>(3 * i)) = law.prior;
      push(contacts_.back(), law.prior);
    }
  }

  Vec6 gain(int body, const Vec6& j) const {
    Vec6 out = Vec6::Zero();
    if (body == kGiven) return out;
    out.head<3>() = linear_[body].cwiseProduct(j.head<3>());
    out.tail<3>() = angular_[body] * j.tail<3>();
    return out;
  }

  // Velocity at a point of a body by an impulse there.
  Vec3 gain(int body, const Vec3& arm, const Vec3& impulse) const {
    if (body == kGiven) return Vec3::Zero();
    const Vec3 turn = angular_[body] * arm.cross(impulse);
    return linear_[body].cwiseProduct(impulse) + turn.cross(arm);
  }

  void add_row(std::size_t i) {
    const SystemRow& row = system_.rows_[i];
    rows_.push_back(
        {gain(row.row.a, row.row.j_a), gain(row.row.b, row.row.j_b), row.give + row.row.softness});
    push(i, now_.rows[static_cast<Eigen::Index>(i)]);
  }

  Vec3 impulse(std::size_t i) const {
    return now_.contacts.segment<3>(static_cast<Eigen::Index>(3 * i));
  }

  Vec3 velocity(const SweptContact& c) const {
    Vec3 v = c.given;
    if (c.b != kGiven) {
      v += now_.u.segment<3>(6 * c.b) + Vec3(now_.u.segment<3>(6 * c.b + 3)).cross(c.arm_b);
    }
    if (c.a != kGiven) {
      v -= now_.u.segment<3>(6 * c.a) + Vec3(now_.u.segment<3>(6 * c.a + 3)).cross(c.arm_a);
    }
    return v;
  }

  void push(const SweptContact& c, const Vec3& impulse) {
    if (c.b != kGiven) {
      now_.u.segment<3>(6 * c.b) += linear_[c.b].cwiseProduct(impulse);
      now_.u.segment<3>(6 * c.b + 3) += angular_[c.b] * c.arm_b.cross(impulse);
    }
    if (c.a != kGiven) {
      now_.u.segment<3>(6 * c.a) -= linear_[c.a].cwiseProduct(impulse);
      now_.u.segment<3>(6 * c.a + 3) -= angular_[c.a] * c.arm_a.cross(impulse);
    }
  }

  void push(std::size_t row, double impulse) {
    const SolverRow& r = system_.rows_[row].row;
    if (r.a != kGiven) now_.u.segment<6>(6 * r.a) += impulse * rows_[row].gain_a;
    if (r.b != kGiven) now_.u.segment<6>(6 * r.b) += impulse * rows_[row].gain_b;
  }

  // The others as they are, this one comes nearer to its law: along the normal, then across it, so
  // that each of the two brings the energy down, however lopsided the bodies are.
  void sweep_contact(std::size_t i) {
    const LawContact& law = system_.contacts_[i];
    const Vec3 old = impulse(i);
    Vec3 v = velocity(contacts_[i]);
    const double old_n = law.normal.dot(old);
    const double n = std::max(0.0, old_n + (law.bound - law.normal.dot(v)) / law.give_n);
    if (n == 0.0 && old.isZero(0.0)) return;
    v += (n - old_n) * contacts_[i].of_normal;
    Vec3 side = (old - old_n * law.normal) - (v - law.normal.dot(v) * law.normal) / law.give_t;
    const double size = side.norm(), most = law.friction * n;
    if (size > most) side *= most / size;
    const Vec3 now = n * law.normal + side;
    now_.contacts.segment<3>(static_cast<Eigen::Index>(3 * i)) = now;
    push(contacts_[i], now - old);
  }

  void sweep_row(std::size_t i) {
    const SolverRow& r = system_.rows_[i].row;
    double& impulse = now_.rows[static_cast<Eigen::Index>(i)];
    const double old = impulse;
    const double lack = r.bound - VelocitySystem::row_velocity(r, now_.u) - r.softness * old;
    impulse = std::clamp(old + lack / rows_[i].give, r.least, r.most);
    push(i, impulse - old);
  }

  // There and back.
  void sweep() {
    for (std::size_t i = 0; i < rows_.size(); ++i) sweep_row(i);
    for (std::size_t i = 0; i < contacts_.size(); ++i) sweep_contact(i);
    for (std::size_t i = contacts_.size(); i-- > 0;) sweep_contact(i);
    for (std::size_t i = rows_.size(); i-- > 0;) sweep_row(i);
  }

  double size_of(const SweepState& step) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      sum += system_.contacts_[i].give_n *
             step.contacts.segment<3>(static_cast<Eigen::Index>(3 * i)).squaredNorm();
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double change = step.rows[static_cast<Eigen::Index>(i)];
      sum += rows_[i].give * change * change;
    }
    return sum;
  }

  const VelocitySystem& system_;
  std::vector<Vec3> linear_;   // inverse masses
  std::vector<Mat3> angular_;  // inverse inertias
  std::vector<SweptContact> contacts_;
  std::vector<SweptRow> rows_;
  SweepState now_;
};

// Where contacts ask for what cannot be, impulses grow and grow.
bool VelocitySystem::sweep(int count) {
  ContactSweeps sweeps(*this);
  sweeps.run(count);
  const double most = kMostGrowth * (speed_of(wish_) + speed_of(u_) + scale_);
  if (!(speed_of(sweeps.velocities()) <= most)) return false;
  u_ = sweeps.velocities();
  row_impulses_ = sweeps.row_impulses();
  expect(sweeps.impulses());
  return true;
}

}  // namespace graze::dynamics
