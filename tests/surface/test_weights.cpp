// SPDX-License-Identifier: MIT
// Weights move the points of a rational face along it, even where its control points are a straight
// grid: what holds for the hull does not hold point by point.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/error.h"
#include "graze/query/first_contact.h"
#include "graze/scene/scene.h"
#include "support/trials.h"
#include "surface/faces.h"

namespace graze::test {
namespace {

using Random = std::mt19937_64;

double weighted_uniform(Random& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}

std::vector<double> random_weights(std::size_t count, Random& random) {
  std::vector<double> weights(count);
  for (double& w : weights) w = std::pow(10.0, weighted_uniform(random, -1.5, 1.5));
  return weights;
}

/// Control points in equal steps between four corners.
BezierPatch even_patch(const std::array<Vec3, 4>& corners, int rows, int columns) {
  BezierPatch patch{rows, columns, {}, {}};
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const double s = double(j) / (columns - 1), t = double(i) / (rows - 1);
      patch.points.push_back((1 - t) * ((1 - s) * corners[0] + s * corners[1]) +
                             t * ((1 - s) * corners[2] + s * corners[3]));
    }
  }
  return patch;
}

KnownFace even_bezier(Random& random) {
  const auto corner = [&](double x, double y) {
    return Vec3(x, y, weighted_uniform(random, -1.0, 1.0));
  };
  BezierPatch patch = even_patch({corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)},
                                 2 + int(random() % 3), 2 + int(random() % 3));
  patch.weights = random_weights(patch.points.size(), random);
  return {{"patch", PatchFace{patch, {0, 1}, {0, 1}, {}}},
          [patch](long double u, long double v) { return bezier_at(patch, u, v); }};
}

/// A straight line with weights, and the same line as both rows of a patch.
std::pair<BezierCurve, BezierPatch> even_line(const Vec3& from, const Vec3& to, Random& random) {
  const int columns = 2 + int(random() % 3);
  BezierPatch twice = even_patch({from, to, from, to}, 2, columns);
  const auto weights = random_weights(std::size_t(columns), random);
  twice.weights = weights;
  twice.weights.insert(twice.weights.end(), weights.begin(), weights.end());
  const std::vector<Vec3> points(twice.points.begin(), twice.points.begin() + columns);
  return {{points, weights}, twice};
}

KnownFace even_extrusion(Random& random) {
  const auto [curve, twice] = even_line(Vec3::Zero(), {1.0, 0.5, 0.0}, random);
  const auto at = [twice](long double u, long double v) {
    LongPoint p = bezier_at(twice, u, 0.5L);
    p[2] += v;
    return p;
  };
  return {{"extruded", PatchFace{ExtrusionPatch{curve, Vec3::UnitZ()}, {0, 1}, {0, 1}, {}}}, at};
}

KnownFace even_revolution(Random& random) {
  const auto [curve, twice] = even_line({1.0, 0.0, 0.0}, {1.25, 0.0, 1.0}, random);
  const auto at = [twice](long double u, long double v) {
    const LongPoint p = bezier_at(twice, v, 0.5L);
    return LongPoint{p[0] * cosl(u), p[0] * sinl(u), p[2]};
  };
  return {{"turned", PatchFace{RevolutionPatch{Pose(), curve}, {0.0, 0.5}, {0, 1}, {}}}, at};
}

/// Of the parameters, what is behind a line through a point.
TrimLoops half_plane(const Vec3& through, double angle) {
  const Vec3 along = 9.0 * Vec3(-std::sin(angle), std::cos(angle), 0.0);
  const Vec3 behind = -9.0 * Vec3(std::cos(angle), std::sin(angle), 0.0);
  const std::array<Vec3, 4> p{through - along, through + along, through + along + behind,
                              through - along + behind};
  std::vector<TrimCurve> loop;
  for (std::size_t k = 0; k < 4; ++k) loop.push_back({LineCurve{p[k], p[(k + 1) % 4]}, {0.0, 1.0}});
  return TrimLoops({loop});
}

