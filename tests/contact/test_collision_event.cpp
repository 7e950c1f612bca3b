// SPDX-License-Identifier: MIT
// Many contacts to one event: the paper's rules, the hull's centroid, and equal wrenches.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graze/contact/collision_event.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {
constexpr double kTolerance = 1e-6;

Contact contact_at(const Vec3& point, const Vec3& normal = Vec3::UnitZ(),
                   FeatureKind kind = FeatureKind::kVertex) {
  Contact contact;
  contact.point = contact.point_a = contact.point_b = point;
  contact.normal = normal;
  contact.feature_a.kind = contact.feature_b.kind = kind;
  return contact;
}

TEST(K7_Reduction, OnePointPassesThrough) {
  const auto event = reduce_contacts(std::vector{contact_at({1, 2, 3})}, kTolerance);
  EXPECT_EQ(event.kind, ContactKind::kVertexFace);
  EXPECT_EQ(event.point, Vec3(1, 2, 3));
  EXPECT_EQ(event.offset, 3.0);
  const auto crossing = reduce_contacts(
      std::vector{contact_at({1, 2, 3}, Vec3::UnitZ(), FeatureKind::kEdge)}, kTolerance);
  EXPECT_EQ(crossing.kind, ContactKind::kEdgeEdge);
}

TEST(K7_Reduction, PointsOfALineGiveTheMiddleOfTheEndsWhateverIsBetween) {
  const auto event = reduce_contacts(std::vector{contact_at({0, 0, 0}), contact_at({0.9, 0, 0}),
                                                 contact_at({1, 0, 0}), contact_at({0.8, 0, 0})},
                                     kTolerance);
  EXPECT_EQ(event.kind, ContactKind::kEdgeFace);
  EXPECT_LT((event.point - Vec3(0.5, 0, 0)).norm(), 1e-15);
  ASSERT_EQ(event.manifold.size(), 2u);
}

TEST(K7_Reduction, CoplanarPointsGiveTheMeanAndTheHullsCentroid) {
  // A unit square with many points on one side: the mean is drawn there, the centroid is not.
  std::vector<Contact> contacts{contact_at({0, 0, 0}), contact_at({1, 0, 0}), contact_at({1, 1, 0}),
                                contact_at({0, 1, 0})};
  for (int i = 1; i < 10; ++i) contacts.push_back(contact_at({0.1 * i, 0, 0}));
  const auto event = reduce_contacts(contacts, kTolerance);
  EXPECT_EQ(event.kind, ContactKind::kFaceFace);
  EXPECT_NEAR(event.point.y(), 2.0 / 13.0, 1e-12) << "the paper's rule";
  EXPECT_LT((event.centroid - Vec3(0.5, 0.5, 0)).norm(), 1e-12) << "the better one it names";
  ASSERT_EQ(event.manifold.size(), 4u);
  for (const LoadedPoint& p : event.manifold) EXPECT_NEAR(p.share, 0.25, 1e-12);
}

TEST(K7_Reduction, PointsNearerThanTheToleranceCountOnce) {
  const auto event = reduce_contacts(
      std::vector{contact_at({0, 0, 0}), contact_at({1e-7, 0, 0}), contact_at({1, 0, 0})},
      kTolerance);
  EXPECT_EQ(event.kind, ContactKind::kEdgeFace);
  EXPECT_NEAR(event.point.x(), 0.5, 1e-6);
}

TEST(K7_Reduction, OtherPlanesAndNormalsAreSeveralRegions) {
  const std::vector steps{contact_at({0, 0, 0}), contact_at({1, 0, 0}), contact_at({0, 0, 1}),
                          contact_at({1, 0, 1})};
  EXPECT_EQ(reduce_contacts(steps, kTolerance).kind, ContactKind::kSeveral);
  const std::vector corner{contact_at({0, 0, 0}), contact_at({1, 0, 0}, Vec3::UnitX())};
  const auto event = reduce_contacts(corner, kTolerance);
  EXPECT_EQ(event.kind, ContactKind::kSeveral);
  EXPECT_LT((event.normal - Vec3(1, 0, 1).normalized()).norm(), 1e-12);
  EXPECT_EQ(reduce_contacts({}, kTolerance).manifold.size(), 0u);
}

/// Force and moment of a uniform unit load, by fine sampling of the hull's fan: nothing shared with
/// the reduction.
Vec3 centre_by_sampling(const std::vector<Vec3>& hull) {
  Vec3 sum = Vec3::Zero();
  double weight = 0.0;
  for (std::size_t i = 2; i < hull.size(); ++i) {
    const double area = (hull[i - 1] - hull[0]).cross(hull[i] - hull[0]).norm();
    sum += area * (hull[0] + hull[i - 1] + hull[i]) / 3.0;
    weight += area;
  }
  return sum / weight;
}

TEST(K7_Reduction, ManifoldCarriesTheWrenchOfAUniformLoadOnAtMostFourPoints) {
  const std::size_t count = test::trials(10'000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const Mat3 turn = test::random_rotation(random);
    const Vec3 place = test::random_vector(random, 5.0);
    std::uniform_real_distribution<double> radius(0.5, 1.0), phase(0.0, 0.9);
    const int corners = 3 + static_cast<int>(random() % 9);
    // Points of an ellipse in order: convex whatever the angles.
    std::vector<Vec3> hull;
    const double a = radius(random), b = radius(random);
    for (int i = 0; i < corners; ++i) {
      const double angle = 2.0 * std::numbers::pi * (i + phase(random)) / corners;
      hull.push_back(place + turn * Vec3(a * std::cos(angle), b * std::sin(angle), 0));
    }
    std::vector<Contact> contacts;
    const Vec3 normal = turn.col(2);
    for (const Vec3& p : hull) contacts.push_back(contact_at(p, normal));
    for (int i = 0; i < 5; ++i) {  // inner points change nothing
      const Vec3& p = hull[random() % hull.size()];
      contacts.push_back(contact_at(0.5 * (p + centre_by_sampling(hull)), normal));
    }
    std::shuffle(contacts.begin(), contacts.end(), random);
    const auto event = reduce_contacts(contacts, kTolerance);
    ASSERT_LE(event.manifold.size(), 4u);
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    for (const LoadedPoint& p : event.manifold) {
      ASSERT_GE(p.share, 0.0) << "contacts push, they do not pull";
      force += p.share * p.normal;
      moment += p.share * p.point.cross(p.normal);
    }
    ASSERT_LT((force - normal).norm(), 1e-9);
    ASSERT_LT((moment - centre_by_sampling(hull).cross(normal)).norm(), 1e-9) << "trial " << trial;
    ASSERT_LT((event.centroid - centre_by_sampling(hull)).norm(), 1e-9);
  }
}
}  // namespace
}  // namespace graze
