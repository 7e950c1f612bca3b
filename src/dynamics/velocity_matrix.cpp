// SPDX-License-Identifier: MIT
// The derivative of momentum and forces with respect to the velocities, in blocks of bodies.
#include "dynamics/velocity_system.h"

namespace graze::dynamics {
namespace {
// With the cross matrix r of a lever, a twist (v, w) is (v - r w, w) at the lever's end, and a
// wrench (f, t) there is (f, t + r f) at the centre. These move a pair's matrix to the bodies'
// centres.
Mat6 of_twist_at(const Mat6& m, const Mat3& lever) {
  Mat6 out = m;
  out.rightCols<3>().noalias() -= m.leftCols<3>() * lever;
  return out;
}

Mat6 as_wrench_at(const Mat6& m, const Mat3& lever) {
  Mat6 out = m;
  out.bottomRows<3>().noalias() += lever * m.topRows<3>();
  return out;
}
}  // namespace

Mat6 VelocitySystem::stiffness_of(const SystemPair& pair, ContactLaw law,
                                  bool& is_symmetric) const {
  const Vec6 twist = relative_twist(pair, u_);
  Mat6 sum = Mat6::Zero();
  for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
    const LawContact& c = contacts_[i];
    const Vec3 v = seen(c, twist);
    Stiffness stiffness;
    if (c.is_open(v, law)) continue;
    if (force_of(c, v, law, compliance_, &stiffness).isZero(0.0)) continue;
    is_symmetric &= stiffness.is_symmetric;
    const Mat3 &k = stiffness.matrix, r = cross_matrix(c.arm), kr = k * r;
    sum.block<3, 3>(0, 0) += k;
    sum.block<3, 3>(0, 3) -= kr;
    sum.block<3, 3>(3, 0) += r * k;
    sum.block<3, 3>(3, 3) -= r * kr;
  }
  return sum;
}

void VelocitySystem::add_stiffness(const SystemPair& pair, const Mat6& stiffness,
                                   bool is_symmetric) {
  const Mat3 la = cross_matrix(pair.lever_a), lb = cross_matrix(pair.lever_b);
  const Mat6 of_b = of_twist_at(stiffness, lb);
  if (pair.b != kGiven) matrix_->add(pair.b, pair.b, as_wrench_at(of_b, lb));
  if (pair.a == kGiven) return;
  const Mat6 of_a = of_twist_at(stiffness, la);
  matrix_->add(pair.a, pair.a, as_wrench_at(of_a, la));
  if (pair.b == kGiven) return;
  matrix_->add(pair.a, pair.b, -as_wrench_at(of_b, la));
  if (!is_symmetric) matrix_->add(pair.b, pair.a, -as_wrench_at(of_a, lb));
}

void VelocitySystem::add_stiffness(const SystemRow& row, bool is_symmetric) {
  const SolverRow& r = row.row;
  const double stiff = stiffness_of(row), force = free_force(row, u_);
  if (force < r.least || force > r.most) return;
  if (r.a != kGiven) matrix_->add(r.a, r.a, stiff * r.j_a * r.j_a.transpose());
  if (r.b != kGiven) matrix_->add(r.b, r.b, stiff * r.j_b * r.j_b.transpose());
  if (r.a == kGiven || r.b == kGiven) return;
  matrix_->add(r.a, r.b, stiff * r.j_a * r.j_b.transpose());
  if (!is_symmetric) matrix_->add(r.b, r.a, stiff * r.j_b * r.j_a.transpose());
}

void VelocitySystem::lock_matrix() {
  for (int i = 0; i < size(); ++i) {
    const SolverBody& body = problem_.bodies[i];
    for (int k = 0; k < 6; ++k) {
      if (!body.is_locked[k]) continue;
      Mat6 wall = Mat6::Zero();
      wall(k, k) = 1e14 * (k < 3 ? body.mass : body.inertia.trace());
      matrix_->add(i, i, wall);
    }
  }
}

// Pairs that do not push get no blocks: with blocks for neighbours that merely stand side by side
// in a wall, the elimination would take three times as long.
void VelocitySystem::link(const std::vector<Mat6>& stiffness) {
  bool is_new = !matrix_;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    if (is_linked_[p] || stiffness[p].isZero(0.0)) continue;
    is_linked_[p] = is_new = true;
  }
  if (!is_new) return;
  std::vector<std::pair<int, int>> links;
  const auto add = [&links](int a, int b) {
    if (a != kGiven && b != kGiven) links.push_back({a, b});
  };
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    if (is_linked_[p]) add(pairs_[p].a, pairs_[p].b);
  }
  for (const SystemRow& row : rows_) add(row.row.a, row.row.b);
  matrix_.emplace(size(), links);
}

// Where no contact slips, the derivative of Coulomb's law is symmetric, too, which halves the work.
void VelocitySystem::set_matrix(ContactLaw law) {
  bool is_symmetric = true;
  std::vector<Mat6> of_pairs;
  of_pairs.reserve(pairs_.size());
  for (const SystemPair& pair : pairs_) of_pairs.push_back(stiffness_of(pair, law, is_symmetric));
  link(of_pairs);
  matrix_->set_zero(is_symmetric ? BlockMatrix::Symmetry::kSymmetric
                                 : BlockMatrix::Symmetry::kNone);
  for (int i = 0; i < size(); ++i) matrix_->add(i, i, masses_[i]);
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    if (!of_pairs[p].isZero(0.0)) add_stiffness(pairs_[p], of_pairs[p], is_symmetric);
  }
  for (const SystemRow& row : rows_) add_stiffness(row, is_symmetric);
  lock_matrix();
}

Eigen::VectorXd VelocitySystem::newton_step(const Eigen::VectorXd& push, ContactLaw law) {
  set_matrix(law);
  return matrix_->solve(push);
}

}  // namespace graze::dynamics
