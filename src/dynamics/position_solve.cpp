// SPDX-License-Identifier: MIT
// The ways of all islands of an inner step, and what pushes along them.                       [C11]
#include <algorithm>

#include "dynamics/way_solver.h"
#include "graze/base/parallel.h"

namespace graze::dynamics {

InnerStep::Loads InnerStep::solve_ways(const Island& island) {
  const bool is_free = island.pairs.empty() && island.joints.empty();
  if (is_free) {
    Way& way = ways_[island.bodies.front()];
    Vec6 twist = wished_twist(world_, way);
    for (int k = 0; k < 6; ++k) {
      if (way.entry->body.is_locked[static_cast<std::size_t>(k)]) twist[k] = 0.0;
    }
    way.take(twist);
    way.is_free = true;
    way.joint_force.setZero();
    return {};
  }
  WaySolver solver(world_, ways_, island, forces_, impulses_);
  solver.run();
  const std::vector<Vec6> forces = solver.joint_forces();
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    Way& way = ways_[island.bodies[k]];
    way.take(solver.twists()[k]);
    way.is_free = false;
    way.joint_force = forces[k];
  }
  return {solver.contacts(), solver.joint_loads(), solver.forces(), solver.pushes(),
          solver.impulses()};
}

void InnerStep::forget_pushes(const std::vector<std::size_t>& bodies) {
  std::vector<char> is_asked(ways_.size(), 0);
  for (const std::size_t i : bodies) is_asked[i] = 1;
  std::erase_if(pushes_, [&](const auto& entry) {
    return is_asked[entry.first.first] || is_asked[entry.first.second];
  });
}

void InnerStep::aim_at_velocities(const std::vector<std::size_t>& bodies) {
  if (!world_.state.is_second_order) return;
  for (const std::size_t i : bodies) {
    Way& way = ways_[i];
    if (way.is_free_to_move()) way.twist << way.velocity, way.angular_velocity;
  }
}

void InnerStep::solve_ways(const std::vector<std::size_t>& bodies) {
  look_ahead(bodies);
  const std::vector<Island> islands = islands_of(bodies);
  std::vector<Loads> loads(islands.size());
  forget_pushes(bodies);
  parallel_for(
      islands.size(), [&](std::size_t i) { loads[i] = solve_ways(islands[i]); },
      world_.options.threads);
  for (std::size_t i = 0; i < islands.size(); ++i) {
    for (const std::size_t body : islands[i].bodies) join(islands[i].bodies.front(), body);
    if (!world_.state.is_second_order) note_pushes(islands[i], loads[i].contacts);
    for (const auto& [joint, load] : loads[i].joints) joint_loads_[joint] = load;
    for (const auto& [pair, force] : loads[i].forces) forces_[pair] = force;
    for (const auto& [pair, feature] : loads[i].pushes) pushes_[pair].push_back(feature);
    for (auto& [pair, features] : loads[i].impulses) impulses_[pair] = std::move(features);
  }
}

// A first-order world has no velocity solve that tells what pushes, so the last ways tell.
void InnerStep::note_pushes(const Island& island, const std::vector<WorldContact>& contacts) {
  const auto is_in = [&](BodyId id) {
    return std::ranges::binary_search(island.bodies, id.index());
  };
  std::erase_if(report_.contacts, [&](const WorldContact& c) { return is_in(c.a) || is_in(c.b); });
  report_.contacts.insert(report_.contacts.end(), contacts.begin(), contacts.end());
}

}  // namespace graze::dynamics
