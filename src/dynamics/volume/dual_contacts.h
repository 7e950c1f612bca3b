// SPDX-License-Identifier: MIT
// Contacts of a factored system: the few that push, and how they respond to each other.        [V8]
#pragma once
#include "dynamics/volume/cone_solver.h"
#include "dynamics/volume/contact_solver.h"
#include "dynamics/volume/system_factor.h"

namespace graze::dynamics::by_volume {

/// Solves the problem of solve_contacts. Contacts that pushed once stay in for the next solves.
class DualContacts {
 public:
  /// True if the system has soft bodies and contacts and is small enough to be factored.
  static bool is_for(const CoupledSystem& system, const ContactSet& set);

  /// `factor` is that of the system and must outlive this. `guess` is a guess at the contacts'
  /// impulses, or empty.
  DualContacts(const CoupledSystem& system, const SystemFactor& factor, const ContactSet& set,
               const ContactTargets& targets, std::span<const Vec3> guess);

  /// If the system's matrix is not the factored one, the result is a step from `start` towards the
  /// solution.
  ContactSolution solve(const CoupledSystem& system, const ContactSet& set, const VecX& b,
                        const VecX& start, const SolverLimits& limits);

 private:
  /// A contact or a joint's row.
  struct Candidate {
    ConeGroup group;  ///< with its first row in the set
    double speed = 0.0;
    Eigen::Index place = -1;  ///< of its first row among the active rows; -1: not active
  };
  void add(const ContactSet& set, std::span<Candidate* const> more);
  /// Computes how these rows and those before them respond to each other.
  void respond(Eigen::Index first, Eigen::Index count);
  /// The inactive contacts that would be violated by more than `most`, the root of an energy.
  std::vector<Candidate*> crossed(const VecX& speeds, double most, double& worst);
  VecX missing_speeds(const ContactSet& set, const VecX& free) const;
  void put_impulses(const ContactSet& set, ContactSolution& out) const;

  const SystemFactor* factor_;
  std::vector<double> compliance_;  // by row
  std::vector<Candidate> candidates_;
  std::vector<int> rows_;          // the active ones
  std::vector<ConeGroup> groups_;  // the active ones
  std::vector<double> speeds_;     // of the active rows
  Eigen::MatrixXd halves_, responses_;
  VecX x_;  // impulses of the active rows
};

}  // namespace graze::dynamics::by_volume
