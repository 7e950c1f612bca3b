// SPDX-License-Identifier: MIT
// Question   Where does an implicit Euler step end if surfaces push each other?               [V8]
// Source     Incremental potential (Kane et al. 2000; Li et al. 2020): the minimum of
//            |x - x~|^2_M / 2 + h^2 (elements + barriers + friction) + h damping, where nodes would
//            reach x~ without the forces of elements and contacts.
// Guarantee  slope() is the gradient of value(), up to rounding. The matrix is never negative, so
//            that Newton's direction leads downhill.
// Changed    The matrix holds only the positive part of the barriers' curvature. Damping and
//            friction use the frames and forces of one moment.
#include "dynamics/barrier/potential.h"

#include <Eigen/SparseCholesky>
#include <algorithm>

namespace graze::dynamics::barrier {
namespace {
bool is_damped(const ElasticModel& model) {
  return model.material.damping > 0.0 ||
         std::ranges::any_of(model.springs, [](const Spring& s) { return s.damping > 0.0; });
}
}  // namespace

Potential::Potential(const World::Data& world, const VolumeParts& parts, const Surfaces& surfaces,
                     double h)
    : world_(world), surfaces_(surfaces), h_(h) {
  const std::size_t count = world.bodies.size();
  now_.resize(count);
  before_.resize(count);
  first_.assign(count, 0);
  models_.resize(count);
  Eigen::Index size = 0;
  for (std::size_t i = 0; i < count; ++i) {
    first_[i] = size;
    if (!parts.soft[i]) continue;
    models_[i] = world.bodies[i].body.elastic;
    bodies_.push_back(i);
    size += 3 * static_cast<Eigen::Index>(models_[i]->nodes.size());
  }
  start_ = free_ = masses_ = mass_damping_ = VecX::Zero(size);
  is_held_.assign(static_cast<std::size_t>(size / 3), 0);
  for (const std::size_t i : bodies_) {
    const World::Data::Entry& entry = world.bodies[i];
    const ElasticModel& model = *models_[i];
    now_[i] = std::make_unique<elastic::ElasticForces>(models_[i], elastic::Slope::kExact);
    now_[i]->set_time(world.state.time + h);
    before_[i] = std::make_unique<elastic::ElasticForces>(models_[i]);
    before_[i]->update(world.state.soft[i].positions, world.options.threads);
    const Vec3 pull = world.options.gravity + entry.force / entry.mass.mass;
    const auto node = static_cast<std::size_t>(first_[i] / 3);
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
      const Eigen::Index at = first_[i] + 3 * static_cast<Eigen::Index>(n);
      const SoftState& soft = world.state.soft[i];
      start_.segment<3>(at) = soft.positions[n];
      free_.segment<3>(at) = soft.positions[n] + h * soft.velocities[n] + h * h * pull;
      masses_.segment<3>(at).setConstant(model.masses[n]);
      mass_damping_.segment<3>(at).setConstant(h * model.material.mass_damping * model.masses[n]);
      if (!entry.is_there) is_held_[node + n] = 1;
    }
    for (const std::uint32_t n : model.pinned) is_held_[node + n] = 1;
  }
  for (const World::Data::AttachedNode& n : world.attached) {
    is_held_[static_cast<std::size_t>(first_[n.soft] / 3) + n.node] = 1;
  }
}

std::span<const Vec3> Potential::nodes_of(const VecX& x, std::size_t body) const {
  return {reinterpret_cast<const Vec3*>(x.data() + first_[body]), models_[body]->nodes.size()};
}
std::span<Vec3> Potential::nodes_of(VecX& x, std::size_t body) const {
  return {reinterpret_cast<Vec3*>(x.data() + first_[body]), models_[body]->nodes.size()};
}

Placement Potential::placed(VecX& x, double share) const {
  Placement out;
  out.nodes.resize(world_.bodies.size());
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
    const World::Data::Entry& entry = world_.bodies[i];
    const bool is_driven = entry.is_there && entry.body.role == Role::kDriven;
    out.poses.push_back(is_driven && share > 0.0
                            ? pose_at(entry.body.body.motion, world_.state.time + share * h_)
                            : world_.state.bodies[i].pose);
  }
  for (const World::Data::AttachedNode& n : world_.attached) {
    nodes_of(x, n.soft)[n.node] = out.poses[n.to] * n.point;
  }
  for (const std::size_t i : bodies_) {
    const auto nodes = nodes_of(x, i);
    out.nodes[i].assign(nodes.begin(), nodes.end());
  }
  return out;
}

