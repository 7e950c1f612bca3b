// SPDX-License-Identifier: MIT
// Question   Which velocities do contacts and joints of small soft bodies allow?              [V8]
// Source     J A^-1 J^T of the contacts that push (Delassus), from factors of A.
// Guarantee  Impulses balance up to rounding; contact laws hold up to the reported error. Solves at
//            most kMostSmallProblems small problems.
// Changed    Contacts become active only when they would be violated: many never do.
#include "dynamics/volume/dual_contacts.h"

#include <algorithm>
#include <cmath>

namespace graze::dynamics::by_volume {
namespace {
constexpr int kMostSmallProblems = 12;
constexpr std::size_t kMostRowsIn = 900;
constexpr Eigen::Index kAtOnce = 24;  // rows

double weighed_by_blocks(const CoupledSystem& system, const VecX& r) {
  VecX z(r.size());
  system.divide_by_blocks(r, z);
  return std::sqrt(std::max(0.0, r.dot(z)));
}
}  // namespace

bool DualContacts::is_for(const CoupledSystem& system, const ContactSet& set) {
  return set.rows.rows() > 0 && SystemFactor::is_for(system) &&
         std::ranges::any_of(system.parts(), [](const Part& p) { return p.is_soft && !p.is_held; });
}

DualContacts::DualContacts(const CoupledSystem& system, const SystemFactor& factor,
                           const ContactSet& set, const ContactTargets& targets,
                           std::span<const Vec3> guess)
    : factor_(&factor), compliance_(row_compliances(system, set.rows)) {
  const auto count = static_cast<Eigen::Index>(set.contacts.size());
  for (Eigen::Index k = 0; k < count; ++k) {
    Candidate contact;
    const auto at = static_cast<std::size_t>(k);
    contact.group.first = 3 * k;
    if (!targets.friction.empty()) contact.group.friction = targets.friction[at];
    contact.group.has_friction = contact.group.friction > 0.0 && compliance_[3 * at + 1] > 0.0 &&
                                 compliance_[3 * at + 2] > 0.0;
    contact.speed = targets.speeds[at];
    candidates_.push_back(contact);
  }
  std::vector<Candidate*> first;
  for (const LinkTarget& target : targets.links) {
    const Eigen::Index row =
        2 * count + static_cast<Eigen::Index>(candidates_.size());  // three rows for each contact
    candidates_.push_back({{row, false, 0.0, target.least, target.most}, target.speed});
  }
  for (std::size_t k = 0; k < candidates_.size(); ++k) {
    const bool is_contact = k < set.contacts.size();
    const bool pushed = guess.size() == set.contacts.size() && is_contact && guess[k][0] > 0.0;
    if (pushed || !is_contact) first.push_back(&candidates_[k]);
  }
  add(set, first);
  for (std::size_t k = 0; k < guess.size() && k < set.contacts.size(); ++k) {
    const Candidate& c = candidates_[k];
    if (c.place >= 0) x_.segment(c.place, c.group.size()) = guess[k].head(c.group.size());
  }
}

void DualContacts::respond(Eigen::Index first, Eigen::Index count) {
  std::vector<Eigen::Index> felt;  // where these rows are nonzero; most entries are zero
  for (Eigen::Index k = 0; k < halves_.rows(); ++k) {
    if ((halves_.row(k).segment(first, count).array() != 0.0).any()) felt.push_back(k);
  }
  const Eigen::MatrixXd own = halves_(felt, Eigen::seqN(first, count));
  const Eigen::MatrixXd others = halves_(felt, Eigen::seqN(0, first + count));
  responses_.block(0, first, first + count, count).noalias() = others.transpose() * own;
  responses_.block(first, 0, count, first) =
      responses_.block(0, first, first, count).transpose().eval();
}

void DualContacts::add(const ContactSet& set, std::span<Candidate* const> more) {
  const auto before = static_cast<Eigen::Index>(rows_.size());
  for (Candidate* candidate : more) {
    if (!(compliance_[static_cast<std::size_t>(candidate->group.first)] > 0.0)) continue;
    candidate->place = static_cast<Eigen::Index>(rows_.size());
    groups_.push_back(candidate->group);
    groups_.back().first = candidate->place;
    for (Eigen::Index k = 0; k < candidate->group.size(); ++k) {
      rows_.push_back(static_cast<int>(candidate->group.first + k));
      speeds_.push_back(k == 0 ? candidate->speed : 0.0);
    }
  }
  const auto count = static_cast<Eigen::Index>(rows_.size()), added = count - before;
  if (added == 0) return;
  halves_.conservativeResize(set.rows.cols(), count);
  halves_.rightCols(added) =
      factor_->half(set.rows, std::span(rows_).subspan(static_cast<std::size_t>(before)));
  responses_.conservativeResize(count, count);
  for (Eigen::Index c = before; c < count; c += kAtOnce) respond(c, std::min(kAtOnce, count - c));
  for (Eigen::Index k = before; k < count; ++k) {
    responses_(k, k) += compliance_[static_cast<std::size_t>(rows_[static_cast<std::size_t>(k)])];
  }
  x_.conservativeResize(count);
  x_.tail(added).setZero();
}

std::vector<DualContacts::Candidate*> DualContacts::crossed(const VecX& speeds, double most,
                                                            double& worst) {
  std::vector<Candidate*> found;
  worst = 0.0;
  for (Candidate& c : candidates_) {
    const double gives = 1e6 * compliance_[static_cast<std::size_t>(c.group.first)];
    if (c.place >= 0 || !(gives > 0.0)) continue;
    const double error = (c.speed - speeds[c.group.first]) / std::sqrt(gives);
    worst = std::max(worst, error);
    if (error > most) found.push_back(&c);
  }
  return found;
}

VecX DualContacts::missing_speeds(const ContactSet& set, const VecX& free) const {
  VecX q(static_cast<Eigen::Index>(rows_.size()));
  const VecX all = set.rows * free;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    q[static_cast<Eigen::Index>(k)] = all[rows_[k]] - speeds_[k];
  }
  return q;
}

