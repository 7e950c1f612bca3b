// SPDX-License-Identifier: MIT
// Convex polytopes and k-DOPs under rational motion, against sampling and against boxes.      [B6]
#include <graze/geometry/exact_predicates.h>
#include <graze/geometry/shapes.h>
#include <graze/math/rotation.h>
#include <graze/methods/analytic_convex.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "analytic/box_pairs.h"
#include "support/trials.h"

namespace graze::test {
namespace {
std::vector<Vec3> random_points(Generator& random, std::size_t count, const Vec3& half) {
  std::vector<Vec3> points;
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3 p(uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1));
    points.push_back(p.cwiseProduct(half));
  }
  return points;
}

std::vector<Vec3> placed(const ConvexPolytope& polytope, const Pose& pose) {
  std::vector<Vec3> points;
  for (const Vec3& v : polytope.mesh().vertices()) points.push_back(pose * v);
  return points;
}

/// The largest gap of the points' shadows along the normals of all triangles and the cross products
/// of all edges of triangles: brute force, without a Gauss map.
double gap_of(const ConvexPolytope& a, const Pose& pose_a, const ConvexPolytope& b,
              const Pose& pose_b) {
  const std::vector<Vec3> p = placed(a, pose_a), q = placed(b, pose_b);
  double gap = -kInfinity;
  const auto try_axis = [&](const Vec3& axis) {
    if (axis.norm() < 1e-9) return;
    const Vec3 n = axis.normalized();
    double a_lo = kInfinity, a_hi = -kInfinity, b_lo = kInfinity, b_hi = -kInfinity;
    for (const Vec3& x : p) a_lo = std::min(a_lo, n.dot(x)), a_hi = std::max(a_hi, n.dot(x));
    for (const Vec3& x : q) b_lo = std::min(b_lo, n.dot(x)), b_hi = std::max(b_hi, n.dot(x));
    gap = std::max({gap, b_lo - a_hi, a_lo - b_hi});
  };
  const auto sides = [](const TriangleMesh& mesh, const std::vector<Vec3>& x, auto&& use) {
    for (const Triangle& t : mesh.triangles())
      for (std::size_t k = 0; k < 3; ++k)
        if (t[k] < t[(k + 1) % 3]) use(Vec3(x[t[(k + 1) % 3]] - x[t[k]]));
  };
  for (const auto& [mesh, x] : {std::pair(&a.mesh(), &p), std::pair(&b.mesh(), &q)})
    for (const Triangle& t : mesh->triangles())
      try_axis(((*x)[t[1]] - (*x)[t[0]]).cross((*x)[t[2]] - (*x)[t[0]]));
  sides(a.mesh(), p,
        [&](const Vec3& e) { sides(b.mesh(), q, [&](const Vec3& f) { try_axis(e.cross(f)); }); });
  return gap;
}

Said said_at(const ConvexContacts& contacts, double t) {
  BoxContacts plain;  // the same times, without features
  plain.openings = contacts.openings;
  for (const ConvexContactInterval& c : contacts.intervals)
    plain.intervals.push_back({c.kind, c.entry, c.exit, c.before_span, c.after_span, {}, {}});
  return test::said_at(plain, t);
}

struct ConvexTally {
  std::size_t intervals = 0, grazes = 0, at_start = 0;
  double widest = 0.0;
  void add(const ConvexContacts& c) {
    for (const ConvexContactInterval& i : c.intervals) {
      (i.kind == IntervalKind::kGraze ? grazes : intervals) += 1;
      at_start += i.before_span;
      if (i.kind == IntervalKind::kOverlap)
        widest = std::max({widest, i.entry.hi - i.entry.lo, i.exit.hi - i.exit.lo});
    }
  }
};

