// SPDX-License-Identifier: MIT
// Contact candidates against all pairs of features, one by one, with cones from face normals.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/methods/certified.h"
#include "graze/methods/certified_candidates.h"
#include "support/ccd_queries.h"
#include "support/random_doubles.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {
using test::random_direction;
using test::random_rotation;
using test::uniform;

PlacedSurface placed(const TriangleMesh& mesh, const Pose& pose, double padding = 0.0) {
  return {WideObbTree(mesh), SurfaceFeatures(mesh), pose, padding};
}

double true_distance(const PlacedSurface& a, const PlacedSurface& b) {
  return distance_at({a.tree, Motion::still(a.world_from_body), a.padding},
                     {b.tree, Motion::still(b.world_from_body), b.padding}, 0.0)
      .distance.hi;
}

std::set<std::uint32_t> vertices_of(const TriangleMesh& mesh, const Feature& feature) {
  if (feature.kind == FeatureKind::kVertex) return {feature.vertices[0]};
  if (feature.kind == FeatureKind::kEdge) return {feature.vertices[0], feature.vertices[1]};
  const Triangle& t = mesh.triangles()[feature.triangle.value];
  return {t[0], t[1], t[2]};
}
using Name = std::pair<std::set<std::uint32_t>, std::set<std::uint32_t>>;

/// A closed mesh without repeated vertices, placed, with edges and normals found the slow way.
struct SlowSurface {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> edges;

  SlowSurface(const TriangleMesh& mesh, const Pose& pose) {
    for (const Vec3& v : mesh.vertices()) vertices.push_back(pose * v);
    triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        edges[std::minmax(triangles[i][k], triangles[i][(k + 1) % 3])].push_back(i);
      }
    }
  }
  Vec3 normal(std::size_t i) const {
    const Triangle& t = triangles[i];
    return (vertices[t[1]] - vertices[t[0]]).cross(vertices[t[2]] - vertices[t[0]]).normalized();
  }
  /// Angle by which faces bend away from each other at an edge; negative in a groove.
  double bend(std::size_t i, std::size_t j) const {
    const Vec3 middle_i = middle(i), middle_j = middle(j);
    const double angle = std::atan2(normal(i).cross(normal(j)).norm(), normal(i).dot(normal(j)));
    return (normal(i) - normal(j)).dot(middle_i - middle_j) >= 0.0 ? angle : -angle;
  }
  Vec3 middle(std::size_t i) const {
    const Triangle& t = triangles[i];
    return (vertices[t[0]] + vertices[t[1]] + vertices[t[2]]) / 3.0;
  }
};

/// How far n is outside of the arc between the normals of the edge's faces; radians.
double outside_of_arc(const SlowSurface& s, const std::vector<std::size_t>& faces, const Vec3& n) {
  const Vec3 x = s.normal(faces[0]), y = s.normal(faces[1]);
  const auto angle = [](const Vec3& p, const Vec3& q) {
    return std::atan2(p.cross(q).norm(), p.dot(q));
  };
  return std::max(0.0, 0.5 * (angle(x, n) + angle(n, y) - angle(x, y)));
}

/// Edge pairs that must be candidates and those that must not.
struct EdgeTruth {
  std::set<Name> must, must_not;
};
EdgeTruth edge_truth(const SlowSurface& a, const SlowSurface& b, double margin) {
  EdgeTruth truth;
  for (const auto& [ea, faces_a] : a.edges) {
    for (const auto& [eb, faces_b] : b.edges) {
      const Vec3 p = a.vertices[ea.first], q = b.vertices[eb.first];
      const Vec3 u = a.vertices[ea.second] - p, v = b.vertices[eb.second] - q;
      const Vec3 c = u.cross(v);
      if (c.norm() < 1e-3 * u.norm() * v.norm()) continue;
      // p + s u + g c = q + t v.
      Mat3 m;
      m << u, -v, c;
      const Vec3 s_t_g = m.inverse() * (q - p);
      const double distance = std::abs(s_t_g[2]) * c.norm();
      const double inside = std::min({s_t_g[0], s_t_g[1], 1.0 - s_t_g[0], 1.0 - s_t_g[1]});
      const Vec3 n = (s_t_g[2] < 0.0 ? Vec3(-c) : c).normalized();
      const Name name{{ea.first, ea.second}, {eb.first, eb.second}};
      const double bend = std::min(a.bend(faces_a[0], faces_a[1]), b.bend(faces_b[0], faces_b[1]));
      const double outside =
          std::max(outside_of_arc(a, faces_a, n), outside_of_arc(b, faces_b, Vec3(-n)));
      if (inside > 1e-9 && distance < margin * (1 - 1e-9) && bend > 1e-4 && outside < 0.02) {
        truth.must.insert(name);
      }
      if (inside < -1e-9 || distance > margin * (1 + 1e-9) || bend < 0.0 || outside > 0.04) {
        truth.must_not.insert(name);
      }
    }
  }
  return truth;
}

