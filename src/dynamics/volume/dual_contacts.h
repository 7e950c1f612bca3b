// SPDX-License-Identifier: MIT
// Contacts of a system that is factored: the few that push, and how they answer to each other. [V8]
#pragma once
#include "dynamics/volume/cone_solver.h"
#include "dynamics/volume/contact_solver.h"
#include "dynamics/volume/system_factor.h"

namespace graze::dynamics::by_volume {

/// The problem of solve_contacts. Contacts that pushed once stay for the next solves.
class DualContacts {
 public:
  /// Soft bodies are in it, and it is small enough to be factored.
  static bool is_for(const CoupledSystem& system, const ContactSet& set);

  /// `factor` is that of the system, and stays. `guess` is one of the contacts' impulses, or empty.
  DualContacts(const CoupledSystem& system, const SystemFactor& factor, const ContactSet& set,
               const ContactTargets& targets, std::span<const Vec3> guess);

  /// Of a system whose matrix need not be the one that was factored: then the solution is a step
  /// from `start` towards that of the system.
  ContactSolution solve(const CoupledSystem& system, const ContactSet& set, const VecX& b,
                        const VecX& start, const SolverLimits& limits);

 private:
  /// A contact or a joint's row.
  struct Candidate {
    ConeGroup group;  ///< with the first of its rows
    double speed = 0.0;
    Eigen::Index place = -1;  ///< of its first row among those that are in; -1: none
  };
  void add(const ContactSet& set, std::span<Candidate* const> more);
  /// How these rows and those before them answer to each other.
  void respond(Eigen::Index first, Eigen::Index count);
  /// Contacts that would be crossed. `most`: of an energy's root.
  std::vector<Candidate*> crossed(const VecX& speeds, double most, double& worst);
  VecX missing_speeds(const ContactSet& set, const VecX& free) const;
  void put_impulses(const ContactSet& set, ContactSolution& out) const;

  const SystemFactor* factor_;
  std::vector<double> compliance_;  // by row
  std::vector<Candidate> candidates_;
  std::vector<int> rows_;          // that are in
  std::vector<ConeGroup> groups_;  // that are in
  std::vector<double> speeds_;     // of rows that are in
  Eigen::MatrixXd halves_, responses_;
  VecX x_;  // impulses of rows that are in
};

}  // namespace graze::dynamics::by_volume
