// SPDX-License-Identifier: MIT
// Question   How are bodies that overlap too deeply moved apart without throwing them?        [V5]
// Source     Velocities under the rows of the contacts, which are dropped after the step.
// Guarantee  It strains no element by more than a half, or than it would be strained without it.
//            The energy that it puts into elements is known, and is taken from the trembling of
//            their body as far as there is any.
// Changed    Soft bodies respond as if there were more time: they move as a whole where they can.
#include <algorithm>
#include <cmath>

#include "dynamics/volume/joint_links.h"
#include "dynamics/volume/part_step.h"
#include "dynamics/volume/trembling.h"

namespace graze::dynamics::by_volume {
namespace {
/// Bodies are moved apart as if there were this many times as much time: then strain counts more
/// than mass, and a soft body is moved as a whole rather than squeezed.
constexpr double kSlowly = 30.0;

constexpr double kMostStrain = 0.5;  // to which a correction may lead

ContactTargets position_targets(const World::Data& world, const ContactSet& set, double h) {
  ContactTargets targets;
  for (const PatchContact& contact : set.contacts) {
    const double beyond = contact.depth - kept_depth(world, contact.a, contact.b);
    targets.speeds.push_back(std::max(0.0, world.options.volume.correction * beyond / h));
  }
  targets.links = position_links(set, world.options.volume.correction, h);
  return targets;
}

/// True if anything needs correction.
bool are_asked_for(const ContactTargets& targets) {
  return std::ranges::any_of(targets.speeds, [](double s) { return s > 0.0; }) ||
         std::ranges::any_of(targets.links, [](const LinkTarget& t) { return t.speed != 0.0; });
}

/// Where the nodes of a soft body would be with a share of the correction.
std::vector<Vec3> nodes_ahead(const World::Data& world, const Part& at, const PartStep& part,
                              double share) {
  std::vector<Vec3> ahead = world.state.soft[at.body].positions;
  const auto v = nodes_in(part.velocity.v, at), w = nodes_in(part.position.v, at);
  for (std::size_t n = 0; n < ahead.size(); ++n) ahead[n] += part.h * (v[n] + share * w[n]);
  return ahead;
}

/// The share of the correction that strains no element too far.
double bearable_share(const World::Data& world, const elastic::ElasticForces& soft, const Part& at,
                      const PartStep& part) {
  const double most = std::max(kMostStrain, soft.largest_strain(nodes_ahead(world, at, part, 0.0)));
  for (const double share : {1.0, 0.5, 0.25, 0.125}) {
    if (soft.largest_strain(nodes_ahead(world, at, part, share)) <= most) return share;
  }
  return 0.0;
}

double elastic_energy(const World::Data& world, elastic::ElasticForces& soft,
                      const std::vector<Vec3>& nodes) {
  soft.update(nodes, world.options.threads);
  return soft.energy();
}

void pay_of_body(const World::Data& world, elastic::ElasticForces& soft, const Part& at,
                 PartStep& part) {
  const double share = bearable_share(world, soft, at, part);
  if (share < 1.0) part.position.v.segment(at.first, at.size) *= share;
  const double before = elastic_energy(world, soft, nodes_ahead(world, at, part, 0.0));
  const double work = elastic_energy(world, soft, nodes_ahead(world, at, part, 1.0)) - before;
  part.correction_work += work;
  if (work > 0.0) {
    calm(world, at.body, nodes_ahead(world, at, part, 1.0), nodes_in(part.kept, at), work);
  }
}
}  // namespace

void correct_positions(const World::Data& world, VolumeParts& parts, PartStep& part) {
  const ContactTargets apart = position_targets(world, part.set, part.h);
  part.is_corrected = are_asked_for(apart);
  if (!part.is_corrected) return;
  const CoupledSystem slow(world, parts.soft, kSlowly * part.h);
  const VecX still = VecX::Zero(slow.size());
  SolverLimits limits = limits_of(world);
  limits.tolerance = std::max(limits.tolerance, 1e-4);  // the next step corrects the rest
  if (part.dual) {
    parts.slow_factor.compute(slow);
    DualContacts dual(slow, parts.slow_factor, part.set, apart, {});
    part.position = dual.solve(slow, part.set, still, still, limits);
  } else {
    part.position = solve_contacts(slow, part.set, apart, still, still, limits);
  }
  slow.follow_carriers(part.position.v);
}

void pay_for_correction(const World::Data& world, VolumeParts& parts, PartStep& part) {
  const CoupledSystem layout(world, parts.soft, part.h);
  for (const Part& at : layout.parts()) {
    if (at.is_held) continue;
    if (at.is_soft) {
      pay_of_body(world, *parts.soft[at.body], at, part);
      parts.is_current = false;
    }
    // The work against gravity; for a soft body that of its centre of mass.
    Vec3 lift = part.h * part.position.v.segment<3>(at.first);
    if (at.is_soft) {
      const auto& masses = world.bodies[at.body].body.elastic->masses;
      const auto w = nodes_in(std::as_const(part.position.v), at);
      lift = Vec3::Zero();
      for (std::size_t n = 0; n < w.size(); ++n) {
        lift += (part.h * masses[n] / world.bodies[at.body].mass.mass) * w[n];
      }
    }
    part.correction_work -= world.bodies[at.body].mass.mass * world.options.gravity.dot(lift);
  }
}

}  // namespace graze::dynamics::by_volume
