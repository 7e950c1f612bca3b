// SPDX-License-Identifier: MIT
// Question   How do overlapping bodies move in an inner step?                          [V4, V5, V8]
// Source     Implicit Euler (Baraff and Witkin 1998) with the overlap's patches as rows (Faure et
//            al. 2008, section 5) on velocities.
// Guarantee  The momentum of bodies that nothing touches is conserved up to rounding.
// Changed    While a rigid body turns, its angular momentum is constant, not its angular velocity.
#include "dynamics/volume/part_step.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "dynamics/free_rotation.h"
#include "dynamics/volume/gathered_rows.h"
#include "dynamics/volume/joint_links.h"
#include "dynamics/volume/penalty_rows.h"
#include "graze/math/rotation.h"

namespace graze::dynamics::by_volume {
namespace {
/// Turns about the centre of mass with constant momentum, in parts short enough to keep the energy.
Mat3 turned_by_momentum(const World::Data::Entry& entry, const Mat3& rotation, const Vec3& momentum,
                        double h) {
  constexpr int kParts = 8;
  Mat3 turned = rotation;
  for (int k = 0; k < kParts; ++k) {
    turned = turned_freely(turned, momentum, entry.principal, h / kParts);
  }
  return turned;
}

Pose pose_about(const World::Data::Entry& entry, const Mat3& rotation, const Vec3& centre) {
  return {rotation, centre - times(rotation, entry.mass.centre)};
}

void move_rigid(const World::Data& world, const Part& part, const VecX& v, const VecX& w, double h,
                Moved& out) {
  const World::Data::Entry& entry = world.bodies[part.body];
  const Pose& pose = world.state.bodies[part.body].pose;
  const Vec3 spin = v.segment<3>(part.first + 3), extra = w.segment<3>(part.first + 3);
  const Vec3 momentum = inertia_at(entry, pose.rotation) * spin;
  Mat3 rotation = turned_by_momentum(entry, pose.rotation, momentum, h);
  out.angular_velocities[part.body] = inertia_at(entry, rotation).inverse() * momentum;
  const bool is_locked = std::ranges::any_of(entry.body.is_locked, [](bool b) { return b; });
  if (is_locked) {  // constant momentum would turn it about locked axes
    rotation = times(rotation_from_vector(h * spin), pose.rotation);
    out.angular_velocities[part.body] = spin;
  }
  rotation = times(rotation_from_vector(h * extra), rotation);
  const Vec3 shift = h * (v.segment<3>(part.first) + w.segment<3>(part.first));
  out.poses[part.body] = pose_about(entry, rotation, pose * entry.mass.centre + shift);
}

/// Gives driven bodies the velocities of the chords of their motions.
void put_driven(const World::Data& world, const CoupledSystem& system, double end, VecX& v) {
  for (const Part& part : system.parts()) {
    const World::Data::Entry& entry = world.bodies[part.body];
    if (entry.body.role != Role::kDriven || !entry.is_there) continue;
    const Pose& from = world.state.bodies[part.body].pose;
    const Pose to = pose_at(entry.body.body.motion, end);
    const Vec3 centre = entry.mass.centre;
    v.segment<3>(part.first) = (to * centre - from * centre) / system.h();
    v.segment<3>(part.first + 3) =
        vector_from_rotation(times(to.rotation, Mat3(from.rotation.transpose()))) / system.h();
  }
}

/// The pair's rows, merged where nodes cannot tell them apart; rows at points stay as they are.
std::vector<VolumeRow> told_apart(const World::Data& world, const PairVolume& pair) {
  const ElasticModel* a = world.bodies[pair.a].body.elastic.get();
  const ElasticModel* b = world.bodies[pair.b].body.elastic.get();
  if (pair.is_nested || (a == nullptr && b == nullptr)) return pair.rows;
  const auto is_point = [](const VolumeRow& row) { return row.volume <= kPointVolume; };
  std::vector<VolumeRow> patches = pair.rows;
  const auto points = std::ranges::stable_partition(patches, std::not_fn(is_point));
  std::vector<VolumeRow> rows = gathered_by_node({patches.begin(), points.begin()}, a, b);
  rows.insert(rows.end(), points.begin(), points.end());
  return rows;
}

ContactSet rows_of(const World::Data& world, const VolumeParts& parts, const CoupledSystem& system,
                   std::span<const PairVolume> overlaps) {
  RowCollector collector(world, system, parts.soft);
  for (const PairVolume& pair : overlaps) {
    const ContactMaterial material = world.material(pair.a, pair.b);
    for (const VolumeRow& row : told_apart(world, pair)) {
      if (pair.is_nested) {
        collector.add_whole(pair.a, pair.b, row, material);
      } else {
        collector.add(pair.a, pair.b, row, material);
      }
    }
  }
  ContactSet set = collector.finish();
  add_joint_rows(world, system, set);
  return set;
}

/// The velocities that gravity adds.
VecX gravity_speeds(const World::Data& world, const CoupledSystem& system) {
  VecX v = VecX::Zero(system.size());
  for (const Part& part : system.parts()) {
    const Eigen::Index end = part.is_soft ? part.first + part.size : part.first + 3;
    for (Eigen::Index at = part.first; at < end; at += 3) {
      v.segment<3>(at) = system.h() * world.options.gravity;
    }
  }
  system.clear_held(v);
  return v;
}

/// How much deeper a patch of a soft body may come into the other body. If it came out, it would
/// have no row in the next step, and its strain would let it spring back. Rigid bodies come out as
/// a whole, which the guard sees.
double room_at(const World::Data& world, const PatchContact& contact) {
  const bool is_soft = world.bodies[contact.a].body.elastic || world.bodies[contact.b].body.elastic;
  if (!is_soft || contact.depth <= kPointVolume) return 0.0;
  return std::max(0.0, held_depth(world, contact.a, contact.b) - contact.depth);
}

/// The speeds at which contacts must separate. Contacts that meet faster than gravity accelerates
/// in two steps bounce. The others may close until they are deep enough to be seen.
ContactTargets velocity_targets(const World::Data& world, const CoupledSystem& system,
                                const ContactSet& set, const VecX& v) {
  ContactTargets targets;
  const VecX speeds = set.rows * v, falls = set.rows * gravity_speeds(world, system);
  const double slow = 2.0 * world.options.gravity.norm() * world.options.step;
  for (std::size_t k = 0; k < set.contacts.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(3 * k);
    const double back = falls[row] - set.contacts[k].restitution * speeds[row];
    const bool bounces = speeds[row] < -slow && back > 0.0;
    targets.speeds.push_back(bounces ? back : -room_at(world, set.contacts[k]) / system.h());
    targets.friction.push_back(set.contacts[k].friction);
  }
  targets.links = velocity_links(set, system.h());
  return targets;
}

constexpr int kMostNewtonRounds = 4;
constexpr double kNewtonInContact = 1e-3;  // patches are not known more precisely

/// The mean velocity of a part's mass.
Vec3 mean_velocity(const World::Data& world, const Part& part, const VecX& v) {
  if (!part.is_soft) return v.segment<3>(part.first);
  const World::Data::Entry& entry = world.bodies[part.body];
  const auto nodes = nodes_in(v, part);
  Vec3 mean = Vec3::Zero();
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    mean += (entry.body.elastic->masses[n] / entry.mass.mass) * nodes[n];
  }
  return mean;
}

/// Lets bodies that nothing touches or holds fall on a parabola: they move by the mean of the first
/// and last velocities, not by the last.
void fall_freely(const World::Data& world, const CoupledSystem& system, PartStep& out) {
  std::vector<bool> is_free(world.bodies.size(), !is_penalty(world));
  for (const PatchContact& contact : out.set.contacts)
    is_free[contact.a] = is_free[contact.b] = false;
  for (const LinkRow& link : out.set.links) {
    const WorldJoint& joint = world.joints[link.joint].joint;
    is_free[joint.a.index()] = is_free[joint.b.index()] = false;
  }
  VecX& w = out.fall;
  const VecX before = system.velocities();
  for (const Part& part : system.parts()) {
    if (!is_free[part.body] || part.is_held) continue;
    const Vec3 back =
        0.5 * (mean_velocity(world, part, before) - mean_velocity(world, part, out.velocity.v));
    const auto& elastic = world.bodies[part.body].body.elastic;
    if ((part.is_soft && !elastic->pinned.empty()) || is_attached(world, part.body)) continue;
    if (!part.is_soft) w.segment<3>(part.first) += back;
    if (part.is_soft) {
      for (Vec3& node : nodes_in(w, part)) node += back;
    }
  }
  system.clear_held(w);
}

/// True if a step moves nodes of a body relative to each other by more than a hundredth of its
/// size.
bool turns_far(const World::Data& world, const CoupledSystem& system, const VecX& v) {
  for (const Part& part : system.parts()) {
    if (!part.is_soft || part.is_held) continue;
    Vec3 mean = Vec3::Zero();
    const auto nodes = nodes_in(v, part);
    for (const Vec3& p : nodes) mean += p / static_cast<double>(nodes.size());
    for (const Vec3& p : nodes) {
      if (system.h() * (p - mean).norm() > 0.01 * world.bodies[part.body].diagonal) return true;
    }
  }
  return false;
}

/// Updates the elements at the positions to which `v` leads.
void update_ahead(const World::Data& world, VolumeParts& parts, const CoupledSystem& system,
                  const VecX& v) {
  for (const Part& part : system.parts()) {
    if (!part.is_soft || part.is_held) continue;
    std::vector<Vec3> ahead = world.state.soft[part.body].positions;
    const auto nodes = nodes_in(v, part);
    for (std::size_t n = 0; n < ahead.size(); ++n) ahead[n] += system.h() * nodes[n];
    parts.soft[part.body]->update(ahead, world.options.threads);
  }
  parts.is_current = false;
}

void factor(const CoupledSystem& system, VolumeParts& parts, PartStep& out) {
  parts.factor.compute(system);
  out.dual.emplace(system, parts.factor, out.set, out.targets, out.velocity.impulses);
}

ContactSolution solve_velocities(const World::Data& world, VolumeParts& parts,
                                 const CoupledSystem& system, std::span<const PairVolume> overlaps,
                                 const VecX& b, const VecX& start, PartStep& out) {
  if (is_penalty(world)) {
    return PenaltyRows(world, parts.soft, system, overlaps).solve(b, start, limits_of(world));
  }
  if (out.set.rows.cols() == 0) {
    out.set = rows_of(world, parts, system, overlaps);
    out.targets = velocity_targets(world, system, out.set, start);
    if (DualContacts::is_for(system, out.set)) factor(system, parts, out);
  }
  if (out.dual) return out.dual->solve(system, out.set, b, start, limits_of(world));
  return solve_contacts(system, out.set, out.targets, b, start, limits_of(world),
                        out.velocity.impulses);
}

/// Newton's method for implicit Euler: solves again while the elements' forces at the end differ
/// from those that the last solve assumed. Bodies that turn far in a step need it.
void solve_again(World::Data& world, VolumeParts& parts, std::span<const PairVolume> overlaps,
                 PartStep& out) {
  const double wanted = out.set.contacts.empty()
                            ? std::max(1e-6, 10.0 * world.options.volume.tolerance)
                            : kNewtonInContact;
  double before_that = 0.0;
  for (int round = 0; round < kMostNewtonRounds; ++round) {
    const CoupledSystem before(world, parts.soft, out.h);
    update_ahead(world, parts, before, out.velocity.v);
    const CoupledSystem system(world, parts.soft, out.h);
    const VecX b = system.impulses(&out.velocity.v), start = out.velocity.v;
    if (out.dual) factor(system, parts, out);
    ContactSolution next = solve_velocities(world, parts, system, overlaps, b, start, out);
    system.follow_carriers(next.v);
    next.iterations += out.velocity.iterations;
    const double change = (next.v - start).norm(), size = next.v.norm();
    out.velocity = std::move(next);
    // It converges like a geometric series: the last two changes tell the next one.
    const double rate = round > 0 ? change / before_that : 1.0;
    if (rate * change <= wanted * size) break;
    before_that = change;
  }
}

/// Muscles pull as they will at the end of the inner step (implicit Euler).
void pull_muscles(const World::Data& world, VolumeParts& parts, double end) {
  for (std::size_t i = 0; i < parts.soft.size(); ++i) {
    if (!parts.soft[i] || parts.soft[i]->model().muscles.empty()) continue;
    parts.soft[i]->set_time(end);
    parts.soft[i]->update(world.state.soft[i].positions, world.options.threads);
    parts.is_current = false;
  }
}
}  // namespace