void check_pair(const MovingPolytope& a, const MovingPolytope& b, const ConvexContacts& contacts,
                Generator& random, std::size_t trial) {
  ASSERT_TRUE(contacts.is_complete()) << "trial " << trial << ": " << name(contacts.undecided);
  const auto check_at = [&](double t) {
    const double g = gap_of(a.polytope, pose_at(a.world_from_polytope, t), b.polytope,
                            pose_at(b.world_from_polytope, t));
    const Said said = said_at(contacts, t);
    ASSERT_FALSE(g < -1e-9 && said == Said::kApart) << "missed, trial " << trial << " t " << t;
    ASSERT_FALSE(g > 1e-9 && said == Said::kOverlap) << "false, trial " << trial << " t " << t;
    ASSERT_FALSE(std::fabs(g) > 1e-6 && said == Said::kUnsure) << "trial " << trial << " t " << t;
  };
  for (int k = 0; k < 12; ++k) {
    check_at(uniform(random, 0.0, 1.0));
    ASSERT_FALSE(testing::Test::HasFatalFailure());
  }
  for (const ConvexContactInterval& c : contacts.intervals)
    for (const double t :
         {c.entry.lo - 1e-7, c.entry.hi + 1e-7, c.exit.lo - 1e-7, c.exit.hi + 1e-7})
      if (t > 0.0 && t < 1.0) {
        check_at(t);
        ASSERT_FALSE(testing::Test::HasFatalFailure());
      }
}

/// Triangles of a box's mesh: quads of its faces.
ConvexPolytope box_polytope(const Vec3& half) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 8; ++k)
    corners.push_back(Vec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1).cwiseProduct(half));
  return convex_hull(corners);
}
}  // namespace

TEST(B6_ConvexPolytope, HullContainsItsPointsAndIsConvexExactly) {
  const std::size_t count = trials(2000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    std::vector<Vec3> points = random_points(random, 4 + random() % 30, Vec3(1, 0.5, 2));
    if (k % 3 == 0)  // many coplanar, collinear and equal ones
      for (Vec3& p : points) p = (p * 2.0).array().round();
    ConvexPolytope hull = box_polytope(Vec3::Ones());
    try {
      hull = convex_hull(points);
    } catch (const std::exception&) {
      continue;  // flat
    }
    for (const Triangle& t : hull.mesh().triangles())
      for (const Vec3& p : points) {
        const auto& v = hull.mesh().vertices();
        ASSERT_LE(orientation(v[t[0]], v[t[1]], v[t[2]], p), 0) << "trial " << k;
      }
    // Arcs turn about their edges.
    for (const auto& e : hull.edges()) {
      const Vec3 d = hull.mesh().vertices()[e.vertices[1]] - hull.mesh().vertices()[e.vertices[0]];
      ASSERT_GT(d.dot(hull.faces()[e.faces[0]].normal.cross(hull.faces()[e.faces[1]].normal)), 0.0);
    }
  }
}

TEST(B6_ConvexPolytope, DopContainsItsMeshAndTouchesItWithEveryPlane) {
  for (const char* shape : {"blob", "gear", "torus", "icosphere", "box", "l_bracket", "cone"}) {
    const TriangleMesh mesh = make_shape(shape);
    for (const int k : {6, 14, 18, 26}) {
      const ConvexPolytope dop = k_dop(mesh, k);
      const double size = (mesh.bounds().hi - mesh.bounds().lo).norm();
      for (const auto& face : dop.faces()) {
        double nearest = -kInfinity;
        const Vec3 on = dop.mesh().corners(face.triangle.index())[0];
        for (const Vec3& v : mesh.vertices()) nearest = std::max(nearest, face.normal.dot(v - on));
        EXPECT_LE(nearest, 0.0) << shape << ' ' << k;
        EXPECT_GT(nearest, -3e-5 * size) << shape << ' ' << k;
        bool is_direction = false;
        for (const Vec3& d : k_dop_directions(k))
          is_direction = is_direction || (d - face.normal).norm() < 1e-4;
        EXPECT_TRUE(is_direction) << shape << ' ' << k << ' ' << face.normal.transpose();
      }
    }
  }
  EXPECT_ANY_THROW(k_dop(make_shape("torus"), 8));
}

