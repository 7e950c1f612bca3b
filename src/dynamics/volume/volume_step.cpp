// SPDX-License-Identifier: MIT
// Question   How do soft and rigid bodies that touch by overlapping move?             [V4, V5, V8]
// Source     Implicit Euler (Baraff and Witkin 1998) with the overlap's patches as rows (Faure et
//            al. 2008, section 5) on velocities. Overlaps that are too deep are moved apart by
//            velocities that are dropped afterwards, so that bodies gain no speed.
// Guarantee  Separate bodies go no farther than `linear` allows: see guard.cpp.
// Changed    While a rigid body turns, its angular momentum is constant, not its angular velocity.
#include <algorithm>
#include <cmath>
#include <optional>

#include "dynamics/barrier/barrier_step.h"
#include "dynamics/volume/joint_links.h"
#include "dynamics/volume/part_step.h"
#include "dynamics/volume/trembling.h"

namespace graze::dynamics::by_volume {
namespace {
void commit(World::Data& world, VolumeParts& parts, const PartStep& part) {
  CoupledSystem layout(world, parts.soft, part.h);
  follow_joints(world, part.moved);
  for (const Part& p : layout.parts()) {
    BodyState& state = world.state.bodies[p.body];
    if (p.is_soft && !p.is_held) {
      SoftState& soft = world.state.soft[p.body];
      soft.positions = part.moved.nodes[p.body];
      const auto nodes = nodes_in(part.kept, p);
      soft.velocities.assign(nodes.begin(), nodes.end());
      state.velocity = Vec3::Zero();
      const ElasticModel& model = parts.soft[p.body]->model();
      for (std::size_t n = 0; n < soft.velocities.size(); ++n) {
        state.velocity += (model.masses[n] / world.bodies[p.body].mass.mass) * soft.velocities[n];
      }
    } else if (!p.is_soft) {
      state.pose = part.moved.poses[p.body];
      state.velocity = part.velocity.v.segment<3>(p.first);
      state.angular_velocity = p.is_held ? Vec3(part.velocity.v.segment<3>(p.first + 3))
                                         : part.moved.angular_velocities[p.body];
    }
  }
  world.state.time += part.h;
  update(world, parts);
}

void report_contacts(const World::Data& world, const PartStep& part, StepReport& report) {
  const double step = world.options.step;
  for (std::size_t k = 0; k < part.set.contacts.size(); ++k) {
    const PatchContact& c = part.set.contacts[k];
    const Vec3& p = part.velocity.impulses[k];
    const Vec3 impulse = p[0] * c.normal + p[1] * c.tangents[0] + p[2] * c.tangents[1];
    report.contacts.push_back(
        {BodyId(c.a), BodyId(c.b), c.point, c.normal, -c.depth, impulse, impulse / step});
  }
}

/// The entry of a pair in the step's list; added if missing.
OverlappingPair& listed(VolumeStep& volume, std::size_t a, std::size_t b) {
  const auto found = std::ranges::find_if(volume.overlaps, [&](const OverlappingPair& p) {
    return p.a.index() == a && p.b.index() == b;
  });
  if (found != volume.overlaps.end()) return *found;
  return volume.overlaps.emplace_back(OverlappingPair{BodyId(a), BodyId(b)});
}

void report_part(const World::Data& world, std::span<const PairVolume> overlaps,
                 const PartStep& part, StepReport& report) {
  VolumeStep& volume = *report.volume;
  report_contacts(world, part, report);
  for (OverlappingPair& pair : volume.overlaps) pair.volume = 0.0;
  for (const PairVolume& pair : overlaps) {
    OverlappingPair& entry = listed(volume, pair.a, pair.b);
    entry.volume = pair.overlap.volume;
    entry.depth = std::max(entry.depth, pair.depth);
  }
  for (const ContactSolution* solution : {&part.velocity, &part.position}) {
    volume.solver_iterations += solution->iterations;
    volume.solver_residual = std::max(volume.solver_residual, solution->residual);
    volume.is_converged = volume.is_converged && solution->is_converged;
  }
  report.residual = std::max(report.residual, part.velocity.friction_error);
}

/// Sums the forces of the contacts of each pair.
void sum_up_contacts(StepReport& report) {
  for (const WorldContact& c : report.contacts) {
    OverlappingPair& pair = listed(*report.volume, c.a.index(), c.b.index());
    pair.force += c.force;
    pair.depth = std::max(pair.depth, -c.gap);
  }
  std::ranges::sort(report.volume->overlaps, {},
                    [](const OverlappingPair& p) { return std::pair(p.a, p.b); });
}

/// Adds the rows where bodies would come out behind each other.
void add_rows(std::vector<PairVolume>& overlaps, const std::vector<PairVolume>& far_rows) {
  for (const PairVolume& more : far_rows) {
    const auto pair = std::ranges::find_if(
        overlaps, [&](const PairVolume& p) { return p.a == more.a && p.b == more.b; });
    pair->rows.insert(pair->rows.end(), more.rows.begin(), more.rows.end());
  }
}

constexpr double kOfRoom = 0.9;
constexpr int kMostGuardRounds = 12, kMostRowRounds = 4;

/// An inner step that the guard accepts. Adds rows where bodies would come out behind each other,
/// and shortens the step. None if the guard still refuses after the last round.
std::optional<PartStep> guarded_part(World::Data& world, VolumeParts& parts,
                                     std::vector<PairVolume>& overlaps, double h,
                                     GuardAnswer& answer) {
  for (int round = 0; round < kMostGuardRounds; ++round) {
    PartStep part = solve_part(world, parts, overlaps, h);
    answer = guard(world, parts, overlaps, part.moved);
    part.next = kOfRoom * answer.room * part.h;
    if (answer.share >= 1.0 && answer.far_share >= 1.0) return part;
    add_rows(overlaps, answer.far_rows);
    h = part.h * (round < kMostRowRounds ? answer.share : std::min(answer.share, answer.far_share));
  }
  return {};
}

/// Stops the dynamic bodies that cannot go on without coming out behind each other.
void hold(World::Data& world, const GuardAnswer& answer) {
  for (const PairVolume& pair : answer.far_rows) {
    for (const std::size_t i : {pair.a, pair.b}) {
      if (!world.bodies[i].is_dynamic()) continue;
      world.state.bodies[i].velocity = world.state.bodies[i].angular_velocity = Vec3::Zero();
      if (!world.bodies[i].body.elastic) continue;
      std::ranges::fill(world.state.soft[i].velocities, Vec3::Zero());
    }
  }
}

/// An inner step that the guard accepts, if there is one. Reports what the guard found about pairs.
std::optional<PartStep> find_part(World::Data& world, VolumeParts& parts,
                                  std::vector<PairVolume>& overlaps, double h, StepReport& report) {
  if (!world.options.volume.guard || is_penalty(world)) {
    return solve_part(world, parts, overlaps, h);
  }
  GuardAnswer answer;
  std::optional<PartStep> part = guarded_part(world, parts, overlaps, h, answer);
  if (!part) {
    hold(world, answer);
    update(world, parts);
    for (const PairVolume& pair : overlaps) listed(*report.volume, pair.a, pair.b);
  }
  world.state.touches = std::move(answer.touched);
  report.volume->pairs_apart = answer.apart;
  report.volume->entered += answer.entered;
  report.volume->undecided += answer.undecided;
  for (const auto& [a, b] : answer.unproved) listed(*report.volume, a, b);
  return part;
}

/// True if only the correction of overlaps puts energy into the world.
bool is_left_to_itself(const World::Data& world, const PartStep& part) {
  return !is_penalty(world) && std::ranges::none_of(world.bodies, [](const World::Data::Entry& e) {
    const bool has_muscles = e.body.elastic && !e.body.elastic->muscles.empty();
    return e.is_there &&
           (e.body.role == Role::kDriven || has_muscles || !e.force.isZero() || !e.torque.isZero());
  }) && std::ranges::none_of(part.set.links, [](const LinkRow& link) {
    return link.row.kind == JointRow::Kind::kDrive;
  });
}

constexpr double kEnergyTolerance = 1e-7;  // of the kinetic and elastic energy
constexpr int kMostRetries = 6;

/// An inner step can gain energy where the elements' forces change too much within it. That energy
/// is taken from the trembling of soft bodies. False if there is too little of it.
bool keeps_energy(World::Data& world, const PartStep& part, double before, StepReport& report) {
  if (world.state.soft.empty() || !is_left_to_itself(world, part)) return true;
  const WorldEnergy energy = world.energy();
  const double gained = energy.total() - before - part.correction_work;
  const double least = kEnergyTolerance * (energy.kinetic + energy.springs);
  if (gained <= least) return true;
  ++report.clamps;
  return gained - calm_all(world, gained) <= least;
}

/// How long an inner step was, and about how long the next can be.
struct TakenPart {
  double h = 0.0;  ///< 0: nothing moved
  double next = kInfinity;
};

/// Takes one inner step, as long as the guard and the energy check allow.
TakenPart take_part(World::Data& world, VolumeParts& parts, double wanted, StepReport& report) {
  std::vector<PairVolume> overlaps = find_overlaps(world, parts);
  const double before = world.energy().total();
  const WorldState start = world.state;
  parts.expected.clear();  // results must depend on the state alone
  for (int retry = 0;; ++retry) {
    const std::optional<PartStep> part = find_part(world, parts, overlaps, wanted, report);
    if (!part) return {};
    commit(world, parts, *part);
    if (!keeps_energy(world, *part, before, report) && retry < kMostRetries) {
      world.state = start;
      update(world, parts);
      wanted = 0.5 * part->h;
      continue;
    }
    report.volume->correction_work += part->correction_work;
    break_joints(world, part->set, part->velocity, part->h, report);
    report_part(world, overlaps, *part, report);
    return {part->h, part->next};
  }
}
}  // namespace

void put_knots(const World::Data& world, StepReport& report) {
  for (std::size_t k = 0; k < world.bodies.size(); ++k) {
    const World::Data::Entry& entry = world.bodies[k];
    if (!entry.is_there || entry.body.role == Role::kStatic) continue;
    if (entry.body.elastic) {
      report.soft_knots.push_back({BodyId(k), world.state.time, world.state.soft[k].positions});
    } else {
      report.knots.push_back({BodyId(k), world.state.time, world.state.bodies[k].pose});
    }
  }
}

StepReport step_by_volume(World::Data& world) {
  if (world.options.contact == ContactMode::kBarrier) return barrier::step_by_barrier(world);
  VolumeParts& parts = parts_of(world);
  if (!parts.is_current) update(world, parts);
  StepReport report;
  report.volume.emplace();
  const double before = world.energy().total();
  double left = world.options.step, longest = left;
  while (left > 1e-9 * world.options.step && report.inner_steps < world.options.max_inner_steps) {
    if (report.inner_steps > 0) put_knots(world, report);
    const TakenPart taken = take_part(world, parts, std::min(left, longest), report);
    ++report.inner_steps;
    left -= taken.h;
    longest = taken.next;
    if (!(taken.h > 0.0)) break;
  }
  report.volume->time_lost = left > 1e-9 * world.options.step ? left : 0.0;
  report.seconds = world.options.step - report.volume->time_lost;
  ++world.state.steps;
  report.time = world.state.time;
  report.energy = world.energy();
  report.volume->energy_change = report.energy.total() - before;
  sum_up_contacts(report);
  const auto in_order = [](const auto& x, const auto& y) {
    return std::tie(x.body, x.time) < std::tie(y.body, y.time);
  };
  std::ranges::stable_sort(report.knots, in_order);
  std::ranges::stable_sort(report.soft_knots, in_order);
  return report;
}

WorldEnergy soft_energy(const World::Data& world) {
  WorldEnergy energy;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const auto& elastic = world.bodies[i].body.elastic;
    if (!elastic || !world.bodies[i].is_there) continue;
    const SoftState& soft = world.state.soft[i];
    for (std::size_t n = 0; n < soft.positions.size(); ++n) {
      energy.kinetic += 0.5 * elastic->masses[n] * soft.velocities[n].squaredNorm();
      energy.gravity -= elastic->masses[n] * world.options.gravity.dot(soft.positions[n]);
    }
    const bool is_known = world.volume && world.volume->is_current && world.volume->soft.size() > i;
    if (is_known) {
      energy.springs += world.volume->soft[i]->energy();
      continue;
    }
    elastic::ElasticForces now(elastic);
    now.set_time(world.state.time);
    now.update(soft.positions);
    energy.springs += now.energy();
  }
  return energy;
}

}  // namespace graze::dynamics::by_volume