SolverLimits limits_of(const World::Data& world) {
  return {world.options.volume.tolerance, world.options.volume.max_iterations};
}

PartStep solve_part(World::Data& world, VolumeParts& parts, std::span<const PairVolume> overlaps,
                    double h) {
  PartStep out;
  out.h = h;
  if (!parts.is_current) update(world, parts);
  const double end = world.state.time + h;
  pull_muscles(world, parts, end);
  const CoupledSystem system(world, parts.soft, h);
  VecX start = system.velocities();
  put_driven(world, system, end, start);
  out.velocity.impulses = parts.expected;
  out.velocity = solve_velocities(world, parts, system, overlaps, system.impulses(), start, out);
  system.follow_carriers(out.velocity.v);
  const VecX still = VecX::Zero(system.size());
  out.position.v = out.fall = still;
  correct_positions(world, parts, out);
  const bool has_soft = std::ranges::any_of(parts.soft, [](const auto& s) { return s != nullptr; });
  if (has_soft && turns_far(world, system, out.velocity.v))
    solve_again(world, parts, overlaps, out);
  parts.expected = out.velocity.impulses;
  fall_freely(world, system, out);
  out.kept = out.velocity.v;
  if (out.is_corrected) pay_for_correction(world, parts, out);
  out.moved = moved_by(world, system, out.velocity.v, out.position.v + out.fall, end);
  return out;
}

