// SPDX-License-Identifier: MIT
// The balance of momentum with the forces of contacts and rows, and its residual.
#include "dynamics/velocity_system.h"

#include <algorithm>
#include <cmath>

namespace graze::dynamics {

Mat3 cross_matrix(const Vec3& r) {
  Mat3 m;
  m << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
  return m;
}

namespace {
constexpr double kLeastGive = 1e-3;  // along a normal relative to across it, and vice versa

// With a lever l from a body's centre to a point, the twist (v, w) is (v + w x l, w) at the point,
// and a wrench (f, t) there is (f, t + l x f) at the centre.
Vec6 twist_by(const Vec3& lever, const Vec6& twist) {
  Vec6 out = twist;
  out.head<3>() += twist.tail<3>().cross(lever);
  return out;
}

Vec6 wrench_by(const Vec3& lever, const Vec6& wrench) {
  Vec6 out = wrench;
  out.tail<3>() += lever.cross(Vec3(wrench.head<3>()));
  return out;
}

// How an impulse at the end of a lever changes the velocity there: along the normal, and the trace
// over all directions.
struct Give {
  double along = 0.0, trace = 0.0;

  void add(const Mat6& mobility, const Vec3& lever, const Vec3& normal) {
    const Vec3 linear = mobility.diagonal().head<3>(), turn = lever.cross(normal);
    const Mat3 angular = mobility.block<3, 3>(3, 3);
    along += normal.dot(linear.cwiseProduct(normal)) + turn.dot(angular * turn);
    trace += linear.sum() + lever.squaredNorm() * angular.trace() - lever.dot(angular * lever);
  }
};

// A locked rotation loses its row and column in the inertia, not in the inverse.
Mat6 mobility(const SolverBody& body) {
  Mat3 inertia = body.inertia;
  Mat6 m = Mat6::Zero();
  m.diagonal().head<3>().setConstant(1.0 / body.mass);
  for (int k = 0; k < 3; ++k) {
    if (!body.is_locked[k + 3]) continue;
    inertia.row(k).setZero();
    inertia.col(k).setZero();
    inertia(k, k) = 1.0;
  }
  m.block<3, 3>(3, 3) = inertia.inverse();
  for (int k = 0; k < 6; ++k) {
    if (body.is_locked[k]) m(k, k) = 0.0;
  }
  return m;
}

Mat6 mass_matrix(const SolverBody& body) {
  Mat6 m = Mat6::Zero();
  m.diagonal().head<3>().setConstant(body.mass);
  m.block<3, 3>(3, 3) = body.inertia;
  return m;
}
}  // namespace

VelocitySystem::VelocitySystem(const SolverProblem& problem)
    : problem_(problem), is_linked_(problem.pairs.size(), 0) {
  wish_.resize(6 * size());
  inverse_root_.resize(6 * size());
  double total = 0.0;
  for (int i = 0; i < size(); ++i) {
    const SolverBody& body = problem.bodies[i];
    wish_.segment<6>(6 * i) = body.wish;
    inverse_root_.segment<3>(6 * i).setConstant(1.0 / std::sqrt(body.mass));
    inverse_root_.segment<3>(6 * i + 3) = body.inertia.diagonal().cwiseSqrt().cwiseInverse();
    masses_.push_back(mass_matrix(body));
    mobilities_.push_back(mobility(body));
    total += body.mass;
    for (int k = 0; k < 6; ++k) {
      if (body.is_locked[k]) wish_[6 * i + k] = 0.0;
    }
  }
  scale_ = std::sqrt(total) * problem.speed;
  u_ = wish_;
  for (const SolverPair& p : problem.pairs) {
    SystemPair pair{
        p.a, p.b, p.given, Vec3::Zero(), Vec3::Zero(), contacts_.size(), p.contacts.size()};
    if (p.a != kGiven) pair.lever_a = p.origin + p.shift_a - problem.bodies[p.a].position;
    if (p.b != kGiven) pair.lever_b = p.origin + p.shift_b - problem.bodies[p.b].position;
    for (const SolverContact& c : p.contacts) {
      const Vec3 arm = c.point - p.origin;
      Give give;
      if (p.a != kGiven) give.add(mobilities_[p.a], pair.lever_a + arm, c.normal);
      if (p.b != kGiven) give.add(mobilities_[p.b], pair.lever_b + arm, c.normal);
      // Where locks leave a direction no mobility, its springs must not be harder than the locks.
      const double side = 0.5 * (give.trace - give.along);
      const double along = std::max({give.along, kLeastGive * side, 1e-300});
      const double across = std::max({side, kLeastGive * give.along, 1e-300});
      contacts_.push_back({arm, c.normal, c.bound, c.friction, along, across});
      contacts_.back().expect(c.prior);
    }
    pairs_.push_back(pair);
  }
  for (const SolverRow& r : problem.rows) {
    double k = 0.0;
    if (r.a != kGiven) k += r.j_a.dot(mobilities_[r.a] * r.j_a);
    if (r.b != kGiven) k += r.j_b.dot(mobilities_[r.b] * r.j_b);
    rows_.push_back({r, std::max(k, 1e-300)});
  }
  row_impulses_.setZero(static_cast<Eigen::Index>(rows_.size()));
}

void VelocitySystem::set_guess() {
  for (int i = 0; i < size(); ++i) {
    u_.segment<6>(6 * i) = problem_.bodies[i].guess;
    for (int k = 0; k < 6; ++k) {
      if (problem_.bodies[i].is_locked[k]) u_[6 * i + k] = 0.0;
    }
  }
}

Vec6 VelocitySystem::relative_twist(const SystemPair& pair, const Eigen::VectorXd& u) const {
  Vec6 twist = pair.given;
  if (pair.b != kGiven) twist += twist_by(pair.lever_b, u.segment<6>(6 * pair.b));
  if (pair.a != kGiven) twist -= twist_by(pair.lever_a, u.segment<6>(6 * pair.a));
  return twist;
}

void VelocitySystem::add_wrench(const SystemPair& pair, const Vec6& wrench, Eigen::VectorXd& sum) {
  if (pair.b != kGiven) sum.segment<6>(6 * pair.b) += wrench_by(pair.lever_b, wrench);
  if (pair.a != kGiven) sum.segment<6>(6 * pair.a) -= wrench_by(pair.lever_a, wrench);
}

Vec6 VelocitySystem::wrench_of(const SystemPair& pair, const Vec6& twist, ContactLaw law) const {
  Vec6 wrench = Vec6::Zero();
  for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
    const LawContact& c = contacts_[i];
    const Vec3 v = seen(c, twist);
    if (c.is_open(v, law)) continue;
    const Vec3 f = force_of(c, v, law, compliance_, nullptr);
    wrench.head<3>() += f;
    wrench.tail<3>() += c.arm.cross(f);
  }
  return wrench;
}

