// SPDX-License-Identifier: MIT
// Question   Which rows hold and drive the joints of a world by volume?                  [V4, C11]
// Source     The rows of the rigid world (joint_rows.cpp); here they are stiff instead of exact,
//            like contacts, and part of the same system.
// Guarantee  A block yields by a millionth of what its impulse changes. The remaining error is
//            corrected by velocities that are dropped afterwards.
// Changed    -
#include "dynamics/volume/joint_links.h"

#include <algorithm>
#include <map>

namespace graze::dynamics::by_volume {
namespace {
std::vector<JointRow> rows_of_joint(const World::Data& world, std::size_t joint, double h) {
  const World::Data::JointEntry& entry = world.joints[joint];
  return joint_rows(entry.joint, entry.frames, world.state.bodies[entry.joint.a.index()].pose,
                    world.state.bodies[entry.joint.b.index()].pose, world.state.joints[joint].value,
                    h);
}

Vec3 centre_of(const World::Data& world, std::size_t body) {
  return world.state.bodies[body].pose * world.bodies[body].mass.centre;
}
}  // namespace

bool is_active(const World::Data& world, std::size_t joint) {
  return world.joints[joint].is_there && world.state.joints[joint].is_enabled;
}

void add_joint_rows(const World::Data& world, const CoupledSystem& system, ContactSet& set) {
  std::vector<Eigen::Triplet<double>> entries;
  int row = static_cast<int>(3 * set.contacts.size());
  for (std::size_t j = 0; j < world.joints.size(); ++j) {
    if (!is_active(world, j)) continue;
    const WorldJoint& joint = world.joints[j].joint;
    const std::size_t a = joint.a.index(), b = joint.b.index();
    for (const JointRow& r : rows_of_joint(world, j, system.h())) {
      const SolverRow s = solver_row(r, centre_of(world, a), centre_of(world, b));
      for (const auto& [body, side] : {std::pair{a, &s.j_a}, {b, &s.j_b}}) {
        const Eigen::Index at = system.part_of(body).first;
        system.put(entries, row, at, side->head<3>());
        system.put(entries, row, at + 3, side->tail<3>());
      }
      set.links.push_back({j, r});
      ++row;
    }
  }
  if (set.links.empty()) return;
  Rows all(row, system.size());
  for (Eigen::Index k = 0; k < set.rows.rows(); ++k) {
    for (Rows::InnerIterator it(set.rows, k); it; ++it) {
      entries.emplace_back(static_cast<int>(k), static_cast<int>(it.col()), it.value());
    }
  }
  all.setFromTriplets(entries.begin(), entries.end());
  set.rows = std::move(all);
}

std::vector<LinkTarget> velocity_links(const ContactSet& set, double h) {
  std::vector<LinkTarget> targets;
  for (const LinkRow& link : set.links) {
    LinkTarget target;
    if (link.row.kind == JointRow::Kind::kDrive) {
      target.speed = link.row.speed;
      target.most = h * link.row.most_force;
      target.least = -target.most;
    } else if (link.row.kind == JointRow::Kind::kLimit) {
      target.speed = -std::max(0.0, link.row.error) / h;
      target.least = 0.0;
    }
    targets.push_back(target);
  }
  return targets;
}

std::vector<LinkTarget> position_links(const ContactSet& set, double share, double h) {
  std::vector<LinkTarget> targets;
  for (const LinkRow& link : set.links) {
    LinkTarget target{-share * link.row.error / h, -kInfinity, kInfinity};
    if (link.row.kind == JointRow::Kind::kDrive) target = {0.0, 0.0, 0.0};
    if (link.row.kind == JointRow::Kind::kLimit) {
      target.least = 0.0;
      target.speed = link.row.error < 0.0 ? target.speed : -link.row.error / h;
    }
    targets.push_back(target);
  }
  return targets;
}

void follow_joints(World::Data& world, const Moved& moved) {
  for (std::size_t j = 0; j < world.joints.size(); ++j) {
    if (!world.joints[j].is_there) continue;
    const WorldJoint& joint = world.joints[j].joint;
    const std::size_t a = joint.a.index(), b = joint.b.index();
    world.state.joints[j].value +=
        joint_progress(joint, world.joints[j].frames, world.state.bodies[a].pose,
                       world.state.bodies[b].pose, moved.poses[a], moved.poses[b]);
  }
}

void break_joints(World::Data& world, const ContactSet& set, const ContactSolution& solution,
                  double h, StepReport& report) {
  std::map<std::size_t, Vec3> forces;
  for (std::size_t k = 0; k < set.links.size(); ++k) {
    const auto [it, is_new] = forces.try_emplace(set.links[k].joint, Vec3::Zero());
    it->second += (solution.links[k] / h) * set.links[k].row.linear;
  }
  for (const auto& [joint, force] : forces) {
    if (!(force.norm() > world.joints[joint].joint.break_force)) continue;
    world.state.joints[joint].is_enabled = false;
    report.broken.push_back(JointId(joint));
  }
}

}  // namespace graze::dynamics::by_volume
