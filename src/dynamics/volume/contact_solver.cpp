// SPDX-License-Identifier: MIT
// Question   Which velocities do joints and contacts with restitution and friction allow?     [V8]
// Source     Convex primal Newton's method as in Castro et al. 2022 (SAP), by preconditioned
//            conjugate gradients. Friction limits are those of the last round, until they agree.
// Guarantee  Each round is a convex problem with an exact line search: it cannot diverge. Coulomb's
//            law holds up to `friction_error`, rows up to a millionth of what an impulse changes.
// Changed    Conjugate gradients are preconditioned by blocks and all active rows together.
#include "dynamics/volume/contact_solver.h"

#include <algorithm>
#include <cmath>

#include "dynamics/volume/limited_friction.h"

namespace graze::dynamics::by_volume {
namespace {
constexpr int kMostRounds = 20, kMostNewtonSteps = 40, kMostSearchSteps = 60;

class ContactNewton {
 public:
  ContactNewton(const CoupledSystem& system, const ContactSet& set, const ContactTargets& targets,
                const VecX& b, const SolverLimits& limits)
      : system_(system), set_(set), problem_(system, set, targets), b_(b), limits_(limits) {}

  ContactSolution run(const ContactTargets& targets, const VecX& start,
                      std::span<const Vec3> guess) {
    out_.v = start;
    if (guess.size() == targets.friction.size()) {
      for (std::size_t k = 0; k < guess.size(); ++k) {
        problem_.limits()[k] = targets.friction[k] * guess[k][0];
      }
    }
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
      // Early steps need not be precise.
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

  /// Moves to the minimum along the way, where the slope is zero; the slope is monotonic.
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
    const auto links = impulses.tail(static_cast<Eigen::Index>(set_.links.size()));
    out_.links.assign(links.begin(), links.end());
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
                               const SolverLimits& limits, std::span<const Vec3> impulses) {
  return ContactNewton(system, set, targets, b, limits).run(targets, start, impulses);
}

}  // namespace graze::dynamics::by_volume
