// SPDX-License-Identifier: MIT
// Question   Which linear system does a step of implicit Euler ask for?                       [V4]
// Source     Baraff and Witkin 1998: (M + h D + h^2 K) v = M v0 + h f, one Newton step.
// Guarantee  Symmetric and positive definite; held unknowns keep their exact values.
// Changed    Rigid bodies are in the same system, with six unknowns about the centre of mass.
#include "dynamics/volume/coupled_system.h"

#include <Eigen/LU>
#include <algorithm>

#include "dynamics/least_constraint.h"
#include "dynamics/world_data.h"

namespace graze::dynamics::by_volume {
namespace {
static_assert(sizeof(Vec3) == 3 * sizeof(double));

double damped(const ElasticModel& model, double h) { return 1.0 + h * model.material.mass_damping; }
}  // namespace

std::span<const Vec3> nodes_in(const VecX& v, const Part& part) {
  return {reinterpret_cast<const Vec3*>(v.data() + part.first),
          static_cast<std::size_t>(part.size / 3)};
}
std::span<Vec3> nodes_in(VecX& v, const Part& part) {
  return {reinterpret_cast<Vec3*>(v.data() + part.first), static_cast<std::size_t>(part.size / 3)};
}

CoupledSystem::CoupledSystem(const World::Data& world,
                             std::span<std::unique_ptr<elastic::ElasticForces>> soft, double h)
    : world_(world), soft_(soft), h_(h) {
  build_parts();
  build_carried();
  build_blocks();
}

void CoupledSystem::build_parts() {
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
    const World::Data::Entry& entry = world_.bodies[i];
    Part part{i, size_, 6, soft_[i] != nullptr, !entry.is_there || !entry.is_dynamic()};
    if (part.is_soft) part.size = 3 * static_cast<Eigen::Index>(soft_[i]->model().nodes.size());
    size_ += part.size;
    parts_.push_back(part);
  }
  is_held_.assign(static_cast<std::size_t>(size_), 0);
  for (const Part& part : parts_) {
    const auto hold = [&](Eigen::Index at) { is_held_[static_cast<std::size_t>(at)] = 1; };
    if (part.is_held) {
      for (Eigen::Index k = 0; k < part.size; ++k) hold(part.first + k);
    } else if (part.is_soft) {
      for (const std::uint32_t node : soft_[part.body]->model().pinned) {
        for (Eigen::Index k = 0; k < 3; ++k) hold(part.first + 3 * node + k);
      }
    } else {
      const auto& locked = world_.bodies[part.body].body.is_locked;
      for (std::size_t k = 0; k < 6; ++k) {
        if (locked[k]) hold(part.first + static_cast<Eigen::Index>(k));
      }
    }
  }
}

void CoupledSystem::build_carried() {
  has_held_nodes_.assign(parts_.size(), false);
  for (const Part& part : parts_) {
    if (part.is_soft) has_held_nodes_[part.body] = !soft_[part.body]->model().pinned.empty();
  }
  for (const World::Data::AttachedNode& n : world_.attached) {
    const Vec3 centre = world_.state.bodies[n.to].pose * world_.bodies[n.to].mass.centre;
    carried_.push_back({parts_[n.soft].first + 3 * Eigen::Index{n.node}, parts_[n.to].first,
                        world_.state.soft[n.soft].positions[n.node] - centre});
    for (Eigen::Index k = 0; k < 3; ++k) {
      is_held_[static_cast<std::size_t>(carried_.back().node + k)] = 1;
    }
    has_held_nodes_[n.soft] = true;
  }
  std::ranges::sort(carried_, {}, &Carried::node);
}

const CoupledSystem::Carried* CoupledSystem::carried_at(Eigen::Index node) const {
  const auto found = std::ranges::lower_bound(carried_, node, {}, &Carried::node);
  return found != carried_.end() && found->node == node ? &*found : nullptr;
}

void CoupledSystem::follow_carriers(VecX& v) const {
  for (const Carried& c : carried_) {
    const Vec3 spin = v.segment<3>(c.carrier + 3);
    v.segment<3>(c.node) = v.segment<3>(c.carrier) + spin.cross(c.arm);
  }
}

void CoupledSystem::load_carriers(VecX& f) const {
  for (const Carried& c : carried_) {
    const Vec3 force = f.segment<3>(c.node);
    f.segment<3>(c.carrier) += force;
    f.segment<3>(c.carrier + 3) += c.arm.cross(force);
    f.segment<3>(c.node).setZero();
  }
}

void CoupledSystem::put(std::vector<Eigen::Triplet<double>>& entries, int row, Eigen::Index at,
                        const Vec3& coefficients) const {
  if (const Carried* c = carried_at(at)) {
    put(entries, row, c->carrier, coefficients);
    return put(entries, row, c->carrier + 3, c->arm.cross(coefficients));
  }
  for (int k = 0; k < 3; ++k) {
    if (coefficients[k] != 0.0)
      entries.emplace_back(row, static_cast<int>(at) + k, coefficients[k]);
  }
}