TEST(B6_ConvexContacts, NoInstantDisagreesWithSamplingOnRandomPolytopes) {
  ConvexTally tally;
  const std::size_t count = trials(20'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const int m = int(random() % 4), p = 1 + int(random() % 3);
    const RelativeBoxPair pair = random_pair(random, m, p);
    MovingPolytope a{convex_hull(random_points(random, 4 + random() % 14, 1.3 * pair.half_a)), {}};
    MovingPolytope b{convex_hull(random_points(random, 4 + random() % 14, 1.3 * pair.half_b)), {}};
    try {
      b.world_from_polytope = rational_motion(pair.a_from_b);
      if (k % 4 == 0) a.world_from_polytope = rational_motion(random_pair(random, 1, 1).a_from_b);
    } catch (const std::exception&) {
      continue;
    }
    const ConvexContacts contacts = convex_contacts(a, b);
    check_pair(a, b, contacts, random, k);
    ASSERT_FALSE(HasFatalFailure());
    tally.add(contacts);
  }
  std::printf("%zu pairs of polytopes: %zu intervals, %zu grazes, %zu at the start; widest %.1e\n",
              count, tally.intervals, tally.grazes, tally.at_start, tally.widest);
  EXPECT_GT(tally.intervals, count / 5);
}

TEST(B6_ConvexContacts, BoxesAsPolytopesHaveTheIntervalsOfBoxes) {
  const std::size_t count = trials(10'000);
  std::size_t intervals = 0, same_features = 0;
  double farthest = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const RelativeBoxPair pair = random_pair(random);
    BoxContacts boxes;
    box_contacts(pair, {}, boxes);
    const MovingPolytope a{box_polytope(pair.half_a), {}},
        b{box_polytope(pair.half_b), rational_motion(pair.a_from_b)};
    const ConvexContacts convex = convex_contacts(a, b);
    ASSERT_TRUE(convex.is_complete()) << "trial " << k;
    ASSERT_EQ(convex.intervals.size(), boxes.intervals.size()) << "trial " << k;
    for (std::size_t i = 0; i < boxes.intervals.size(); ++i) {
      const auto& c = convex.intervals[i];
      const auto& e = boxes.intervals[i];
      ASSERT_EQ(c.kind, e.kind) << "trial " << k;
      farthest = std::max(
          {farthest, std::fabs(c.entry.lo - e.entry.lo), std::fabs(c.exit.hi - e.exit.hi)});
      ++intervals;
      if (e.before_span) continue;
      same_features += c.entry_features.a.kind == e.entry_features.a.kind() &&
                       c.entry_features.b.kind == e.entry_features.b.kind();
    }
  }
  std::printf("%zu intervals, times differ by at most %.1e; %zu entries with the same kinds\n",
              intervals, farthest, same_features);
  EXPECT_LT(farthest, 1e-6);
}

TEST(B6_ConvexContacts, AlignedCubesThatSlideFaceToFaceMeetAndPart) {
  // Parallel faces and edges all the time.
  MovingPolytope a{box_polytope(Vec3(1, 1, 1)), {}}, b{box_polytope(Vec3(0.5, 0.5, 0.5)), {}};
  RationalFormula f;
  f.translation = {Vec3(4, 0.25, 0.125), Vec3(-4, 0.25, 0.125)};
  b.world_from_polytope = rational_motion(f);
  const ConvexContacts contacts = convex_contacts(a, b);
  ASSERT_EQ(contacts.intervals.size(), 1u);
  EXPECT_NEAR(contacts.intervals[0].entry.lo, 2.5 / 8.0, 1e-11);
  EXPECT_NEAR(contacts.intervals[0].exit.hi, 5.5 / 8.0, 1e-11);
  EXPECT_EQ(contacts.intervals[0].entry_features.a.kind, FeatureKind::kFace);
}

TEST(B6_ConvexContacts, DopsOfMovingMeshesAgreeWithSampling) {
  const std::size_t count = trials(400);
  std::size_t met = 0;
  const TriangleMesh torus = make_shape("torus", {{"triangles", 400}});
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    RelativeBoxPair pair = random_pair(random, 1 + int(random() % 2), 1 + int(random() % 2));
    const int kinds[4] = {6, 14, 18, 26};
    const MovingPolytope a{k_dop(torus, kinds[k % 4]), {}};
    MovingPolytope b{k_dop(torus, kinds[k / 4 % 4]), {}};
    try {
      b.world_from_polytope = rational_motion(pair.a_from_b);
    } catch (const std::exception&) {
      continue;
    }
    const ConvexContacts contacts = convex_contacts(a, b);
    check_pair(a, b, contacts, random, k);
    ASSERT_FALSE(HasFatalFailure());
    met += !contacts.intervals.empty();
  }
  EXPECT_GT(met, count / 10);
}

}  // namespace graze::test
