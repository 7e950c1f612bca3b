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
#include "support/soups.h"
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

TEST(B2_Printed, MotionsOfSeveralPiecesAgreeWithTheFastForm) {
  const std::size_t count = trials(2000);
  std::size_t intervals = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const RelativeBoxPair pair = random_pair(random, 1, 1);
    std::vector<TimedPose> poses;
    for (int i = 0; i < 4; ++i) {
      poses.push_back({0.4 * i, {random_rotation(random), random_vector(random, 3.0)}});
    }
    const MovingBox a = still_box(pair.half_a);
    const MovingBox b{{Vec3::Zero(), Mat3::Identity(), pair.half_b}, rational_through(poses)};
    const Interval span{0.1, 1.1};
    const BoxContacts fast = box_contacts(a, b, {span, false});
    const PrintedBoxes slow = printed_box_contacts(a, b, span);
    const auto& list = slow.intervals.intervals;
    ASSERT_EQ(slow.pieces, 3) << "trial " << k;
    ASSERT_EQ(list.size(), fast.intervals.size()) << "trial " << k;
    for (std::size_t i = 0; i < list.size(); ++i) {
      ASSERT_NEAR(list[i].entry.lo, fast.intervals[i].entry.lo, 1e-7) << "trial " << k;
      ASSERT_NEAR(list[i].exit.lo, fast.intervals[i].exit.lo, 1e-7) << "trial " << k;
      ASSERT_EQ(list[i].before_span, fast.intervals[i].before_span) << "trial " << k;
      ASSERT_EQ(list[i].after_span, fast.intervals[i].after_span) << "trial " << k;
    }
    intervals += list.size();
    const SampledPlanes planes = sample_planes(a, b, span, 50);
    ASSERT_EQ(planes.times.front(), span.lo);
    ASSERT_EQ(planes.times.back(), span.hi);
    ASSERT_TRUE(std::ranges::is_sorted(planes.times));
  }
  EXPECT_GT(intervals, count / 4);
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
