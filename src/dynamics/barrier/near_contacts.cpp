// SPDX-License-Identifier: MIT
// Question   How far apart are features, and which potential keeps them so?                    [V8]
// Source     Li et al. 2020 (Incremental Potential Contact), sections 4 and 5: log barrier, edges
//            that fade where they are parallel, friction with lagged forces.
// Guarantee  Slopes are those of the energy, up to rounding; both are 0 from the gap on.
// Changed    The barrier is a function of the distance, not of its square.
#include "dynamics/barrier/near_contacts.h"

#include <algorithm>
#include <cmath>

#include "graze/geometry/triangle_distance.h"

namespace graze::dynamics::barrier {
namespace {
constexpr double kSmallSlide = 1e-2;  // of a gap, per step

/// The weights of the corners that give the nearest point of a triangle.
std::array<double, 3> corner_weights(const Corners& t, const PointTriangleDistance& nearest) {
  std::array<double, 3> w{};
  const std::size_t k = nearest.feature.index, next = (k + 1) % 3;
  if (nearest.feature.kind == TriangleFeature::Kind::kVertex) {
    w[k] = 1.0;
  } else if (nearest.feature.kind == TriangleFeature::Kind::kEdge) {
    const Vec3 edge = t[next] - t[k];
    w[next] = std::clamp((nearest.point - t[k]).dot(edge) / edge.squaredNorm(), 0.0, 1.0);
    w[k] = 1.0 - w[next];
  } else {
    const Vec3 e = t[1] - t[0], f = t[2] - t[0], in = nearest.point - t[0], n = e.cross(f);
    w[1] = in.cross(f).dot(n) / n.squaredNorm();
    w[2] = e.cross(in).dot(n) / n.squaredNorm();
    w[0] = 1.0 - w[1] - w[2];
  }
  return w;
}

/// Fills in the weights and the nearest point on the second feature.
void put_nearest(std::span<const Vec3> x, NearContact& out) {
  const auto& v = out.pair.vertices;
  if (out.pair.is_edges) {
    const SegmentDistance d = segment_segment(x[v[0]], x[v[1]], x[v[2]], x[v[3]]);
    out.weights = {1.0 - d.s, d.s, -(1.0 - d.t), -d.t};
    out.point = d.point_b;
    return;
  }
  const Corners t{x[v[1]], x[v[2]], x[v[3]]};
  const PointTriangleDistance d = point_triangle(x[v[0]], t);
  const std::array<double, 3> w = corner_weights(t, d);
  out.weights = {1.0, -w[0], -w[1], -w[2]};
  out.point = d.point;
}

/// Parallel edges have no unique nearest points, so they fade out: the forces at their ends are
/// enough.
void put_fading(std::span<const Vec3> x, NearContact& out) {
  const auto& v = out.pair.vertices;
  const Vec3 a = x[v[1]] - x[v[0]], b = x[v[3]] - x[v[2]], cross = a.cross(b);
  const Slopes faded = fade(cross.squaredNorm(), out.pair.parallel);
  out.faded = faded.value;
  const Vec3 by_a = 2.0 * faded.first * b.cross(cross), by_b = 2.0 * faded.first * cross.cross(a);
  out.fading = {-by_a, by_a, -by_b, by_b};
}
}  // namespace

std::vector<NearContact> near_contacts(const Surfaces& surfaces, std::span<const FeaturePair> pairs,
                                       std::span<const Vec3> x) {
  std::vector<NearContact> near;
  for (const FeaturePair& pair : pairs) {
    NearContact contact;
    contact.pair = pair;
    contact.rule = surfaces.rule(pair.first, pair.second);
    contact.fading.fill(Vec3::Zero());
    put_nearest(x, contact);
    Vec3 apart = Vec3::Zero();
    for (std::size_t k = 0; k < 4; ++k) apart += contact.weights[k] * x[pair.vertices[k]];
    contact.distance = apart.norm();
    if (!(contact.distance < contact.rule.gap)) continue;
    contact.normal = apart / contact.distance;
    contact.barrier = log_barrier(contact.distance, contact.rule.gap);
    if (pair.is_edges) put_fading(x, contact);
    near.push_back(contact);
  }
  return near;
}

Surfaces::Distances distances_of(std::span<const NearContact> contacts) {
  Surfaces::Distances nearest;
  for (const NearContact& c : contacts) {
    const IndexPair bodies = std::minmax(c.pair.first, c.pair.second);
    const auto [at, is_new] = nearest.emplace(bodies, c.distance);
    if (!is_new) at->second = std::min(at->second, c.distance);
  }
  return nearest;
}

Eigen::Vector2d Rub::slid(std::span<const Vec3> from, std::span<const Vec3> to) const {
  Vec3 way = Vec3::Zero();
  for (std::size_t k = 0; k < 4; ++k) way += weights[k] * (to[vertices[k]] - from[vertices[k]]);
  return {tangents[0].dot(way), tangents[1].dot(way)};
}

std::vector<Rub> rubs_of(std::span<const NearContact> contacts) {
  std::vector<Rub> rubs;
  for (const NearContact& c : contacts) {
    const double force = c.rule.friction * c.force();
    if (!(force > 0.0)) continue;
    Rub rub{c.pair.vertices, c.weights, {}, force, kSmallSlide * c.rule.gap};
    int least = 0;
    c.normal.cwiseAbs().minCoeff(&least);
    rub.tangents[0] = c.normal.cross(Vec3::Unit(least)).normalized();
    rub.tangents[1] = c.normal.cross(rub.tangents[0]);
    rubs.push_back(rub);
  }
  return rubs;
}

}  // namespace graze::dynamics::barrier
