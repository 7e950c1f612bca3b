// SPDX-License-Identifier: MIT
// The equations of contacts, friction and joints in the velocities of bodies.                [C11]
#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "dynamics/block_matrix.h"
#include "dynamics/contact_law.h"
#include "dynamics/least_constraint.h"

namespace graze::dynamics {

/// Contacts of two bodies. Twists, wrenches and stiffness of the pair are those at its origin.
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

/// Rows are always hard: most have no limits, and no kinks that Newton's method would stumble over.
inline constexpr double kRowCompliance = 1e-8;

/// Momentum against forces as functions of the velocities, and Newton's method on them.
class VelocitySystem {
 public:
  explicit VelocitySystem(const SolverProblem& problem);

  void set_compliance(double compliance) { compliance_ = compliance; }
  /// False if the minimum is not reached.
  bool minimise(ContactLaw law);
  /// The same, for Coulomb's law itself, in at most so many steps. If it is not found, velocities
  /// stay as they are.
  bool solve_coulomb(int most_steps);
  /// Takes the impulses that are expected nearer to Coulomb's law, one contact after the other, and
  /// the velocities that they lead to: until they are off the law by this part of what contacts
  /// give, or as often as allowed. Says by how much they are off; infinity if they lead nowhere:
  /// then all is as it was.
  double sweep(int most, double good);
  void set_shifts();
  void follow_shifts();
  void set_guess();
  /// What each contact gives now, of all pairs in turn.
  std::vector<Vec3> impulses(ContactLaw law) const;
  /// From here on contacts give these without giving way.
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

  /// Makes room for pairs that push.
  void link(const std::vector<Mat6>& stiffness);
  /// The derivative of the gradient at u_ into matrix_.
  void set_matrix(ContactLaw law);
  /// Of a pair at its origin. Says if it is not symmetric.
  Mat6 stiffness_of(const SystemPair& pair, ContactLaw law, bool& is_symmetric) const;
  void add_stiffness(const SystemPair& pair, const Mat6& stiffness, bool is_symmetric);
  void add_stiffness(const SystemRow& row, bool is_symmetric);
  void lock_matrix();
  /// Solves the equations for the step, by the matrix at u_.
  Eigen::VectorXd newton_step(const Eigen::VectorXd& push, ContactLaw law);
  double size_of(const Eigen::VectorXd& momentum) const;
  double speed_of(const Eigen::VectorXd& u) const { return u.cwiseQuotient(inverse_root_).norm(); }
  /// Of a step along which the potential begins with this slope.
  double step_length(const Eigen::VectorXd& step, ContactLaw law, double slope) const;
  /// Below this an imbalance is rounding.
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
  /// Without its limits.
  double free_force(const SystemRow& row, const Eigen::VectorXd& u) const {
    return stiffness_of(row) * (row.row.bound - row_velocity(row.row, u));
  }

  const SolverProblem& problem_;
  std::vector<SystemPair> pairs_;
  std::vector<LawContact> contacts_;
  std::vector<SystemRow> rows_;
  std::vector<Mat6> masses_, mobilities_;    // of the bodies, at their centres of mass
  Eigen::VectorXd wish_, u_, inverse_root_;  // inverse_root_: of the mass, about
  double scale_ = 1.0;
  double compliance_ = 1e-8;
  std::vector<char> is_linked_;        // pairs that have blocks in the matrix
  std::optional<BlockMatrix> matrix_;  // once there was a step
  Eigen::VectorXd row_impulses_;       // of the last sweeps
  int iterations_ = 0;
};

}  // namespace graze::dynamics
