// SPDX-License-Identifier: MIT
// Question   Which impulses obey Coulomb's law at all contacts at once?                       [V8]
// Source     Projected Gauss-Seidel (Moreau 1988; Jourdan et al. 1998) finds which contacts push,
//            hold or slide; semismooth Newton (Alart and Curnier 1991) makes that exact.
// Guarantee  At most kConeRounds of each. Impulses are always within their bounds and cones; the
//            remaining error is reported.
// Changed    Newton steps count only if they halve the error.
#include "dynamics/volume/cone_solver.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace graze::dynamics::by_volume {
namespace {
constexpr int kConeRounds = 12, kConeSweeps = 10, kMoreSweeps = 5, kConeNewtonSteps = 8;

class ConeSolver {
 public:
  ConeSolver(const Eigen::MatrixXd& responses, const VecX& q, std::span<const ConeGroup> groups,
             VecX& x)
      : w_(responses), q_(q), groups_(groups), x_(x) {
    for (const ConeGroup& group : groups) across_.push_back(group.has_friction ? give(group) : 0.0);
  }

  ConeAnswer run(double tolerance, double scale) {
    ConeAnswer answer;
    for (const ConeGroup& group : groups_) project(group);
    const auto is_done = [&] {
      answer.error = error();
      const double all = scale + std::sqrt(std::max(0.0, x_.dot(speeds_ - q_)));
      return answer.is_converged = answer.error <= tolerance * all;
    };
    look();
    for (int round = 0; round < kConeRounds && !is_done(); ++round) {
      const int sweeps = kConeSweeps + round * kMoreSweeps;
      for (int k = 0; k < sweeps; ++k, ++answer.iterations) sweep();
      look();  // removes the rounding of many small changes
      for (int k = 0; k < kConeNewtonSteps && !is_done(); ++k) {
        if (!newton(answer)) break;
      }
      if (answer.is_converged) break;
    }
    return answer;
  }

 private:
  void look() { speeds_ = q_ + w_ * x_; }

  double diagonal(Eigen::Index row) const { return w_(row, row); }
  /// The largest response to a unit of friction, over all directions.
  double give(const ConeGroup& group) const {
    const Eigen::Matrix2d block = w_.block<2, 2>(group.first + 1, group.first + 1);
    const double mean = 0.5 * block.trace(), half = 0.5 * (block(0, 0) - block(1, 1));
    return mean + std::hypot(half, block(0, 1));
  }

  static double within(const ConeGroup& group, double value) {
    return std::clamp(value, group.least, group.most);
  }
  static Eigen::Vector2d within_disc(const Eigen::Vector2d& p, double radius) {
    const double length = p.norm();
    return length <= radius ? p : Eigen::Vector2d((radius / length) * p);
  }
  void project(const ConeGroup& group) {
    x_[group.first] = within(group, x_[group.first]);
    if (group.has_friction) {
      x_.segment<2>(group.first + 1) = within_disc(x_.segment<2>(group.first + 1), radius(group));
    }
  }
  double radius(const ConeGroup& group) const {
    return group.friction * std::max(0.0, x_[group.first]);
  }

  /// Where a gradient step scaled by the row's own response would lead.
  double aim(const ConeGroup& group) const {
    return x_[group.first] - speeds_[group.first] / diagonal(group.first);
  }
  Eigen::Vector2d aim_across(std::size_t k) const {
    const Eigen::Index at = groups_[k].first + 1;
    return x_.segment<2>(at) - speeds_.segment<2>(at) / across_[k];
  }

  void change(Eigen::Index row, double by) {
    if (by == 0.0) return;
    x_[row] += by;
    speeds_.noalias() += by * w_.col(row);
  }

  void sweep() {
    for (std::size_t k = 0; k < groups_.size(); ++k) {
      const ConeGroup& group = groups_[k];
      change(group.first, within(group, aim(group)) - x_[group.first]);
      if (!group.has_friction) continue;
      const Eigen::Index at = group.first + 1;
      const Eigen::Vector2d before = x_.segment<2>(at);
      const Eigen::Matrix2d block = w_.block<2, 2>(at, at);
      Eigen::Vector2d next = before - block.inverse() * speeds_.segment<2>(at);
      if (next.norm() > radius(group)) next = within_disc(aim_across(k), radius(group));
      change(at, next.x() - before.x());
      change(at + 1, next.y() - before.y());
    }
  }

