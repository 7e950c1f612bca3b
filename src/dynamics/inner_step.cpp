// SPDX-License-Identifier: MIT
// Question   Where are all bodies after a short time, and how fast are they?
// Source     docs/methods/rigid_world.md.
// Guarantee  No body passes another: every way is proved free before it is taken.
// Changed    -
#include "dynamics/inner_step.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace graze::dynamics {

InnerStep::InnerStep(World::Data& world, double seconds, StepReport& report)
    : world_(world),
      report_(report),
      begin_(world.state.time),
      end_(world.state.time + seconds),
      now_(world.state.time),
      ways_(ways_at(world, seconds)),
      group_(world.bodies.size()),
      is_driven_group_(world.bodies.size(), 0) {
  for (const PairForce& pair : world.state.forces) {
    forces_[{pair.a, pair.b}] << pair.force, pair.torque;
  }
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    group_[i] = i;
    if (world.bodies[i].is_there && ways_[i].is_dynamic()) movers_.push_back(i);
  }
}

void InnerStep::run() {
  begin_controllers();
  find_near(movers_, begin_);
  aim_at_velocities(movers_);
  solve_ways(movers_);
  prove_ways(movers_);
  avoid_events(movers_);
  while (!events_.empty() || !detections_.empty()) {
    const auto first = std::min_element(events_.begin(), events_.end(), [](auto& x, auto& y) {
      return std::tie(x.second.time, x.first) < std::tie(y.second.time, y.first);
    });
    if (first == events_.end() ||
        (!detections_.empty() && detections_.front().time < first->second.time)) {
      bend_ways_at(std::exchange(detections_, {}));
      continue;
    }
    const auto [pair, event] = *first;
    events_.erase(first);
    bend_ways({pair}, event.time, {});
  }
  finish();
}

void InnerStep::finish() {
  for (const std::size_t i : movers_) advance(world_, ways_[i], end_);
  find_near(movers_, end_);
  settle(movers_);
  if (world_.options.clamp_energy && world_.state.is_second_order) clamp_energy();
  for (std::size_t j = 0; j < world_.joints.size(); ++j) {
    const WorldJoint& joint = world_.joints[j].joint;
    if (!world_.joints[j].is_there) continue;
    const std::size_t a = joint.a.index(), b = joint.b.index();
    world_.state.joints[j].value += joint_progress(
        joint, world_.joints[j].frames, world_.state.bodies[a].pose, world_.state.bodies[b].pose,
        ways_[a].pose_at_time(end_), ways_[b].pose_at_time(end_));
  }
  break_joints();
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    BodyState& state = world_.state.bodies[i];
    const Way& way = ways_[i];
    if (!world_.bodies[i].is_there || world_.bodies[i].body.role == Role::kStatic) continue;
    if (world_.bodies[i].body.role == Role::kDriven) {
      state.is_late = way.is_held;
      if (way.is_held) report_.late.push_back(BodyId(i));
      const Vec6 velocity = way.is_held ? Vec6(Vec6::Zero()) : way.velocity_at(end_);
      state.velocity = velocity.head<3>();
      state.angular_velocity = velocity.tail<3>();
      state.pose = way.pose_at_time(end_);
    } else {
      state.pose = way.pose;
      state.velocity = way.velocity;
      state.angular_velocity = way.angular_velocity;
    }
  }
  report_.smallest_gap = kInfinity;
  for (const auto& [key, pair] : near_) {
    report_.smallest_gap = std::min(report_.smallest_gap, pair.distance / pair.skin);
  }
  world_.state.forces.clear();
  for (const auto& [pair, force] : forces_) {
    const auto near = near_.find(pair);
    if (near == near_.end() || near->second.candidates.empty() || force.isZero(0.0)) continue;
    world_.state.forces.push_back({pair.first, pair.second, force.head<3>(), force.tail<3>()});
  }
  world_.near = std::move(near_);
  world_.state.time = end_;
}

void InnerStep::break_joints() {
  for (const auto& [joint, load] : joint_loads_) {
    if (!(load > world_.joints[joint].joint.break_force)) continue;
    world_.state.joints[joint].is_enabled = false;
    report_.broken.push_back(JointId(joint));
  }
}

