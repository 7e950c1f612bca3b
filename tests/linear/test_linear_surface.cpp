// SPDX-License-Identifier: MIT
// Surfaces that are refitted from step to step answer as meshes that are made anew.           [C5]
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <map>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/methods/linear.h"
#include "graze/methods/linear_touches.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {

/// Vertices of a mesh, turned, moved and shaken.
std::vector<Vec3> shaken(const TriangleMesh& mesh, std::mt19937_64& random, const Vec3& shift) {
  const Mat3 turn = random_rotation(random);
  std::vector<Vec3> out;
  for (const Vec3& v : mesh.vertices()) {
    out.push_back(turn * v + shift + random_vector(random, 0.05));
  }
  return out;
}

std::vector<Triangle> triangles_of(const TriangleMesh& mesh) {
  return {mesh.triangles().begin(), mesh.triangles().end()};
}

/// Distance of two meshes on their ways, triangle by triangle.
double distance_at(double t, const TriangleMesh& a, const std::array<std::vector<Vec3>, 2>& of_a,
                   const TriangleMesh& b, const std::array<std::vector<Vec3>, 2>& of_b) {
  const auto corners = [t](const Triangle& triangle, const std::array<std::vector<Vec3>, 2>& way) {
    Corners at;
    for (std::size_t k = 0; k < 3; ++k) {
      at[k] = (1.0 - t) * way[0][triangle[k]] + t * way[1][triangle[k]];
    }
    return at;
  };
  double least = std::numeric_limits<double>::infinity();
  for (const Triangle& x : a.triangles()) {
    const Corners of_x = corners(x, of_a);
    for (const Triangle& y : b.triangles()) {
      least = std::min(least, triangle_distance(of_x, corners(y, of_b)).distance());
    }
  }
  return least;
}

TEST(C5_LinearSurface, AnswersAsMeshesThatAreMadeAnew) {
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 320}, {"radius", 0.5}});
  const TriangleMesh ring = make_shape("torus", {{"triangles", 200}});
  LinearSurface a(ball), b(ring);
  std::size_t contacts = 0, apart = 0;
  for (std::size_t trial = 0; trial < trials(400); ++trial) {
    auto random = generator(trial);
    const auto a0 = shaken(ball, random, {-3, 0, 0}), a1 = shaken(ball, random, {1.5, 0, 0});
    const auto b0 = shaken(ring, random, {0, 0, 0}),
               b1 = shaken(ring, random, random_vector(random, 3.0));
    const double margin = trial % 2 == 0 ? 0.0 : 0.01;
    a.move(a0, a1, margin);
    b.move(b0, b1, margin);
    const LinearMeshOptions options{.tolerance = 1e-6, .min_separation = 2.0 * margin};
    const ContactReport report = first_contact_linear(a, b, options);
    const ContactReport fresh =
        first_contact_linear({TriangleMesh(a0, triangles_of(ball)), a1},
                             {TriangleMesh(b0, triangles_of(ring)), b1}, options);
    ASSERT_EQ(report.outcome, fresh.outcome) << "trial " << trial;
    contacts += report.outcome == Outcome::kContact;
    apart += report.outcome == Outcome::kSeparated;
    if (report.outcome != Outcome::kContact) continue;
    // Brackets that do not meet: the later one proves that nothing touches before its lower end,
    // the earlier one that the meshes are within the tolerance at its upper end.
    if (report.time.lo <= fresh.time.hi && fresh.time.lo <= report.time.hi) continue;
    const double earlier = std::min(report.time.hi, fresh.time.hi);
    const double distance = distance_at(earlier, ball, {a0, a1}, ring, {b0, b1});
    EXPECT_GT(distance, options.min_separation) << "trial " << trial;
    EXPECT_LE(distance, options.min_separation + options.tolerance + 1e-12) << "trial " << trial;
  }
  EXPECT_GT(contacts, 0u);
  EXPECT_GT(apart + contacts, contacts) << "both happen";
}

