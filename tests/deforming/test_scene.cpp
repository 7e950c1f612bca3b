// SPDX-License-Identifier: MIT
// Bodies of a scene that deform: every question, against closed forms, other methods and samples.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_scene.h"
#include "graze/query/clearance.h"
#include "graze/query/contact_intervals.h"
#include "graze/query/monitor.h"
#include "graze/query/overlap_volume.h"
#include "graze/query/prepared_scene.h"
#include "graze/query/prove_scene.h"
#include "graze/query/scene_steps.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
using Random = std::mt19937_64;

/// A square of n x n vertices about the z axis; heights as given.
template <typename Height>
std::vector<Vec3> sheet(int n, double half, const Height& height) {
  std::vector<Vec3> vertices;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      const double x = half * (2.0 * i / (n - 1) - 1.0), y = half * (2.0 * k / (n - 1) - 1.0);
      vertices.emplace_back(x, y, height(x, y));
    }
  }
  return vertices;
}

std::vector<Triangle> sheet_faces(int n) {
  std::vector<Triangle> triangles;
  for (int i = 0; i + 1 < n; ++i) {
    for (int k = 0; k + 1 < n; ++k) {
      const auto v = static_cast<std::uint32_t>(i * n + k), up = static_cast<std::uint32_t>(n);
      triangles.push_back({v, v + up, v + 1});
      triangles.push_back({v + 1, v + up, v + up + 1});
    }
  }
  return triangles;
}

Body deforming(const std::string& name, std::vector<DeformationFrame> frames,
               std::vector<Triangle> triangles) {
  Body body;
  body.name = name;
  body.shape = Shape::from_mesh(TriangleMesh(frames[0].vertices, std::move(triangles)));
  body.deformation = Deformation(std::move(frames));
  return body;
}

/// A flat sheet that goes through heights at times.
Body elevator(const std::string& name, const std::vector<std::pair<double, double>>& heights) {
  std::vector<DeformationFrame> frames;
  for (const auto& [time, z] : heights) {
    frames.push_back({time, sheet(4, 1.0, [z = z](double, double) { return z; })});
  }
  return deforming(name, std::move(frames), sheet_faces(4));
}

Body box(const std::string& name, const Vec3& half, const Motion& motion = {}) {
  Body body;
  body.name = name;
  body.shape = Shape::from_box(half);
  body.motion = motion;
  return body;
}

double distance_at(const Scene& scene, const std::vector<Motion>& motions, double t) {
  std::vector<std::vector<std::array<Vec3, 3>>> faces(2);
  for (std::size_t i = 0; i < 2; ++i) {
    const TriangleMesh mesh = shape_at(scene.bodies[i], t).mesh();
    const Pose pose = pose_at(motions[i], t);
    for (std::size_t k = 0; k < mesh.triangles().size(); ++k) {
      std::array<Vec3, 3> corners = mesh.corners(k);
      for (Vec3& p : corners) p = pose * p;
      faces[i].push_back(corners);
    }
  }
  double least = kInfinity;
  for (const auto& a : faces[0])
    for (const auto& b : faces[1]) least = std::min(least, triangle_distance(a, b).distance());
  return least;
}

Scene random_scene(Random& random) {
  const auto uniform = [&](double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(random);
  };
  std::vector<DeformationFrame> frames;
  for (const double t : {0.0, 0.3, 0.55, 1.0}) {
    const Vec3 waves = random_vector(random, 3.0);
    const double level = uniform(-0.4, 0.4);
    frames.push_back({t, sheet(4, 0.7, [&](double x, double y) {
                        return level + 0.2 * std::sin(waves.x() * x + waves.y() * y + waves.z());
                      })});
  }
  Scene scene;
  add_body(scene, deforming("sheet", std::move(frames), sheet_faces(4)));
  Motion::ScrewParameters screw;
  screw.begin.translation = Vec3(uniform(-0.5, 0.5), uniform(-0.5, 0.5), uniform(0.7, 1.2));
  screw.point = random_vector(random, 0.5);
  screw.axis = random_vector(random, 1.0);
  screw.angle = uniform(-3.0, 3.0);
  screw.slide = uniform(-0.5, 0.5);
  add_body(scene, box("box", Vec3(0.15, 0.1, 0.2), Motion::screw(screw)));
  scene.bodies[1].solid = false;
  return scene;
}
}  // namespace