/// Vertices over the inside of faces.
EdgeTruth vertex_truth(const SlowSurface& a, const SlowSurface& b, double margin) {
  EdgeTruth truth;
  for (std::uint32_t v = 0; v < a.vertices.size(); ++v) {
    for (std::size_t f = 0; f < b.triangles.size(); ++f) {
      const Triangle& t = b.triangles[f];
      const Vec3 n = b.normal(f), p = a.vertices[v];
      const double height = n.dot(p - b.vertices[t[0]]);
      double inside = kInfinity;
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 from = b.vertices[t[k]], along = b.vertices[t[(k + 1) % 3]] - from;
        inside = std::min(inside, n.cross(along).normalized().dot(p - from));
      }
      double steepest = -kInfinity;  // towards the face, along any edge of the vertex
      for (const auto& [edge, faces] : a.edges) {
        if (edge.first != v && edge.second != v) continue;
        const Vec3 way = a.vertices[edge.first == v ? edge.second : edge.first] - p;
        steepest = std::max(steepest, -n.dot(way.normalized()));
      }
      const Name name{{v}, {t[0], t[1], t[2]}};
      if (inside > 1e-9 && height > 0.0 && height < margin * (1 - 1e-9) && steepest < 0.02) {
        truth.must.insert(name);
      }
      if (inside < -1e-9 || height < -1e-12 || height > margin * (1 + 1e-9) || steepest > 0.04) {
        truth.must_not.insert(name);
      }
    }
  }
  return truth;
}

Name swapped(const Name& name) { return {name.second, name.first}; }

TriangleMesh some_shape(std::mt19937_64& random) {
  const double kind = uniform(random, 0.0, 4.0);
  if (kind < 1.0) return make_shape("icosphere", {{"triangles", 80}});
  if (kind < 2.0) return make_shape("l_bracket");
  if (kind < 3.0) return make_shape("torus", {{"triangles", 120}});
  return make_shape("box", {{"x", 1.0}, {"y", 0.7}, {"z", 0.4}});
}

/// Moves b in a straight line towards the middle of a, as far as the gap allows: what is nearest
/// then may be any two features.
void bring_near(const PlacedSurface& a, PlacedSurface& b, double gap) {
  const Vec3 way = -b.world_from_body.translation.normalized();
  for (int round = 0; round < 200; ++round) {
    const double rest = true_distance(a, b) - gap;
    b.world_from_body.translation += rest * way;
    if (rest < 1e-12) return;
  }
}

