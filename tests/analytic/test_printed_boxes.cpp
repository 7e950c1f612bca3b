// SPDX-License-Identifier: MIT
// The method as printed: its pairs, its examples, and its agreement with the fast form.  [B2-B5]
#include <graze/base/error.h>
#include <graze/math/rotation.h>
#include <graze/methods/analytic_printed.h>
#include <graze/query/choose_method.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "analytic/box_pairs.h"
#include "support/trials.h"

namespace graze::test {
namespace {
MovingBox still_box(const Vec3& half) { return {{Vec3::Zero(), Mat3::Identity(), half}, Motion()}; }

std::vector<int> key_of(const FeaturePair& f) {
  std::vector<int> key(f.a.side, f.a.side + 3);
  key.insert(key.end(), f.b.side, f.b.side + 3);
  return key;
}

/// All face/vertex, vertex/face and edge/edge pairs with a common outward normal, by trying each.
std::set<std::vector<int>> pairs_by_trying(const Mat3& r) {
  std::set<std::vector<int>> pairs;
  const auto support = [](const Vec3& n, double sign) {
    std::vector<int> s;
    for (int k = 0; k < 3; ++k)
      s.push_back(sign * n[k] > 1e-12 ? 1 : (sign * n[k] < -1e-12 ? -1 : 0));
    return s;
  };
  const auto add = [&](const Vec3& n) {
    std::vector<int> key = support(n, 1.0);
    for (const int s : support(r.transpose() * n, -1.0)) key.push_back(s);
    pairs.insert(key);
  };
  for (int i = 0; i < 3; ++i)
    for (const double s : {1.0, -1.0}) {
      add(s * Vec3::Unit(i));
      add(s * Vec3(r.col(i)));
      for (int j = 0; j < 3; ++j) add(s * Vec3::Unit(i).cross(Vec3(r.col(j))));
    }
  return pairs;
}

/// The printed matrix of section V-A is written for row vectors.
constexpr double kPrinted[3][3] = {
    {-0.88, -0.16, -0.46}, {0.07, -0.90, -0.43}, {0.48, 0.41, -0.78}};
}  // namespace

TEST(B2_GaussMap, SymbolicPairsAreThoseOfTheMinkowskiSum) {
  const std::size_t count = trials(20'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    std::normal_distribution<double> normal;
    const Mat3 r =
        rotation_from_quaternion({normal(random), normal(random), normal(random), normal(random)});
    int signs[3][3];
    for (int i = 0; i < 9; ++i) signs[i / 3][i % 3] = r(i / 3, i % 3) < 0.0 ? -1 : 1;
    const auto pairs = compatible_pairs(signs);
    int kinds[3] = {};
    std::set<std::vector<int>> found;
    for (const CompatiblePair& p : pairs) ++kinds[int(p.kind)], found.insert(key_of(p.features));
    ASSERT_EQ(kinds[0], 6);
    ASSERT_EQ(kinds[1], 6);
    ASSERT_EQ(kinds[2], 18);
    ASSERT_EQ(found, pairs_by_trying(r));
  }
}

TEST(B5_Paper, LinearExampleIsMisprintedAndRepaired) {
  const auto row = [](int i) { return Vec3(kPrinted[i][0], kPrinted[i][1], kPrinted[i][2]); };
  Mat3 printed;
  for (int i = 0; i < 3; ++i) printed.row(i) = row(i).transpose();
  EXPECT_NEAR(printed.determinant(), -0.96, 0.005);  // no rotation
  EXPECT_NEAR(row(0).dot(row(1)), 0.28, 0.005);      // rows 0 and 1 are far from orthogonal,
  EXPECT_NEAR(row(0).dot(row(2)), -0.13, 0.005);     // so are 0 and 2,
  EXPECT_NEAR(row(1).dot(row(2)), 0.0, 0.005);       // but 1 and 2 are: row 0 is misprinted.
  Mat3 repaired = printed;
  repaired(0, 0) = 0.88, repaired(0, 2) = 0.46;  // two signs
  EXPECT_NEAR(repaired.determinant(), 1.0, 0.02);
  EXPECT_LT(orthonormality_error(repaired), 0.03);                // to the two printed digits
  const Mat3 rotation = *nearest_rotation(repaired.transpose());  // for column vectors
  // p(t) = 28.68 - 60.68 t is face -y of the first box: 36.86 - 60.69 t less both half shadows on
  // y.
  const Vec3 half_a(12.0, 3.0, 12.0);  // a wide face, so that a vertex meets it
  const double share = rotation.row(1).cwiseAbs().sum();
  const double edge = (36.86 - 28.68 - half_a.y()) / share;
  EXPECT_NEAR(edge, 3.54, 0.01);
  const Motion motion =
      rational_motion({{quaternion_from_rotation(rotation)},
                       {Vec3(-28.35, -36.86, 0.0), Vec3(-28.35 + 45.11, -36.86 + 60.69, 0.0)},
                       {1.0}});
  const MovingBox a = still_box(half_a);
  const MovingBox b{{Vec3::Zero(), Mat3::Identity(), Vec3::Constant(edge)}, motion};
  const BoxContacts fast = box_contacts(a, b);
  const PrintedBoxes slow = printed_box_contacts(a, b, {0.0, 1.0});
  ASSERT_EQ(fast.intervals.size(), 1u);
  EXPECT_NEAR(fast.intervals[0].entry.lo, 0.47, 0.005);
  EXPECT_NEAR(fast.intervals[0].entry.lo, 28.68 / 60.68, 1e-4);
  EXPECT_EQ(fast.intervals[0].entry_features.a.kind(), FeatureKind::kFace);
  EXPECT_EQ(slow.homogeneous.size(), 1u);  // "only one homogeneous interval"
  EXPECT_EQ(slow.outside, 0);
  ASSERT_EQ(slow.contacts.size(), 2u);
  EXPECT_EQ(slow.contacts[0].pair.kind, PairKind::kFaceVertex);
  EXPECT_NEAR(slow.contacts[0].time.lo, fast.intervals[0].entry.lo, 1e-9);
  std::printf("linear: entry %.6f exit %.6f, %zu homogeneous interval\n",
              fast.intervals[0].entry.lo, fast.intervals[0].exit.lo, slow.homogeneous.size());
}

TEST(B5_Paper, SecondDegreeMotionEntersAndLeavesByEdgesInOneInterval) {
  for (std::uint64_t seed = 1; seed < 20000; ++seed) {
    Generator random(seed);
    const RelativeBoxPair pair = random_pair(random, 1, 1);
    BoxContacts fast;
    box_contacts(pair, {}, fast);
    const auto by_edges = [](const FeaturePair& f) {
      return f.a.kind() == FeatureKind::kEdge && f.b.kind() == FeatureKind::kEdge;
    };
    if (fast.intervals.size() != 1 || fast.intervals[0].before_span || fast.intervals[0].after_span)
      continue;
    if (!by_edges(fast.intervals[0].entry_features) || !by_edges(fast.intervals[0].exit_features))
      continue;
    const MovingBox b{{Vec3::Zero(), Mat3::Identity(), pair.half_b},
                      rational_motion(pair.a_from_b)};
    const PrintedBoxes slow = printed_box_contacts(still_box(pair.half_a), b, {0.0, 1.0});
    const auto both = [](const HomogeneousInterval& h) { return h.contacts == 2; };
    if (slow.eliminated == 0 ||
        std::none_of(slow.homogeneous.begin(), slow.homogeneous.end(), both))
      continue;
    ASSERT_EQ(slow.contacts.size(), 2u);
    for (const PlaneContact& c : slow.contacts) EXPECT_EQ(c.pair.kind, PairKind::kEdgeEdge);
    EXPECT_NEAR(slow.contacts[0].time.lo, fast.intervals[0].entry.lo, 1e-9);
    EXPECT_NEAR(slow.contacts[1].time.lo, fast.intervals[0].exit.lo, 1e-9);
    std::printf(
        "2nd degree (seed %llu): %zu homogeneous intervals, %d outside, %d by spheres; entry %.4f, "
        "exit %.4f, degree %d\n",
        static_cast<unsigned long long>(seed), slow.homogeneous.size() + std::size_t(slow.outside),
        slow.outside, slow.eliminated, fast.intervals[0].entry.lo, fast.intervals[0].exit.lo,
        slow.degree);
    return;
  }
  FAIL() << "no such motion found";
}

TEST(B5_Paper, FourthDegreeMotionWithoutContact) {
  for (std::uint64_t seed = 1; seed < 20000; ++seed) {
    Generator random(seed);
    const RelativeBoxPair pair = random_pair(random, 2, 2);
    BoxContacts fast;
    box_contacts(pair, {}, fast);
    if (!fast.intervals.empty()) continue;
    const MovingBox b{{Vec3::Zero(), Mat3::Identity(), pair.half_b},
                      rational_motion(pair.a_from_b)};
    const PrintedBoxes slow = printed_box_contacts(still_box(pair.half_a), b, {0.0, 1.0});
    if (slow.eliminated < 2 || slow.eliminated == int(slow.homogeneous.size())) continue;
    EXPECT_TRUE(slow.contacts.empty());
    std::printf(
        "4th degree (seed %llu): %zu homogeneous intervals, %d outside, %d by spheres; no "
        "contact\n",
        static_cast<unsigned long long>(seed), slow.homogeneous.size() + std::size_t(slow.outside),
        slow.outside, slow.eliminated);
    return;
  }
  FAIL() << "no such motion found";
}

TEST(B2_Printed, AgreesWithTheFastFormOnRandomPairs) {
  const std::size_t count = trials(4000);
  std::size_t intervals = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const RelativeBoxPair pair = random_pair(random);
    const MovingBox b{{Vec3::Zero(), Mat3::Identity(), pair.half_b},
                      rational_motion(pair.a_from_b)};
    BoxContacts fast;
    box_contacts(pair, {}, fast);
    const PrintedBoxes slow = printed_box_contacts(still_box(pair.half_a), b, {0.0, 1.0});
    const auto& list = slow.intervals.intervals;
    ASSERT_EQ(list.size(), fast.intervals.size()) << "trial " << k;
    for (std::size_t i = 0; i < list.size(); ++i) {
      ASSERT_NEAR(list[i].entry.lo, fast.intervals[i].entry.lo, 1e-7) << "trial " << k;
      ASSERT_NEAR(list[i].exit.lo, fast.intervals[i].exit.lo, 1e-7) << "trial " << k;
      ++intervals;
    }
  }
  std::printf("%zu pairs, %zu intervals: both forms agree\n", count, intervals);
}