TEST(C5_Deformation, HoldsOutsideRunsStraightInsideAndJumps) {
  const Deformation d({{0.0, {Vec3(0, 0, 0)}},
                       {1.0, {Vec3(1, 0, 0)}},
                       {1.0, {Vec3(5, 0, 0)}},
                       {3.0, {Vec3(7, 0, 0)}}});
  EXPECT_EQ(d.vertices_at(-1.0)[0].x(), 0.0);
  EXPECT_EQ(d.vertices_at(0.5)[0].x(), 0.5);
  EXPECT_EQ(d.vertices_at(1.0)[0].x(), 5.0);
  EXPECT_EQ(d.vertices_at(2.0)[0].x(), 6.0);
  EXPECT_EQ(d.vertices_at(9.0)[0].x(), 7.0);
  EXPECT_EQ(d.part({0.0, 1.0}).end[0].x(), 1.0);
  EXPECT_EQ(d.part({1.0, 3.0}).begin[0].x(), 5.0);
  EXPECT_EQ(d.bounds_during({0.2, 0.4}).hi.x(), 1.0);
  EXPECT_EQ(d.bounds_during({0.2, 1.0}).hi.x(), 7.0);
  EXPECT_EQ(d.bounds_during({1.0, 1.0}).lo.x(), 1.0);
  EXPECT_EQ(d.knots_within({-1.0, 2.0}), (std::vector<double>{0.0, 1.0}));
  EXPECT_THROW(Deformation({{0.0, {Vec3(0, 0, 0)}}}), InputError);
  EXPECT_THROW(Deformation({{1.0, {Vec3(0, 0, 0)}}, {0.0, {Vec3(0, 0, 0)}}}), InputError);
  EXPECT_THROW(Deformation({{0.0, {Vec3(0, 0, 0)}}, {1.0, {}}}), InputError);
}

TEST(C5_DeformingScene, ASheetThatComesDownMeetsTheBoxWhenItsHeightSays) {
  Scene scene;
  add_body(scene, elevator("sheet", {{0.0, 2.0}, {1.0, 1.0}, {2.0, -1.0}}));
  add_body(scene, box("box", Vec3(0.3, 0.3, 0.5)));
  scene.span = {0.0, 2.0};
  const PairReport first = first_contact(scene);
  EXPECT_EQ(first.report.outcome, Outcome::kContact);
  EXPECT_EQ(first.report.guarantee, Guarantee::kProved);
  EXPECT_EQ(first.report.method, Method::kLinear);
  EXPECT_NEAR(first.report.time.hi, 1.25, 1e-5);
  EXPECT_LE(first.report.time.lo, 1.25);
  EXPECT_NEAR(first.report.contacts.at(0).point.z(), 0.5, 1e-5);
  scene.bodies[1].padding = 0.25;
  EXPECT_NEAR(first_contact(scene).report.time.hi, 1.125, 1e-5);
  ContactOptions short_span;
  short_span.span = Interval{0.0, 1.0};
  EXPECT_EQ(first_contact(scene, short_span).report.outcome, Outcome::kSeparated);
}