TEST(C9_ContactCandidates, AreThosePairsOfFeaturesThatAllPairsGive) {
  std::size_t edges = 0, faces = 0;
  for (std::size_t trial = 0, count = test::trials(400); trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    PlacedSurface a = placed(some_shape(random), {random_rotation(random), Vec3::Zero()});
    PlacedSurface b =
        placed(some_shape(random), {random_rotation(random), Vec3(4.0 * random_direction(random))});
    const double gap = std::pow(10.0, uniform(random, -6.0, -1.0));
    bring_near(a, b, gap);
    const double margin = gap + std::pow(10.0, uniform(random, -4.0, -0.7));
    const auto candidates = contact_candidates(a, b, margin);
    std::set<Name> found;
    double nearest = kInfinity;
    Name nearest_name;
    for (const ContactCandidate& c : candidates) {
      EXPECT_NEAR(c.gap, c.normal.dot(c.point_b - c.point_a), 1e-13);
      EXPECT_LE(c.gap, margin + 1e-12);
      const Name name{vertices_of(a.features.mesh(), c.feature_a),
                      vertices_of(b.features.mesh(), c.feature_b)};
      EXPECT_TRUE(found.insert(name).second) << "seen twice, trial " << trial;
      if (c.gap < nearest) nearest_name = name;
      nearest = std::min(nearest, c.gap);
    }
    ASSERT_NEAR(nearest, true_distance(a, b), 1e-12) << "trial " << trial;
    const SlowSurface slow_a(a.features.mesh(), a.world_from_body);
    const SlowSurface slow_b(b.features.mesh(), b.world_from_body);
    const auto check = [&](const EdgeTruth& truth, bool is_swapped) {
      for (const Name& name : truth.must) {
        EXPECT_TRUE(found.contains(is_swapped ? swapped(name) : name)) << "trial " << trial;
      }
      for (const Name& name : truth.must_not) {
        const Name own = is_swapped ? swapped(name) : name;
        EXPECT_TRUE(own == nearest_name || !found.contains(own)) << "trial " << trial;
      }
      return truth.must.size();
    };
    edges += check(edge_truth(slow_a, slow_b, margin), false);
    faces += check(vertex_truth(slow_a, slow_b, margin), false) +
             check(vertex_truth(slow_b, slow_a, margin), true);
  }
  EXPECT_GT(edges, 5u);
  EXPECT_GT(faces, 5u);
}

TEST(C9_ContactCandidates, DoNotDependOnWhichBodyComesFirst) {
  for (std::size_t trial = 0, count = test::trials(400); trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    PlacedSurface a = placed(some_shape(random), {random_rotation(random), Vec3::Zero()});
    PlacedSurface b =
        placed(some_shape(random), {random_rotation(random), Vec3(4.0 * random_direction(random))});
    bring_near(a, b, 1e-3);
    std::set<Name> forward, backward;
    for (const ContactCandidate& c : contact_candidates(a, b, 0.05)) {
      forward.insert({vertices_of(a.features.mesh(), c.feature_a),
                      vertices_of(b.features.mesh(), c.feature_b)});
    }
    for (const ContactCandidate& c : contact_candidates(b, a, 0.05)) {
      backward.insert({vertices_of(a.features.mesh(), c.feature_b),
                       vertices_of(b.features.mesh(), c.feature_a)});
    }
    EXPECT_EQ(forward, backward) << "trial " << trial;
  }
}

TEST(C9_ContactCandidates, NameTheNearestPairOfAnySoup) {
  for (std::size_t trial = 0, count = test::trials(1000); trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    PlacedSurface a = placed(test::random_soup(random, {.triangles = 30}),
                             {random_rotation(random), Vec3::Zero()}, uniform(random, 0.0, 0.1));
    PlacedSurface b = placed(test::random_soup(random, {.triangles = 30}),
                             {random_rotation(random), Vec3(3.0 * random_direction(random))});
    const double distance = true_distance(a, b);
    if (distance == 0.0) continue;
    double nearest = kInfinity;
    for (const ContactCandidate& c : contact_candidates(a, b, 1.1 * distance)) {
      nearest = std::min(nearest, c.gap);
    }
    EXPECT_NEAR(nearest, distance, 1e-12) << "trial " << trial;
  }
}

const Pose kHere{};
Pose at(double x, double y, double z) { return {Mat3::Identity(), {x, y, z}}; }
TriangleMesh box(double x, double y, double z) {
  return make_shape("box", {{"x", x}, {"y", y}, {"z", z}});
}

TEST(C9_ContactCandidates, OfABoxOnATableAreItsFourCorners) {
  // The middle of the small box's corners lies over seams of the table's triangles, too.
  for (const double shift : {0.0, 0.25, 0.1234}) {
    const auto candidates =
        contact_candidates(placed(box(2.0, 2.0, 1.0), kHere),
                           placed(box(0.5, 0.5, 1.0), at(shift, shift, 1.001)), 0.01);
    ASSERT_EQ(candidates.size(), 4u) << shift;
    for (const ContactCandidate& c : candidates) {
      EXPECT_EQ(c.feature_a.kind, FeatureKind::kFace);
      EXPECT_EQ(c.feature_b.kind, FeatureKind::kVertex);
      EXPECT_NEAR(c.gap, 0.001, 1e-15);
      EXPECT_NEAR(c.normal.z(), 1.0, 1e-15);
    }
  }
}