TEST(C10_Weights, NoPointOfAFaceIsOutsideOfItsCellsCutOrWhole) {
  int cut = 0, misses = 0;
  const std::size_t all = trials(20'000, 500);
  for (std::size_t trial = 0; trial < all; ++trial) {
    auto random = generator(trial);
    KnownFace known = trial % 3 == 0   ? even_bezier(random)
                      : trial % 3 == 1 ? even_extrusion(random)
                                       : even_revolution(random);
    auto& patch = std::get<PatchFace>(known.face.form);
    const auto within = [&](const Interval& range) {
      return weighted_uniform(random, range.lo, range.hi);
    };
    const double u = within(patch.u), v = within(patch.v);
    const double angle =
        random() % 2 == 0 ? within({-3, 3}) : 1.5707963267948966 * double(trial % 4);
    const double off = std::pow(10.0, within({-12, 0}));
    patch.trim = half_plane({u + off * std::cos(angle), v + off * std::sin(angle), 0.0}, angle);
    const SurfaceRegion region{{Interval(within({patch.u.lo, u}), within({u, patch.u.hi})),
                                Interval(within({patch.v.lo, v}), within({v, patch.v.hi})), 0.0}};
    const SurfaceCell cell =
        cell_of(known.face, trial % 5 == 0 ? whole_region(known.face) : region);
    cut += cell.is_cut;
    const LongPoint p = known.at(u, v);
    misses += cell.count == 0 || outside(cell, p) > 0.0L ||
              to_triangles(cell, p) > deviation(cell) * (1.0 + 1e-9) + 1e-15;
  }
  EXPECT_EQ(misses, 0);
  EXPECT_GT(cut, 50);
}

TEST(C10_Weights, ATwistedPatchIsAsNearToItsTrianglesAsItSays) {
  // Weights draw the middle to the diagonal that the triangles do not have: twice as far from them
  // as the bilinear patch is.
  BezierPatch patch{2, 2, {{0, 0, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 0}}, {1000, 1, 1, 1000}};
  const SurfaceFace face{"twisted", PatchFace{patch, {0, 1}, {0, 1}, {}}};
  const SurfaceCell cell = cell_of(face, whole_region(face));
  const LongPoint middle = bezier_at(patch, 0.5L, 0.5L);
  EXPECT_GT(to_triangles(cell, middle), 0.55);
  EXPECT_LE(to_triangles(cell, middle), deviation(cell));
}

TEST(C10_Weights, ARangeWithAPoleIsRefused) {
  // x = 10 u / (1 + 9 u) has one at -1/9.
  BezierPatch patch{2, 2, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {1, 10, 1, 10}};
  const auto make = [](SurfacePatch form, const Interval& u) {
    return Surface({{"sheet", PatchFace{std::move(form), u, {0, 1}, {}}}});
  };
  const ExtrusionPatch extruded{BezierCurve{{{0, 0, 0}, {1, 0, 0}}, {1, 10}}, Vec3::UnitY()};
  for (const SurfacePatch& form : {SurfacePatch(patch), SurfacePatch(extruded)}) {
    EXPECT_NO_THROW(make(form, {-0.1, 2.0}));
    EXPECT_THROW(make(form, {-0.3, 1.0}), InputError);
    EXPECT_THROW(make(form, {-1.0, 1.0}), InputError);
  }
}

TEST(C10_Weights, ABallDoesNotFallThroughASheetThatWeightsMake) {
  // x = 10 u / (1 + 9 u): 0.81 at the edge, u = 0.3.
  BezierPatch patch{2, 2, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {1, 10, 1, 10}};
  PatchFace sheet{patch, {0, 1}, {0, 1}, half_plane({0.3, 0.5, 0.0}, 0.0)};
  for (const double x : {0.25, 0.5, 0.75, 0.85, 0.95}) {
    Pose above, below;
    above.translation = Vec3(x, 0.5, 1.0);
    below.translation = Vec3(x, 0.5, -1.0);
    Scene scene;
    scene.bodies = {{.name = "sheet", .shape = Shape::from_surface(Surface({{"sheet", sheet}}))},
                    {.name = "ball",
                     .shape = Shape::from_sphere(Vec3::Zero(), 0.1),
                     .motion = Motion::between(above, below)}};
    const double beside = std::max(0.0, x - 3.0 / 3.7);
    const ContactReport report = first_contact(scene).report;
    ASSERT_EQ(report.outcome == Outcome::kContact, beside < 0.1) << x;
    if (!(beside < 0.1)) continue;
    EXPECT_NEAR(report.time.hi, 0.5 * (1.0 - std::sqrt(0.01 - beside * beside)), 1e-5) << x;
  }
}

}  // namespace
}  // namespace graze::test
