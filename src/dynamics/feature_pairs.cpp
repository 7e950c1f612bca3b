// SPDX-License-Identifier: MIT
#include "dynamics/feature_pairs.h"

#include <algorithm>
#include <tuple>

#include "graze/geometry/triangle_distance.h"
#include "methods/certified/contacts_at.h"

namespace graze::dynamics {
namespace {
constexpr double kConeSlack = 0.03;  // rad
constexpr double kParallel = 1e-3;   // sine: edges that cross less do not bear
constexpr double kStraight = 1e-9;   // 1 - cosine
constexpr std::size_t kMostTriangles = 200'000;

using Kind = FeaturePair::Kind;

// One side of a pair of triangles: corners in the world, ids of its features.
struct Side {
  const TriangleMesh& mesh;
  const MeshTopology& topology;
  const Pose& world_from_body;
  std::uint32_t triangle;
  Corners corners;

  std::uint32_t vertex(int k) const { return topology.vertex(mesh.triangles()[triangle][k]); }
  std::uint32_t edge(int k) const { return topology.edge_of(triangle, k); }

  // Whether the body is behind the feature, seen along `out`.
  bool vertex_is_outermost(std::uint32_t v, const Vec3& out_body) const {
    for (const std::uint32_t w : topology.neighbours(v)) {
      const Vec3 along = mesh.vertices()[w] - mesh.vertices()[v];
      if (out_body.dot(along) > kConeSlack * along.norm()) return false;
    }
    return topology.bears(v);
  }
  bool edge_is_outermost(std::uint32_t e, const Vec3& out_body) const {
    const MeshTopology::Edge& edge = topology.edge(e);
    const Vec3& foot = mesh.vertices()[edge.vertices[0]];
    const Vec3 axis = (mesh.vertices()[edge.vertices[1]] - foot).normalized();
    for (const std::uint32_t w : topology.opposites(edge)) {
      Vec3 along = mesh.vertices()[w] - foot;
      along -= axis * axis.dot(along);
      if (out_body.dot(along) > kConeSlack * along.norm()) return false;
    }
    return edge.bears;
  }
  Vec3 in_body(const Vec3& direction) const {
    return transpose_times(world_from_body.rotation, direction);
  }
};

Side side_of(const ContactShape& shape, const Pose& pose, std::uint32_t triangle) {
  const TriangleMesh& mesh = shape.tree->mesh();
  const auto c = mesh.corners(triangle);
  return {mesh, *shape.topology, pose, triangle, {pose * c[0], pose * c[1], pose * c[2]}};
}

class FeatureSearch {
 public:
  FeatureSearch(const ContactShape& a, const Pose& pose_a, const ContactShape& b,
                const Pose& pose_b, double reach)
      : a_(a),
        b_(b),
        pose_a_(pose_a),
        pose_b_(pose_b),
        growth_(a.growth + b.growth),
        limit_(reach + growth_) {}

  NearFeatures run() {
    const std::vector<certified::NearPair> near = near_triangles();
    for (const certified::NearPair& pair : near) look_at(pair.triangle_a, pair.triangle_b);
    if (nearest_ < limit_ && !nearest_is_kept_) found_.push_back(nearest_pair_);
    std::sort(found_.begin(), found_.end(),
              [](const FeaturePair& x, const FeaturePair& y) { return key(x) < key(y); });
    found_.erase(std::unique(found_.begin(), found_.end(),
                             [](const auto& x, const auto& y) { return key(x) == key(y); }),
                 found_.end());
    return {std::move(found_), std::max(0.0, std::min(nearest_, limit_) - growth_)};
  }

 private:
  static std::tuple<Kind, std::uint32_t, std::uint32_t> key(const FeaturePair& p) {
    return {p.kind, p.id_a, p.id_b};
  }

  static certified::BodyMoment moment(const Pose& pose) {
    certified::BodyMoment m;
    m.rotation = pose.rotation;
    m.position = pose.translation;
    m.velocity = m.spin = m.axis = Vec3::Zero();
    m.reference = pose.translation;
    m.still = true;
    return m;
  }

  std::vector<certified::NearPair> near_triangles() const {
    const double size = std::max(a_.tree->root_box().radius(), b_.tree->root_box().radius());
    const certified::TreesAtInstant trees{a_.tree,
                                          b_.tree,
                                          {0.0, moment(pose_a_), moment(pose_b_)},
                                          std::ldexp(1.0, -std::ilogb(std::max(size, 1e-280)))};
    Stats stats;
    return certified::near_pairs(trees, limit_, kMostTriangles, certified::wide_test(), stats);
  }