void InnerStep::note(const Island& island, const Settled& settled) {
  if (settled.velocities.empty()) return;
  for (const auto& [pair, force] : settled.forces) forces_[pair] = force;
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    Way& way = ways_[island.bodies[k]];
    way.velocity = settled.velocities[k].head<3>();
    way.angular_velocity = settled.velocities[k].tail<3>();
    join(island.bodies.front(), island.bodies[k]);
  }
  const double now = ways_[island.bodies.front()].since;
  for (const NearPair* pair : island.pairs) {
    for (const std::size_t i : {pair->a, pair->b}) {
      if (ways_[i].entry->body.role == Role::kDriven) {
        is_driven_group_[group_of(island.bodies.front())] = 1;
      }
    }
  }
  for (const std::size_t index : island.joints) {
    const World::Data::JointEntry& entry = world_.joints[index];
    if (entry.joint.motor) is_driven_group_[group_of(island.bodies.front())] = 1;
    for (const std::size_t i : {entry.joint.a.index(), entry.joint.b.index()}) {
      if (ways_[i].entry->body.role == Role::kDriven) {
        is_driven_group_[group_of(island.bodies.front())] = 1;
      }
    }
  }
  report_.residual = std::max(report_.residual, settled.residual);
  report_.impacts.insert(report_.impacts.end(), settled.impacts.begin(), settled.impacts.end());
  for (const auto& [where, impulse] : settled.impulses) {
    if (impulse.isZero(0.0)) continue;
    const NearPair& pair = near_.at(where.first);
    const std::size_t count = pair.candidates.size();
    const ContactCandidate& c =
        where.second < count ? pair.candidates[where.second] : pair.foreseen[where.second - count];
    report_.contacts.push_back({BodyId(pair.a), BodyId(pair.b), 0.5 * (c.point_a + c.point_b),
                                c.normal, c.gap, impulse, impulse / report_.seconds});
  }
  if (now < end_ || settled.contacts == 0) return;
  IslandReport& out = report_.islands.emplace_back();
  for (const std::size_t i : island.bodies) out.bodies.push_back(BodyId(i));
  out.contacts = settled.contacts;
  out.residual = settled.residual;
  out.iterations = settled.iterations;
}

std::size_t InnerStep::group_of(std::size_t body) const {
  while (group_[body] != body) body = group_[body];
  return body;
}

void InnerStep::join(std::size_t a, std::size_t b) {
  if (!ways_[a].is_dynamic() || !ways_[b].is_dynamic()) {
    for (const std::size_t i : {a, b}) {
      if (ways_[i].entry->body.role != Role::kDriven) continue;
      is_driven_group_[group_of(a)] = is_driven_group_[group_of(b)] = 1;
    }
    return;
  }
  const auto [lo, hi] = std::minmax({group_of(a), group_of(b)});
  group_[hi] = lo;
  is_driven_group_[lo] = is_driven_group_[lo] || is_driven_group_[hi];
}

void InnerStep::clamp_energy() {
  std::vector<double> now(ways_.size(), 0.0), allowed(ways_.size(), 0.0);
  for (const std::size_t i : movers_) {
    const Way& way = ways_[i];
    const Drive drive = drive_of(world_, way);
    const std::size_t group = group_of(i);
    now[group] += kinetic_energy(way);
    allowed[group] +=
        way.kinetic_at_begin +
        way.entry->mass.mass * drive.acceleration.dot(way.centre() - way.centre_at_begin);
    if (!drive.torque.isZero(0.0)) is_driven_group_[group] = 1;
  }
  std::vector<double> share(ways_.size(), 1.0);
  for (const std::size_t i : movers_) {
    if (group_of(i) != i || is_driven_group_[i] || now[i] <= 0.0) continue;
    const double most = std::max(0.0, allowed[i]);
    if (now[i] <= most * (1.0 + 1e-9) + 1e-15 * world_.bodies[i].mass.mass) continue;
    share[i] = std::sqrt(most / now[i]);
    ++report_.clamps;
  }
  for (const std::size_t i : movers_) {
    ways_[i].velocity *= share[group_of(i)];
    ways_[i].angular_velocity *= share[group_of(i)];
  }
}

void take_inner_step(World::Data& world, double seconds, StepReport& report) {
  InnerStep(world, seconds, report).run();
}

}  // namespace graze::dynamics