void CoupledSystem::build_blocks() {
  rigid_mass_.assign(parts_.size(), Mat6::Zero());
  rigid_inverse_.assign(parts_.size(), Mat6::Zero());
  for (const Part& part : parts_) {
    if (part.is_soft) {
      const ElasticModel& model = soft_[part.body]->model();
      std::vector<Mat3> blocks(model.nodes.size());
      for (std::size_t n = 0; n < blocks.size(); ++n) {
        blocks[n] = damped(model, h_) * model.masses[n] * Mat3::Identity();
      }
      soft_[part.body]->add_blocks(h_, blocks);
      for (const Mat3& block : blocks) node_inverse_.push_back(block.inverse());
      continue;
    }
    if (part.is_held) continue;
    const World::Data::Entry& entry = world_.bodies[part.body];
    Mat6& mass = rigid_mass_[part.body];
    mass.topLeftCorner<3, 3>() = entry.mass.mass * Mat3::Identity();
    mass.bottomRightCorner<3, 3>() =
        inertia_at(entry, world_.state.bodies[part.body].pose.rotation);
    Mat6 kept = mass + carried_mass(part.body);
    // Separate the locked directions: clear_held makes their inverse zero.
    for (int k = 0; k < 6; ++k) {
      if (!entry.body.is_locked[static_cast<std::size_t>(k)]) continue;
      kept.row(k).setZero();
      kept.col(k).setZero();
      kept(k, k) = 1.0;
    }
    rigid_inverse_[part.body] = kept.inverse();
  }
}

Mat6 CoupledSystem::carried_mass(std::size_t body) const {
  Mat6 sum = Mat6::Zero();
  for (const World::Data::AttachedNode& n : world_.attached) {
    if (n.to != body) continue;
    const Carried& c = *carried_at(parts_[n.soft].first + 3 * Eigen::Index{n.node});
    Eigen::Matrix<double, 3, 6> moves;  // the node's velocity from the carrier's
    moves << Mat3::Identity(), Mat3::Zero();
    for (int k = 0; k < 3; ++k) moves.col(3 + k) = Vec3::Unit(k).cross(c.arm);
    sum += soft_[n.soft]->model().masses[n.node] * moves.transpose() * moves;
  }
  return sum;
}

void CoupledSystem::clear_held(VecX& v) const {
  for (Eigen::Index k = 0; k < size_; ++k) {
    if (is_held_[static_cast<std::size_t>(k)]) v[k] = 0.0;
  }
}

VecX CoupledSystem::velocities() const {
  VecX v = VecX::Zero(size_);
  for (const Part& part : parts_) {
    if (part.is_soft) {
      const auto& now = world_.state.soft[part.body].velocities;
      std::ranges::copy(now, nodes_in(v, part).begin());
      continue;
    }
    const BodyState& now = world_.state.bodies[part.body];
    v.segment<6>(part.first) << now.velocity, now.angular_velocity;
  }
  return v;
}

void CoupledSystem::add_rigid_impulses(const Part& part, VecX& out) const {
  const World::Data::Entry& entry = world_.bodies[part.body];
  out.segment<3>(part.first) += h_ * (entry.mass.mass * world_.options.gravity + entry.force);
  out.segment<3>(part.first + 3) += h_ * entry.torque;
}

void CoupledSystem::add_soft_impulses(const Part& part, VecX& out) const {
  const elastic::ElasticForces& soft = *soft_[part.body];
  const World::Data::Entry& entry = world_.bodies[part.body];
  const Vec3 acceleration = world_.options.gravity + entry.force / entry.mass.mass;
  const std::span<Vec3> nodes = nodes_in(out, part);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    nodes[n] += h_ * (soft.model().masses[n] * acceleration + soft.forces()[n]);
  }
}

VecX CoupledSystem::impulses(const VecX* v) const {
  VecX out(size_);
  multiply_by_mass(velocities(), out);
  for (const Part& part : parts_) {
    if (part.is_held) continue;
    part.is_soft ? add_soft_impulses(part, out) : add_rigid_impulses(part, out);
    if (!part.is_soft || v == nullptr) continue;
    soft_[part.body]->add_products(nodes_in(*v, part), h_, nodes_in(out, part),
                                   world_.options.threads, false);
  }
  load_carriers(out);
  clear_held(out);
  return out;
}

void CoupledSystem::multiply_by_mass(const VecX& v, VecX& out) const {
  for (const Part& part : parts_) {
    if (!part.is_soft) {
      out.segment<6>(part.first) = rigid_mass_[part.body] * v.segment<6>(part.first);
      continue;
    }
    const ElasticModel& model = soft_[part.body]->model();
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
      const Eigen::Index at = part.first + 3 * static_cast<Eigen::Index>(n);
      out.segment<3>(at) = model.masses[n] * v.segment<3>(at);
    }
  }
}

void CoupledSystem::multiply(const VecX& given, VecX& out) const {
  if (carried_.empty()) return multiply_all(given, out);
  VecX v = given;
  follow_carriers(v);
  multiply_all(v, out);
}

