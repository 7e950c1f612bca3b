// SPDX-License-Identifier: MIT
// The velocities nearest to those wished for that contacts and joints allow.                 [C11]
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

/// A body whose velocity is asked for.
struct SolverBody {
  Vec3 position = Vec3::Zero();  ///< of the centre of mass: twists are written there
  double mass = 1.0;
  Mat3 inertia = Mat3::Identity();  ///< world frame
  std::array<bool, 6> is_locked = {};
  Vec6 wish = Vec6::Zero();
  Vec6 guess = Vec6::Zero();  ///< where the search begins
};

/// Islands of more bodies than this are solved less sharply: their time goes with the residual.
inline constexpr std::size_t kManyBodies = 60;

inline constexpr int kGiven = -1;  ///< a body whose velocity is not asked for

struct SolverContact {
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< from a towards b
  double bound = 0.0;          ///< normal . relative velocity (of b against a) is not below it
  double friction = 0.0;
  Vec3 prior = Vec3::Zero();  ///< impulse on b that is expected
};

/// Contacts of two bodies.
struct SolverPair {
  int a = kGiven, b = kGiven;
  Vec3 origin = Vec3::Zero();
  Vec3 shift_a = Vec3::Zero(),
       shift_b = Vec3::Zero();  ///< of the pair's points, as the body has it
  Vec6 given = Vec6::Zero();    ///< what given bodies add to the relative twist at the origin
  double rolling = 0.0, spinning = 0.0;  ///< torque by normal force
  std::vector<SolverContact> contacts = {};
};

/// j . velocities = bound, as far as an impulse within [least, most] along j can make it so.
struct SolverRow {
  int a = kGiven, b = kGiven;
  Vec6 j_a = Vec6::Zero(), j_b = Vec6::Zero();
  double bound = 0.0;  ///< given bodies taken off
  double least = -kInfinity, most = kInfinity;
  double softness = 0.0;  ///< of a spring: velocity per impulse
};

struct SolverProblem {
  std::vector<SolverBody> bodies;
  std::vector<SolverPair> pairs;
  std::vector<SolverRow> rows;
  double speed = 1.0;  ///< what counts as a speed here: answers are sharp to 1e-9 of it
  double good = 0.0;   ///< a residual at which the search ends, if larger than good_residual()
};

struct SolverResult {
  std::vector<Vec6> velocities;
  std::vector<std::vector<Vec3>> impulses;  ///< on b, of each contact of each pair
  std::vector<double> row_impulses;
  double residual = 0.0;  ///< missing balance under Coulomb's law by what contacts give
  int iterations = 0;
};

/// The residual that is good enough for a problem of this size.
double good_residual(const SolverProblem& problem);

/// cross_matrix(r) v = r x v.
Mat3 cross_matrix(const Vec3& r);

enum class FrictionLaw { kNone, kCoulomb };

/// Minimises half the kinetic energy of the difference to the wish, with rows as stiff springs
/// beyond the impulses that are expected, which are those of the round before. With friction: the
/// law itself, or else convex problems with the slip as a shift of their cones. The best by
/// residual.
SolverResult solve_least_constraint(const SolverProblem& problem, FrictionLaw law);

}  // namespace graze::dynamics