TEST(B2_Printed, AlignedFramesHaveThirtyPairsAndTheIntervalsOfTheFastForm) {
  // Axes parallel all the time, at quarter turns, and at one instant inside the span.
  std::vector<RationalFormula> motions;
  const Vec3 from(-4.0, 0.3, 0.2), to(4.0, -0.2, 0.1);
  for (const Quat& q : {Quat(1, 0, 0, 0), Quat(0, 1, 0, 0), Quat(1, 0, 0, 1), Quat(1, 1, 1, 1)}) {
    motions.push_back({{q}, {from, to}, {1.0}});
    motions.push_back({{Quat(q.coeffs() - 0.25 * Eigen::Vector4d(0.3, 0.5, 0.2, 0.1)),
                        Quat(q.coeffs() + 0.25 * Eigen::Vector4d(0.3, 0.5, 0.2, 0.1))},
                       {from, to},
                       {1.0}});
  }
  for (std::size_t k = 0; k < motions.size(); ++k) {
    const RelativeBoxPair pair{Vec3(1, 0.7, 0.5), Vec3(0.4, 0.6, 0.3), motions[k]};
    const MovingBox b{{Vec3::Zero(), Mat3::Identity(), pair.half_b},
                      rational_motion(pair.a_from_b)};
    const PrintedBoxes slow = printed_box_contacts(still_box(pair.half_a), b, {0.0, 1.0});
    BoxContacts fast;
    box_contacts(pair, {}, fast);
    for (const HomogeneousInterval& h : slow.homogeneous) {
      if (h.eliminated || h.pairs.empty()) continue;
      int kinds[3] = {};
      for (const CompatiblePair& p : h.pairs) ++kinds[int(p.kind)];
      EXPECT_EQ(kinds[0], 6) << k;
      EXPECT_EQ(kinds[1], 6) << k;
      EXPECT_EQ(kinds[2], 18) << k;
    }
    ASSERT_TRUE(fast.is_complete()) << k;
    ASSERT_EQ(fast.intervals.size(), 1u) << k;
    ASSERT_EQ(slow.intervals.intervals.size(), 1u) << k;
    EXPECT_NEAR(slow.intervals.intervals[0].entry.lo, fast.intervals[0].entry.lo, 1e-9) << k;
    EXPECT_NEAR(slow.intervals.intervals[0].exit.lo, fast.intervals[0].exit.lo, 1e-9) << k;
    // By sampling: apart before, overlapping after.
    EXPECT_GT(gap_at(pair, fast.intervals[0].entry.lo - 1e-6), 0.0) << k;
    EXPECT_LT(gap_at(pair, fast.intervals[0].entry.hi + 1e-6), 0.0) << k;
  }
}