  void look_at(std::uint32_t ta, std::uint32_t tb) {
    const Side a = side_of(a_, pose_a_, ta), b = side_of(b_, pose_b_, tb);
    for (int k = 0; k < 3; ++k) {
      look_at_vertex(a, k, b, true);
      look_at_vertex(b, k, a, false);
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) look_at_edges(a, i, b, j);
    }
  }

  // A vertex of `own` against a triangle of `other`; closest to its face, an edge or a corner.
  void look_at_vertex(const Side& own, int k, const Side& other, bool own_is_a) {
    const PointTriangleDistance near = point_triangle(own.corners[k], other.corners);
    const double distance = std::sqrt(near.distance_sq);
    if (distance > limit_) return;
    Vec3 toward_other = near.point - own.corners[k];
    FeaturePair pair;
    const std::uint32_t v = own.vertex(k);
    const Vec3 p_own = own.mesh.vertices()[v];
    std::uint32_t id = other.triangle;
    Vec3 q0 = Vec3::Zero(), q1 = Vec3::Zero();
    bool other_bears = true;
    const auto c = other.mesh.corners(other.triangle);
    const Vec3 normal_body = (c[1] - c[0]).cross(c[2] - c[0]).normalized();
    const Vec3 normal = times(other.world_from_body.rotation, normal_body);
    // Straight above an edge between two flat triangles is above a face.
    if (near.feature.kind == TriangleFeature::Kind::kFace ||
        std::abs(normal.dot(toward_other)) > (1.0 - kStraight) * distance) {
      pair.kind = own_is_a ? Kind::kVertexFace : Kind::kFaceVertex;
      q0 = c[0];
      q1 = normal_body;
      if (!(distance > 0.0)) toward_other = -normal;
    } else if (near.feature.kind == TriangleFeature::Kind::kEdge &&
               other.edge(near.feature.index) != MeshTopology::kNone) {
      id = other.edge(near.feature.index);
      pair.kind = own_is_a ? Kind::kVertexEdge : Kind::kEdgeVertex;
      const auto& edge = other.topology.edge(id);
      q0 = other.mesh.vertices()[edge.vertices[0]];
      q1 = other.mesh.vertices()[edge.vertices[1]];
      other_bears = other.edge_is_outermost(id, other.in_body(-toward_other / distance));
    } else {
      id = other.vertex(near.feature.index);
      pair.kind = Kind::kVertexVertex;
      q0 = other.mesh.vertices()[id];
      other_bears = other.vertex_is_outermost(id, other.in_body(-toward_other / distance));
    }
    const Vec3 direction = toward_other.normalized();
    const bool bears = other_bears && own.vertex_is_outermost(v, own.in_body(direction));
    pair.id_a = own_is_a ? v : id;
    pair.id_b = own_is_a ? id : v;
    pair.a0 = own_is_a ? p_own : q0;
    pair.a1 = own_is_a ? Vec3(Vec3::Zero()) : q1;
    pair.b0 = own_is_a ? q0 : p_own;
    pair.b1 = own_is_a ? q1 : Vec3(Vec3::Zero());
    keep(pair, distance, own_is_a ? direction : Vec3(-direction), bears);
  }

  void look_at_edges(const Side& a, int i, const Side& b, int j) {
    const std::uint32_t ea = a.edge(i), eb = b.edge(j);
    if (ea == MeshTopology::kNone || eb == MeshTopology::kNone) return;
    const Vec3 &p0 = a.corners[i], &p1 = a.corners[(i + 1) % 3];
    const Vec3 &q0 = b.corners[j], &q1 = b.corners[(j + 1) % 3];
    const SegmentDistance near = segment_segment(p0, p1, q0, q1);
    const double distance = std::sqrt(near.distance_sq);
    if (distance > limit_ || !(distance > 0.0)) return;
    if (near.s <= 0.0 || near.s >= 1.0 || near.t <= 0.0 || near.t >= 1.0) return;
    const Vec3 direction = (near.point_b - near.point_a) / distance;
    const double sine = (p1 - p0).cross(q1 - q0).norm() / ((p1 - p0).norm() * (q1 - q0).norm());
    if (!(sine > kParallel)) return;
    FeaturePair pair;
    pair.kind = Kind::kEdgeEdge;
    pair.id_a = ea;
    pair.id_b = eb;
    const auto &edge_a = a.topology.edge(ea), &edge_b = b.topology.edge(eb);
    pair.a0 = a.mesh.vertices()[edge_a.vertices[0]];
    pair.a1 = a.mesh.vertices()[edge_a.vertices[1]];
    pair.b0 = b.mesh.vertices()[edge_b.vertices[0]];
    pair.b1 = b.mesh.vertices()[edge_b.vertices[1]];
    const bool bears = a.edge_is_outermost(ea, a.in_body(direction)) &&
                       b.edge_is_outermost(eb, b.in_body(-direction));
    keep(pair, distance, direction, bears);
  }