double VelocitySystem::row_velocity(const SolverRow& row, const Eigen::VectorXd& u) {
  double v = 0.0;
  if (row.a != kGiven) v += row.j_a.dot(u.segment<6>(6 * row.a));
  if (row.b != kGiven) v += row.j_b.dot(u.segment<6>(6 * row.b));
  return v;
}

// A locked direction has no unknown: its gradient is zero and its mass larger than all others.
void VelocitySystem::lock(Eigen::VectorXd& gradient) const {
  for (int i = 0; i < size(); ++i) {
    for (int k = 0; k < 6; ++k) {
      if (problem_.bodies[i].is_locked[k]) gradient[6 * i + k] = 0.0;
    }
  }
}

Eigen::VectorXd VelocitySystem::gradient(const Eigen::VectorXd& u, ContactLaw law) const {
  Eigen::VectorXd g(6 * size());
  for (int i = 0; i < size(); ++i) {
    g.segment<6>(6 * i) = masses_[i] * (u - wish_).segment<6>(6 * i);
  }
  for (const SystemPair& pair : pairs_) {
    const Vec6 wrench = wrench_of(pair, relative_twist(pair, u), law);
    if (!wrench.isZero(0.0)) add_wrench(pair, -wrench, g);
  }
  for (const SystemRow& row : rows_) {
    const SolverRow& r = row.row;
    const double force = std::clamp(free_force(row, u), r.least, r.most);
    if (r.a != kGiven) g.segment<6>(6 * r.a) -= force * r.j_a;
    if (r.b != kGiven) g.segment<6>(6 * r.b) -= force * r.j_b;
  }
  lock(g);
  return g;
}

double VelocitySystem::size_of(const Eigen::VectorXd& momentum) const {
  return momentum.cwiseProduct(inverse_root_).norm();
}

// The imbalance and the deviation from Coulomb's law, relative to what the contacts give.
double VelocitySystem::residual(ContactLaw law) const {
  const double imbalance = size_of(gradient(u_, law));
  Eigen::VectorXd given = Eigen::VectorXd::Zero(6 * size());
  double wrong = 0.0;
  for (const SystemPair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u_);
    Vec6 wrench = Vec6::Zero();
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      const LawContact& c = contacts_[i];
      const Vec3 v = c.velocity(twist),
                 force = force_of(c, seen(c, twist), law, compliance_, nullptr);
      wrong += law_error(c, v, force);
      wrench.head<3>() += force;
      wrench.tail<3>() += c.arm.cross(force);
    }
    add_wrench(pair, wrench, given);
  }
  return (imbalance + std::sqrt(wrong)) / (size_of(given) + 1e-6 * scale_);
}

std::vector<Vec3> VelocitySystem::impulses(ContactLaw law) const {
  std::vector<Vec3> all;
  all.reserve(contacts_.size());
  for (const SystemPair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u_);
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      all.push_back(force_of(contacts_[i], seen(contacts_[i], twist), law, compliance_, nullptr));
    }
  }
  return all;
}

void VelocitySystem::expect(std::vector<Vec3> impulses) {
  for (std::size_t i = 0; i < contacts_.size(); ++i) contacts_[i].expect(impulses[i]);
}

SolverResult VelocitySystem::result(double residual, ContactLaw law) const {
  SolverResult out;
  out.residual = residual;
  out.iterations = iterations_;
  for (int i = 0; i < size(); ++i) out.velocities.push_back(u_.segment<6>(6 * i));
  const std::vector<Vec3> all = impulses(law);
  for (const SystemPair& pair : pairs_) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(pair.first);
    out.impulses.emplace_back(first, first + static_cast<std::ptrdiff_t>(pair.count));
  }
  for (const SystemRow& row : rows_) {
    const SolverRow& r = row.row;
    out.row_impulses.push_back(std::clamp(free_force(row, u_), r.least, r.most));
  }
  return out;
}

}  // namespace graze::dynamics