TEST(B3_Analytic, MeshFeaturesAreWhereTheBoxesTouch) {
  const std::size_t count = trials(4000);
  std::size_t contacts = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const RelativeBoxPair pair = random_pair(random);
    PairQuestion question;
    question.a = {Shape::from_box(pair.half_a), Motion(), 0.0};
    question.b = {Shape::from_box(pair.half_b), rational_motion(pair.a_from_b), 0.0};
    const ContactReport report =
        choose_method(question, {.method = Method::kAnalytic}).answer(question);
    if (report.outcome != Outcome::kContact) continue;
    ++contacts;
    const Contact& c = report.contacts[0];
    const auto check = [&](const MovingShape& moving, const Feature& f, const Vec3& point) {
      const TriangleMesh& mesh = moving.shape.mesh();
      const Pose pose = pose_at(moving.frame_from_shape, report.time.hi);
      ASSERT_LT(f.triangle.index(), mesh.triangles().size()) << "trial " << k;
      const Triangle& t = mesh.triangles()[f.triangle.index()];
      const auto of_triangle = [&](std::uint32_t v) { return v == t[0] || v == t[1] || v == t[2]; };
      const Vec3 p = inverse(pose) * point;
      const auto& v = mesh.vertices();
      if (f.kind == FeatureKind::kVertex) {
        ASSERT_TRUE(of_triangle(f.vertices[0])) << "trial " << k;
        ASSERT_LT((v[f.vertices[0]] - p).norm(), 1e-6) << "trial " << k;
      } else if (f.kind == FeatureKind::kEdge) {
        ASSERT_TRUE(of_triangle(f.vertices[0]) && of_triangle(f.vertices[1])) << "trial " << k;
        ASSERT_LT(f.vertices[0], f.vertices[1]) << "trial " << k;
        const Vec3 d = (v[f.vertices[1]] - v[f.vertices[0]]).normalized(), r = p - v[f.vertices[0]];
        ASSERT_LT((r - d.dot(r) * d).norm(), 1e-6) << "trial " << k;
      } else {
        const Vec3 n = (v[t[1]] - v[t[0]]).cross(v[t[2]] - v[t[0]]).normalized();
        ASSERT_NEAR(n.dot(p - v[t[0]]), 0.0, 1e-6) << "trial " << k;
      }
    };
    check(question.a, c.feature_a, c.point_a);
    check(question.b, c.feature_b, c.point_b);
    ASSERT_FALSE(HasFatalFailure());
  }
  EXPECT_GT(contacts, count / 4);
}