void Potential::update(const VecX& x) {
  for (const std::size_t i : bodies_) now_[i]->update(nodes_of(x, i), world_.options.threads);
}

/// h D times `way`, with the damping matrix D of the start.
VecX Potential::damping(const VecX& way) {
  VecX out = VecX::Zero(way.size()), stiff = out;
  for (const std::size_t i : bodies_) {
    if (!is_damped(*models_[i])) continue;
    const int threads = world_.options.threads;
    before_[i]->add_products(nodes_of(way, i), h_, nodes_of(out, i), threads, true);
    before_[i]->add_products(nodes_of(way, i), h_, nodes_of(stiff, i), threads, false);
  }
  return out - stiff + mass_damping_.cwiseProduct(way);
}

double Potential::value(const VecX& x, std::span<const NearContact> contacts,
                        std::span<const Vec3> vertices) {
  update(x);
  const VecX off = x - free_, way = x - start_;
  double inner = 0.0;
  for (const std::size_t i : bodies_) inner += now_[i]->energy();
  for (const NearContact& c : contacts) inner += c.energy();
  for (const Rub& rub : rubs_) {
    inner += rub.force * smooth_length(rub.slid(first_vertices_, vertices).norm(), rub.small).value;
  }
  return 0.5 * off.dot(masses_.cwiseProduct(off)) + 0.5 * way.dot(damping(way)) + h_ * h_ * inner;
}

void Potential::add_at_vertex(std::uint32_t vertex, const Vec3& slope, VecX& out) const {
  const std::size_t body = surfaces_.body_of(vertex);
  if (!models_[body]) return;
  for (const auto& w : models_[body]->weights_of(vertex - surfaces_.first_vertex(body))) {
    out.segment<3>(first_[body] + 3 * Eigen::Index{w.node}) += w.weight * slope;
  }
}

VecX Potential::slope(const VecX& x, std::span<const NearContact> contacts,
                      std::span<const Vec3> vertices) {
  update(x);
  VecX inner = VecX::Zero(x.size());
  for (const std::size_t i : bodies_) {
    const auto forces = now_[i]->forces();
    for (std::size_t n = 0; n < forces.size(); ++n) nodes_of(inner, i)[n] -= forces[n];
  }
  for (const NearContact& c : contacts) {
    for (std::size_t k = 0; k < 4; ++k) add_at_vertex(c.pair.vertices[k], c.slope(k), inner);
  }
  for (const Rub& rub : rubs_) {
    const Eigen::Vector2d slid = rub.slid(first_vertices_, vertices);
    const double y = slid.norm();
    if (!(y > 0.0)) continue;
    const Eigen::Vector2d pull = rub.force * smooth_length(y, rub.small).first / y * slid;
    const Vec3 along = pull[0] * rub.tangents[0] + pull[1] * rub.tangents[1];
    for (std::size_t k = 0; k < 4; ++k) {
      add_at_vertex(rub.vertices[k], rub.weights[k] * along, inner);
    }
  }
  VecX all = masses_.cwiseProduct(x - free_) + damping(x - start_) + h_ * h_ * inner;
  for (std::size_t n = 0; n < is_held_.size(); ++n) {
    if (is_held_[n]) all.segment<3>(3 * static_cast<Eigen::Index>(n)).setZero();
  }
  return all;
}

std::vector<Potential::Row> Potential::rows_of(std::span<const NearContact> contacts,
                                               std::span<const Vec3> vertices) {
  std::vector<Row> rows;
  const double scale = h_ * h_;
  for (const NearContact& c : contacts) {
    rows.push_back({c.pair.vertices, c.weights, c.normal, scale * c.curvature()});
  }
  for (const Rub& rub : rubs_) {
    const Eigen::Vector2d slid = rub.slid(first_vertices_, vertices);
    const double y = slid.norm();
    const Slopes s = smooth_length(y, rub.small);
    const Eigen::Vector2d along = y > 0.0 ? Eigen::Vector2d(slid / y) : Eigen::Vector2d(1.0, 0.0);
    const double across = y > 0.0 ? s.first / y : s.second;
    const auto& t = rub.tangents;
    rows.push_back({rub.vertices, rub.weights, along[0] * t[0] + along[1] * t[1],
                    scale * rub.force * s.second});
    rows.push_back(
        {rub.vertices, rub.weights, along[0] * t[1] - along[1] * t[0], scale * rub.force * across});
  }
  std::erase_if(rows, [](const Row& row) { return !(row.stiffness > 0.0); });
  return rows;
}

