// SPDX-License-Identifier: MIT
#include "attack/moment.h"

namespace graze::attack {
namespace {
template <typename S>
Point<S> rounded(const Point<Quad>& p) {
  return {static_cast<S>(p.x), static_cast<S>(p.y), static_cast<S>(p.z)};
}

/// Farther apart than this along a coordinate: such facets need no closer look.
template <typename S>
bool are_beyond(const Facet<S>& f, const Facet<S>& g, S distance) {
  for (S Point<S>::*x : {&Point<S>::x, &Point<S>::y, &Point<S>::z}) {
    const auto [f_lo, f_hi] = std::minmax({f[0].*x, f[1].*x, f[2].*x});
    const auto [g_lo, g_hi] = std::minmax({g[0].*x, g[1].*x, g[2].*x});
    if (f_lo - g_hi > distance || g_lo - f_hi > distance) return true;
  }
  return false;
}

/// All of g on one side of f's plane, farther from it than this.
bool is_over(const Facet<double>& g, const Facet<double>& f, double distance) {
  const Point<double> n = cross(f[1] - f[0], f[2] - f[0]);
  const double p = dot(g[0] - f[0], n), q = dot(g[1] - f[0], n), r = dot(g[2] - f[0], n);
  const double far = distance * length(n);
  return std::min({p, q, r}) > far || std::max({p, q, r}) < -far;
}

double least_distance(const PlacedMesh<double>& a, const PlacedMesh<double>& b) {
  double least = distance(a.facet(0), b.facet(0));
  for (const auto& p : a.corners) {
    for (const auto& q : b.corners) least = std::min(least, length(p - q));
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Facet<double> f = a.facet(i);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Facet<double> g = b.facet(j);
      if (are_beyond(f, g, least) || is_over(f, g, least) || is_over(g, f, least)) continue;
      least = std::min(least, distance(f, g));
      if (least == 0.0) return 0.0;
    }
  }
  return least;
}

/// Whether the mesh bounds a convex solid: closed, and its triangles face outward.
bool is_solid(const TriangleMesh& mesh) {
  double volume = 0.0;
  for (const auto& triangle : mesh.triangles()) {
    const auto v = [&](int k) { return mesh.vertices()[triangle[k]]; };
    volume += v(0).dot(v(1).cross(v(2)));
  }
  return mesh.triangles().size() >= 4 && volume > 0.0;
}

/// Some corner is at least `depth` inside all planes of a convex solid.
template <typename S>
bool has_corner_inside(const PlacedMesh<S>& solid, const std::vector<Point<S>>& corners, S depth) {
  std::vector<std::pair<Point<S>, Point<S>>> planes;
  for (std::size_t i = 0; i < solid.size(); ++i) {
    const Facet<S> f = solid.facet(i);
    const Point<S> n = cross(f[1] - f[0], f[2] - f[0]);
    planes.push_back({f[0], S(S(1) / length(n)) * n});
  }
  return std::ranges::any_of(corners, [&](const Point<S>& p) {
    return std::ranges::all_of(
        planes, [&](const auto& plane) { return dot(p - plane.first, plane.second) < -depth; });
  });
}

template <typename S>
bool has_corner_inside(const AttackQuestion& q, const PlacedMesh<S>& a, const PlacedMesh<S>& b,
                       S depth) {
  return (is_solid(q.mesh_a) && has_corner_inside(a, b.corners, depth)) ||
         (is_solid(q.mesh_b) && has_corner_inside(b, a.corners, depth));
}
}  // namespace

template <typename S>
PlacedMesh<S>::PlacedMesh(const TriangleMesh& mesh, const Recipe& motion, double t)
    : triangles(mesh.triangles()) {
  const Place<Quad> exact = place_at(motion, Quad(t));  // a jump is sharper than doubles
  const Place<S> place{rounded<S>(exact.x), rounded<S>(exact.y), rounded<S>(exact.z),
                       rounded<S>(exact.at)};
  for (const Vec3& v : mesh.vertices()) {
    corners.push_back(place(Point<S>{S(v.x()), S(v.y()), S(v.z())}));
  }
}

template <typename S>
Facet<S> PlacedMesh<S>::facet(std::size_t i) const {
  const auto& triangle = triangles[i];
  return {corners[triangle[0]], corners[triangle[1]], corners[triangle[2]]};
}

Moment::Moment(const AttackQuestion& question, double t)
    : question_(question),
      t_(t),
      margin_(10.0 * question.slack),
      a_(question.mesh_a, question.motion_a, t),
      b_(question.mesh_b, question.motion_b, t) {
  distance_ = least_distance(a_, b_);
}

const Moment::Exact& Moment::exact() const {
  if (!exact_) {
    exact_ = Exact{{question_.mesh_a, question_.motion_a, t_},
                   {question_.mesh_b, question_.motion_b, t_}};
  }
  return *exact_;
}

bool Moment::is_within(Quad limit) const {
  if (Quad(distance_ + margin_) < limit) return true;
  if (Quad(distance_ - margin_) > limit) return false;
  for (std::size_t i = 0; i < a_.size(); ++i) {
    for (std::size_t j = 0; j < b_.size(); ++j) {
      if (graze::attack::distance(a_.facet(i), b_.facet(j)) > distance_ + 2.0 * margin_) continue;
      if (graze::attack::distance(exact().a.facet(i), exact().b.facet(j)) <= limit) return true;
    }
  }
  return false;
}

bool Moment::cross() const {
  if (distance_ > margin_) return false;
  for (std::size_t i = 0; i < a_.size(); ++i) {
    const Facet<double> f = a_.facet(i);
    for (std::size_t j = 0; j < b_.size(); ++j) {
      const Facet<double> g = b_.facet(j);
      if (are_beyond(f, g, margin_)) continue;
      if (cross_by(f, g, 2.0 * margin_)) return true;
      if (cross_by(exact().a.facet(i), exact().b.facet(j), Quad(question_.slack))) return true;
    }
  }
  return false;
}

bool Moment::is_inside(double depth) const {
  if (!has_corner_inside(question_, a_, b_, depth - margin_)) return false;
  return has_corner_inside(question_, a_, b_, depth + margin_) ||
         has_corner_inside(question_, exact().a, exact().b, Quad(depth));
}

}  // namespace graze::attack
