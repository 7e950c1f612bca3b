// SPDX-License-Identifier: MIT
// The impulses of contacts and joints as functions of velocity, for given friction limits.    [V8]
#pragma once
#include <vector>

#include "dynamics/volume/active_rows.h"
#include "dynamics/volume/contact_solver.h"

namespace graze::dynamics::by_volume {

/// A convex problem: the impulses are minus the gradient of a convex function of the row
/// velocities.
class LimitedFriction {
 public:
  LimitedFriction(const CoupledSystem& system, const ContactSet& set,
                  const ContactTargets& targets);

  /// The largest friction of each contact.
  std::vector<double>& limits() { return limits_; }
  /// The impulse of each row, for these row velocities.
  VecX impulses(const VecX& rows) const;
  /// The rows and weights for which J^T W J is the curvature there.
  BlockInverse curvature(const VecX& rows) const;

 private:
  /// Rows that push, combined by factors, with their weights.
  struct Choice {
    std::vector<Eigen::Triplet<double>> entries;
    std::vector<double> weights;
    void take(std::size_t row, double factor) {
      entries.emplace_back(static_cast<int>(weights.size()), static_cast<int>(row), factor);
    }
  };
  Vec3 impulse(std::size_t contact, const VecX& rows) const;
  double link_impulse(std::size_t link, double speed) const;
  void choose_contact(std::size_t contact, const VecX& rows, Choice& choice) const;
  void choose_link(std::size_t link, double speed, Choice& choice) const;
  double tangential(std::size_t contact) const;
  bool sticks(std::size_t contact, const Eigen::Vector2d& slide) const;
  double holding(std::size_t contact, const Eigen::Vector2d& slide) const;
  std::size_t row_of_link(std::size_t link) const { return 3 * set_.contacts.size() + link; }

  const CoupledSystem& system_;
  const ContactSet& set_;
  const ContactTargets& targets_;
  std::vector<double> stiffness_;  // by row
  std::vector<double> limits_;     // by contact
};

}  // namespace graze::dynamics::by_volume
