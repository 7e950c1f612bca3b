// SPDX-License-Identifier: MIT
// Question   Which impulses are about right for hundreds of bodies that hit each other at once?
// Source     Jean, Moreau 1992: Coulomb's law one contact after the other, over and over
//            (Gauss-Seidel); accelerated by nonsmooth nonlinear conjugate gradients:
//            Silcowitz-Hansen, Niebe, Erleben 2010.
// Guarantee  Velocities always match the impulses: any error is in the contact laws.
// Changed    The normal and the friction of a contact are solved one after the other, so that each
//            of the two lowers the energy.
#include "dynamics/velocity_sweeps.h"

#include <algorithm>
#include <cmath>

namespace graze::dynamics {
namespace {
constexpr double kMostGrowth = 10.0;  // by which sweeps may raise speeds
constexpr int kSweepsOfBatch = 10;    // sweeps between two looks at the residual
constexpr int kPatienceInBatches = 3;
}  // namespace

void ContactSweeps::State::add(double part, const State& other) {
  u += part * other.u;
  contacts += part * other.contacts;
  rows += part * other.rows;
}

ContactSweeps::ContactSweeps(const VelocitySystem& system) : system_(system) {
  for (const Mat6& mobility : system.mobilities_) {
    linear_.push_back(mobility.diagonal().head<3>());
    angular_.push_back(mobility.block<3, 3>(3, 3));
  }
  linear_.push_back(Vec3::Zero());
  angular_.push_back(Mat3::Zero());
  now_.u.setZero(6 * system.size() + 6);
  now_.u.head(6 * system.size()) = system.wish_;
  now_.contacts.resize(static_cast<Eigen::Index>(3 * system.contacts_.size()));
  now_.rows = system.row_impulses_;
  contacts_.reserve(system.contacts_.size());
  for (const SystemPair& pair : system.pairs_) add_pair(pair);
  for (std::size_t i = 0; i < system.rows_.size(); ++i) add_row(i);
  last_ = way_ = now_;
}

void ContactSweeps::add_pair(const SystemPair& pair) {
  const int a = place_of(pair.a), b = place_of(pair.b);
  for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
    const LawContact& law = system_.contacts_[i];
    const Vec3 arm_a = pair.lever_a + law.arm, arm_b = pair.lever_b + law.arm;
    contacts_.push_back({a, b, law.normal, arm_a, arm_b, law.velocity(pair.given),
                         gain(a, arm_a, law.normal) + gain(b, arm_b, law.normal), law.bound,
                         law.friction, 1.0 / law.give_n, 1.0 / law.give_t});
    now_.contacts.segment<3>(static_cast<Eigen::Index>(3 * i)) = law.prior;
    if (!law.prior.isZero(0.0)) push(contacts_.back(), law.prior);
  }
}

void ContactSweeps::add_row(std::size_t i) {
  const SystemRow& row = system_.rows_[i];
  const auto gain_of = [this](int body, const Vec6& j) {
    return body == kGiven ? Vec6(Vec6::Zero()) : Vec6(system_.mobilities_[body] * j);
  };
  rows_.push_back({gain_of(row.row.a, row.row.j_a), gain_of(row.row.b, row.row.j_b),
                   row.give + row.row.softness});
  push(i, now_.rows[static_cast<Eigen::Index>(i)]);
}

// The velocity at a point of a body that an impulse there causes.
Vec3 ContactSweeps::gain(int body, const Vec3& arm, const Vec3& impulse) const {
  const Vec3 turn = angular_[body] * arm.cross(impulse);
  return linear_[body].cwiseProduct(impulse) + turn.cross(arm);
}

Vec3 ContactSweeps::velocity(const SweptContact& c) const {
  const Eigen::Map<const Vec6> a(now_.u.data() + 6 * c.a), b(now_.u.data() + 6 * c.b);
  return c.given + b.head<3>() + b.tail<3>().cross(c.arm_b) - a.head<3>() -
         a.tail<3>().cross(c.arm_a);
}

void ContactSweeps::push(const SweptContact& c, const Vec3& impulse) {
  Eigen::Map<Vec6> a(now_.u.data() + 6 * c.a), b(now_.u.data() + 6 * c.b);
  b.head<3>() += linear_[c.b].cwiseProduct(impulse);
  b.tail<3>().noalias() += angular_[c.b] * c.arm_b.cross(impulse);
  a.head<3>() -= linear_[c.a].cwiseProduct(impulse);
  a.tail<3>().noalias() -= angular_[c.a] * c.arm_a.cross(impulse);
}

