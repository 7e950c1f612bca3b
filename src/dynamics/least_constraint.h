// SPDX-License-Identifier: MIT
// The velocities that contacts and joints allow, nearest to the wished ones.                 [C11]
#pragma once
#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <vector>

#include "graze/math/interval.h"
#include "graze/math/vec.h"

namespace graze::dynamics {

using Vec6 = Eigen::Matrix<double, 6, 1>;  ///< linear, angular
using Mat6 = Eigen::Matrix<double, 6, 6>;

/// A body whose velocity is solved for.
struct SolverBody {
  Vec3 position = Vec3::Zero();  ///< of the centre of mass, to which twists refer
  double mass = 1.0;
  Mat3 inertia = Mat3::Identity();  ///< world frame
  std::array<bool, 6> is_locked = {};
  Vec6 wish = Vec6::Zero();
  Vec6 guess = Vec6::Zero();  ///< where the search begins
};

/// Islands of more bodies than this are solved less precisely, to save time.
inline constexpr std::size_t kManyBodies = 60;

inline constexpr int kGiven = -1;  ///< a body whose velocity is given

struct SolverContact {
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< from a towards b
  double bound = 0.0;          ///< least normal velocity of b relative to a
  double friction = 0.0;
  Vec3 prior = Vec3::Zero();  ///< the expected impulse on b
};

/// Contacts of two bodies.
struct SolverPair {
  int a = kGiven, b = kGiven;
  Vec3 origin = Vec3::Zero();
  Vec3 shift_a = Vec3::Zero(),
       shift_b = Vec3::Zero();  ///< added to the pair's points for this body's lever arms
  Vec6 given = Vec6::Zero();    ///< what given bodies add to the relative twist at the origin
  double rolling = 0.0, spinning = 0.0;  ///< torque per normal force
  std::vector<SolverContact> contacts = {};
};

/// j . velocities = bound, as far as an impulse along j within [least, most] can achieve it.
struct SolverRow {
  int a = kGiven, b = kGiven;
  Vec6 j_a = Vec6::Zero(), j_b = Vec6::Zero();
  double bound = 0.0;  ///< the share of given bodies is already subtracted
  double least = -kInfinity, most = kInfinity;
  double softness = 0.0;  ///< of a spring: velocity per impulse
};

struct SolverProblem {
  std::vector<SolverBody> bodies;
  std::vector<SolverPair> pairs;
  std::vector<SolverRow> rows;
  double speed = 1.0;  ///< a typical speed of the problem: answers are precise to 1e-9 of it
  double good = 0.0;   ///< the search ends at this residual, if it is above good_residual()
};

struct SolverResult {
  std::vector<Vec6> velocities;
  std::vector<std::vector<Vec3>> impulses;  ///< on b, of each contact of each pair
  std::vector<double> row_impulses;
  double residual = 0.0;  ///< imbalance under Coulomb's law, relative to what contacts give
  int iterations = 0;
};

/// The residual that is good enough for a problem of this size.
double good_residual(const SolverProblem& problem);

/// cross_matrix(r) v = r x v.
Mat3 cross_matrix(const Vec3& r);

enum class FrictionLaw { kNone, kCoulomb };

/// Minimises the kinetic energy of the difference from the wish. Rows are stiff springs around the
/// expected impulses, which are those of the round before. With friction it solves Coulomb's law
/// itself, or else convex problems whose cones are shifted by the slip. Returns the answer with the
/// smallest residual.
SolverResult solve_least_constraint(const SolverProblem& problem, FrictionLaw law);

}  // namespace graze::dynamics