TEST(C5_DeformingScene, ATranslationInFramesIsTheRigidTranslation) {
  for (std::size_t trial = 0, all = trials(400); trial < all; ++trial) {
    Random random = generator(trial);
    Scene scene = random_scene(random);
    const Vec3 by = random_vector(random, 1.0);
    const TriangleMesh mesh = scene.bodies[0].shape.mesh();
    std::vector<Vec3> moved;
    for (const Vec3& v : mesh.vertices()) moved.push_back(v + by);
    Scene rigid = scene;
    rigid.bodies[0].deformation = {};
    rigid.bodies[0].motion = Motion::between({}, {Mat3::Identity(), by});
    scene.bodies[0].deformation = Deformation(
        {{0.0, {mesh.vertices().begin(), mesh.vertices().end()}}, {1.0, std::move(moved)}});
    const ContactReport a = first_contact(scene).report, b = first_contact(rigid).report;
    if (a.outcome == Outcome::kOverlapAtStart || a.start != b.start) continue;
    if (a.outcome != b.outcome) {  // both are right within the tolerance
      const auto near = clearances_per_pair(rigid).at(0).clearance.distance;
      EXPECT_LE(near.lo, 2.0 * std::max(a.tolerance, b.tolerance)) << trial;
      continue;
    }
    if (a.outcome == Outcome::kContact) {  // each is a contact of the other
      EXPECT_LE(distance_at(rigid, world_motions(rigid), a.time.hi), a.tolerance + 1e-12) << trial;
      EXPECT_LE(distance_at(scene, world_motions(scene), b.time.hi), b.tolerance + 1e-12) << trial;
    }
  }
}

TEST(C5_DeformingScene, NothingIsSeenBeforeTheContactAndSomethingAtIt) {
  int contacts = 0, separated = 0;
  for (std::size_t trial = 0, all = trials(1000); trial < all; ++trial) {
    Random random = generator(trial);
    const Scene scene = random_scene(random);
    const std::vector<Motion> motions = world_motions(scene);
    const ContactReport report = first_contact(scene).report;
    ASSERT_NE(report.outcome, Outcome::kUndecided);
    if (report.outcome == Outcome::kOverlapAtStart) continue;
    const double end = report.outcome == Outcome::kContact ? report.time.lo : 1.0;
    for (int k = 0; k < 40; ++k) {
      EXPECT_GT(distance_at(scene, motions, end * k / 40.0), 0.0) << trial;
    }
    if (report.outcome == Outcome::kContact) {
      EXPECT_LE(distance_at(scene, motions, report.time.hi), report.tolerance) << trial;
    }
    (report.outcome == Outcome::kContact ? contacts : separated) += 1;
  }
  EXPECT_GT(contacts, 0);
  EXPECT_GT(separated, 0);
}

TEST(C5_DeformingScene, AJumpPastABoxIsNoContactAndAJumpIntoItIs) {
  const auto outcome = [](double after) {
    Scene scene;
    add_body(scene, elevator("sheet", {{0.0, 2.0}, {0.5, 2.0}, {0.5, after}, {1.0, after}}));
    add_body(scene, box("box", Vec3(0.3, 0.3, 0.5)));
    return first_contact(scene).report;
  };
  EXPECT_EQ(outcome(-2.0).outcome, Outcome::kSeparated);
  EXPECT_EQ(outcome(0.1).outcome, Outcome::kContact);
  EXPECT_EQ(outcome(0.1).time.hi, 0.5);
}

TEST(C5_DeformingScene, ClearanceContainsTheSampledSmallestDistance) {
  for (std::size_t trial = 0, all = trials(400); trial < all; ++trial) {
    Random random = generator(trial);
    const Scene scene = random_scene(random);
    const std::vector<Motion> motions = world_motions(scene);
    const Clearance clearance = clearances_per_pair(scene).at(0).clearance;
    if (clearance.outcome == Outcome::kOverlapAtStart) continue;
    double sampled = kInfinity;
    for (int k = 0; k <= 60; ++k)
      sampled = std::min(sampled, distance_at(scene, motions, k / 60.0));
    EXPECT_LE(clearance.distance.lo, sampled + 1e-12) << trial;
    EXPECT_LE(distance_at(scene, motions, clearance.time), clearance.distance.hi + 1e-12) << trial;
  }
}