Moved moved_by(const World::Data& world, const CoupledSystem& system, const VecX& v, const VecX& w,
               double end) {
  Moved out;
  const std::size_t count = world.bodies.size();
  out.poses.resize(count);
  out.nodes.resize(count);
  out.angular_velocities.assign(count, Vec3::Zero());
  for (const Part& part : system.parts()) {
    const std::size_t i = part.body;
    const World::Data::Entry& entry = world.bodies[i];
    out.poses[i] = world.state.bodies[i].pose;
    if (part.is_soft) {
      out.nodes[i] = world.state.soft[i].positions;
      if (part.is_held) continue;
      const auto of_v = nodes_in(v, part), of_w = nodes_in(w, part);
      for (std::size_t n = 0; n < of_v.size(); ++n) {
        out.nodes[i][n] += system.h() * (of_v[n] + of_w[n]);
      }
    } else if (entry.body.role == Role::kDriven && entry.is_there) {
      out.poses[i] = pose_at(entry.body.body.motion, end);
    } else if (!part.is_held) {
      move_rigid(world, part, v, w, system.h(), out);
    }
  }
  for (const World::Data::AttachedNode& n : world.attached) {
    out.nodes[n.soft][n.node] = out.poses[n.to] * n.point;
  }
  return out;
}

}  // namespace graze::dynamics::by_volume
