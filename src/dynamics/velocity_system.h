// SPDX-License-Identifier: MIT
// The equations of contacts, friction and joints for the bodies' velocities.                 [C11]
#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "dynamics/block_matrix.h"
#include "dynamics/contact_law.h"
#include "dynamics/least_constraint.h"

namespace graze::dynamics {

/// The contacts of two bodies. The pair's twists, wrenches and stiffness refer to its origin.
struct SystemPair {
  int a, b;
  Vec6 given;
  Vec3 lever_a, lever_b;  // from the centres of mass to the origin
  std::size_t first, count;
};

struct SystemRow {
  SolverRow row;
  double give;
};

/// Rows are always hard: most have no limits, so no kinks that slow Newton's method.
inline constexpr double kRowCompliance = 1e-8;

/// The balance of momentum and forces as a function of the velocities, and Newton's method for it.
class VelocitySystem {
 public:
  explicit VelocitySystem(const SolverProblem& problem);

  void set_compliance(double compliance) { compliance_ = compliance; }
  /// False if the minimum is not reached.
  bool minimise(ContactLaw law);
  /// The same for Coulomb's law itself, in at most `most_steps` steps. If there is no solution, the
  /// velocities stay as they are.
  bool solve_coulomb(int most_steps);
  /// Brings the expected impulses, and the velocities that they lead to, nearer to Coulomb's law,
  /// one contact after the other: at most `most` sweeps, or until the residual is `good`. Returns
  /// the residual; infinity if the velocities grow too far, in which case nothing changes.
  double sweep(int most, double good);
  void set_shifts();
  void follow_shifts();
  void set_guess();
  /// The impulse of each contact now, pair by pair.
  std::vector<Vec3> impulses(ContactLaw law) const;
  /// From now on, contacts give these impulses without yielding.
  void expect(std::vector<Vec3> impulses);
  double residual(ContactLaw law) const;
  SolverResult result(double residual, ContactLaw law) const;

 private:
  friend class ContactSweeps;
  int size() const { return static_cast<int>(problem_.bodies.size()); }
  Vec6 relative_twist(const SystemPair& pair, const Eigen::VectorXd& u) const;
  /// M (u - wish) - forces.
  Eigen::VectorXd gradient(const Eigen::VectorXd& u, ContactLaw law) const;
  Vec6 wrench_of(const SystemPair& pair, const Vec6& twist, ContactLaw law) const;
  static void add_wrench(const SystemPair& pair, const Vec6& wrench, Eigen::VectorXd& sum);
  void lock(Eigen::VectorXd& gradient) const;

  /// Adds blocks for the pairs that push.
  void link(const std::vector<Mat6>& stiffness);
  /// Sets matrix_ to the derivative of the gradient at u_.
  void set_matrix(ContactLaw law);
  /// The stiffness of a pair at its origin. Clears `is_symmetric` if it is not symmetric.
  Mat6 stiffness_of(const SystemPair& pair, ContactLaw law, bool& is_symmetric) const;
  void add_stiffness(const SystemPair& pair, const Mat6& stiffness, bool is_symmetric);
  void add_stiffness(const SystemRow& row, bool is_symmetric);
  void lock_matrix();
  /// Newton's step: solves with the matrix at u_.
  Eigen::VectorXd newton_step(const Eigen::VectorXd& push, ContactLaw law);
  double size_of(const Eigen::VectorXd& momentum) const;
  double speed_of(const Eigen::VectorXd& u) const { return u.cwiseQuotient(inverse_root_).norm(); }
  /// How far to go along a step whose initial slope of the potential is `slope`.
  double step_length(const Eigen::VectorXd& step, ContactLaw law, double slope) const;
  /// An imbalance below this is rounding.
  double least_imbalance() const {
    const double hardest = rows_.empty() ? compliance_ : std::min(compliance_, kRowCompliance);
    return std::max(1e-10, 1e-15 / hardest) * scale_;
  }
  double stiffness_of(const SystemRow& row) const {
    return 1.0 / (kRowCompliance * row.give + row.row.softness);
  }
  Vec3 seen(const LawContact& c, const Vec6& twist) const {
    return c.seen(c.velocity(twist), compliance_);
  }
  static double row_velocity(const SolverRow& row, const Eigen::VectorXd& u);
  /// The row's force without its limits.
  double free_force(const SystemRow& row, const Eigen::VectorXd& u) const {
    return stiffness_of(row) * (row.row.bound - row_velocity(row.row, u));
  }

  const SolverProblem& problem_;
  std::vector<SystemPair> pairs_;
  std::vector<LawContact> contacts_;
  std::vector<SystemRow> rows_;
  std::vector<Mat6> masses_, mobilities_;    // of the bodies, at their centres of mass
  Eigen::VectorXd wish_, u_, inverse_root_;  // inverse_root_: of the mass, roughly
  double scale_ = 1.0;
  double compliance_ = 1e-8;
  std::vector<char> is_linked_;        // pairs that have blocks in the matrix
  std::optional<BlockMatrix> matrix_;  // from the first step on
  Eigen::VectorXd row_impulses_;       // of the last sweeps
  int iterations_ = 0;
};

}  // namespace graze::dynamics
