// SPDX-License-Identifier: MIT
// Question   Which velocities do contacts with restitution and friction allow?                [V8]
// Source     Convex primal Newton's method as in Castro et al. 2022 (SAP), by preconditioned
//            conjugate gradients; friction limits are those of the round before until they agree.
// Guarantee  Each round is a convex problem with an exact line search: it cannot diverge. Coulomb's
//            law holds up to `friction_error`, rows up to a millionth of what an impulse changes.
// Changed    Conjugate gradients are preconditioned by blocks and all active rows together.
#include "dynamics/volume/contact_solver.h"

#include <algorithm>
#include <cmath>

#include "dynamics/volume/active_rows.h"

namespace graze::dynamics::by_volume {
namespace {
constexpr double kCompliance = 1e-6;  // of a row, as a part of what blocks give way
constexpr int kMostRounds = 20, kMostNewtonSteps = 40, kMostSearchSteps = 60;

/// A convex problem: friction limits are given.
class LimitedFriction {
 public:
  LimitedFriction(const CoupledSystem& system, const ContactSet& set, const ContactTargets& targets)
      : system_(system), set_(set), targets_(targets) {
    const Eigen::SparseMatrix<double> by_blocks =
        system.block_inverse() * Eigen::SparseMatrix<double>(set.rows.transpose());
    stiffness_.resize(static_cast<std::size_t>(set.rows.rows()));
    for (Eigen::Index k = 0; k < set.rows.rows(); ++k) {
      const double gives = set.rows.row(k).transpose().dot(by_blocks.col(k));
      stiffness_[static_cast<std::size_t>(k)] = gives > 0.0 ? 1.0 / (kCompliance * gives) : 0.0;
    }
    limits_.assign(set.contacts.size(), 0.0);
  }

  std::vector<double>& limits() { return limits_; }

  /// Impulse of contact k at these row velocities.
  Vec3 impulse(std::size_t k, const VecX& rows) const {
    const auto at = static_cast<Eigen::Index>(3 * k);
    const double normal = stiffness_[3 * k] * std::max(0.0, targets_.speeds[k] - rows[at]);
    const Eigen::Vector2d slide = rows.segment<2>(at + 1);
    return {normal, -holding(k, slide) * slide.x(), -holding(k, slide) * slide.y()};
  }

  VecX impulses(const VecX& rows) const {
    VecX all(rows.size());
    for (std::size_t k = 0; k < limits_.size(); ++k) {
      all.segment<3>(static_cast<Eigen::Index>(3 * k)) = impulse(k, rows);
    }
    return all;
  }

  /// Rows and weights whose J^T W J is the curvature there.
  BlockInverse curvature(const VecX& rows) const {
    std::vector<Eigen::Triplet<double>> choice;
    std::vector<double> weights;
    const auto take = [&](std::size_t row, double factor) {
      choice.emplace_back(static_cast<int>(weights.size()), static_cast<int>(row), factor);
    };
    for (std::size_t k = 0; k < limits_.size(); ++k) {
      const auto at = static_cast<Eigen::Index>(3 * k);
      if (rows[at] < targets_.speeds[k] && stiffness_[3 * k] > 0.0) {
        take(3 * k, 1.0);
        weights.push_back(stiffness_[3 * k]);
      }
      if (!(limits_[k] > 0.0)) continue;
      const Eigen::Vector2d slide = rows.segment<2>(at + 1);
      if (sticks(k, slide)) {
        for (std::size_t t = 1; t < 3; ++t) {
          take(3 * k + t, 1.0);
          weights.push_back(tangential(k));
        }
        continue;
      }
      const Eigen::Vector2d along = slide.normalized();
      take(3 * k + 1, -along.y());
      take(3 * k + 2, along.x());
      weights.push_back(limits_[k] / slide.norm());
    }
    Rows chosen(static_cast<Eigen::Index>(weights.size()), set_.rows.rows());
    chosen.setFromTriplets(choice.begin(), choice.end());
    return {system_, Rows(chosen * set_.rows),
            Eigen::Map<const VecX>(weights.data(), static_cast<Eigen::Index>(weights.size()))};
  }

 private:
  double tangential(std::size_t k) const {
    return std::min(stiffness_[3 * k + 1], stiffness_[3 * k + 2]);
  }
  bool sticks(std::size_t k, const Eigen::Vector2d& slide) const {
    return tangential(k) * slide.norm() <= limits_[k];
  }
  double holding(std::size_t k, const Eigen::Vector2d& slide) const {
    if (!(limits_[k] > 0.0)) return 0.0;
    return sticks(k, slide) ? tangential(k) : limits_[k] / slide.norm();
  }

  const CoupledSystem& system_;
  const ContactSet& set_;
  const ContactTargets& targets_;
  std::vector<double> stiffness_;  // by row
  std::vector<double> limits_;     // by contact
};

class ContactNewton {
 public:
  ContactNewton(const CoupledSystem& system, const ContactSet& set, const ContactTargets& targets,
                const VecX& b, const SolverLimits& limits)
      : system_(system), set_(set), problem_(system, set, targets), b_(b), limits_(limits) {}

