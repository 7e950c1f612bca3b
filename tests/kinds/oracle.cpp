// SPDX-License-Identifier: MIT
// Source  Gilbert, Johnson, Keerthi 1988; each simplex is solved over all of its faces. Winding
//         numbers by solid angles (van Oosterom, Strackee 1983).
#include "kinds/oracle.h"

#include <array>
#include <cmath>

namespace graze::test {
namespace {
constexpr double kSure = 1e-9;

struct Vertex {
  Vec3 w, a;  // of the difference, of the first set
};

struct Nearest {
  Vec3 v = Vec3::Zero(), a = Vec3::Zero();
  std::vector<Vertex> kept;
};

/// The point nearest to the origin of the affine hull of a face, if it is in the face.
bool solve(const std::vector<Vertex>& face, Nearest& best, double& best_sq) {
  const auto n = static_cast<Eigen::Index>(face.size()) - 1;
  Eigen::VectorXd s = Eigen::VectorXd::Zero(n);
  if (n > 0) {
    Eigen::MatrixXd edges(3, n);
    for (Eigen::Index k = 0; k < n; ++k) edges.col(k) = face[std::size_t(k) + 1].w - face[0].w;
    s = edges.colPivHouseholderQr().solve(-face[0].w);
  }
  const double first = 1.0 - s.sum();
  if (first < 0.0 || (n > 0 && s.minCoeff() < 0.0)) return false;
  Vec3 v = first * face[0].w, a = first * face[0].a;
  for (Eigen::Index k = 0; k < n; ++k) {
    v += s[k] * face[std::size_t(k) + 1].w;
    a += s[k] * face[std::size_t(k) + 1].a;
  }
  if (!(v.squaredNorm() < best_sq)) return false;
  best_sq = v.squaredNorm();
  best = {v, a, face};
  return true;
}

Nearest nearest_of(const std::vector<Vertex>& simplex) {
  Nearest best;
  double best_sq = kInfinity;
  for (unsigned set = 1; set < (1u << simplex.size()); ++set) {
    std::vector<Vertex> face;
    for (std::size_t k = 0; k < simplex.size(); ++k)
      if (set >> k & 1u) face.push_back(simplex[k]);
    solve(face, best, best_sq);
  }
  return best;
}

/// The nearest points of two convex sets without their growth.
Nearest closest(const ConvexPart& a, const ConvexPart& b) {
  const auto vertex = [&](const Vec3& direction) -> Vertex {
    const Vec3 p = a.support(direction), q = b.support(-direction);
    return {p - q, p};
  };
  Nearest now = nearest_of({vertex(Vec3(1.0, 0.3, 0.2))});
  for (int i = 0; i < 300; ++i) {
    const double size_sq = now.v.squaredNorm();
    if (now.kept.size() == 4 || size_sq < 1e-26) break;
    const Vertex next = vertex(-now.v);
    if (size_sq - now.v.dot(next.w) <= 1e-13 * size_sq) break;
    std::vector<Vertex> simplex = now.kept;
    simplex.push_back(next);
    const Nearest better = nearest_of(simplex);
    if (!(better.v.squaredNorm() < size_sq)) break;
    now = better;
  }
  return now;
}

/// Along an axis no direction across is better than another; twice, for what rounding leaves.
Vec3 across(const Vec3& direction, const Vec3& axis, double radius) {
  Vec3 flat = direction - direction.dot(axis) * axis;
  if (flat.norm() <= 1e-9 * direction.norm()) return Vec3::Zero();
  flat.normalize();
  flat -= flat.dot(axis) * axis;
  return radius * flat.normalized();
}

ConvexPart hull_of(std::vector<Vec3> points, double growth) {
  return {[points = std::move(points)](const Vec3& d) {
            const Vec3* best = &points[0];
            for (const Vec3& p : points)
              if (p.dot(d) > best->dot(d)) best = &p;
            return *best;
          },
          growth};
}

/// Forms as convex sets in the world.
struct FormPart {
  const Body& body;
  const Pose& pose;

