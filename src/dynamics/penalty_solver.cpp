// SPDX-License-Identifier: MIT
// Question   Which change of velocities does implicit Euler ask for?                         [V4]
// Source     Conjugate gradients without a matrix, as Faure et al. 2008, section 3.3, propose.
// Guarantee  The residual is at most the tolerance times that of the start, or is_converged says
//            no; held coordinates stay exactly 0.
// Changed    Preconditioned by the masses: a contact is then one more eigenvalue, one more step.
#include "dynamics/penalty_world_data.h"

namespace graze::dynamics {
namespace {
template <typename Rigid, typename Particle>
void for_each_block(const PenaltyWorld::Data& data, const Rigid& on_rigid,
                    const Particle& on_particle) {
  for (const PenaltyState& body : data.bodies) {
    if (const auto* rigid = std::get_if<RigidState>(&body.state)) {
      on_rigid(*rigid, body.first);
      continue;
    }
    const auto& state = std::get<SpringState>(body.state);
    for (std::size_t k = 0; k < state.positions.size(); ++k) {
      on_particle(state, k, body.first + 3 * static_cast<Eigen::Index>(k));
    }
  }
}
}  // namespace

void multiply_by_mass(const PenaltyWorld::Data& data, const VecX& v, VecX& out) {
  for_each_block(
      data,
      [&](const RigidState& rigid, Eigen::Index at) {
        out.segment<3>(at) = rigid.mass * v.segment<3>(at);
        out.segment<3>(at + 3) = rigid.inertia() * v.segment<3>(at + 3);
      },
      [&](const SpringState& state, std::size_t, Eigen::Index at) {
        out.segment<3>(at) = state.vertex_mass * v.segment<3>(at);
      });
}

void divide_by_mass(const PenaltyWorld::Data& data, const VecX& f, VecX& out) {
  for_each_block(
      data,
      [&](const RigidState& rigid, Eigen::Index at) {
        out.segment<3>(at) = f.segment<3>(at) / rigid.mass;
        out.segment<3>(at + 3) = rigid.inertia().inverse() * f.segment<3>(at + 3);
      },
      [&](const SpringState& state, std::size_t, Eigen::Index at) {
        out.segment<3>(at) = f.segment<3>(at) / state.vertex_mass;
      });
}

void clear_held(const PenaltyWorld::Data& data, VecX& v) {
  for_each_block(
      data,
      [&](const RigidState& rigid, Eigen::Index at) {
        if (rigid.is_fixed) v.segment<6>(at).setZero();
      },
      [&](const SpringState& state, std::size_t k, Eigen::Index at) {
        if (!state.is_pinned.empty() && state.is_pinned[k]) v.segment<3>(at).setZero();
      });
}

Solution solve(const PenaltyWorld::Data& data, const WorldForces& forces, const VecX& b) {
  const double h = data.options.time_step;
  const auto multiply = [&](const VecX& v, VecX& out) {
    multiply_by_mass(data, v, out);
    forces.add_products(v, -h * h, -h, out);
    clear_held(data, out);
  };
  const auto precondition = [&](const VecX& r, VecX& out) {
    divide_by_mass(data, r, out);
    clear_held(data, out);
  };
  Solution solution{VecX::Zero(b.size()), 0, true};
  VecX r = b, z(b.size()), product(b.size());
  clear_held(data, r);
  precondition(r, z);
  VecX direction = z;
  double rz = r.dot(z);
  const double enough = data.options.solver_tolerance * data.options.solver_tolerance * rz;
  while (rz > enough && solution.iterations < data.options.max_iterations) {
    multiply(direction, product);
    const double alpha = rz / direction.dot(product);
    solution.x += alpha * direction;
    r -= alpha * product;
    precondition(r, z);
    const double next = r.dot(z);
    direction = z + (next / rz) * direction;
    rz = next;
    ++solution.iterations;
  }
  solution.is_converged = rz <= enough;
  return solution;
}

}  // namespace graze::dynamics
