// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "graze/query/choose_method.h"
#include "graze/spatial/octree.h"
#include "support/octree_points.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {
constexpr double kTolerance = 1e-5;

MovingShape random_body(std::mt19937_64& random, const Shape& shape) {
  const Pose begin = test::random_pose(random, 0.9);
  const Pose end{times(rotation_from_vector(test::random_vector(random, 1.0)), begin.rotation),
                 begin.translation + test::random_vector(random, 1.0)};
  return {shape, Motion::between(begin, end), 0.0};
}

ContactReport ask(const PairQuestion& question, Method method) {
  return choose_method(question, {.method = method}).answer(question);
}

TEST(O5_OctreeMethod, AgreesWithTheProvedAnswer) {
  const Shape shapes[] = {Shape::from_mesh(make_shape("torus", {{"triangles", 128}})),
                          Shape::from_mesh(make_shape("l_bracket"))};
  std::size_t contacts = 0;
  for (std::size_t i = 0, n = test::trials(400, 60); i < n; ++i) {
    auto random = test::generator(i);
    PairQuestion question;
    question.a = random_body(random, shapes[0]);
    question.b = random_body(random, shapes[1]);
    question.tolerance = 1e-10;  // the time of touching itself
    const ContactReport proved = ask(question, Method::kCertified);
    question.tolerance = kTolerance;
    const ContactReport octree = ask(question, Method::kOctree);
    EXPECT_EQ(octree.guarantee, Guarantee::kConservative);
    EXPECT_TRUE(octree.outcome != Outcome::kSeparated || proved.outcome == octree.outcome) << i;
    if (proved.outcome == Outcome::kContact) {
      ++contacts;
      ASSERT_EQ(octree.outcome, Outcome::kContact) << i;
      EXPECT_LE(octree.time.lo, proved.time.hi) << i;
      EXPECT_NEAR(octree.time.hi, proved.time.hi, 1e-2) << i;
      EXPECT_LE(octree.contacts.at(0).distance, 2 * kTolerance) << i;
    }
    if (octree.outcome == Outcome::kContact && proved.outcome == Outcome::kSeparated) {
      question.min_separation = kTolerance;
      EXPECT_NE(ask(question, Method::kCertified).outcome, Outcome::kSeparated) << i;
    }
  }
  EXPECT_GT(contacts, 3u);
}

TEST(O5_OctreeMethod, IsNeverTakenUnasked) {
  const Shape box = Shape::from_box(Vec3::Constant(0.5));
  PairQuestion question;
  question.a = question.b = {box, Motion()};
  EXPECT_NE(choose_method(question).method, Method::kOctree);
}

TEST(O8_OctreeMethod, AShapeBuildsItsOctreeOnce) {
  const Shape torus = Shape::from_mesh(make_shape("torus", {{"triangles", 128}}));
  const Shape copy = torus;
  EXPECT_EQ(&torus.octree(), &copy.octree());
  EXPECT_EQ(torus.octree().mesh().content_hash(), torus.mesh().content_hash());
}

TEST(O5_OctreeMethod, TakesOpenMeshesAndRoundShapes) {
  const TriangleMesh face({{0, -1, -1}, {0, 1, -1}, {0, 0, 1}}, {{0, 1, 2}});
  const Motion along_x = Motion::between({Mat3::Identity(), Vec3(-2, 0, 0)}, {});
  for (const Shape& shape : {Shape::from_mesh(face), Shape::from_sphere({0, 0, 0}, 0.25)}) {
    PairQuestion question;
    question.a = {shape, along_x};
    question.b = {Shape::from_mesh(face), Motion::still({Mat3::Identity(), Vec3(-0.5, 0, 0)})};
    const ContactReport report = ask(question, Method::kOctree);
    const double touch = 0.5 * (1.5 - shape.rounding());
    EXPECT_EQ(report.outcome, Outcome::kContact);
    EXPECT_LE(report.time.lo, touch);
    EXPECT_NEAR(report.time.hi, touch, 1e-5);
  }
}

// Faces that meet have no closest points; the contact has a normal and a time all the same.
TEST(O5_OctreeMethod, AJumpIntoABodyHasItsInstantAndANormal) {
  const Pose far{Mat3::Identity(), Vec3(3, 0, 0)};
  const Pose inside{Mat3::Identity(), Vec3(0.7, 0, 0)};
  PairQuestion question;
  question.a = {Shape::from_box(Vec3::Constant(0.5)), Motion()};
  question.b = {Shape::from_box(Vec3::Constant(0.25)),
                Motion::path({{0.0, far}, {0.5, inside}, {1.0, inside}}, Interpolation::kStep)};
  const ContactReport report = ask(question, Method::kOctree);
  ASSERT_EQ(report.outcome, Outcome::kContact);
  EXPECT_EQ(report.time.lo, 0.5);
  EXPECT_LE(report.time.hi, 0.5 + 1e-6);
  EXPECT_NEAR(report.contacts.at(0).normal.norm(), 1.0, 1e-12);
}

TEST(O5_OctreeMethod, ABudgetEndsItHonestly) {
  PairQuestion question;
  question.a = question.b = {Shape::from_box(Vec3::Constant(0.5)), Motion()};
  question.a.frame_from_shape = Motion::between({}, {Mat3::Identity(), Vec3(1, 0, 0)});
  question.b.frame_from_shape = Motion::still({Mat3::Identity(), Vec3(1.5, 0, 0)});
  const ContactReport full = ask(question, Method::kOctree);
  EXPECT_EQ(full.outcome, Outcome::kContact);
  EXPECT_NEAR(full.time.hi, 0.5, 1e-5);
  question.budget.max_tests = 3;
  const ContactReport cut = ask(question, Method::kOctree);
  EXPECT_EQ(cut.outcome, Outcome::kUndecided);
  EXPECT_LE(cut.time.lo, 0.5);
}
}  // namespace
}  // namespace graze