  void keep(FeaturePair pair, double distance, const Vec3& direction, bool bears) {
    pair.toward_b = transpose_times(pose_a_.rotation, direction);
    pair.growth = growth_;
    pair.growth_a = a_.growth;
    if (distance < nearest_ || (distance == nearest_ && !nearest_is_kept_ && bears)) {
      nearest_ = distance;
      nearest_pair_ = pair;
      nearest_is_kept_ = bears;
    }
    if (bears) found_.push_back(pair);
  }

  const ContactShape &a_, &b_;
  const Pose &pose_a_, &pose_b_;
  double growth_, limit_;
  std::vector<FeaturePair> found_;
  double nearest_ = 1e300;
  FeaturePair nearest_pair_;
  bool nearest_is_kept_ = true;
};

// A gap between two points along the line through them; passed if it points back.
FeatureGap between_points(const Vec3& p, const Vec3& q, const Vec3& toward_b, double growth) {
  const Vec3 d = q - p;
  const double distance = d.norm(), sign = d.dot(toward_b) < 0.0 ? -1.0 : 1.0;
  const Vec3 normal = distance > 0.0 ? Vec3(d * (sign / distance)) : toward_b;
  return {sign * distance - growth, normal, 0.5 * (p + q)};
}

Vec3 foot_on_line(const Vec3& p, const Vec3& q0, const Vec3& q1) {
  const Vec3 along = q1 - q0;
  return q0 + along * (along.dot(p - q0) / along.squaredNorm());
}

FeatureGap between_edges(const FeaturePair& pair, const Pose& a, const Pose& b,
                         const Vec3& toward_b) {
  const Vec3 p0 = a * pair.a0, p1 = a * pair.a1, q0 = b * pair.b0, q1 = b * pair.b1;
  Vec3 normal = (p1 - p0).cross(q1 - q0);
  const double length = normal.norm();
  if (!(length > 1e-9 * (p1 - p0).norm() * (q1 - q0).norm())) {
    return {toward_b.dot(q0 - p0) - pair.growth, toward_b, 0.5 * (p0 + q0)};
  }
  normal *= (normal.dot(toward_b) < 0.0 ? -1.0 : 1.0) / length;
  const SegmentDistance near = segment_segment(p0, p1, q0, q1);
  return {normal.dot(q0 - p0) - pair.growth, normal, 0.5 * (near.point_a + near.point_b)};
}

// The plane of a face of `other`, seen from a point; `away` is the face's normal towards the point.
FeatureGap above_face(const Vec3& p, const Vec3& corner, Vec3 normal, const Vec3& away,
                      double growth) {
  if (normal.dot(away) < 0.0) normal = -normal;
  const double height = normal.dot(p - corner);
  return {height - growth, normal, p - 0.5 * height * normal};
}

// With the point midway between what is grown.
FeatureGap gap_of_cores(const FeaturePair& pair, const Pose& a, const Pose& b) {
  const Vec3 toward_b = times(a.rotation, pair.toward_b);
  switch (pair.kind) {
    case Kind::kVertexFace: {
      FeatureGap gap =
          above_face(a * pair.a0, b * pair.b0, times(b.rotation, pair.b1), -toward_b, pair.growth);
      gap.normal = -gap.normal;
      return gap;
    }
    case Kind::kFaceVertex:
      return above_face(b * pair.b0, a * pair.a0, times(a.rotation, pair.a1), toward_b,
                        pair.growth);
    case Kind::kEdgeEdge:
      return between_edges(pair, a, b, toward_b);
    case Kind::kVertexEdge: {
      const Vec3 p = a * pair.a0;
      return between_points(p, foot_on_line(p, b * pair.b0, b * pair.b1), toward_b, pair.growth);
    }
    case Kind::kEdgeVertex: {
      const Vec3 q = b * pair.b0;
      return between_points(foot_on_line(q, a * pair.a0, a * pair.a1), q, toward_b, pair.growth);
    }
    case Kind::kVertexVertex:
      break;
  }
  return between_points(a * pair.a0, b * pair.b0, toward_b, pair.growth);
}
}  // namespace

FeatureGap gap_at(const FeaturePair& pair, const Pose& world_from_a, const Pose& world_from_b) {
  FeatureGap gap = gap_of_cores(pair, world_from_a, world_from_b);
  gap.point += (pair.growth_a - 0.5 * pair.growth) * gap.normal;
  return gap;
}

NearFeatures near_features(const ContactShape& a, const Pose& world_from_a, const ContactShape& b,
                           const Pose& world_from_b, double reach) {
  return FeatureSearch(a, world_from_a, b, world_from_b, reach).run();
}

}  // namespace graze::dynamics