TEST(C5_DeformingScene, ASheetThatGoesUpAndDownTouchesInTwoIntervals) {
  Scene scene;
  add_body(scene, elevator("sheet", {{0.0, 1.0}, {1.0, 0.0}, {2.0, 1.0}, {3.0, 0.0}, {4.0, 1.0}}));
  add_body(scene, box("box", Vec3(0.3, 0.3, 0.5)));
  scene.bodies[1].solid = false;
  scene.span = {0.0, 4.0};
  const ContactIntervals found = contact_intervals_per_pair(scene).at(0).contacts;
  ASSERT_EQ(found.intervals.size(), 2u);
  EXPECT_NEAR(found.intervals[0].entry.hi, 0.5, 1e-5);
  EXPECT_NEAR(found.intervals[0].exit.lo, 1.5, 1e-4);
  EXPECT_NEAR(found.intervals[1].entry.hi, 2.5, 1e-5);
  EXPECT_NEAR(found.intervals[1].exit.lo, 3.5, 1e-4);
}

TEST(C5_DeformingScene, ABodyInsideOneThatDeformsIsAnOverlap) {
  TriangleMesh ball = make_shape("icosphere", {{"triangles", 80}});
  std::vector<Vec3> large;
  for (const Vec3& v : ball.vertices()) large.push_back(2.0 * v);
  std::vector<Vec3> small(ball.vertices().begin(), ball.vertices().end());
  Scene scene;
  add_body(scene, deforming("balloon", {{0.0, small}, {1.0, large}},
                            {ball.triangles().begin(), ball.triangles().end()}));
  add_body(scene, box("pea", Vec3(0.01, 0.01, 0.01)));
  EXPECT_EQ(first_contact(scene).report.outcome, Outcome::kOverlapAtStart);
  EXPECT_EQ(clearances_per_pair(scene).at(0).clearance.outcome, Outcome::kOverlapAtStart);
  scene.bodies[0].solid = false;
  EXPECT_EQ(first_contact(scene).report.outcome, Outcome::kSeparated);
}

TEST(C5_DeformingScene, ASheetFoldsOntoItselfWhereAsked) {
  const auto flat = sheet(5, 1.0, [](double, double) { return 0.0; });
  std::vector<Vec3> folded = flat;  // the right part swings up over, past the left one
  for (Vec3& v : folded) {
    if (v.x() > 0.1) v = Vec3(-v.x() + 0.05, v.y() + 0.01, -0.3);
  }
  Scene scene;
  add_body(scene, deforming("cloth", {{0.0, flat}, {1.0, folded}}, sheet_faces(5)));
  EXPECT_TRUE(contacts_per_pair(scene).empty());
  ContactOptions options;
  options.self_contact = true;
  const auto reports = contacts_per_pair(scene, options);
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].a, reports[0].b);
  EXPECT_EQ(reports[0].report.outcome, Outcome::kContact);
  EXPECT_EQ(first_contact(scene, options).report.outcome, Outcome::kContact);
}

TEST(G3_DeformingScene, WrittenAndReadAgainItIsTheSameBitForBit) {
  Random random = generator(0);
  const Scene scene = random_scene(random);
  const std::string text = format_scene(scene);
  const Scene again = parse_scene(text);
  EXPECT_EQ(again.bodies[0].deformation, scene.bodies[0].deformation);
  EXPECT_EQ(format_scene(again), text);
  const ContactReport a = first_contact(scene).report, b = first_contact(again).report;
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.stats.triangle_tests, b.stats.triangle_tests);
}

