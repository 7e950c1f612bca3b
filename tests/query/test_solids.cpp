// SPDX-License-Identifier: MIT
// A body inside a solid is an overlap at the start, whoever is asked.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/error.h"
#include "graze/geometry/closed_polyhedron.h"
#include "graze/geometry/point_inclusion.h"
#include "graze/geometry/shapes.h"
#include "graze/query/choose_method.h"
#include "graze/query/clearance.h"
#include "graze/query/contact_intervals.h"
#include "graze/query/enclosed_bodies.h"
#include "graze/query/prove_scene.h"
#include "graze/query/scene_steps.h"
#include "query/lines.h"
#include "support/trials.h"

namespace graze {
namespace {
/// A small body in the middle of a large one; it goes 0.2 along x.
Scene nested(const Shape& big, const Shape& small) {
  Scene scene;
  add_body(scene, {.name = "big", .shape = big});
  add_body(scene, {.name = "small", .shape = small, .motion = line({0, 0, 0}, {0.2, 0, 0})});
  return scene;
}

Scene box_in_box() { return nested(Shape::from_box({2, 2, 2}), Shape::from_box({0.5, 0.5, 0.5})); }

TEST(G1_Solids, EveryMethodFindsTheBoxInTheBox) {
  for (const MethodRow& row : method_table()) {
    SCOPED_TRACE(name(row.method));
    ContactOptions options{.method = row.method};
    if (row.method == Method::kLinear) continue;  // bodies that deform
    if (row.method == Method::kVolume) options.span = Interval(0.0);
    const ContactReport report = first_contact(box_in_box(), options).report;
    EXPECT_EQ(report.outcome, Outcome::kOverlapAtStart);
    EXPECT_EQ(report.start, StartState::kOverlapping);
    EXPECT_EQ(report.time.hi, 0.0);
  }
}

TEST(G1_Solids, TheReasonNamesBothAndTheWayOut) {
  const ContactReport report = first_contact(box_in_box(), {.method = Method::kCertified}).report;
  EXPECT_NE(report.reason.find("'small' is inside 'big'"), std::string::npos) << report.reason;
  EXPECT_NE(report.reason.find("\"solid\": false"), std::string::npos) << report.reason;
  EXPECT_EQ(report.guarantee, Guarantee::kProved);
}

/// Its corner sticks out by less than the tolerance, so that the surfaces touch.
TEST(G1_Solids, TheReasonSaysWhetherAllOfABodyIsInside) {
  Scene scene = box_in_box();
  scene.tolerance = 0.01;
  scene.bodies[1].motion = Motion::still({Mat3::Identity(), {1.505, 0, 0}});
  const ContactReport report = first_contact(scene).report;
  EXPECT_EQ(report.outcome, Outcome::kOverlapAtStart);
  EXPECT_EQ(report.guarantee, Guarantee::kProved);
  EXPECT_NE(report.reason.find("a part of 'small' is inside 'big'"), std::string::npos)
      << report.reason;
}

TEST(G1_Solids, WhatIsSaidToBeHollowMayHoldABody) {
  Scene scene = box_in_box();
  scene.bodies[0].solid = false;
  for (const MethodRow& row : method_table()) {
    if (row.method == Method::kVolume || row.method == Method::kLinear) continue;
    SCOPED_TRACE(name(row.method));
    EXPECT_EQ(first_contact(scene, {.method = row.method}).report.outcome, Outcome::kSeparated);
  }
  const Interval distance = clearances_per_pair(scene, {.tolerance = 1e-6})[0].clearance.distance;
  EXPECT_NEAR(distance.lo, 1.3, 1e-5);
  EXPECT_NEAR(distance.hi, 1.3, 1e-5);
  scene.bodies[1].motion = line({0, 0, 0}, {2, 0, 0});
  for (const MethodRow& row : method_table()) {
    if (row.method == Method::kVolume || row.method == Method::kLinear) continue;
    SCOPED_TRACE(name(row.method));
    EXPECT_NEAR(first_contact(scene, {.method = row.method}).report.time.hi, 0.75, 1e-5);
  }
}

TEST(G1_Solids, EveryQuestionSaysTheSame) {
  const Scene scene = box_in_box();
  const Clearance clearance = clearances_per_pair(scene)[0].clearance;
  EXPECT_EQ(clearance.outcome, Outcome::kOverlapAtStart);
  EXPECT_EQ(clearance.distance, Interval(0.0));
  const ContactIntervals intervals = contact_intervals_per_pair(scene)[0].contacts;
  ASSERT_EQ(intervals.intervals.size(), 1u);
  EXPECT_TRUE(intervals.intervals[0].from_start);
  EXPECT_TRUE(intervals.intervals[0].to_end);
  const PreparedScene prepared(scene);
  EXPECT_EQ(first_contacts(prepared, std::vector<SceneChange>(2))[1].report.outcome,
            Outcome::kOverlapAtStart);
  SceneSteps steps(prepared, 0.0);
  const auto events = steps.advance_to(0.1);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, SceneEvent::Kind::kOverlap);
}

/// A large body that the broad phase cuts into pieces, and a chain of small links that turns a
/// little; the body stands, or turns with its own parent.
Scene chain_at(const Vec3& place, bool is_carried) {
  Scene scene;
  if (is_carried) add_body(scene, {.name = "table", .motion = line({0, 0, 0}, {3, 1, 0})});
  const TriangleMesh blob = make_shape("blob", {{"triangles", 6000}});
  add_body(scene, {.name = "blob", .shape = Shape::from_mesh(blob)});
  if (is_carried) scene.bodies.back().parent = BodyId(0);
  const double size = blob.bounds().diagonal();
  const Shape link =
      Shape::from_mesh(make_shape("blob", {{"triangles", 400}, {"size", 0.04 * size}}));
  std::optional<BodyId> parent;
  if (is_carried) parent = BodyId(0);
  for (int k = 0; k < 3; ++k) {
    const Vec3 at = k == 0 ? place : Vec3(0.15 * size, 0, 0);
    Body body{.name = "link" + std::to_string(k), .shape = link};
    body.motion = line(at, at + Vec3(0.0, 0.001 * size, 0.0));
    body.parent = parent;
    parent = add_body(scene, std::move(body));
  }
  return scene;
}

TEST(G1_Solids, LinksInTheMiddleOfABodyOfManyPiecesAreFound) {
  const TriangleMesh blob = make_shape("blob", {{"triangles", 6000}});
  const double size = blob.bounds().diagonal();
  std::size_t inside = 0, outside = 0;
  for (std::size_t i = 0; i < test::trials(2'000); ++i) {
    auto random = test::generator(i);
    std::uniform_real_distribution<double> real(-0.6, 0.6);
    const Vec3 place = size * Vec3(real(random), real(random), real(random));
    const Scene scene = chain_at(place, i % 2 == 1);
    for (const PairReport& pair : contacts_per_pair(scene)) {
      const std::string& first = scene.bodies[pair.a.index()].name;
      const std::string& second = scene.bodies[pair.b.index()].name;
      if (first != "blob") continue;
      const Vec3 centre = place + (second.back() - '0') * Vec3(0.15 * size, 0, 0);
      if (pair.report.start == StartState::kApart && pair.report.outcome == Outcome::kSeparated) {
        EXPECT_EQ(place_of(centre, blob), PointPlace::kOutside) << i << " " << second;
        ++outside;
      } else if (pair.report.outcome == Outcome::kOverlapAtStart && pair.report.contacts.empty()) {
        inside += place_of(centre, blob) == PointPlace::kInside;
      }
    }
  }
  EXPECT_GT(inside, 0u);
  EXPECT_GT(outside, 0u);
}

TEST(G1_Solids, IntervalsEndWhenThePartHasLeftTheSolid) {
  Scene scene = box_in_box();
  scene.bodies[1].motion = line({0, 0, 0}, {5, 0, 0});  // its last point leaves at 2.5 of 5
  const ContactIntervals intervals = contact_intervals_per_pair(scene)[0].contacts;
  ASSERT_EQ(intervals.intervals.size(), 1u);
  EXPECT_TRUE(intervals.intervals[0].from_start);
  EXPECT_NEAR(intervals.intervals[0].exit.hi, 0.5, 1e-5);
}

TEST(G1_Solids, RoundBodiesAreInsideAndAroundOthers) {
  const Shape box = Shape::from_box({2, 2, 2}), ball = Shape::from_sphere({0, 0, 0}, 0.5);
  const Shape stick = Shape::from_capsule({0, 0, -0.5}, {0, 0, 0.5}, 0.2);
  const Shape globe = Shape::from_sphere({0, 0, 0}, 9.0);
  for (const Scene& scene : {nested(box, ball), nested(box, stick), nested(globe, box)}) {
    for (const Method method :
         {Method::kCertified, Method::kBisection, Method::kOctree, Method::kBacktracking}) {
      SCOPED_TRACE(std::string(name(method)) + scene.bodies[1].shape.source());
      EXPECT_EQ(first_contact(scene, {.method = method}).report.outcome, Outcome::kOverlapAtStart);
    }
    EXPECT_EQ(clearances_per_pair(scene)[0].clearance.distance.hi, 0.0);
  }
}

/// A box of side 4 with a box of side 3 cut out of it.
TriangleMesh hollow_box() {
  const TriangleMesh outer = Shape::from_box({2, 2, 2}).mesh();
  const TriangleMesh inner = flipped(Shape::from_box({1.5, 1.5, 1.5}).mesh());
  std::vector<Vec3> vertices(outer.vertices().begin(), outer.vertices().end());
  std::vector<Triangle> triangles(outer.triangles().begin(), outer.triangles().end());
  for (const Vec3& v : inner.vertices()) vertices.push_back(v);
  for (const Triangle& t : inner.triangles()) triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
  return {std::move(vertices), std::move(triangles)};
}

TEST(G1_Solids, InwardShellsAreHollowsAndInwardMeshesRooms) {
  const Shape small = Shape::from_box({0.5, 0.5, 0.5});
  const Shape hollow = Shape::from_mesh(hollow_box());
  EXPECT_TRUE(solidity_of(hollow).is_solid());
  EXPECT_EQ(first_contact(nested(hollow, small)).report.outcome, Outcome::kSeparated);
  const Shape in_the_wall =
      Shape::from_mesh(TriangleMesh({{1.7, 0, 0}, {1.75, 0, 0}, {1.7, 0.05, 0}, {1.7, 0, 0.05}},
                                    {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}));
  Scene scene = nested(hollow, in_the_wall);
  scene.bodies[1].motion = Motion();
  EXPECT_EQ(first_contact(scene).report.outcome, Outcome::kOverlapAtStart);
  const Shape room = Shape::from_mesh(flipped(Shape::from_box({2, 2, 2}).mesh()));
  EXPECT_EQ(describe(solidity_of(room)), "surface (closed, facing inward)");
  EXPECT_EQ(first_contact(nested(room, small)).report.outcome, Outcome::kSeparated);
}

TEST(G1_Solids, TouchingTheWallFromInsideIsAnOverlap) {
  Scene scene = box_in_box();
  for (const Vec3& place : {Vec3(1.5, 0, 0), Vec3(1.5, 1.5, 0), Vec3(1.5, 1.5, 1.5)}) {
    scene.bodies[1].motion = Motion::still({Mat3::Identity(), place});
    EXPECT_EQ(first_contact(scene, {.method = Method::kCertified}).report.outcome,
              Outcome::kOverlapAtStart);
  }
  scene.bodies[1].motion = Motion::still({Mat3::Identity(), Vec3(2.5, 0, 0)});
  const ContactReport outside = first_contact(scene, {.method = Method::kCertified}).report;
  EXPECT_NE(outside.outcome, Outcome::kOverlapAtStart) << "touching from outside";
}

// The broad phase cuts large meshes that stand still into pieces, which cover their surfaces only.
TEST(C8_Solids, TheBroadPhaseKeepsWhatIsInTheMiddleOfALargeMesh) {
  const Shape globe =
      Shape::from_mesh(make_shape("icosphere", {{"radius", 10.0}, {"triangles", 20000}}));
  Scene scene = nested(globe, Shape::from_box({0.1, 0.1, 0.1}));
  EXPECT_EQ(first_contact(scene).report.outcome, Outcome::kOverlapAtStart);
  EXPECT_EQ(contacts_per_pair(scene)[0].report.outcome, Outcome::kOverlapAtStart);
  scene.bodies[0].solid = false;
  EXPECT_EQ(first_contact(scene).report.outcome, Outcome::kSeparated);
}

TEST(G2_Solids, NoCertificateCoversABodyInASolid) {
  Scene scene = box_in_box();
  scene.bodies[0].solid = false;
  const ProofScene hollow(scene);
  std::optional<PairProof> proof;
  prove_reports(hollow, contacts_per_pair(scene), {},
                [&](const ProvedReport& report) { proof = report.proof; });
  ASSERT_TRUE(proof);
  EXPECT_TRUE(CertificateCheck(hollow).check(*proof).accepted);
  scene.bodies[0].solid.reset();
  const Verdict verdict = CertificateCheck(ProofScene(scene)).check(*proof);
  EXPECT_FALSE(verdict.accepted) << "the surfaces are apart, the solids are not";
  EXPECT_NE(verdict.reason.find("inside"), std::string::npos) << verdict.reason;
}

TEST(G1_Solids, ABodyInANearlyClosedSurfaceIsAWarning) {
  const TriangleMesh box = Shape::from_box({2, 2, 2}).mesh();
  std::vector<Triangle> triangles(box.triangles().begin(), box.triangles().end());
  triangles.pop_back();
  const TriangleMesh torn({box.vertices().begin(), box.vertices().end()}, triangles);
  Scene scene = nested(Shape::from_mesh(torn), Shape::from_box({0.5, 0.5, 0.5}));
  EXPECT_EQ(first_contact(scene).report.outcome, Outcome::kSeparated);
  const auto enclosed = enclosed_bodies(PreparedScene(scene), 0.0);
  ASSERT_EQ(enclosed.size(), 1u);
  EXPECT_EQ(warning(scene, enclosed[0]).substr(0, 66),
            "'small' is inside 'big', which counts as a surface (3 open edges);");
  scene.bodies[0].solid = false;
  EXPECT_TRUE(enclosed_bodies(PreparedScene(scene), 0.0).empty());
  EXPECT_TRUE(enclosed_bodies(PreparedScene(box_in_box()), 0.0).empty());
}

TEST(G1_Solids, WhatCannotBeIsRefused) {
  Scene scene = box_in_box();
  scene.bodies[0].shape = Shape::from_mesh(make_shape("stairs"));
  std::vector<Triangle> some(scene.bodies[0].shape.mesh().triangles().begin(),
                             scene.bodies[0].shape.mesh().triangles().end() - 1);
  const auto vertices = scene.bodies[0].shape.mesh().vertices();
  scene.bodies[0].shape = Shape::from_mesh({{vertices.begin(), vertices.end()}, some});
  scene.bodies[0].solid = true;
  EXPECT_THROW(check(scene), InputError);
  scene.bodies[0].shape = Shape::from_sphere({0, 0, 0}, 1.0);
  scene.bodies[0].solid = false;
  EXPECT_THROW(check(scene), InputError);
}

// Against a closed form: where the corners of one box are in the frame of the other.
TEST(G1_Solids, RandomBoxesInBoxesAgreeWithAnExactTest) {
  const std::size_t count = test::trials(20'000);
  std::size_t inside = 0;
  for (std::size_t i = 0; i < count; ++i) {
    auto random = test::generator(i);
    std::uniform_real_distribution<double> real(-1.0, 1.0);
    const auto direction = [&] { return Vec3(real(random), real(random), real(random)); };
    const Vec3 half_a(1.0 + 0.5 * real(random), 1.0 + 0.5 * real(random), 1.0);
    const Vec3 half_b = Vec3::Constant(0.3) + 0.2 * direction();
    const auto turn = [&] {
      const Vec3 v = direction();
      return Quat(real(random), v.x(), v.y(), v.z()).normalized();
    };
    const Quat turn_a = turn(), turn_b = turn();
    Scene scene;
    const Pose a{turn_a.toRotationMatrix(), 3.0 * direction()};
    const Pose b{turn_b.toRotationMatrix(), a.translation + 1.5 * direction()};
    add_body(scene, {.name = "a", .shape = Shape::from_box(half_a), .motion = Motion::still(a)});
    add_body(scene, {.name = "b", .shape = Shape::from_box(half_b), .motion = Motion::still(b)});
    int within = 0;  // corners of b in a, clearly
    bool unclear = false;
    for (int k = 0; k < 8; ++k) {
      const Vec3 corner((k & 1) ? half_b.x() : -half_b.x(), (k & 2) ? half_b.y() : -half_b.y(),
                        (k & 4) ? half_b.z() : -half_b.z());
      const double out = ((inverse(a) * (b * corner)).cwiseAbs() - half_a).maxCoeff();
      within += out < 0.0;
      unclear = unclear || std::fabs(out) < 1e-9;
    }
    if (unclear) continue;
    inside += within == 8;
    const Outcome outcome =
        first_contact(scene, {.span = Interval(0.0), .method = Method::kCertified}).report.outcome;
    if (within > 0) {
      ASSERT_EQ(outcome, Outcome::kOverlapAtStart) << i;
    }
  }
  EXPECT_GT(inside, count / 20);
}
}  // namespace
}  // namespace graze