TEST(C9_ContactCandidates, OfASheetAreOnBothSides) {
  const TriangleMesh sheet({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}},
                           {{0, 1, 2}, {0, 2, 3}});
  for (const double side : {-1.0, 1.0}) {
    const auto candidates = contact_candidates(
        placed(sheet, kHere), placed(box(0.5, 0.5, 0.5), at(0.3, 0.1, side * 0.251)), 0.01);
    ASSERT_EQ(candidates.size(), 4u);
    for (const ContactCandidate& c : candidates) EXPECT_NEAR(c.normal.z(), side, 1e-15);
  }
}

TEST(C9_ContactCandidates, OfRoundShapesAreExact) {
  const TriangleMesh point({{0, 0, 0}}, {{0, 0, 0}});
  const TriangleMesh line({{-1, 0, 0}, {1, 0, 0}}, {{0, 1, 1}});
  const auto balls =
      contact_candidates(placed(point, kHere, 0.5), placed(point, at(0, 0.6, 0.8), 0.4), 0.2);
  ASSERT_EQ(balls.size(), 1u);
  EXPECT_NEAR(balls[0].gap, 0.1, 1e-15);
  EXPECT_NEAR(balls[0].point_a.z(), 0.4, 1e-15);
  const auto on_table =
      contact_candidates(placed(box(4, 4, 1), kHere), placed(line, at(0.1, 0.2, 1.01), 0.5), 0.05);
  ASSERT_EQ(on_table.size(), 2u);  // a capsule that lies: both ends
  for (const ContactCandidate& c : on_table) EXPECT_NEAR(c.gap, 0.01, 1e-14);
}

TEST(C9_ContactCandidates, FollowTheirFeaturesToOtherPoses) {
  const PlacedSurface table = placed(box(2, 2, 1), kHere);
  PlacedSurface cube = placed(box(1, 1, 1), at(0.2, 0.1, 1.001));
  const auto candidates = contact_candidates(table, cube, 0.01);
  ASSERT_FALSE(candidates.empty());
  cube.world_from_body.translation.z() = 0.95;  // into the table: gaps are negative
  for (const ContactCandidate& c : candidates) {
    const ContactCandidate now = candidate_at(c, table, cube);
    EXPECT_NEAR(now.gap, -0.05, 1e-15);
    EXPECT_NEAR(now.normal.z(), 1.0, 1e-15);
  }
}

TEST(C9_ContactCandidates, OfCrossedEdgesKeepTheirSide) {
  const PlacedSurface a =
      placed(box(4, 1, 1), {Mat3(Eigen::AngleAxisd(M_PI / 4, Vec3::UnitX())), Vec3::Zero()});
  const double edge = std::sqrt(0.5);
  PlacedSurface b = placed(box(1, 4, 1), {Mat3(Eigen::AngleAxisd(M_PI / 4, Vec3::UnitY())),
                                          Vec3(0, 0, 2 * edge + 0.01)});
  const auto candidates = contact_candidates(a, b, 0.02);
  ASSERT_EQ(candidates.size(), 1u);
  EXPECT_EQ(candidates[0].feature_a.kind, FeatureKind::kEdge);
  EXPECT_NEAR(candidates[0].gap, 0.01, 1e-14);
  EXPECT_NEAR(candidates[0].normal.z(), 1.0, 1e-14);
  for (const double z : {0.3, -0.2}) {
    b.world_from_body.translation = {0.1, -0.3, 2 * edge + z};
    EXPECT_NEAR(candidate_at(candidates[0], a, b).gap, z, 1e-14);
  }
}

TEST(C9_ContactCandidates, RefuseWhatIsNoLength) {
  const PlacedSurface a = placed(box(1, 1, 1), kHere);
  EXPECT_THROW(contact_candidates(a, a, -1.0), InputError);
  EXPECT_THROW(contact_candidates(a, PlacedSurface{}, 1.0), InputError);
}

}  // namespace
}  // namespace graze