  double error() const {
    double sum = 0.0;
    for (std::size_t k = 0; k < groups_.size(); ++k) {
      const ConeGroup& group = groups_[k];
      const double off = x_[group.first] - within(group, aim(group));
      sum += diagonal(group.first) * off * off;
      if (!group.has_friction) continue;
      const Eigen::Vector2d across =
          x_.segment<2>(group.first + 1) - within_disc(aim_across(k), radius(group));
      sum += across_[k] * across.squaredNorm();
    }
    return std::sqrt(sum);
  }

  /// Adds a row of the linearised law `law_` x = `wanted_`. It holds for the rows in `free_`; the
  /// others are at a bound.
  void add_balance(Eigen::Index row) {
    free_.push_back(row);
    const auto at = static_cast<Eigen::Index>(free_.size()) - 1;
    law_.row(at) = w_.row(row);
    wanted_[at] = -q_[row];
  }

  void add_sliding(std::size_t k, const Eigen::Vector2d& aim) {
    const ConeGroup& group = groups_[k];
    const Eigen::Vector2d along = aim.normalized();
    const double share = radius(group) / aim.norm();
    const Eigen::Matrix2d aside = share * (Eigen::Matrix2d::Identity() - along * along.transpose());
    for (int i = 0; i < 2; ++i) {
      free_.push_back(group.first + 1 + i);
      const auto at = static_cast<Eigen::Index>(free_.size()) - 1;
      law_.row(at).setZero();
      wanted_[at] = 0.0;
      for (int j = 0; j < 2; ++j) {
        const Eigen::Index row = group.first + 1 + j;
        law_.row(at) += (aside(i, j) / across_[k]) * w_.row(row);
        wanted_[at] -= (aside(i, j) / across_[k]) * q_[row];
        law_(at, row) += (i == j ? 1.0 : 0.0) - aside(i, j);
      }
      law_(at, group.first) -= group.friction * along[i];
    }
  }

  void linearise() {
    free_.clear();
    law_.resize(x_.size(), x_.size());
    wanted_.resize(x_.size());
    for (std::size_t k = 0; k < groups_.size(); ++k) {
      const ConeGroup& group = groups_[k];
      const double goal = aim(group);
      const bool is_bound = goal <= group.least || goal >= group.most;
      if (is_bound) x_[group.first] = within(group, goal);
      if (!is_bound) add_balance(group.first);
      if (!group.has_friction) continue;
      const Eigen::Vector2d across = aim_across(k);
      if (is_bound) {
        x_.segment<2>(group.first + 1).setZero();
      } else if (across.norm() <= radius(group)) {
        add_balance(group.first + 1);
        add_balance(group.first + 2);
      } else {
        add_sliding(k, across);
      }
    }
  }

  /// Moves to where the linearised law holds; false if it has no solution.
  bool take_newton_step() {
    linearise();
    const auto count = static_cast<Eigen::Index>(free_.size());
    for (const Eigen::Index row : free_) x_[row] = 0.0;
    const VecX wanted = wanted_.head(count) - law_.topRows(count) * x_;
    Eigen::MatrixXd square(count, count);
    for (Eigen::Index c = 0; c < count; ++c) {
      square.col(c) = law_.col(free_[static_cast<std::size_t>(c)]).head(count);
    }
    const VecX answer = square.partialPivLu().solve(wanted);
    if (!answer.allFinite()) return false;
    for (Eigen::Index c = 0; c < count; ++c) x_[free_[static_cast<std::size_t>(c)]] = answer[c];
    look();
    return true;
  }

  /// Takes steps, even if the error grows, until one halves it. If none does, changes nothing and
  /// returns false.
  bool newton(ConeAnswer& answer) {
    const VecX x = x_, speeds = speeds_;
    for (int k = 0; k < kConeNewtonSteps; ++k, ++answer.iterations) {
      if (!take_newton_step()) break;
      const VecX next = x_, next_speeds = speeds_;  // outside the cones: tells what must let go
      for (const ConeGroup& group : groups_) project(group);
      look();
      if (error() <= 0.5 * answer.error) return true;
      x_ = next;
      speeds_ = next_speeds;
    }
    x_ = x;
    speeds_ = speeds;
    return false;
  }

  const Eigen::MatrixXd& w_;
  const VecX& q_;
  std::span<const ConeGroup> groups_;
  VecX& x_;
  VecX speeds_;
  std::vector<double> across_;  // by group
  std::vector<Eigen::Index> free_;
  Eigen::MatrixXd law_;
  VecX wanted_;
};
}  // namespace

ConeAnswer solve_cones(const Eigen::MatrixXd& responses, const VecX& q,
                       std::span<const ConeGroup> groups, double tolerance, double scale, VecX& x) {
  return ConeSolver(responses, q, groups, x).run(tolerance, scale);
}

}  // namespace graze::dynamics::by_volume