TEST(C5_LinearSurface, DoesNotRememberWhereItWas) {
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 320}, {"radius", 0.5}});
  auto random = generator(7);
  const auto a0 = shaken(ball, random, {-2, 0, 0}), a1 = shaken(ball, random, {1, 0, 0});
  const auto b0 = shaken(ball, random, {1, 0, 0}), b1 = shaken(ball, random, {0, 0, 0});
  LinearSurface a(ball), b(ball), c(ball);
  for (const double k : {0.0, 1.0, 2.0})
    c.move(shaken(ball, random, {k, 0, 0}), shaken(ball, random, {0, k, 0}), 0.5);
  a.move(a0, a1);
  b.move(b0, b1);
  c.move(a0, a1);
  const ContactReport first = first_contact_linear(a, b), second = first_contact_linear(c, b);
  ASSERT_EQ(first.outcome, Outcome::kContact);
  EXPECT_EQ(first.time.lo, second.time.lo);
  EXPECT_EQ(first.time.hi, second.time.hi);
  EXPECT_EQ(first.contacts.front().point, second.contacts.front().point);
}

TEST(C5_LinearSurface, RefusesWhatDoesNotFit) {
  const TriangleMesh box = make_shape("box");
  LinearSurface a(box), b(box);
  const std::vector<Vec3> all(box.vertices().begin(), box.vertices().end());
  EXPECT_THROW(a.move({}, all), InputError);
  EXPECT_THROW(a.move(all, {Vec3::Zero()}), InputError);
  EXPECT_THROW(a.move(all, all, -1.0), InputError);
  EXPECT_THROW(first_contact_linear(a, b, LinearMeshOptions{.min_separation = 0.1}), InputError);
}

// Every vertex against every face, each asked alone.
TEST(C5_LinearSurface, AllTouchesAreThoseOfEachPairAskedAlone) {
  const TriangleMesh mesh = make_shape("icosphere", {{"triangles", 20}, {"radius", 0.5}});
  std::size_t found = 0;
  for (std::size_t trial = 0; trial < trials(200, 20); ++trial) {
    std::mt19937_64 random = generator(trial);
    const std::array ways{shaken(mesh, random, Vec3::Zero()), shaken(mesh, random, Vec3::Zero()),
                          shaken(mesh, random, {0.7, 0, 0}), shaken(mesh, random, {0.3, 0, 0})};
    LinearSurface a(mesh), b(mesh);
    a.move(ways[0], ways[1]);
    b.move(ways[2], ways[3]);
    const LinearTouches all = touches_linear(a, b);
    EXPECT_EQ(all.sure_until, 1.0);
    std::map<std::pair<std::size_t, std::size_t>, Interval> of_vertices;
    for (const LinearTouch& touch : all.touches) {
      if (touch.contact.feature_a.kind != FeatureKind::kVertex) continue;
      of_vertices[{touch.contact.feature_a.vertices[0], touch.contact.feature_b.triangle.index()}] =
          touch.time;
    }
    for (std::size_t v = 0; v < mesh.vertices().size(); ++v) {
      for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
        const Triangle& c = mesh.triangles()[t];
        const LinearContact alone = first_contact_linear(
            LinearQuery{LinearKind::kVertexFace,
                        {ways[0][v], ways[2][c[0]], ways[2][c[1]], ways[2][c[2]]},
                        {ways[1][v], ways[3][c[0]], ways[3][c[1]], ways[3][c[2]]}});
        ASSERT_EQ(of_vertices.contains({v, t}), alone.outcome == Outcome::kContact) << trial;
        if (alone.outcome != Outcome::kContact) continue;
        ++found;
        const Interval time = of_vertices[{v, t}];
        EXPECT_EQ(time.lo, alone.time.lo);
        EXPECT_EQ(time.hi, alone.time.hi);
      }
    }
  }
  EXPECT_GT(found, 0u);
}

}  // namespace
}  // namespace graze::test