void ContactSweeps::push(std::size_t row, double impulse) {
  const SolverRow& r = system_.rows_[row].row;
  if (r.a != kGiven) now_.u.segment<6>(6 * r.a) += impulse * rows_[row].gain_a;
  if (r.b != kGiven) now_.u.segment<6>(6 * r.b) += impulse * rows_[row].gain_b;
}

// Brings one contact nearer to its law while the others stay: first along the normal, then across
// it, so that each of the two lowers the energy, whatever the bodies' inertia.
void ContactSweeps::sweep_contact(std::size_t i) {
  const SweptContact& c = contacts_[i];
  Eigen::Map<Vec3> impulse(now_.contacts.data() + 3 * i);
  const Vec3 old = impulse;
  Vec3 v = velocity(c);
  const double old_n = c.normal.dot(old);
  const double n = std::max(0.0, old_n + (c.bound - c.normal.dot(v)) * c.mass_n);
  if (n == 0.0 && old.isZero(0.0)) return;
  v += (n - old_n) * c.of_normal;
  const double v_n = c.normal.dot(v);
  Vec3 side = (old - old_n * c.normal) - (v - v_n * c.normal) * c.mass_t;
  const double square = side.squaredNorm(), most = c.friction * n;
  if (square > most * most) side *= most / std::sqrt(square);
  impulse = n * c.normal + side;
  push(c, impulse - old);
}

// The impulse that a row's law demands while the others stay.
double ContactSweeps::better(std::size_t row) const {
  const SolverRow& r = system_.rows_[row].row;
  const double old = now_.rows[static_cast<Eigen::Index>(row)];
  const double lack = r.bound - VelocitySystem::row_velocity(r, now_.u) - r.softness * old;
  return std::clamp(old + lack / rows_[row].give, r.least, r.most);
}

void ContactSweeps::sweep_row(std::size_t i) {
  double& impulse = now_.rows[static_cast<Eigen::Index>(i)];
  const double old = impulse;
  impulse = better(i);
  push(i, impulse - old);
}

// Sweeps forwards and backwards.
void ContactSweeps::sweep() {
  for (std::size_t i = 0; i < rows_.size(); ++i) sweep_row(i);
  for (std::size_t i = 0; i < contacts_.size(); ++i) sweep_contact(i);
  for (std::size_t i = contacts_.size(); i-- > 0;) sweep_contact(i);
  for (std::size_t i = rows_.size(); i-- > 0;) sweep_row(i);
}

double ContactSweeps::size_of(const State& step) const {
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

// If a sweep changes more than the one before, the search direction is restarted.
void ContactSweeps::run(int count) {
  for (int i = 0; i < count; ++i) {
    sweep();
    State step = now_;
    step.add(-1.0, last_);
    const double now = size_of(step), part = before_ > 0.0 ? now / before_ : 2.0;
    if (part <= 1.0) {
      now_.add(part, way_);
      step.add(part, way_);
    }
    way_ = std::move(step);
    last_ = now_;
    before_ = now;
  }
  sweep();  // an extrapolation may leave the cones
  last_ = now_;
}

double ContactSweeps::residual() const {
  double wrong = 0.0;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    wrong += law_error(system_.contacts_[i], velocity(contacts_[i]), impulse(i));
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const double off = better(i) - now_.rows[static_cast<Eigen::Index>(i)];
    wrong += rows_[i].give * off * off;
  }
  return std::sqrt(wrong) /
         (system_.speed_of(velocities() - system_.wish_) + 1e-6 * system_.scale_);
}

std::vector<Vec3> ContactSweeps::impulses() const {
  std::vector<Vec3> all(contacts_.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = impulse(i);
  return all;
}

// If the contacts ask for the impossible, impulses grow without end, hence the limit.
double VelocitySystem::sweep(int most, double good) {
  ContactSweeps sweeps(*this);
  std::vector<double> past;
  do {
    sweeps.run(kSweepsOfBatch);
    past.push_back(sweeps.residual());
    most -= kSweepsOfBatch;
    const std::size_t count = past.size();
    if (count > kPatienceInBatches && past.back() > 0.9 * past[count - 1 - kPatienceInBatches])
      break;
  } while (most > 0 && past.back() > good);
  const double limit = kMostGrowth * (speed_of(wish_) + speed_of(u_) + scale_);
  const Eigen::VectorXd u = sweeps.velocities();
  if (!(speed_of(u) <= limit)) return kInfinity;
  u_ = u;
  row_impulses_ = sweeps.row_impulses();
  expect(sweeps.impulses());
  return past.back();
}

}  // namespace graze::dynamics