  ConvexPart operator()(const Box& f) const {
    return {[f, p = pose](const Vec3& d) {
              const Vec3 local = p.rotation.transpose() * d;
              Vec3 corner;
              for (int k = 0; k < 3; ++k)
                corner[k] = local[k] < 0.0 ? -f.half_size[k] : f.half_size[k];
              return Vec3(p * corner);
            },
            body.padding,
            [f, p = pose](const Vec3& x) {
              return ((inverse(p) * x).cwiseAbs() - f.half_size).maxCoeff();
            }};
  }
  ConvexPart operator()(const SphereForm& f) const {
    return hull_of({pose * f.centre}, f.radius + body.padding);
  }
  ConvexPart operator()(const CapsuleForm& f) const {
    return hull_of({pose * f.begin, pose * f.end}, f.radius + body.padding);
  }
  ConvexPart operator()(const CylinderForm& f) const {
    const Vec3 begin = pose * f.begin, end = pose * f.end, axis = (end - begin).normalized();
    const double r = f.radius, length = (end - begin).norm();
    return {
        [=](const Vec3& d) { return Vec3((d.dot(axis) < 0.0 ? begin : end) + across(d, axis, r)); },
        body.padding,
        [=](const Vec3& x) {
          const double along = (x - begin).dot(axis);
          const double out = (x - begin - along * axis).norm() - r;
          return std::max({out, -along, along - length});
        }};
  }
  ConvexPart operator()(const ConeForm& f) const {
    const Vec3 base = pose * f.base, tip = pose * f.tip, axis = (tip - base).normalized();
    const double r = f.radius, height = (tip - base).norm();
    return {[=](const Vec3& d) {
              const Vec3 rim = base + across(d, axis, r);
              return d.dot(tip) > d.dot(rim) ? tip : rim;
            },
            body.padding,
            [=](const Vec3& x) {
              const double along = (x - base).dot(axis);
              const double out = (x - base - along * axis).norm();
              const double slope = std::hypot(r, height);
              return std::max((out * height + (along - height) * r) / slope, -along);
            }};
  }
  ConvexPart operator()(const HalfSpaceForm& f) const {
    const Vec3 n = (pose.rotation * f.normal).normalized();
    const double offset = f.offset + n.dot(pose.translation);
    return {{}, body.padding, [=](const Vec3& x) { return n.dot(x) - offset; }};
  }
  ConvexPart operator()(const ConvexHullForm& f) const {
    std::vector<Vec3> points;
    for (const Vec3& p : f.points) points.push_back(pose * p);
    ConvexPart part = hull_of(points, body.padding);
    std::vector<std::pair<Vec3, double>> planes;  // every plane through three points that bounds
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t k = 0; k < points.size(); ++k)
        for (std::size_t m = 0; m < points.size(); ++m) {
          const Vec3 n = (points[k] - points[i]).cross(points[m] - points[i]);
          if (n.norm() < 1e-9) continue;
          const Vec3 unit = n.normalized();
          double most = -kInfinity;
          for (const Vec3& p : points) most = std::max(most, unit.dot(p - points[i]));
          if (most < 1e-12) planes.emplace_back(unit, unit.dot(points[i]));
        }
    part.depth = [planes](const Vec3& x) {
      double out = -kInfinity;
      for (const auto& [n, offset] : planes) out = std::max(out, n.dot(x) - offset);
      return out;
    };
    return part;
  }
  ConvexPart operator()(const MeshForm&) const { return {}; }
  ConvexPart operator()(const SurfaceForm&) const { return {}; }  // tests/surface asks of these
};

double winding(const OracleBody& mesh, const Vec3& p) {
  double angle = 0.0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - p, b = mesh.vertices[t[1]] - p,
               c = mesh.vertices[t[2]] - p;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    angle += 2.0 * std::atan2(a.dot(b.cross(c)),
                              la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return angle / (4.0 * 3.14159265358979323846);
}

OracleAnswer ask_parts(const ConvexPart& a, const ConvexPart& b) {
  if (!a.support) {  // a half-space: the lowest point decides
    const Vec3 n = [&] {
      const Vec3 zero = Vec3::Zero();
      const double at = a.depth(zero);
      return Vec3(a.depth(Vec3::UnitX()) - at, a.depth(Vec3::UnitY()) - at,
                  a.depth(Vec3::UnitZ()) - at);
    }();
    const double gap = a.depth(b.support(-n)) - a.growth - b.growth;
    return {std::max(0.0, gap), gap < -kSure};
  }
  if (!b.support) return ask_parts(b, a);
  const Nearest found = closest(a, b);
  const double gap = found.v.norm() - a.growth - b.growth;
  OracleAnswer answer{std::max(0.0, gap), gap < -kSure};
  const auto is_deep = [&](const ConvexPart& part) {
    return part.depth && part.depth(found.a) < -kSure;
  };
  if (found.v.norm() < 1e-12 && (is_deep(a) || is_deep(b)))
    answer.is_overlap = true;  // a point of one is strictly inside the other, a solid
  return answer;
}

bool has_vertex_inside(const OracleBody& inner, const OracleBody& outer) {
  if (!outer.is_closed_mesh) return false;
  std::vector<Vec3> points = inner.vertices;
  if (points.empty() && inner.parts[0].support)
    points.push_back(inner.parts[0].support(Vec3::UnitX()));
  for (const Vec3& p : points)
    if (std::fabs(winding(outer, p)) > 0.5) return true;
  return false;
}
}  // namespace

OracleBody oracle_body(const Body& body, const Pose& pose) {
  OracleBody made;
  made.growth = body.padding + body.shape.rounding();
  if (!std::holds_alternative<MeshForm>(body.shape.form())) {
    made.parts.push_back(std::visit(FormPart{body, pose}, body.shape.form()));
    return made;
  }
  const TriangleMesh& mesh = body.shape.mesh();
  for (const Vec3& v : mesh.vertices()) made.vertices.push_back(pose * v);
  made.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
  for (const Triangle& t : made.triangles)
    made.parts.push_back(
        hull_of({made.vertices[t[0]], made.vertices[t[1]], made.vertices[t[2]]}, made.growth));
  made.is_closed_mesh = solidity_of(body).is_solid();
  return made;
}

OracleAnswer ask_oracle(const OracleBody& a, const OracleBody& b) {
  OracleAnswer all{kInfinity, false};
  for (const ConvexPart& part_a : a.parts)
    for (const ConvexPart& part_b : b.parts) {
      const OracleAnswer one = ask_parts(part_a, part_b);
      all.distance = std::min(all.distance, one.distance);
      all.is_overlap = all.is_overlap || one.is_overlap;
    }
  if (all.distance <= kSure) return all;
  // Surfaces are apart: one vertex tells where all of a connected body is.
  if (has_vertex_inside(a, b) || has_vertex_inside(b, a)) all = {0.0, true};
  return all;
}

}  // namespace graze::test
