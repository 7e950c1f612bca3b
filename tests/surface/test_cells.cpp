// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/error.h"
#include "support/trials.h"
#include "surface/faces.h"

namespace graze::test {
namespace {

Interval random_part(const Interval& range, std::mt19937_64& random) {
  std::uniform_real_distribution<double> share(0.0, 1.0);
  const double width = (range.hi - range.lo) * std::pow(2.0, -20.0 * share(random));
  const double lo = range.lo + share(random) * (range.hi - range.lo - width);
  return {lo, lo + width};
}

double in(const Interval& range, std::mt19937_64& random) {
  // The ends and the middle are where bounds are tight.
  switch (random() % 5) {
    case 0:
      return range.lo;
    case 1:
      return range.hi;
    case 2:
      return range.middle();
    default:
      return std::clamp(std::uniform_real_distribution<double>(range.lo, range.hi)(random),
                        range.lo, range.hi);
  }
}

/// How many of a kind's random points are outside of what is claimed; corners may be drawn
/// together first.
struct Misses {
  int hull = 0, triangles = 0;
};

Misses count_misses(const std::string& kind, bool shrink_corners, std::size_t faces) {
  Misses misses;
  for (std::size_t trial = 0; trial < faces; ++trial) {
    auto random = generator(trial);
    const KnownFace known = random_face(kind, random);
    const auto& patch = std::get<PatchFace>(known.face.form);
    for (int part = 0; part < 20; ++part) {
      const SurfaceRegion region{{random_part(patch.u, random), random_part(patch.v, random), 0.0}};
      SurfaceCell cell = cell_of(known.face, region);
      const double delta = deviation(cell);
      if (shrink_corners && cell.count == 4) {
        const Vec3 mean =
            0.25 * (cell.corners[0] + cell.corners[1] + cell.corners[2] + cell.corners[3]);
        for (Vec3& corner : cell.corners) corner = mean + 0.98 * (corner - mean);
      }
      for (int k = 0; k < 10; ++k) {
        const LongPoint p = known.at(in(region.range[0], random), in(region.range[1], random));
        misses.hull += outside(cell, p) > 0.0L;
        misses.triangles += to_triangles(cell, p) > delta + 1e-15;  // rounding of the distance
      }
    }
  }
  return misses;
}

TEST(C10_Cells, PointsOfEveryKindLieInTheHullAndNearTheTwoTriangles) {
  const std::size_t faces = trials(2'000);
  for (const char* kind : kPatchKinds) {
    const Misses misses = count_misses(kind, false, faces);
    EXPECT_EQ(misses.hull, 0) << kind;
    EXPECT_EQ(misses.triangles, 0) << kind;
  }
}

TEST(C10_Cells, AHullTwoPercentTooSmallIsCaughtForEveryKind) {
  for (const char* kind : kPatchKinds) {
    EXPECT_GT(count_misses(kind, true, 100).hull, 0) << kind;
  }
}

/// A cell whose bound is tight, and the point that shows it.
struct Tight {
  const char* kind;
  SurfaceFace face;
  SurfaceRegion region;
  LongPoint point;
};

Tight tight_patch(const char* kind, SurfacePatch patch, const Interval& u, const Interval& v,
                  const LongPoint& point) {
  return {kind, {kind, PatchFace{std::move(patch), u, v, {}}}, {{u, v, 0.0}}, point};
}

std::vector<Tight> tight_cells() {
  const Interval arc(-0.1, 0.1), low(0.0, 1e-3);
  // A high degree or a large weight draws a patch to its middle points, which are all at 1. Weights
  // also move points along a patch, which the second is too narrow to show.
  BezierPatch bezier{2, 9, {}, {}}, rational{2, 3, {}, {1, 1000, 1, 1, 1000, 1}};
  for (BezierPatch* patch : {&bezier, &rational}) {
    const int last = patch->columns - 1;
    for (int row = 0; row < 2; ++row) {
      for (int k = 0; k <= last; ++k)
        patch->points.push_back(Vec3((patch == &bezier ? 2.0 : 0x1p-7) * k / last, row,
                                     k == 0 || k == last ? 0.0 : 1.0));
    }
  }
  const LineCurve upright{{2, 0, 0}, {2, 0, 1}};
  FunctionPatch bowl;
  bowl.enclose = [](const Interval& u, const Interval& v) {
    return IntervalVec3(u, v, sqr(u) + sqr(v));
  };
  bowl.second_derivatives = [](const Interval&, const Interval&) {
    return std::array<double, 2>{2.0, 2.0};
  };
  const SurfaceRegion about_kink{{Interval(-0.5, 0.5), Interval(-0.5, 0.5), Interval(-2.0, 2.0)}};
  const Aabb box{{-0.5, -0.5, -2.0}, {0.5, 0.5, 2.0}};
  return {tight_patch("bezier", bezier, {0, 1}, {0, 1}, {1.0L, 0.5L, 1.0L - 0x1p-7L}),
          tight_patch("rational", rational, {0, 1}, {0, 1}, {0x1p-8L, 0.5L, 500.0L / 500.5L}),
          tight_patch("cylinder", cylinder_patch(Pose(), 2), arc, {0, 1}, {2, 0, 0.5L}),
          tight_patch("cone", cone_patch(Pose(), 2, 0.05), arc, low, {2, 0, 0}),
          tight_patch("sphere", sphere_patch(Pose(), 2), arc, arc, {2, 0, 0}),
          tight_patch("torus", torus_patch(Pose(), 2, 1), arc, arc, {3, 0, 0}),
          tight_patch("extrusion", ExtrusionPatch{ArcCurve{}, Vec3::UnitZ()}, arc, {0, 1},
                      {1, 0, 0.5L}),
          tight_patch("revolution", RevolutionPatch{Pose(), upright}, arc, {0, 1}, {2, 0, 0.5L}),
          tight_patch("formula", formula_patch({"u", "v", "u^2 + v^2"}), arc, arc, {0, 0, 0}),
          tight_patch("function", bowl, arc, arc, {0, 0, 0}),
          {"implicit", {"kink", implicit_surface("z - abs(x)", box)}, about_kink, {0.5L, 0, 0.5L}}};
}

TEST(C10_Cells, ADeviationTwoPercentTooSmallIsCaughtForEveryKind) {
  // A plane has none but of rounding.
  EXPECT_EQ(tight_cells().size(), kPatchKinds.size());
  for (const Tight& tight : tight_cells()) {
    SCOPED_TRACE(tight.kind);
    SurfaceCell cell = cell_of(tight.face, tight.region);
    ASSERT_EQ(cell.count, 4);
    EXPECT_LE(outside(cell, tight.point), 0.0L);
    EXPECT_LE(to_triangles(cell, tight.point), deviation(cell));
    cell.slack *= 0.98;
    EXPECT_GT(outside(cell, tight.point), 0.0L);
    EXPECT_GT(to_triangles(cell, tight.point), deviation(cell));
  }
}

TEST(C10_Cells, HalvingACellQuartersItsSlack) {
  auto random = generator(0);
  for (const char* kind : kPatchKinds) {
    const KnownFace known = random_face(kind, random);
    SurfaceRegion region = whole_region(known.face);
    double before = 0.0;
    for (int level = 0; level < 16; ++level) {
      const SurfaceCell cell = cell_of(known.face, region);
      if (level == 10) before = cell.slack;
      region = halves(halves(region, 0)[1], 1)[0];
    }
    EXPECT_LE(cell_of(known.face, region).slack, before / 2000.0 + 1e-14) << kind;
  }
}

/// A face inside of an ellipse of its parameters, and outside of one half as large if it has a
/// hole.
SurfaceFace trimmed(const KnownFace& known, bool has_hole) {
  SurfaceFace face = known.face;
  auto& patch = std::get<PatchFace>(face.form);
  std::vector<std::vector<TrimCurve>> loops;
  for (const double share : {0.45, 0.225}) {
    const ArcCurve edge{{patch.u.middle(), patch.v.middle(), 0.0},
                        {share * patch.u.width(), 0.0, 0.0},
                        {0.0, share * patch.v.width(), 0.0}};
    if (loops.empty() || has_hole) loops.push_back({{edge, {0.0, 6.283185307179586}}});
  }
  patch.trim = TrimLoops(std::move(loops));
  return face;
}

/// Points at the edge, where a cut is tight.
std::array<double, 2> near_edge(const PatchFace& patch, bool has_hole, std::mt19937_64& random) {
  std::uniform_real_distribution<double> angle(0.0, 6.283185307179586), share(0.0, 1.0);
  const double t = angle(random), off = std::pow(10.0, -12.0 * share(random));
  const double radius =
      has_hole && random() % 2 == 0 ? 0.225 * (1.0 + 0.9 * off) : 0.45 * (1.0 - 0.4 * off);
  return {patch.u.middle() + radius * patch.u.width() * std::cos(t),
          patch.v.middle() + radius * patch.v.width() * std::sin(t)};
}

/// How many points of a trimmed face are outside of what its cells claim, and how many cells were
/// cut; their corners may be drawn together first.
struct CutMisses {
  int misses = 0, cut = 0;
};
CutMisses count_cut_misses(const std::string& kind, bool shrink, std::size_t faces) {
  CutMisses result;
  for (std::size_t trial = 0; trial < faces; ++trial) {
    auto random = generator(trial);
    const KnownFace known = random_face(kind, random);
    const bool has_hole = random() % 2 == 0;
    const SurfaceFace face = trimmed(known, has_hole);
    const auto& patch = std::get<PatchFace>(face.form);
    for (int part = 0; part < 40; ++part) {
      const auto uv = near_edge(patch, has_hole, random);
      if (patch.trim->classify(uv[0], uv[1]) != TrimPlace::kInside) continue;
      SurfaceRegion region;
      const double size = std::pow(2.0, -1.0 - double(random() % 16));
      for (std::size_t k = 0; k < 2; ++k) {
        const Interval& all = k == 0 ? patch.u : patch.v;
        const double shift = std::uniform_real_distribution<double>(0.0, 1.0)(random);
        region.range[k] = {std::max(all.lo, uv[k] - shift * size * all.width()),
                           std::min(all.hi, uv[k] + (1.0 - shift) * size * all.width())};
      }
      SurfaceCell cell = cell_of(face, region);
      result.cut += cell.is_cut;
      if (shrink && !cell.is_cut) continue;
      if (shrink) {
        const Vec3 middle =
            0.25 * (cell.corners[0] + cell.corners[1] + cell.corners[2] + cell.corners[3]);
        for (Vec3& corner : cell.corners) corner = middle + 0.98 * (corner - middle);
      }
      const bool is_in_region = cell.count > 0 && cell.region.range[0].contains(uv[0]) &&
                                cell.region.range[1].contains(uv[1]);
      const LongPoint p = known.at(uv[0], uv[1]);
      result.misses += !is_in_region || outside(cell, p) > 0.0L ||
                       (!shrink && to_triangles(cell, p) > deviation(cell) * (1.0 + 1e-9) + 1e-15);
    }
  }
  return result;
}

TEST(C10_Cells, WhatIsCutOffAtTheEdgeHoldsNothingOfTheFace) {
  for (const char* kind : kPatchKinds) {
    SCOPED_TRACE(kind);
    const CutMisses found = count_cut_misses(kind, false, trials(2'000, 20));
    EXPECT_EQ(found.misses, 0);
    EXPECT_GT(found.cut, 0);
    EXPECT_GT(count_cut_misses(kind, true, trials(2'000, 20)).misses, 0);
  }
}

TEST(C10_Cells, WeightsThatAreNotPositiveAreRefusedByName) {
  BezierPatch patch{
      2, 2, {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()}, {1, 1, 0, 1}};
  const auto make = [&] { Surface({{"lid", PatchFace{patch, {0, 1}, {0, 1}, {}}}}); };
  EXPECT_THROW(make(), InputError);
  patch.weights[2] = 0.5;
  EXPECT_NO_THROW(make());
}

TEST(C10_Implicit, PointsOfTheSurfaceLieInTheCellsOfTheirBoxes) {
  const Aabb box{Vec3::Constant(-1.5), Vec3::Constant(1.5)};
  const ImplicitSurface quartic = implicit_surface("x^4 + y^4 + z^4 - 1", box);
  const ImplicitSurface ball = implicit_surface("sqrt(x^2 + y^2 + z^2) - 1.25", box);
  const ImplicitSurface lens =
      implicit_surface("max(x^2 + y^2 + (z - 0.5)^2 - 1, x^2 + y^2 + (z + 0.5)^2 - 1)", box);
  int slabs = 0;
  const std::size_t all = trials(20'000);
  for (std::size_t trial = 0; trial < all; ++trial) {
    auto random = generator(trial);
    std::normal_distribution<double> normal;
    long double d[3] = {normal(random), normal(random), normal(random)};
    const long double length = sqrtl(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    const long double four = sqrtl(sqrtl(powl(d[0], 4) + powl(d[1], 4) + powl(d[2], 4)));
    const auto check = [&](const ImplicitSurface& surface, const LongPoint& p) {
      SurfaceRegion region;
      const double half = std::pow(2.0, -1.0 - static_cast<double>(random() % 24));
      for (std::size_t k = 0; k < 3; ++k) {
        const double x = static_cast<double>(p[k]);
        const double shift = std::uniform_real_distribution<double>(-0.9, 0.9)(random) * half;
        region.range[k] = {x + shift - half, x + shift + half};
      }
      const SurfaceCell cell = cell_of(surface, region);
      ASSERT_GT(cell.count, 0);
      slabs += cell.count == 4;
      EXPECT_LE(outside(cell, p), 0.0L);
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_LE(static_cast<long double>(cell.region.range[k].lo), p[k]);
        EXPECT_GE(static_cast<long double>(cell.region.range[k].hi), p[k]);
      }
    };
    check(quartic, {d[0] / four, d[1] / four, d[2] / four});
    check(ball, {1.25L * d[0] / length, 1.25L * d[1] / length, 1.25L * d[2] / length});
    // On the lens: from the centre of the ball that is farther.
    const long double side = d[2] > 0 ? -0.5L : 0.5L, b = side * d[2] / length;
    const long double far = b + sqrtl(b * b + 0.75L);
    check(lens, {far * d[0] / length, far * d[1] / length, far * d[2] / length});
  }
  EXPECT_GT(slabs, 0);
}

TEST(C10_Implicit, ProvedPointsAreOnTheSurface) {
  const ImplicitSurface quartic =
      implicit_surface("x^4 + y^4 + z^4 - 1", {Vec3::Constant(-1.5), Vec3::Constant(1.5)});
  int found = 0;
  const std::size_t all = trials(2'000);
  for (std::size_t trial = 0; trial < all; ++trial) {
    auto random = generator(trial);
    std::uniform_real_distribution<double> coordinate(-0.1, 0.1);
    const Vec3 p(1.0 + coordinate(random), coordinate(random), coordinate(random));
    const auto on = point_near(quartic, p, 0.2);
    if (!on) continue;
    ++found;
    const Vec3& q = on->point;
    const double f = std::pow(q.x(), 4) + std::pow(q.y(), 4) + std::pow(q.z(), 4) - 1.0;
    EXPECT_LE(std::abs(f), 8.0 * on->error + 1e-14);
    EXPECT_LE(on->error, 1e-12);
  }
  EXPECT_GT(found, 10);
}

TEST(C10_Implicit, FormulasThatAreNoneAreRefusedWithTheirColumn) {
  const Aabb box{Vec3::Constant(-1.0), Vec3::Constant(1.0)};
  for (const char* text :
       {"", "x +", "x ^ y", "(x", "sin x", "w", "x x", "min(x)", "1..2", "x^65"}) {
    EXPECT_THROW(implicit_surface(text, box), InputError) << text;
  }
  EXPECT_NO_THROW(implicit_surface("-x^2 + min(x, y, 3e-2) * pi / (2 - abs(z))", box));
}

TEST(C10_Trim, RectanglesAreClassifiedAsTheirPointsAre) {
  // A disc about (0, 0) of radius 2 with a square hole, and a lens of two parabolas beside it.
  const auto line = [](double x0, double y0, double x1, double y1) {
    return TrimCurve{LineCurve{{x0, y0, 0}, {x1, y1, 0}}, {0.0, 1.0}};
  };
  const TrimCurve circle{ArcCurve{Vec3::Zero(), {2, 0, 0}, {0, 2, 0}}, {0.0, 6.283185307179586}};
  const TrimCurve up{BezierCurve{{{3, 0, 0}, {4, 2, 0}, {5, 0, 0}}, {}}, {0.0, 1.0}};
  const TrimCurve down{BezierCurve{{{3, 0, 0}, {4, -2, 0}, {5, 0, 0}}, {}}, {0.0, 1.0}, true};
  const TrimLoops loops({{circle},
                         {line(-.5, -.5, .5, -.5), line(.5, -.5, .5, .5), line(.5, .5, -.5, .5),
                          line(-.5, .5, -.5, -.5)},
                         {up, down}});
  const auto inside = [](double x, double y) {
    const double along = (x - 3.0) / 2.0;
    const bool lens = along > 0 && along < 1 && std::abs(y) < 4.0 * along * (1.0 - along);
    const bool ring = x * x + y * y < 4.0 && !(std::abs(x) < 0.5 && std::abs(y) < 0.5);
    return lens || ring;
  };
  int counts[3] = {};
  const std::size_t all = trials(20'000);
  for (std::size_t trial = 0; trial < all; ++trial) {
    auto random = generator(trial);
    std::uniform_real_distribution<double> x(-3.0, 6.0), y(-3.0, 3.0);
    const double half = std::pow(2.0, -static_cast<double>(random() % 16));
    const Interval u = inflated(Interval(x(random)), half), v = inflated(Interval(y(random)), half);
    const TrimPlace place = loops.classify(u, v);
    ++counts[static_cast<int>(place)];
    if (place == TrimPlace::kBoundary) continue;
    for (int k = 0; k < 20; ++k) {
      EXPECT_EQ(inside(in(u, random), in(v, random)), place == TrimPlace::kInside);
    }
  }
  for (const int count : counts) EXPECT_GT(count, 0);
}

TEST(C10_Trim, ArcsOfManyTurnsAreRefused) {
  const auto circle = [](double turns) {
    return TrimLoops({{{ArcCurve{}, {0.0, 6.283185307179586 * turns}}}});
  };
  EXPECT_NO_THROW(circle(1.0));
  EXPECT_NO_THROW(circle(2.0));
  EXPECT_THROW(circle(1e5), InputError);
}

}  // namespace
}  // namespace graze::test
