// SPDX-License-Identifier: MIT
// Question   How do patches of an overlap respond to the world's velocities?                  [V8]
// Source     Faure et al. 2008, section 5: the volume as a constraint; here patch by patch and per
//            area, so that a row is a velocity and does not vanish with the volume.
// Guarantee  Action equals reaction. Two bodies that move as one piece have no relative velocity,
//            up to rounding where one of them is rigid.
// Changed    Friction acts at one point of both bodies: the middle of the softer side's patch.
#include "dynamics/volume/contact_rows.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>

#include "dynamics/world_data.h"

namespace graze::dynamics::by_volume {

void RowCollector::put(int row, Eigen::Index at, const Vec3& coefficients) {
  system_.put(entries_, row, at, coefficients);
}

void RowCollector::put_rigid(int row, std::size_t body, const Vec3& linear, const Vec3& moment) {
  const Part& part = system_.part_of(body);
  const Vec3 centre = world_.state.bodies[body].pose * world_.bodies[body].mass.centre;
  put(row, part.first, linear);
  put(row, part.first + 3, moment - centre.cross(linear));
}

/// The gap shrinks as the volume grows, so the row is minus the gradient divided by the area.
void RowCollector::add_normal(int row, std::size_t body, const OverlapSide& side, double by_area) {
  const Part& part = system_.part_of(body);
  if (!part.is_soft) {
    return put_rigid(row, body, -by_area * side.rigid.linear, -by_area * side.rigid.angular);
  }
  std::map<std::uint32_t, Vec3> nodes;
  const ElasticModel& model = soft_[body]->model();
  for (const VertexGradient& v : side.vertices) {
    for (const auto& w : model.weights_of(v.vertex.index())) {
      const auto [it, is_new] = nodes.try_emplace(w.node, Vec3::Zero());
      it->second -= (by_area * w.weight) * v.gradient;
    }
  }
  for (const auto& [node, g] : nodes) put(row, part.first + 3 * Eigen::Index{node}, g);
}

/// How much of a patch each node carries. Empty for a rigid body.
std::vector<RowCollector::NodeShare> RowCollector::shares_of(std::size_t body,
                                                             const OverlapSide& side,
                                                             const Vec3& normal) const {
  if (!system_.part_of(body).is_soft) return {};
  std::map<std::uint32_t, double> sums;
  const ElasticModel& model = soft_[body]->model();
  double all = 0.0;
  for (const VertexGradient& v : side.vertices) {
    const double load = std::abs(v.gradient.dot(normal));
    all += load;
    for (const auto& w : model.weights_of(v.vertex.index())) sums[w.node] += load * w.weight;
  }
  std::vector<NodeShare> shares;
  for (const auto& [node, sum] : sums) shares.push_back({node, sum / all});
  return shares;
}

Vec3 RowCollector::middle_of(std::size_t body, const std::vector<NodeShare>& shares) const {
  Vec3 middle = Vec3::Zero();
  for (const NodeShare& s : shares) middle += s.share * world_.state.soft[body].positions[s.node];
  return middle;
}

/// Changes the shares as little as possible so that their middle is at the point: then a rotation
/// of the nodes is felt where it acts. Directions in which the nodes have no extent stay unchanged.
void RowCollector::move_middle(std::size_t body, std::vector<NodeShare>& shares,
                               const Vec3& point) const {
  const auto& x = world_.state.soft[body].positions;
  const Vec3 middle = middle_of(body, shares);
  Mat3 spread = Mat3::Zero();
  for (const NodeShare& s : shares) {
    const Vec3 arm = x[s.node] - middle;
    spread += s.share * arm * arm.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Mat3> axes(spread);
  Vec3 slope = Vec3::Zero();
  for (int k = 0; k < 3; ++k) {
    if (axes.eigenvalues()[k] <= 1e-6 * axes.eigenvalues()[2]) continue;
    const Vec3 axis = axes.eigenvectors().col(k);
    slope += axis * (axis.dot(point - middle) / axes.eigenvalues()[k]);
  }
  for (NodeShare& s : shares) s.share *= 1.0 + slope.dot(x[s.node] - middle);
}

void RowCollector::add_tangent(int row, std::size_t body, const std::vector<NodeShare>& shares,
                               const Vec3& point, const Vec3& direction) {
  const Part& part = system_.part_of(body);
  if (!part.is_soft) return put_rigid(row, body, direction, point.cross(direction));
  for (const NodeShare& s : shares) {
    put(row, part.first + 3 * Eigen::Index{s.node}, s.share * direction);
  }
}

void RowCollector::add(std::size_t a, std::size_t b, const VolumeRow& volume,
                       const ContactMaterial& material) {
  if (!(volume.area > 0.0) || !(volume.volume > 0.0)) return;
  const int row = static_cast<int>(3 * contacts_.size());
  add_normal(row, a, volume.sides[0], 1.0 / volume.area);
  add_normal(row, b, volume.sides[1], 1.0 / volume.area);
  std::vector<NodeShare> of_a = shares_of(a, volume.sides[0], volume.normal);
  std::vector<NodeShare> of_b = shares_of(b, volume.sides[1], volume.normal);
  Vec3 point = volume.centre;
  if (!of_a.empty()) point = middle_of(a, of_a);
  if (!of_b.empty()) point = of_a.empty() ? middle_of(b, of_b) : volume.centre;
  if (!of_a.empty() && !of_b.empty()) {
    move_middle(a, of_a, point);
    move_middle(b, of_b, point);
  }
  for (int k = 0; k < 2; ++k) {
    const Vec3& direction = volume.tangents[static_cast<std::size_t>(k)];
    add_tangent(row + 1 + k, a, of_a, point, -direction);
    add_tangent(row + 1 + k, b, of_b, point, direction);
  }
  contacts_.push_back({a, b, point, volume.normal, volume.tangents, volume.volume / volume.area,
                       material.friction, material.restitution});
}

/// Each node carries its share of the mass, so that all respond alike.
void RowCollector::put_whole(int row, std::size_t body, const Vec3& point, const Vec3& direction) {
  const Part& part = system_.part_of(body);
  if (!part.is_soft) return put_rigid(row, body, direction, point.cross(direction));
  const std::vector<double>& masses = soft_[body]->model().masses;
  for (std::size_t n = 0; n < masses.size(); ++n) {
    put(row, part.first + 3 * static_cast<Eigen::Index>(n),
        (masses[n] / world_.bodies[body].mass.mass) * direction);
  }
}

void RowCollector::add_whole(std::size_t a, std::size_t b, const VolumeRow& volume,
                             const ContactMaterial& material) {
  const int row = static_cast<int>(3 * contacts_.size());
  int k = row;
  for (const Vec3& direction : {volume.normal, volume.tangents[0], volume.tangents[1]}) {
    put_whole(k, a, volume.centre, -direction);
    put_whole(k++, b, volume.centre, direction);
  }
  contacts_.push_back({a, b, volume.centre, volume.normal, volume.tangents,
                       volume.volume / volume.area, material.friction, material.restitution});
}

std::vector<double> row_compliances(const CoupledSystem& system, const Rows& rows) {
  constexpr double kCompliance = 1e-6;
  const Eigen::SparseMatrix<double> by_blocks =
      system.block_inverse() * Eigen::SparseMatrix<double>(rows.transpose());
  std::vector<double> compliances;
  for (Eigen::Index k = 0; k < rows.rows(); ++k) {
    compliances.push_back(kCompliance *
                          std::max(0.0, rows.row(k).transpose().dot(by_blocks.col(k))));
  }
  return compliances;
}

ContactSet RowCollector::finish() {
  ContactSet set;
  set.rows.resize(static_cast<Eigen::Index>(3 * contacts_.size()), system_.size());
  set.rows.setFromTriplets(entries_.begin(), entries_.end());
  set.contacts = std::move(contacts_);
  return set;
}

}  // namespace graze::dynamics::by_volume