TEST(B3_Analytic, RefusesGrownShapesInWords) {
  PairQuestion question;
  question.a = {Shape::from_box(Vec3(1, 1, 1)), Motion(), 0.125};
  question.b = {Shape::from_box(Vec3(1, 1, 1)), Motion(), 0.0};
  try {
    choose_method(question, {.method = Method::kAnalytic});
    FAIL() << "rounded boxes are no boxes";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("padding"), std::string::npos);
  }
}

TEST(B3_Analytic, AnswersQuestionsAboutPairsAsTheCertifiedMethodDoes) {
  const std::size_t count = trials(2000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const RelativeBoxPair pair = random_pair(random);
    PairQuestion question;
    question.a = {Shape::from_box(pair.half_a), Motion(), 0.0};
    question.b = {Shape::from_box(pair.half_b), rational_motion(pair.a_from_b), 0.0};
    question.tolerance = 1e-7;
    const ContactReport analytic =
        choose_method(question, {.method = Method::kAnalytic}).answer(question);
    const ContactReport certified =
        choose_method(question, {.method = Method::kCertified}).answer(question);
    EXPECT_EQ(analytic.guarantee, Guarantee::kProved);
    ASSERT_EQ(analytic.outcome, certified.outcome) << "trial " << k;
    if (analytic.outcome != Outcome::kContact) continue;
    ASSERT_NEAR(analytic.time.lo, certified.time.hi, 1e-4) << "trial " << k;
    ASSERT_LE(certified.time.lo, analytic.time.hi) << "trial " << k;
    ASSERT_LT((analytic.contacts[0].point - certified.contacts[0].point).norm(), 1e-3)
        << "trial " << k;
  }
}

}  // namespace graze::test
