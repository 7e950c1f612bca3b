// SPDX-License-Identifier: MIT
// Solves Coulomb's law one contact after the other, over and over.                          [C11]
#pragma once
#include <vector>

#include "dynamics/velocity_system.h"

namespace graze::dynamics {

/// Sweeps over the contacts and rows of a system, starting from its expected impulses. Velocities
/// always match the impulses: any error is in the contact laws.
class ContactSweeps {
 public:
  explicit ContactSweeps(const VelocitySystem& system);

  /// Sweeps forwards and backwards `count` times, and once more.
  void run(int count);
  /// How far the impulses are from the laws at these velocities, relative to what they change.
  double residual() const;
  Eigen::VectorXd velocities() const { return now_.u.head(now_.u.size() - 6); }
  const Eigen::VectorXd& row_impulses() const { return now_.rows; }
  std::vector<Vec3> impulses() const;

 private:
  struct SweptContact {
    int a, b;
    Vec3 normal;
    Vec3 arm_a, arm_b;  // from the centres of mass
    Vec3 given;         // velocity that given bodies add
    Vec3 of_normal;     // the relative velocity that a unit impulse along the normal causes
    double bound, friction, mass_n, mass_t;
  };
  struct SweptRow {
    Vec6 gain_a, gain_b;  // the velocities that a unit impulse causes
    double give;
  };
  // What sweeps change; states can be added and scaled. All given bodies share the last place in u.
  struct State {
    Eigen::VectorXd u, contacts, rows;
    void add(double part, const State& other);
  };

  int place_of(int body) const { return body == kGiven ? system_.size() : body; }
  void add_pair(const SystemPair& pair);
  void add_row(std::size_t i);
  Vec3 gain(int body, const Vec3& arm, const Vec3& impulse) const;
  Vec3 impulse(std::size_t i) const {
    return now_.contacts.segment<3>(static_cast<Eigen::Index>(3 * i));
  }
  Vec3 velocity(const SweptContact& c) const;
  void push(const SweptContact& c, const Vec3& impulse);
  void push(std::size_t row, double impulse);
  double better(std::size_t row) const;
  void sweep_contact(std::size_t i);
  void sweep_row(std::size_t i);
  void sweep();
  double size_of(const State& step) const;

  const VelocitySystem& system_;
  std::vector<Vec3> linear_;   // inverse masses; the last, of given bodies, is zero
  std::vector<Mat3> angular_;  // inverse inertias
  std::vector<SweptContact> contacts_;
  std::vector<SweptRow> rows_;
  State now_;
  State last_, way_;     // before the last sweep, and the direction since
  double before_ = 0.0;  // size of the last step
};

}  // namespace graze::dynamics