TEST(G2_DeformingScene, AnyFramesAreProvedAndABodyWithItselfIsToldWhy) {
  Scene scene;
  add_body(scene, elevator("sheet", {{0.0, 2.0}, {1.0, 1.0}}));
  add_body(scene, box("box", Vec3(0.3, 0.3, 0.5)));
  const auto prove = [](const Scene& about) {
    std::vector<ProvedReport> proved;
    const ProofScene proofs(about);
    prove_reports(proofs, contacts_per_pair(about), {},
                  [&](const ProvedReport& report) { proved.push_back(report); });
    return proved.at(0);
  };
  const ProvedReport two = prove(scene);
  ASSERT_TRUE(two.proof);
  const ProofScene proofs(scene);
  EXPECT_TRUE(CertificateCheck(proofs).check(*two.proof).accepted);
  Scene three = scene;
  three.bodies[0] = elevator("sheet", {{0.0, 2.0}, {0.5, 1.6}, {1.0, 1.0}});
  const ProofScene others(three);
  const ProvedReport of_three = prove(three);
  ASSERT_TRUE(of_three.proof);
  EXPECT_TRUE(CertificateCheck(others).check(*of_three.proof).accepted);
  EXPECT_FALSE(CertificateCheck(others).check_scene(proofs.described()).accepted);
  prove_reports(proofs, {{{BodyId(0), BodyId(0), two.report.report}}}, {},
                [](const ProvedReport& self) { EXPECT_EQ(self.reason, NoProof::kDeforms); });
}

TEST(G1_DeformingScene, WhatCannotTakeThemRefusesInASentence) {
  Scene scene;
  add_body(scene, elevator("sheet", {{0.0, 2.0}, {1.0, 1.0}}));
  add_body(scene, box("box", Vec3(0.3, 0.3, 0.5)));
  for (const Method method : {Method::kCertified, Method::kBisection, Method::kAnalytic,
                              Method::kOctree, Method::kBacktracking}) {
    ContactOptions options;
    options.method = method;
    scene.bodies[1].padding = 1.0;  // near enough to be asked about
    EXPECT_THROW(first_contact(scene, options), InputError) << name(method);
  }
  EXPECT_THROW(SceneSteps(PreparedScene(scene), 0.0), InputError);
  const SceneChange change{{{BodyId(0), Motion::still({})}}, {}};
  EXPECT_THROW(first_contacts(PreparedScene(scene), std::span(&change, 1)), InputError);
  Scene moved = scene;
  moved.bodies[0].motion = Motion::still({Mat3::Identity(), Vec3::UnitX()});
  EXPECT_THROW(check(moved), InputError);
  Scene rigid = scene;
  rigid.bodies[0].deformation = {};
  ContactOptions with_itself;
  with_itself.pairs = {{BodyId(0), BodyId(0)}};
  EXPECT_THROW(first_contact(rigid, with_itself), InputError);
}

TEST(G1_DeformingScene, VolumesAndMonitorsTakeThemAsTheyAre) {
  TriangleMesh cube = make_shape("box");
  std::vector<Vec3> begin(cube.vertices().begin(), cube.vertices().end()), end;
  for (const Vec3& v : begin) end.push_back(v + Vec3(0.0, 0.0, 3.0));
  Scene scene;
  add_body(scene, deforming("cube", {{0.0, begin}, {1.0, end}},
                            {cube.triangles().begin(), cube.triangles().end()}));
  add_body(scene,
           box("box", Vec3(0.3, 0.3, 0.3), Motion::still({Mat3::Identity(), Vec3(0, 0, 3)})));
  const OverlapScene overlaps{PreparedScene(scene)};
  EXPECT_TRUE(overlaps.overlaps_at(0.0).empty());
  ASSERT_EQ(overlaps.overlaps_at(1.0).size(), 1u);
  EXPECT_GT(overlaps.overlaps_at(1.0)[0].overlap.volume, 0.1);
  scene.span = {1.0, 1.0};
  OctreeMonitor monitor(scene);
  EXPECT_EQ(monitor.cycle(0.0).size(), 1u);
}

}  // namespace graze::test