  ContactSolution run(const ContactTargets& targets, const VecX& start) {
    out_.v = start;
    product_.resize(system_.size());
    system_.multiply(out_.v, product_);
    newton();
    const bool has_friction = std::ranges::any_of(targets.friction, [](double f) { return f > 0; });
    if (has_friction && !set_.contacts.empty()) agree_on_limits(targets.friction);
    finish();
    return std::move(out_);
  }

 private:
  double weighed(const VecX& r) const {
    VecX z(r.size());
    system_.divide_by_blocks(r, z);
    return std::sqrt(std::max(0.0, r.dot(z)));
  }
  double scale_of_forces() const { return weighed(b_) + weighed(product_); }

  VecX gradient() const {
    VecX g = product_ - b_;
    if (set_.rows.rows() > 0) {
      VecX pushes = set_.rows.transpose() * problem_.impulses(set_.rows * out_.v);
      system_.clear_held(pushes);
      g -= pushes;
    }
    system_.clear_held(g);
    return g;
  }

  void newton() {
    for (int step = 0; step < kMostNewtonSteps; ++step) {
      VecX r = -gradient();
      const double size = weighed(r);
      scale_ = scale_of_forces();
      out_.residual = scale_ > 0.0 ? size / scale_ : 0.0;
      if (size <= limits_.tolerance * scale_) return;
      const BlockInverse inverse = problem_.curvature(set_.rows * out_.v);
      // Early steps need not be exact.
      const double wanted = std::max(0.3 * limits_.tolerance * scale_, 1e-3 * size);
      move_along(conjugate_gradients(inverse, r, wanted));
    }
    out_.is_converged = false;
  }

  VecX conjugate_gradients(const BlockInverse& inverse, VecX r, double wanted) {
    VecX x = VecX::Zero(r.size()), z(r.size()), product(r.size());
    inverse.apply(r, z);
    VecX direction = z;
    double rz = r.dot(z);
    const double least = wanted * wanted;
    for (int i = 0; rz > 0.0; ++i, ++out_.iterations) {
      if (i >= limits_.max_iterations) {
        out_.is_converged = false;
        break;
      }
      system_.multiply(direction, product);
      inverse.add_product(direction, product);
      const double alpha = rz / direction.dot(product);
      x += alpha * direction;
      r -= alpha * product;
      inverse.apply(r, z);
      const double next = r.dot(z);
      if (weighed(r) <= wanted || next <= 1e-3 * least) break;
      direction = z + (next / rz) * direction;
      rz = next;
    }
    if (set_.rows.rows() == 0) system_.remove_drift(x, r);
    return x;
  }

  /// To the least value along the way, where the slope is zero; the slope grows all along.
  void move_along(const VecX& way) {
    VecX answer(way.size());
    system_.multiply(way, answer);
    const double curvature = way.dot(answer), slope = way.dot(product_ - b_);
    const VecX rows = set_.rows * out_.v, along = set_.rows * way;
    const auto slope_at = [&](double a) {
      return slope + a * curvature - along.dot(problem_.impulses(rows + a * along));
    };
    double lo = 0.0, hi = 1.0;
    if (set_.rows.rows() > 0) {
      while (slope_at(hi) < 0.0 && hi < 1e6) lo = hi, hi *= 2.0;
      if (std::abs(slope_at(1.0)) <= 1e-9 * std::abs(slope_at(0.0))) lo = hi = 1.0;
      for (int i = 0; i < kMostSearchSteps && hi - lo > 1e-12 * hi; ++i) {
        const double mid = 0.5 * (lo + hi);
        (slope_at(mid) < 0.0 ? lo : hi) = mid;
      }
    }
    out_.v += hi * way;
    product_ += hi * answer;
  }

  void agree_on_limits(const std::vector<double>& friction) {
    for (int round = 0; round < kMostRounds; ++round) {
      const VecX impulses = problem_.impulses(set_.rows * out_.v);
      double change = 0.0, all = 0.0;
      for (std::size_t k = 0; k < friction.size(); ++k) {
        const double limit = friction[k] * impulses[static_cast<Eigen::Index>(3 * k)];
        change += std::abs(limit - problem_.limits()[k]);
        all += limit;
        problem_.limits()[k] = limit;
      }
      out_.friction_error = all > 0.0 ? change / all : 0.0;
      if (change <= std::max(1e-5, limits_.tolerance) * all) return;
      newton();
    }
  }

  void finish() {
    const VecX impulses = problem_.impulses(set_.rows * out_.v);
    for (std::size_t k = 0; k < set_.contacts.size(); ++k) {
      out_.impulses.push_back(impulses.segment<3>(static_cast<Eigen::Index>(3 * k)));
    }
  }

  const CoupledSystem& system_;
  const ContactSet& set_;
  LimitedFriction problem_;
  const VecX& b_;
  const SolverLimits& limits_;
  ContactSolution out_;
  VecX product_;  // A v
  double scale_ = 0.0;
};
}  // namespace

ContactSolution solve_contacts(const CoupledSystem& system, const ContactSet& set,
                               const ContactTargets& targets, const VecX& b, const VecX& start,
                               const SolverLimits& limits) {
  return ContactNewton(system, set, targets, b, limits).run(targets, start);
}

}  // namespace graze::dynamics::by_volume