void CoupledSystem::multiply_all(const VecX& v, VecX& out) const {
  multiply_by_mass(v, out);
  for (const Part& part : parts_) {
    if (!part.is_soft || part.is_held) continue;
    elastic::ElasticForces& soft = *soft_[part.body];
    const double factor = damped(soft.model(), h_);
    if (factor != 1.0) out.segment(part.first, part.size) *= factor;
    soft.add_products(nodes_in(v, part), h_, nodes_in(out, part), world_.options.threads);
  }
  load_carriers(out);
  clear_held(out);
}

void CoupledSystem::divide_by_blocks(const VecX& r, VecX& out) const {
  std::size_t node = 0;
  for (const Part& part : parts_) {
    if (!part.is_soft) {
      out.segment<6>(part.first) = rigid_inverse_[part.body] * r.segment<6>(part.first);
      continue;
    }
    for (Eigen::Index at = part.first; at < part.first + part.size; at += 3) {
      out.segment<3>(at) = node_inverse_[node++] * r.segment<3>(at);
    }
  }
  clear_held(out);
}

Eigen::SparseMatrix<double> CoupledSystem::block_inverse() const {
  std::vector<Eigen::Triplet<double>> entries;
  const auto put = [&](Eigen::Index at, const auto& block) {
    for (Eigen::Index i = 0; i < block.rows(); ++i) {
      for (Eigen::Index j = 0; j < block.cols(); ++j) {
        if (is_held_[static_cast<std::size_t>(at + i)] ||
            is_held_[static_cast<std::size_t>(at + j)] || block(i, j) == 0.0) {
          continue;
        }
        entries.emplace_back(static_cast<int>(at + i), static_cast<int>(at + j), block(i, j));
      }
    }
  };
  std::size_t node = 0;
  for (const Part& part : parts_) {
    if (!part.is_soft) {
      put(part.first, rigid_inverse_[part.body]);
      continue;
    }
    for (Eigen::Index at = part.first; at < part.first + part.size; at += 3) {
      put(at, node_inverse_[node++]);
    }
  }
  Eigen::SparseMatrix<double> inverse(size_, size_);
  inverse.setFromTriplets(entries.begin(), entries.end());
  return inverse;
}

/// Turns a block of nodes into one of what moves them: the node itself, or its carrier's six
/// unknowns.
void CoupledSystem::put_carried(Eigen::Index a, Eigen::Index b, const Mat3& block,
                                const PutBlock& put) const {
  if (const Carried* c = carried_at(a)) {
    put_carried(c->carrier, b, block, put);
    return put_carried(c->carrier + 3, b, cross_matrix(c->arm) * block, put);
  }
  if (const Carried* c = carried_at(b)) {
    put_carried(a, c->carrier, block, put);
    return put_carried(a, c->carrier + 3, -block * cross_matrix(c->arm), put);
  }
  const auto stands = [&](Eigen::Index at) {
    return is_held(at) && is_held(at + 1) && is_held(at + 2);
  };
  if (!stands(a) && !stands(b)) put(a, b, block);
}

void CoupledSystem::put_masses(const Part& part, const PutBlock& put) const {
  if (part.is_soft) {
    const ElasticModel& model = soft_[part.body]->model();
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
      const Eigen::Index at = part.first + 3 * static_cast<Eigen::Index>(n);
      put_carried(at, at, damped(model, h_) * model.masses[n] * Mat3::Identity(), put);
    }
    return;
  }
  const Mat6& mass = rigid_mass_[part.body];
  put_carried(part.first, part.first, mass.topLeftCorner<3, 3>(), put);
  put_carried(part.first + 3, part.first + 3, mass.bottomRightCorner<3, 3>(), put);
}

void CoupledSystem::each_block(const PutBlock& put) const {
  for (const Part& part : parts_) {
    if (part.is_held) continue;
    put_masses(part, put);
    if (!part.is_soft) continue;
    soft_[part.body]->each_block(h_, [&](std::uint32_t a, std::uint32_t b, const Mat3& block) {
      put_carried(part.first + 3 * Eigen::Index{a}, part.first + 3 * Eigen::Index{b}, block, put);
    });
  }
}

void CoupledSystem::remove_drift(VecX& x, VecX& r) const {
  for (const Part& part : parts_) {
    if (!part.is_soft || part.is_held || has_held_nodes_[part.body]) continue;
    const ElasticModel& model = soft_[part.body]->model();
    Vec3 missing = Vec3::Zero();
    for (const Vec3& p : nodes_in(r, part)) missing += p;
    double mass = 0.0;
    for (const double m : model.masses) mass += damped(model, h_) * m;
    const Vec3 shift = missing / mass;  // a shift does not strain elements
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
      nodes_in(x, part)[n] += shift;
      nodes_in(r, part)[n] -= damped(model, h_) * model.masses[n] * shift;
    }
  }
}

}  // namespace graze::dynamics::by_volume
