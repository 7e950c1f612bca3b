// SPDX-License-Identifier: MIT
#include "dynamics/turning_friction.h"

namespace graze::dynamics {
namespace {
// The sum of a pair's normal impulses limits its torques against rolling and spinning.
struct PairLoad {
  double normal_impulse = 0.0;
  Vec3 normal = Vec3::Zero();
};

PairLoad load_of(const SolverPair& pair, const std::vector<Vec3>& impulses) {
  PairLoad load;
  for (std::size_t c = 0; c < pair.contacts.size(); ++c) {
    const double f = impulses[c].dot(pair.contacts[c].normal);
    load.normal_impulse += f;
    load.normal += f * pair.contacts[c].normal;
  }
  load.normal = load.normal.norm() > 0.0 ? load.normal.normalized() : Vec3(Vec3::UnitZ());
  return load;
}

void add_torque(const SolverPair& pair, const Vec3& axis, double most, SolverProblem& problem) {
  SolverRow row;
  row.a = pair.a;
  row.b = pair.b;
  row.j_a.tail<3>() = -axis;
  row.j_b.tail<3>() = axis;
  row.bound = -axis.dot(pair.given.tail<3>());
  row.most = most;
  row.least = -most;
  problem.rows.push_back(row);
}

void add_torques(const SolverPair& pair, const PairLoad& load, const Vec3& turn,
                 SolverProblem& problem) {
  const Vec3 rolls = turn - load.normal * load.normal.dot(turn);
  const Vec3 axis = rolls.norm() > 0.0 ? Vec3(rolls.normalized()) : load.normal.unitOrthogonal();
  if (pair.rolling > 0.0) {
    add_torque(pair, axis, pair.rolling * load.normal_impulse, problem);
    add_torque(pair, load.normal.cross(axis), pair.rolling * load.normal_impulse, problem);
  }
  if (pair.spinning > 0.0) {
    add_torque(pair, load.normal, pair.spinning * load.normal_impulse, problem);
  }
}
}  // namespace

SolverProblem with_torques(const SolverProblem& problem, const SolverResult& last) {
  SolverProblem out = problem;
  for (std::size_t p = 0; p < problem.pairs.size(); ++p) {
    const SolverPair& pair = problem.pairs[p];
    if (!(pair.rolling > 0.0 || pair.spinning > 0.0)) continue;
    Vec3 turn = pair.given.tail<3>();
    if (pair.b != kGiven) turn += problem.bodies[static_cast<std::size_t>(pair.b)].wish.tail<3>();
    if (pair.a != kGiven) turn -= problem.bodies[static_cast<std::size_t>(pair.a)].wish.tail<3>();
    add_torques(pair, load_of(pair, last.impulses[p]), turn, out);
  }
  return out;
}

}  // namespace graze::dynamics
