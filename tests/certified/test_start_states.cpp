// SPDX-License-Identifier: MIT
// Apart, touching or overlapping start_at the start: what is exactly apart is never called
// overlapping. [C9]
#include <gtest/gtest.h>

#include "graze/geometry/convex_polytope.h"
#include "graze/geometry/exact_predicates.h"
#include "graze/geometry/shapes.h"
#include "graze/methods/certified.h"
#include "support/trials.h"

namespace graze::test {
namespace {
WideObbTree tree_for_start(const TriangleMesh& mesh) {
  return WideObbTree(build_obb_tree(mesh, {.threads = 1}));
}

TriangleMesh start_box(double x, double y, double z) {
  return make_shape("box", {{"x", x}, {"y", y}, {"z", z}});
}

/// Of the corners as the pose's doubles put them; no tree, no distance.
bool meet_exactly(const TriangleMesh& a, const TriangleMesh& b, const Pose& pose_b) {
  for (std::size_t j = 0; j < b.triangles().size(); ++j) {
    Corners moved = b.corners(j);
    Aabb box;
    for (Vec3& corner : moved) {
      corner = pose_b * corner;
      box.add(corner);
    }
    for (std::size_t i = 0; i < a.triangles().size(); ++i) {
      const Corners other = a.corners(i);
      const Vec3 lo = other[0].cwiseMin(other[1]).cwiseMin(other[2]);
      const Vec3 hi = other[0].cwiseMax(other[1]).cwiseMax(other[2]);
      if ((lo.array() > box.hi.array()).any() || (hi.array() < box.lo.array()).any()) continue;
      if (triangles_intersect_exact(other, moved)) return true;
    }
  }
  return false;
}

ContactReport ask(const TriangleMesh& a, const TriangleMesh& b, const Pose& begin, const Pose& end,
                  double tolerance) {
  return first_contact_certified({tree_for_start(a), Motion::still({})},
                                 {tree_for_start(b), Motion::between(begin, end)},
                                 {.tolerance = tolerance});
}

Pose start_at(double x, double y, double z) { return {Mat3::Identity(), {x, y, z}}; }
}  // namespace

TEST(C9_StartStates, ADoorThatWasDraggedToItsFrameTouchesAndMayBeOpened) {
  const TriangleMesh body = make_shape("car_body", {{"triangles", 4000}});
  const TriangleMesh door = make_shape("car_door", {{"triangles", 2000}});
  const double c = 0.99963319739186995, s = 0.027082663681885052;
  Pose here = start_at(0.10091418746663036, 0.060839804973700992, -0.019331900977623804);
  here.rotation << c, -s, 0, s, c, 0, 0, 0, 1;
  ASSERT_FALSE(meet_exactly(body, door, here)) << "3e-14 apart";
  Pose open = here;
  open.translation.y() += 0.5;
  for (const double tolerance : {1e-9, 1e-6, 1e-5}) {
    const ContactReport rest = ask(body, door, here, here, tolerance);
    EXPECT_EQ(rest.outcome, Outcome::kSeparated) << tolerance;
    EXPECT_EQ(rest.start, StartState::kTouching) << tolerance;
    const ContactReport opened = ask(body, door, here, open, tolerance);
    EXPECT_EQ(opened.outcome, Outcome::kSeparated) << tolerance << " " << opened.time.hi;
  }
}

// The upper face of a blade looks away from the table that its edge touches.
TEST(C9_StartStates, ASharpWedgeLiesFlatOnATable) {
  const TriangleMesh table = start_box(4, 4, 1);
  for (const double height : {0.5, 0.05, 0.001}) {
    const std::vector<Vec3> corners{{0, -1, 0}, {0, 1, 0},       {1, -1, 0},
                                    {1, 1, 0},  {1, -1, height}, {1, 1, height}};
    const TriangleMesh wedge = convex_hull(corners).mesh();
    for (const double depth : {0.0, 4e-7, -4e-7}) {
      const Pose on = start_at(0, 0, 0.5 - depth);
      const ContactReport slid = ask(table, wedge, on, start_at(0.3, 0.2, 0.5 - depth), 1e-6);
      EXPECT_EQ(slid.outcome, Outcome::kSeparated) << height << " " << depth;
      EXPECT_EQ(slid.start, StartState::kTouching) << height << " " << depth;
      const ContactReport pressed = ask(table, wedge, on, start_at(0, 0, 0.4), 1e-6);
      EXPECT_EQ(pressed.outcome, Outcome::kContact) << height << " " << depth;
      EXPECT_LT(pressed.time.hi, 1e-4);
    }
    const ContactReport deep = ask(table, wedge, start_at(0, 0, 0.4999), start_at(0, 0, 1), 1e-6);
    EXPECT_EQ(deep.outcome, Outcome::kOverlapAtStart);
  }
}

// Every edge of one meets the other in an edge: no crossing is a clean one.
TEST(C9_StartStates, ACrossOfTwoBarsOverlaps) {
  const ContactReport report =
      ask(start_box(4, 1, 1), start_box(1, 1, 4), start_at(0, 0, 0), start_at(0, 3, 0), 1e-6);
  EXPECT_EQ(report.outcome, Outcome::kOverlapAtStart);
  EXPECT_FALSE(report.contacts.empty());
}

// Surfaces start_at one place do not cross; that solids do is seen by whoever knows that they are
// solid. But nothing lets such bodies go on as if they touched from outside.
TEST(C9_StartStates, TwoBodiesAtOnePlaceAreNotFree) {
  const TriangleMesh cube = start_box(1, 1, 1);
  for (const Pose& end : {start_at(0, 0, 1), start_at(1, 0, 0), start_at(0.1, -0.3, -1)}) {
    const ContactReport report = ask(cube, cube, start_at(0, 0, 0), end, 1e-6);
    EXPECT_NE(report.outcome, Outcome::kSeparated) << end.translation.transpose();
    EXPECT_EQ(report.time.hi, 0.0);
  }
}

// Random pairs that were moved to each other until they touch, by halving in exact arithmetic.
TEST(C9_StartStates, NothingExactlyApartIsCalledOverlapping) {
  const std::size_t count = trials(400, 40);
  std::size_t touching = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const TriangleMesh shapes[] = {make_shape("blob", {{"triangles", 320}}),
                                   make_shape("torus", {{"triangles", 320}}), start_box(1, 1, 1)};
    const TriangleMesh &a = shapes[trial % 3], &b = shapes[trial / 3 % 3];
    const Vec3 axis = Vec3(uniform(random), uniform(random), uniform(random)).normalized();
    Pose pose = start_at(0, 0, 0);
    if (trial % 2 == 0) pose.rotation = Eigen::AngleAxisd(3 * uniform(random), axis);
    const Vec3 way(1, trial % 4 < 2 ? 0.0 : 0.1 * uniform(random), 0);
    double meets = 0.0, apart = 8.0;
    for (int k = 0; k < 48; ++k) {
      const double middle = 0.5 * (meets + apart);
      pose.translation = middle * way;
      (meet_exactly(a, b, pose) ? meets : apart) = middle;
    }
    pose.translation = apart * way;
    Pose away = pose;
    away.translation += way;
    const ContactReport report = ask(a, b, pose, away, 1e-7);
    EXPECT_NE(report.start, StartState::kOverlapping) << trial;
    EXPECT_NE(report.outcome, Outcome::kOverlapAtStart) << trial;
    touching += report.start == StartState::kTouching ? 1 : 0;
  }
  EXPECT_GT(touching, count / 4) << "most must get as far as the question";
}
}  // namespace graze::test