ContactSolution DualContacts::solve(const CoupledSystem& system, const ContactSet& set,
                                    const VecX& b, const VecX& start, const SolverLimits& limits) {
  ContactSolution out;
  VecX r(start.size());
  system.multiply(start, r);
  r = b - r;
  system.clear_held(r);
  const VecX free = start + factor_->solve(r);
  out.v = free;
  const double scale = weighed_by_blocks(system, b);
  for (int round = 0; round < kMostSmallProblems; ++round) {
    const VecX q = missing_speeds(set, free);
    const ConeAnswer answer =
        solve_cones(responses_, q, groups_, 0.5 * limits.tolerance, scale, x_);
    if (!rows_.empty()) out.v = free + factor_->finish(halves_ * x_);
    const double all = scale + std::sqrt(std::max(0.0, x_.dot(responses_ * x_)));
    double worst = 0.0;
    const std::vector<Candidate*> more =
        crossed(set.rows * out.v, 0.5 * limits.tolerance * all, worst);
    out.iterations += 1 + answer.iterations;
    out.residual = all > 0.0 ? (answer.error + worst) / all : 0.0;
    out.is_converged = answer.is_converged && more.empty();
    if (more.empty() || rows_.size() > kMostRowsIn) break;
    if (round + 1 < kMostSmallProblems) add(set, more);
  }
  out.friction_error = out.residual;
  put_impulses(set, out);
  return out;
}

void DualContacts::put_impulses(const ContactSet& set, ContactSolution& out) const {
  for (std::size_t k = 0; k < candidates_.size(); ++k) {
    const Candidate& c = candidates_[k];
    Vec3 impulse = Vec3::Zero();
    if (c.place >= 0) impulse.head(c.group.size()) = x_.segment(c.place, c.group.size());
    if (k < set.contacts.size()) {
      out.impulses.push_back(impulse);
    } else {
      out.links.push_back(impulse[0]);
    }
  }
}

}  // namespace graze::dynamics::by_volume