void Potential::put_row(const Row& row, int number,
                        std::vector<Eigen::Triplet<double>>& out) const {
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t body = surfaces_.body_of(row.vertices[k]);
    if (!models_[body] || row.weights[k] == 0.0) continue;
    const std::uint32_t own = row.vertices[k] - surfaces_.first_vertex(body);
    for (const auto& w : models_[body]->weights_of(own)) {
      const Eigen::Index at = first_[body] + 3 * Eigen::Index{w.node};
      if (is_held_[static_cast<std::size_t>(at / 3)]) continue;
      for (int c = 0; c < 3; ++c) {
        out.emplace_back(number, static_cast<int>(at) + c,
                         w.weight * row.weights[k] * row.direction[c]);
      }
    }
  }
}

Eigen::SparseMatrix<double> Potential::matrix(const std::vector<Row>& rows) {
  std::vector<Eigen::Triplet<double>> entries;
  const Eigen::Index size = start_.size();
  const auto held = [&](Eigen::Index at) { return is_held_[static_cast<std::size_t>(at / 3)]; };
  for (Eigen::Index k = 0; k < size; ++k) {
    const double own = held(k) ? 1.0 : masses_[k] + mass_damping_[k];
    entries.emplace_back(static_cast<int>(k), static_cast<int>(k), own);
  }
  for (const std::size_t i : bodies_) {
    now_[i]->each_block(h_, [&](std::uint32_t a, std::uint32_t b, const Mat3& block) {
      const Eigen::Index p = first_[i] + 3 * Eigen::Index{a}, q = first_[i] + 3 * Eigen::Index{b};
      if (p < q || held(p) || held(q)) return;
      for (int c = 0; c < 9; ++c) {
        entries.emplace_back(static_cast<int>(p) + c % 3, static_cast<int>(q) + c / 3,
                             block(c % 3, c / 3));
      }
    });
  }
  Eigen::SparseMatrix<double> own(size, size);
  own.setFromTriplets(entries.begin(), entries.end());
  if (rows.empty()) return own;
  entries.clear();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    Row row = rows[r];
    row.direction *= std::sqrt(row.stiffness);
    put_row(row, static_cast<int>(r), entries);
  }
  Eigen::SparseMatrix<double> j(static_cast<Eigen::Index>(rows.size()), size);
  j.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SparseMatrix<double> pushed = j.transpose() * j;
  return own + pushed;
}

std::optional<Potential::Direction> Potential::newton(const VecX& x,
                                                      std::span<const NearContact> contacts,
                                                      std::span<const Vec3> vertices,
                                                      const VecX& given,
                                                      std::span<const Vec3> given_vertices) {
  const VecX slope_here = slope(x, contacts, vertices);
  const std::vector<Row> rows = rows_of(contacts, vertices);
  VecX right = -slope_here;
  if (!given_vertices.empty()) {  // given motions push the other nodes
    for (const std::size_t i : bodies_) {
      VecX by = VecX::Zero(x.size());
      now_[i]->add_products(nodes_of(given, i), h_, nodes_of(by, i), world_.options.threads);
      right -= by;
    }
    for (const Row& row : rows) {
      double along = 0.0;
      for (std::size_t k = 0; k < 4; ++k) {
        along += row.weights[k] * row.direction.dot(given_vertices[row.vertices[k]]);
      }
      for (std::size_t k = 0; k < 4; ++k) {
        add_at_vertex(row.vertices[k], -row.stiffness * along * row.weights[k] * row.direction,
                      right);
      }
    }
  }
  for (std::size_t n = 0; n < is_held_.size(); ++n) {
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(n);
    if (is_held_[n]) right.segment<3>(at).setZero();
  }
  const Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> factor(matrix(rows));
  if (factor.info() != Eigen::Success) return {};
  Direction out;
  out.way = factor.solve(right);
  if (!out.way.allFinite()) return {};
  out.slope = slope_here.dot(out.way);
  return out;
}

}  // namespace graze::dynamics::barrier
